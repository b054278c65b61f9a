/// `waveform:` as written.
package struct WaveformDocument: DocumentNode {
  package enum Channels: String, CaseIterable, Sendable {
    case split, mix
  }

  package var range: SourceRange
  package var isFaulty = false
  package var bus: Located<String>?
  package var scale: Located<Waveform.Scale>?
  package var channels: Located<Channels>?
  package var color: Located<Color>?
  package var background: Located<Color>?

  package init(at range: SourceRange) { self.range = range }
}

extension WaveformDocument {
  static let table = FieldTable<WaveformDocument>(
    "waveform", noun: "a waveform", doc: "A picture of the sound.",
    fields: [
      Field("bus", .text("the name of a bus"), \.bus, example: "main", "The bus that it shows; main by default."),
      Field(
        "scale", .choice, \.scale,
        "How loud is how high: linear (the default), or log: decibels from -60 dB at the middle to 0 dB at the edge."),
      Field("channels", .choice, \.channels, "One row for each channel: split; or one for all: mix, the default."),
      Field("color", .color, \.color, "The colour of the sound; \"#4cc2ff\" by default."),
      Field("background", .color, \.background, "The colour behind it; \"#181818\" by default."),
    ])
}
