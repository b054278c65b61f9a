internal import MediaTime

extension ValueType where Value == TimeExpression {
  /// A moment or a length of time.
  static let time = ValueType("a time such as 4s or 120f", schema: SchemaDefinitions.reference("time")) {
    node, name, diagnostics in
    guard let time = read(node, name, &diagnostics) else { return nil }
    guard time.isToEnd else { return time }
    let message = "\"to-end\" is a length for \"duration\" and \"loop\": \"\(name)\" must be a time such as 4s or 120f"
    diagnostics.append(Diagnostic(.error, code: "time.to-end", message, at: node.range))
    return nil
  }

  /// A length of time, or `to-end`.
  static let length = ValueType(
    "a time such as 4s or 120f, or to-end", schema: SchemaDefinitions.reference("length")
  ) { node, name, diagnostics in
    read(node, name, &diagnostics)
  }

  private static func read(_ node: Node, _ name: String, _ diagnostics: inout DiagnosticList) -> TimeExpression? {
    guard let text = node.scalarText(as: "a time such as 4s or 120f", name, &diagnostics) else { return nil }
    return TimeExpression.parse(text, at: node.range, diagnostics: &diagnostics)
  }
}

extension ValueType where Value == Located<TimeExpression> {
  /// A time in a list, with its place.
  static let locatedTime = ValueType(
    "a time such as 4s or 120f", schema: ValueType<TimeExpression>.time.schema
  ) { node, name, diagnostics in
    ValueType<TimeExpression>.time.decode(node, name, &diagnostics).map { Located($0, at: node.range) }
  }
}

extension ValueType where Value == Rational {
  /// A frame rate.
  static let rate = ValueType(
    "a frame rate such as 25, 30000/1001 or 29.97",
    schema: ([
      "anyOf": [
        ["type": "integer", "minimum": 1, "maximum": .integer(RateParser.highest)],
        ["enum": .array(FrameRate.ntsc.map { .number($0.name) })],
        ["type": "string", "pattern": #"^(\d+(/\d+)?|23\.976|29\.97|59\.94|119\.88)$"#],
      ]
    ] as JSONValue).orVariable
  ) { node, name, diagnostics in
    guard let text = node.scalarText(as: "a frame rate such as 25, 30000/1001 or 29.97", name, &diagnostics) else {
      return nil
    }
    return RateParser.parse(text, at: node.range, diagnostics: &diagnostics)
  }
}
