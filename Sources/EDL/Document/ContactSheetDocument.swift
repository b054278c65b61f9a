/// `contact_sheet:` as written.
package struct ContactSheetDocument: DocumentNode {
  package enum Labels: String, CaseIterable, Sendable {
    case timecode, none
  }

  package var range: SourceRange
  package var isFaulty = false
  package var columns: Located<Int>?
  package var rows: Located<Int>?
  package var cell: Located<PixelSize>?
  package var spacing: Located<Int>?
  package var labels: Located<Labels>?
  package var title: Located<String>?
  package var color: Located<Color>?
  package var background: Located<Color>?

  package init(at range: SourceRange) { self.range = range }
}

extension ContactSheetDocument {
  static let table = FieldTable<ContactSheetDocument>(
    "contactSheet", noun: "a contact sheet", doc: "One picture of many frames, in rows.",
    fields: [
      Field(
        "columns", .integer(1...64, "a whole number from 1 to 64"), \.columns, required: true, example: 5,
        "How many frames lie beside each other."),
      Field(
        "rows", .integer(1...64, "a whole number from 1 to 64"), \.rows, example: 4,
        "How many rows there are: one, a filmstrip, by default, or as many as \"frames\" or \"every\" need."),
      Field(
        "cell", .size, \.cell, example: "320x180",
        "The size of a frame in pixels; by default 320 wide, in the canvas's shape."),
      Field(
        "spacing", .integer(0...256, "a whole number from 0 to 256"), \.spacing, example: 8,
        "The pixels between frames and around them; 8 by default."),
      Field("labels", .choice, \.labels, "What stands below each frame: its timecode (the default), or none."),
      Field("title", .text, \.title, example: "Rushes of day 3", "A line of text above the frames."),
      Field("color", .color, \.color, "The colour of labels and title; white by default."),
      Field("background", .color, \.background, "The colour behind the frames; \"#181818\" by default."),
    ])
}
