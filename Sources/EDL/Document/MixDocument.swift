/// The sound fields that items, tracks and buses share, as written.
package struct MixDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var gain: Located<CurveDocument<Gain>>?
  package var pan: Located<CurveDocument<Double>>?
  package var isMuted: Located<Bool>?
  package var channels: Located<ChannelMap>?
  package var effects: Located<[EffectDocument]>?

  package init(at range: SourceRange) { self.range = range }

  /// The place of the first field that is written.
  var written: SourceRange? {
    [gain?.range, pan?.range, isMuted?.range, channels?.range, effects?.range].lazy.compactMap(\.self).first
  }
}

extension MixDocument {
  /// What buses have too.
  static let levelFields: [Field<MixDocument>] = [
    Field(
      "gain", .curve(.gain).named("gain"), \.gain, example: "-12dB",
      "How much louder or softer: -12dB, 50% or 0.5x; keyframes change it without steps."),
    Field(
      "pan", .curve(.pan).named("pan"), \.pan, example: .number("-0.3"),
      "Where it is between left (-1) and right (1): mono sound moves with the same power, stereo sound is balanced."),
    Field("mute", .flag, \.isMuted, "Whether it is silent, keeping its time."),
  ]

  static let channelsField = Field(
    "channels", .channels, \MixDocument.channels, example: 1,
    "Which source channels, counted from 1, are heard where: 1, [2, 1], {1: 0dB, 3: -3dB}, or the layout that the "
      + "channels are in.")

  static let effectsField = Field(
    "effects", EffectDocument.listType, \MixDocument.effects,
    "Filters of libavfilter that take sound and give sound, in order; they come before gain, pan and fades.")

  /// The fields of items and tracks.
  static let fields = levelFields + [channelsField, effectsField]

  /// The sound of a video track.
  static let trackTable = FieldTable<MixDocument>(
    "trackSound", noun: "the sound of a track", doc: "What is done to the sum of the sound of a track's items.",
    fields: fields)
}
