/// `crop:` as written: a length for each side; one that is not written is 0.
package struct CropDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var left: Located<CurveDocument<Length>>?
  package var top: Located<CurveDocument<Length>>?
  package var right: Located<CurveDocument<Length>>?
  package var bottom: Located<CurveDocument<Length>>?

  package init(at range: SourceRange) { self.range = range }
}

extension CropDocument {
  static let table = FieldTable<CropDocument>(
    "crop", noun: "a crop", doc: "What is cut off at each side of the upright source picture.",
    fields: [
      Field("left", length, \.left, example: "10%", "At the left, in the source's pixels or of its width."),
      Field("top", length, \.top, example: "20px", "At the top, in the source's pixels or of its height."),
      Field("right", length, \.right, example: "10%", "At the right."),
      Field("bottom", length, \.bottom, example: "20px", "At the bottom."),
    ])

  private static let length = ValueType.curve(.inset).named("inset")

  /// A mapping of sides, or one length for all of them; either over time.
  static let type = ValueType<CropDocument>(
    "a length for all sides such as 10%, or {left: …, top: …, right: …, bottom: …}",
    schema: ["anyOf": [table.type.schema, length.schema]]
  ) { node, name, diagnostics in
    if case .mapping(let entries) = node.content, !entries.contains(where: { isTime($0.key) }) {
      return table.decode(node, name, &diagnostics)
    }
    guard let all = length.decode(node, name, &diagnostics).map({ Located($0, at: node.range) }) else { return nil }
    var crop = CropDocument(at: node.head)
    (crop.left, crop.top, crop.right, crop.bottom) = (all, all, all, all)
    return crop
  }

  /// Whether a key is a keyframe's rather than a side's, possibly misspelt.
  private static func isTime(_ key: String) -> Bool {
    guard let first = key.utf8.first else { return false }
    return (48...57).contains(first) || ["start", "end"].contains { key.hasPrefix($0) }
  }
}
