internal import MediaTime

/// Exact numbers as people write them: `12`, `-3.5`, `+0.25`. No exponent, no `inf`, no `nan`.
enum DecimalText {
  /// The number, or nil for a text that is none or that does not fit.
  static func parse(_ text: some StringProtocol) -> Rational? {
    var digits = Substring(text)
    var isNegative = false
    if let sign = digits.first, sign == "-" || sign == "+" {
      isNegative = sign == "-"
      digits.removeFirst()
    }
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, isDigits(whole) else { return nil }
    let fraction = parts.count == 2 ? parts[1] : ""
    guard parts.count == 1 || isDigits(fraction), whole.utf8.count + fraction.utf8.count <= 18 else { return nil }
    guard let value = Int64(whole + fraction) else { return nil }
    let scale = (0..<fraction.utf8.count).reduce(Int64(1)) { product, _ in product * 10 }
    return try? Rational(isNegative ? -value : value, over: scale)
  }

  /// A number, a fraction `3/2` or a percentage `150%`.
  static func parseFactor(_ text: String) -> Rational? {
    if text.hasSuffix("%") {
      guard let value = parse(text.dropLast()) else { return nil }
      return try? value / Rational(100)
    }
    let terms = text.split(separator: "/", omittingEmptySubsequences: false)
    guard terms.count == 2 else { return parse(text) }
    guard let top = parse(terms[0]), let bottom = parse(terms[1]) else { return nil }
    return try? top / bottom
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}
