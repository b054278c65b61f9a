/// An entry of `buses:` as written.
package struct BusDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var to: Located<String>?
  package var layout: Located<String>?
  package var mix: MixDocument
  package var duck: Located<DuckDocument>?
  package var loudness: Located<LoudnessDocument>?
  package var limiter: Located<Double>?

  package init(at range: SourceRange) {
    self.range = range
    mix = MixDocument(at: range)
  }
}

extension BusDocument {
  /// Whether anything in it was reported.
  var hasMistake: Bool {
    isFaulty || mix.isFaulty || duck?.value.isFaulty == true || loudness?.value.isFaulty == true
  }

  /// What `to` says of a bus that goes nowhere.
  static let nowhere = "none"

  static let table = FieldTable<BusDocument>(
    "bus", noun: "a bus", doc: "A sum of tracks and other buses, and what is done to it.",
    fields: [
      Field(
        "to", .text("the name of a bus, or none"), \.to, example: "main",
        "The bus that it goes to; main by default. none: only outputs that name it take it."),
      Field(
        "channels", .word(CanvasDocument.channelLayouts), \.layout, example: "stereo",
        "The speakers that it is mixed for; by default those of the bus that it goes to."),
    ] + (MixDocument.levelFields + [MixDocument.effectsField]).map { $0.lifted(\BusDocument.mix) } + [
      Field(
        "duck", DuckDocument.table.type, \.duck, example: ["under": "voice", "by": "9dB"],
        "Makes it softer while another bus sounds: {under: voice, by: 9dB, attack: 20ms, release: 400ms}."),
      Field(
        "loudness", LoudnessDocument.table.type, \.loudness, example: ["target": "-16LUFS", "peak": "-1dBTP"],
        "Brings the whole of it to a loudness: it is measured first, then gets one gain."),
      Field(
        "limiter", LoudnessDocument.truePeak, \.limiter, example: "-1dBTP",
        "The true peak that it stays below, after its gain."),
    ])
}
