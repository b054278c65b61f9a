package import MediaTime

/// An entry of an output's `renditions:` as written.
package struct RenditionDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var name: Located<String>?
  package var size: Located<PixelSize>?
  package var frameRate: Located<Rational>?
  package var video: Located<EncoderDocument>?

  package init(at range: SourceRange) { self.range = range }
}

extension RenditionDocument {
  static let table = FieldTable<RenditionDocument>(
    "rendition", noun: "a rendition", doc: "One size and quality of the picture of a stream.",
    fields: [
      Field(
        "name", nameType, \.name, example: "720p",
        "What its files are called; by default its height, as 720p."),
      Field("size", .size, \.size, example: "1280x720", "Its size in pixels; by default the output's."),
      Field("fps", .rate, \.frameRate, example: 25, "Its frames a second; by default the output's."),
      Field(
        "video", EncoderDocument.videoTable.type, \.video, example: ["crf": 23, "maxrate": "3M", "bufsize": "6M"],
        "How it is encoded, on top of what \"video\" of the output says."),
    ], explain: { entry, _ in misplaced(entry) })

  /// An option of the encoder that stands beside `video` instead of in it.
  private static func misplaced(_ entry: Node.Entry) -> Diagnostic? {
    let options = ["codec", "crf", "bitrate", "preset", "maxrate", "bufsize", "two_pass", "pixel_format", "gop"]
    guard options.contains(entry.key), case .scalar(let value) = entry.value.content else { return nil }
    let whole = "video: {\(entry.key): \(value.text)}"
    let range = SourceRange(
      file: entry.keyRange.file, start: entry.keyRange.start, end: entry.value.range.end)
    return Diagnostic(
      .error, code: "document.unknown-key", "a rendition has no \"\(entry.key)\": it belongs into its \"video\"",
      at: entry.keyRange, fixIts: [.init("write \(whole)", replacing: range, with: whole)])
  }

  private static let nameType = ValueType<String>.scalar(
    "letters, digits, - and _",
    schema: (["type": "string", "pattern": "^[A-Za-z0-9_-]{1,40}$"] as JSONValue).orVariable,
    code: "value.rendition-name"
  ) { text in
    let isPlain = text.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45 || byte == 95
    }
    return isPlain && (1...40).contains(text.utf8.count) ? text : nil
  }
}
