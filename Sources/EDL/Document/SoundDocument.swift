/// The sound fields of an item: under `audio:` on a video track, on the item itself on an audio track.
package struct SoundDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var mix: MixDocument
  package var fadeIn: Located<TimeExpression>?
  package var fadeOut: Located<TimeExpression>?
  package var fadeCurve: Located<FadeCurve>?
  package var delay: Located<TimeExpression>?
  package var declick: Located<TimeExpression>?
  package var pitch: Located<SoundFields.Pitch>?
  package var stream: Located<Int>?

  package init(at range: SourceRange) {
    self.range = range
    mix = MixDocument(at: range)
  }

  /// Whether nothing is written.
  var isEmpty: Bool { written == nil }

  /// The place of the first field that is written.
  var written: SourceRange? {
    let own = [
      fadeIn?.range, fadeOut?.range, fadeCurve?.range, delay?.range, declick?.range, pitch?.range, stream?.range,
    ]
    return mix.written ?? own.lazy.compactMap(\.self).first
  }
}

/// `audio:` of an item on a video track.
package enum SoundSetting: Sendable {
  case off
  case fields(SoundDocument)
}

extension SoundDocument {
  /// The fields that an item of an audio track has of its own.
  static let itemFields: [Field<SoundDocument>] =
    MixDocument.fields.map { $0.lifted(\SoundDocument.mix) } + [
      Field("fade_in", .time, \.fadeIn, example: "1s", "How long the sound rises from silence at the item's start."),
      Field("fade_out", .time, \.fadeOut, example: "2s", "How long the sound falls to silence at the item's end."),
      Field(
        "fade_curve", .fadeCurve, \.fadeCurve, example: "equal-power",
        "How the fades rise: linear (the default), equal-power, or an ease."),
      Field(
        "delay", .time, \.delay, example: "40ms",
        "How much later the sound comes, against the picture of the same file; below 0 it comes earlier."),
      Field(
        "declick", .time, \.declick, example: "5ms",
        "How long the sound rises and falls at the item's cuts, so that they do not click; 0 by default."),
      Field(
        "pitch", .choice, \.pitch,
        "Whether the pitch stays (preserve, the default) or follows the speed as a tape's does (follow)."),
    ]

  static let table = FieldTable<SoundDocument>(
    "sound", noun: "the sound of an item", doc: "How the sound of an item on a video track is treated.",
    fields: itemFields + [
      Field("stream", .streamIndex, \.stream, example: 1, "Which of the file's audio streams sounds, from 0.")
    ])

  static let settingType = ValueType<SoundSetting>.either(
    table.type.map { .fields($0) }, when: [.mapping, .sequence],
    or: .choice(["off"]) { _ in .off })
}
