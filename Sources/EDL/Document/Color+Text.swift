internal import MediaTime

extension Color {
  /// Reads `#RGB[A]`, `#RRGGBB[AA]`, a CSS name, `rgb()`, `rgba()`, `hsl()` or `hsla()`; nil for other texts.
  init?(text: String) {
    let lower = text.lowercased()
    if lower.hasPrefix("#") {
      self.init(hexDigits: lower.dropFirst())
    } else if lower == "transparent" {
      self.init(red: 0, green: 0, blue: 0, alpha: 0)
    } else if let value = Self.cssNames[lower] {
      self.init(red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    } else {
      self.init(function: lower)
    }
  }

  /// `#RRGGBB`, with the alpha behind it where it is not opaque.
  package var hexText: String {
    let parts = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#"
      + parts.map { part in
        let digits = String(part, radix: 16)
        return part < 16 ? "0\(digits)" : digits
      }.joined()
  }

  private init?(hexDigits: Substring) {
    let digits = hexDigits.compactMap(\.hexDigitValue).map(UInt8.init)
    guard digits.count == hexDigits.count else { return nil }
    let parts: [UInt8]
    switch digits.count {
    case 3, 4: parts = digits.map { $0 * 17 }
    case 6, 8: parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 16 + digits[$0 + 1] }
    default: return nil
    }
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 255)
  }

  /// Both the forms with commas and those with blanks and a slash before the alpha.
  private init?(function text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
    let name = text[..<open]
    let inner = text[text.index(after: open)...].dropLast()
    let isSlashed = inner.contains("/")
    guard !(isSlashed && inner.contains(",")) else { return nil }
    let parts =
      inner.contains(",")
      ? inner.split(separator: ",", omittingEmptySubsequences: false)
      : inner.split { $0 == " " || $0 == "/" }
    let terms = parts.map { $0.drop { $0 == " " } }.map { term in
      String(term.reversed().drop { $0 == " " }.reversed())
    }
    guard terms.count == 3 || terms.count == 4 else { return nil }
    guard let alpha = terms.count == 4 ? Self.fraction(terms[3], whole: 1) : 1 else { return nil }
    switch name {
    case "rgb", "rgba": self.init(rgb: terms, alpha: alpha)
    case "hsl", "hsla": self.init(hsl: terms, alpha: alpha)
    default: return nil
    }
  }

  private init?(rgb terms: [String], alpha: Double) {
    let parts = terms.prefix(3).compactMap { Self.fraction($0, whole: 255) }
    guard parts.count == 3 else { return nil }
    self.init(parts, alpha: alpha)
  }

  private init?(hsl terms: [String], alpha: Double) {
    let hueText = terms[0].hasSuffix("deg") ? String(terms[0].dropLast(3)) : terms[0]
    guard let hue = DecimalText.parse(hueText)?.approximate, terms[1].hasSuffix("%"), terms[2].hasSuffix("%"),
      let saturation = Self.fraction(terms[1], whole: 1), let lightness = Self.fraction(terms[2], whole: 1)
    else { return nil }
    let chroma = saturation * min(lightness, 1 - lightness)
    let parts = [0.0, 8.0, 4.0].map { offset in
      let turn = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
      let position = turn < 0 ? turn + 12 : turn
      return lightness - chroma * max(-1, min(position - 3, 9 - position, 1))
    }
    self.init(parts, alpha: alpha)
  }

  /// A number out of `whole`, or a percentage, as a fraction from 0 to 1; nil outside.
  private static func fraction(_ text: String, whole: Double) -> Double? {
    let value =
      text.hasSuffix("%")
      ? DecimalText.parse(text.dropLast()).map { $0.approximate / 100 }
      : DecimalText.parse(text).map { $0.approximate / whole }
    guard let value, (0...1).contains(value) else { return nil }
    return value
  }

  private init(_ parts: [Double], alpha: Double) {
    let bytes = (parts + [alpha]).map { UInt8(($0 * 255).rounded()) }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
  }
}
