internal import MediaTime

extension ValueType where Value == Rational {
  /// A playing speed: above zero, and at most a hundredfold either way.
  static let speed = ValueType(
    "a speed above 0 such as 2, 1.5, 3/2 or 150%",
    schema: ([
      "anyOf": [
        ["type": "number", "exclusiveMinimum": 0, "maximum": 100],
        ["type": "string", "pattern": #"^\d+(\.\d+)?(/\d+(\.\d+)?|%)?$"#],
      ]
    ] as JSONValue).orVariable
  ) { node, name, diagnostics in
    let noun = "a speed above 0 such as 2, 1.5, 3/2 or 150%"
    guard let text = node.scalarText(as: noun, name, &diagnostics) else { return nil }
    guard let value = DecimalText.parseFactor(text) else {
      diagnostics.append(.badValue(text, name, code: "value.speed", mustBe: noun, at: node.range))
      return nil
    }
    if let bound = try? Rational(1, over: 100), value >= bound, value <= Rational(100) { return value }
    let advice =
      value.isZero
      ? "0 stands still: write \"freeze: TIME\" for that"
      : value.isNegative ? "write \"reverse: true\" to play backwards" : "it must be from 1/100 to 100"
    diagnostics.append(
      Diagnostic(.error, code: "value.speed", "\"\(text)\" is not a speed: \(advice)", at: node.range))
    return nil
  }
}

extension ValueType where Value == PixelSize {
  /// A size in pixels: `1920x1080` or `[1920, 1080]`.
  static let size = ValueType(
    "a size in pixels such as 1920x1080",
    schema: ([
      "anyOf": [
        ["type": "string", "pattern": #"^\d+x\d+$"#],
        [
          "type": "array", "items": ["type": "integer", "minimum": 1, "maximum": 16384], "minItems": 2, "maxItems": 2,
        ],
      ]
    ] as JSONValue).orVariable
  ) { node, name, diagnostics in
    let noun = "a size in pixels such as 1920x1080"
    let numbers: [Substring]
    let written: String
    switch node.content {
    case .scalar(let scalar) where !scalar.isNull:
      written = scalar.text
      numbers = scalar.text[...].split(separator: "x", omittingEmptySubsequences: false)
    case .sequence(let nodes):
      let texts = nodes.map { node -> Substring in
        if case .scalar(let scalar) = node.content { scalar.text[...] } else { "?" }
      }
      written = "[\(texts.joined(separator: ", "))]"
      numbers = texts
    default:
      diagnostics.append(.wrongShape(node, name, mustBe: noun))
      return nil
    }
    let sides = numbers.compactMap { text in
      text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }
    guard numbers.count == 2, sides.count == 2 else {
      diagnostics.append(.badValue(written, name, code: "value.size", mustBe: noun, at: node.range))
      return nil
    }
    guard sides.allSatisfy({ (1...16384).contains($0) }) else {
      diagnostics.append(
        .badValue(written, name, code: "value.size", mustBe: "from 1x1 to 16384x16384", at: node.range))
      return nil
    }
    return PixelSize(width: sides[0], height: sides[1])
  }
}
