package import MediaTime

/// The sound fields of an item: under `audio:` on a video track, on the item itself on an audio track.
package struct SoundDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var gain: Located<Rational>?
  package var isMuted: Located<Bool>?
  package var fadeIn: Located<TimeExpression>?
  package var fadeOut: Located<TimeExpression>?
  package var pitch: Located<SoundFields.Pitch>?
  package var stream: Located<Int>?

  package init(at range: SourceRange) { self.range = range }

  /// Whether nothing is written.
  var isEmpty: Bool { written == nil }

  /// The place of the first field that is written.
  var written: SourceRange? {
    [gain?.range, isMuted?.range, fadeIn?.range, fadeOut?.range, pitch?.range, stream?.range].lazy.compactMap(\.self)
      .first
  }
}

/// `audio:` of an item on a video track.
package enum SoundSetting: Sendable {
  case off
  case fields(SoundDocument)
}

extension SoundDocument {
  /// The fields that an item of an audio track has of its own.
  static let itemFields: [Field<SoundDocument>] = [
    Field("gain", .gain, \.gain, example: "-12dB", "How much louder or softer, in decibels."),
    Field("mute", .flag, \.isMuted, "Whether it is silent, keeping its time."),
    Field("fade_in", .time, \.fadeIn, example: "1s", "How long the sound rises from silence at the item's start."),
    Field("fade_out", .time, \.fadeOut, example: "2s", "How long the sound falls to silence at the item's end."),
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
