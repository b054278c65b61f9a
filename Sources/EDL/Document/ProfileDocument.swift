package import MediaTime

/// An entry of `profiles:` as written.
package struct ProfileDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var base: Located<String>?
  package var video: Located<StreamSetting>?
  package var audio: Located<StreamSetting>?
  package var largest: Located<PixelSize>?
  package var fastest: Located<Rational>?

  package init(at range: SourceRange) { self.range = range }
}

extension ProfileDocument {
  static let table = FieldTable<ProfileDocument>(
    "profile", noun: "a profile", doc: "A way to encode under a name, to be used as profile: NAME of an output.",
    fields: [
      Field(
        "extends", .text("the name of a profile"), \.base, example: "web",
        "The profile that this one changes; \"edlrender profiles\" prints those that are built in."),
      Field("video", StreamSetting.video, \.video, "How the picture is encoded, or off."),
      Field("audio", StreamSetting.audio, \.audio, "How each audio stream is encoded, or off."),
      Field(
        "max_size", .size, \.largest, example: "1280x720",
        "A larger picture is made to fit into this size, whichever of its sides is longer."),
      Field(
        "max_fps", .rate, \.fastest, example: 30,
        "A canvas with more frames a second loses frames: this many are kept at most."),
    ])
}

/// `video:` or `audio:` where one stream is described: no stream, or how it is encoded.
package enum StreamSetting: Sendable {
  case off
  case encoder(EncoderDocument)
}

extension StreamSetting {
  static let video = type(EncoderDocument.videoTable)
  static let audio = type(EncoderDocument.audioTable)

  private static func type(_ table: FieldTable<EncoderDocument>) -> ValueType<StreamSetting> {
    .either(table.type.map { .encoder($0) }, when: [.mapping, .sequence], or: .choice(["off"]) { _ in .off })
  }

  /// Whether anything in it was reported.
  var isFaulty: Bool {
    guard case .encoder(let encoder) = self else { return false }
    return encoder.isFaulty
  }
}
