package import MediaTime

/// Reads frame rates: whole numbers, fractions, and the four decimals that name NTSC rates.
package enum RateParser {
  /// The highest rate that a project may name.
  package static let highest = 1000

  /// Reads a rate in frames a second; reports what is wrong with it and returns nil otherwise.
  package static func parse(
    _ text: String, at range: SourceRange, diagnostics: inout DiagnosticList
  ) -> Rational? {
    if let named = FrameRate.ntsc.first(where: { $0.name == text }) { return named.rate }
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) }
    guard isNumber, parts.count <= 2 else {
      diagnostics.append(refusal(of: text, at: range))
      return nil
    }
    let terms = parts.map { Int64(String(decoding: $0, as: UTF8.self)) }
    guard let top = terms[0], let bottom = terms.count == 2 ? terms[1] : 1,
      let rate = try? Rational(top, over: bottom), rate > .zero, rate <= Rational(highest)
    else {
      diagnostics.append(
        Diagnostic(
          .error, code: "rate.range", "\"\(text)\" is not a frame rate above 0 and up to \(highest)", at: range))
      return nil
    }
    return rate
  }

  private static func refusal(of text: String, at range: SourceRange) -> Diagnostic {
    guard let value = decimal(text) else {
      return Diagnostic(
        .error, code: "rate.syntax",
        "\"\(text)\" is not a frame rate; write 25, 30000/1001, or 23.976, 29.97, 59.94, 119.88", at: range,
        fixIts: withoutUnit(text, at: range))
    }
    var candidates = [value]
    let nominal = Int(value.rounded)
    if nominal > 0, let ntsc = try? Rational(Int64(nominal) * 1000, over: 1001),
      abs(ntsc.approximate - value.approximate) < 0.006
    {
      candidates.insert(ntsc, at: 0)
    }
    return Diagnostic(
      .error, code: "rate.decimal",
      "\"\(text)\" is not exact; only 23.976, 29.97, 59.94 and 119.88 are known by their decimals", at: range,
      fixIts: candidates.map {
        Diagnostic.FixIt("write \"\($0)\"", replacing: range, with: "\($0)")
      })
  }

  /// `25fps` and `25 fps`.
  private static func withoutUnit(_ text: String, at range: SourceRange) -> [Diagnostic.FixIt] {
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "/" }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    guard !digits.isEmpty, ["fps", "hz", "f/s", "p"].contains(unit) else { return [] }
    return [Diagnostic.FixIt("write \"\(digits)\"", replacing: range, with: String(digits))]
  }

  private static func decimal(_ text: String) -> Rational? {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: isDigit), bytes.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }),
      let value = try? TimeChunk(bytes[...]).decimal(bytes[...]), value > .zero, value <= Rational(highest)
    else { return nil }
    return value
  }
}
