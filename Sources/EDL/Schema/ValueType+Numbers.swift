internal import MediaTime

extension ValueType where Value == Double {
  /// A decimal number in a range; with `allowsPercent`, `50%` is 0.5.
  static func number(
    _ range: ClosedRange<Double>, _ noun: String, allowsPercent: Bool = false
  ) -> ValueType {
    let number: JSONValue = [
      "type": "number", "minimum": .number(text(range.lowerBound)), "maximum": .number(text(range.upperBound)),
    ]
    let schema: JSONValue =
      allowsPercent ? ["anyOf": [number, ["type": "string", "pattern": #"^[+-]?\d+(\.\d+)? ?%$"#]]] : number
    return .scalar(noun, schema: schema.orVariable, code: "value.number") { text in
      guard let value = parse(text, allowsPercent: allowsPercent), range.contains(value) else { return nil }
      return value
    }
  }

  /// A share of a whole: 0 to 1, or 0% to 100%.
  static let share = number(0...1, "a number from 0 to 1, or a percentage", allowsPercent: true)

  private static func parse(_ text: String, allowsPercent: Bool) -> Double? {
    guard text.hasSuffix("%") else { return DecimalText.parse(text)?.approximate }
    guard allowsPercent else { return nil }
    let number = text.dropLast()
    let trimmed = number.hasSuffix(" ") ? number.dropLast() : number
    return DecimalText.parse(trimmed).flatMap { try? $0 / Rational(100) }?.approximate
  }

  /// A bound as JSON writes it.
  private static func text(_ bound: Double) -> String {
    bound == bound.rounded() ? "\(Int(bound))" : "\(bound)"
  }
}

extension ValueType where Value == Length {
  /// A length: `20`, `20px` or `5%`.
  static let length = ValueType.scalar(
    "a length such as 20px or 5%",
    schema: ([
      "anyOf": [["type": "number"], ["type": "string", "pattern": #"^[+-]?\d+(\.\d+)? ?(px|%)?$"#]]
    ] as JSONValue).orVariable, code: "value.length", parse: parse)

  static func parse(_ text: String) -> Length? {
    func number(_ text: Substring) -> Double? {
      guard let value = DecimalText.parse(text.hasSuffix(" ") ? text.dropLast() : text),
        abs(value.approximate) <= 1_000_000
      else { return nil }
      return value.approximate
    }
    if text.hasSuffix("%") { return number(text.dropLast()).map { Length(share: $0 / 100) } }
    if text.hasSuffix("px") { return number(text.dropLast(2)).map { Length(pixels: $0) } }
    return number(text[...]).map { Length(pixels: $0) }
  }
}

extension ValueType where Value == Extent {
  /// What the schema calls a point.
  static let extentSchema: JSONValue = [
    "type": "array", "items": ValueType<Length>.length.schema, "minItems": 2, "maxItems": 2,
  ]

  /// A place or a size: two lengths, `[50%, 20px]`.
  static let extent = extent("two lengths such as [50%, 20px]")

  static func extent(_ noun: String) -> ValueType {
    ValueType(noun, schema: SchemaDefinitions.reference("point")) { node, name, diagnostics in
      guard case .sequence(let nodes) = node.content, nodes.count == 2 else {
        diagnostics.append(.wrongShape(node, name, mustBe: noun))
        return nil
      }
      let lengths = nodes.compactMap { ValueType<Length>.length.decode($0, name, &diagnostics) }
      return lengths.count == 2 ? Extent(lengths[0], lengths[1]) : nil
    }
  }
}
