/// An entry of `markers:` as written.
package struct MarkerDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var at: Located<TimeExpression>?
  package var name: Located<String>?

  package init(at range: SourceRange) { self.range = range }
}

extension MarkerDocument {
  static let table = FieldTable<MarkerDocument>(
    "marker", noun: "a marker", doc: "A named moment of the programme.",
    fields: [
      Field("at", .time, \.at, required: true, example: "intro.start", "The moment."),
      Field("name", .text, \.name, required: true, example: "Intro", "The name."),
    ])
}
