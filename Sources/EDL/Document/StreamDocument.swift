/// `stream:` of a clip.
package struct StreamDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var video: Located<Int>?
  package var audio: Located<Int>?

  package init(at range: SourceRange) { self.range = range }
}

extension StreamDocument {
  /// The table for items of one kind of track: an audio track shows no picture.
  static func table(_ kind: Track.Kind) -> FieldTable<StreamDocument> { kind == .video ? videoTable : audioTable }

  private static let videoTable = FieldTable<StreamDocument>(
    "streams", noun: "a choice of streams", doc: "Which streams of the file are used.",
    fields: [
      Field("video", .streamIndex, \.video, "Which of the file's video streams shows, from 0."), audioField,
    ])

  private static let audioTable = FieldTable<StreamDocument>(
    "audioStreams", noun: "a choice of streams on an audio track", doc: "Which audio stream of the file is used.",
    fields: [audioField])

  private static let audioField = Field<StreamDocument>(
    "audio", .streamIndex, \.audio, example: 1, "Which of the file's audio streams sounds, from 0.")
}

extension ValueType where Value == Int {
  static let streamIndex = integer(0...999, "a stream's number, counted from 0")
}
