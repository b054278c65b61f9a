/// `key:` as written.
package struct KeyDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var color: Located<Color>?
  package var similarity: Located<CurveDocument<Double>>?
  package var blend: Located<CurveDocument<Double>>?
  package var spill: Located<CurveDocument<Double>>?

  package init(at range: SourceRange) { self.range = range }
}

extension KeyDocument {
  static let table = FieldTable<KeyDocument>(
    "key", noun: "a key", doc: "A colour that becomes transparent, such as that of a green screen.",
    fields: [
      Field("color", .color, \.color, required: true, example: "green", "The colour of the backing."),
      Field(
        "similarity", share, \.similarity, example: .number("0.1"),
        "How far from it a colour may be and still be transparent, from 0 to 1; 0.1 by default."),
      Field(
        "blend", share, \.blend, example: .number("0.05"),
        "The width of the soft step from transparent to opaque, from 0 to 1; 0.05 by default."),
      Field(
        "spill", share, \.spill, example: .number("0.5"),
        "How much of the backing's hue is taken out of what stays, from 0 to 1; 0 by default."),
    ])

  private static let share = ValueType.curve(.share).named("share")

  /// The mapping, or its colour alone.
  static let type = ValueType<KeyDocument>.either(
    table.type, when: [.mapping, .sequence],
    or: ValueType("a colour", schema: ValueType<Color>.color.schema) { node, name, diagnostics in
      guard let color = ValueType<Color>.color.decode(node, name, &diagnostics) else { return nil }
      var key = KeyDocument(at: node.range)
      key.color = Located(color, at: node.range)
      return key
    })
}
