package import MediaTime

/// An entry of `outputs:` as written.
package struct OutputDocument: DocumentNode {
  /// `range:`: from the first moment to before the second.
  package struct Span: Sendable {
    package let start: TimeExpression
    package let end: TimeExpression
  }

  package var range: SourceRange
  package var isFaulty = false
  package var path: Located<String>?
  package var span: Located<Span>?
  package var profile: Located<String>?
  package var size: Located<PixelSize>?
  package var fit: Located<PictureFields.Fit>?
  /// The framing that it is composed in.
  package var framing: Located<String>?
  package var frameRate: Located<Rational>?
  package var frames: Located<[Located<TimeExpression>]>?
  package var every: Located<TimeExpression>?
  package var sheet: Located<ContactSheetDocument>?
  package var waveform: Located<WaveformDocument>?
  package var renditions: Located<[RenditionDocument]>?
  package var segment: Located<TimeExpression>?
  package var dash: Located<Bool>?
  package var chapters: Located<String>?
  package var metadata: Located<[Named<String>]>?
  package var orientation: Located<Bool>?
  package var cover: Located<String>?
  package var timecode: Located<String>?
  package var video: Located<StreamSetting>?
  package var audio: Located<[EncoderDocument]>?
  package var subtitles: Located<[SubtitleStreamDocument]>?

  package init(at range: SourceRange) { self.range = range }
}

extension OutputDocument {
  /// Whether anything in it was reported.
  var hasMistake: Bool {
    if isFaulty || sheet?.value.isFaulty == true || waveform?.value.isFaulty == true { return true }
    if audio?.value.contains(where: \.isFaulty) == true { return true }
    if subtitles?.value.contains(where: \.isFaulty) == true { return true }
    if renditions?.value.contains(where: { $0.isFaulty || $0.video?.value.isFaulty == true }) == true { return true }
    return video?.value.isFaulty == true
  }

  static let table = FieldTable<OutputDocument>(
    "output", noun: "an output", doc: "A file to be written.",
    fields: [
      Field(
        "path", .path, \.path, required: true, example: "out/film.mp4",
        "The file, relative to the project; its ending chooses the container."),
      Field("range", spanType, \.span, example: "10s..20s", "The part of the programme that it holds: A..B or [A, B]."),
      Field(
        "profile", .text("the name of a profile"), \.profile, example: "web",
        "How it is encoded, by name; \"video\" and \"audio\" change it. By default as the ending of the path asks."),
      Field(
        "size", .size, \.size, example: "1280x720",
        "Its size in pixels; by default the canvas's, or what the profile allows of it."),
      Field(
        "fit", .choice, \.fit, example: "contain",
        "How the picture goes into a size of another shape: contain, cover, fill or none; contain by default."),
      Field(
        "framing", .text("the name of a framing"), \.framing, example: "vertical",
        "Composes the programme anew at the output's own size, each item as its framing of this name says; items "
          + "without a fit of their own take the output's."),
      Field(
        "frames", momentsType, \.frames, example: ["1s", "50%", "end - 1f"],
        "Pictures of these moments instead of a film: a time, or a list; with several the path has a number in it, as "
          + "in stills/%04d.png."),
      Field(
        "every", .time, \.every, example: "10s",
        "Pictures in steps of this time instead of a film; the path has a number in it, as in stills/%04d.png."),
      Field(
        "contact_sheet", ContactSheetDocument.table.type, \.sheet, example: ["columns": 5, "rows": 4],
        "One picture of many frames instead of a film: spread evenly, or those of \"frames\" or \"every\"."),
      Field(
        "waveform", WaveformDocument.table.type, \.waveform, example: ["scale": "log"],
        "A picture of the sound instead of a film."),
      Field(
        "renditions", .list(of: RenditionDocument.table.type, "a list of renditions"), \.renditions,
        example: [["size": "1920x1080"], ["size": "1280x720"], ["size": "640x360", "video": ["crf": 26]]],
        "The sizes and qualities of a stream's picture, for an output that ends with .m3u8 (HLS) or .mpd (DASH)."),
      Field(
        "segment", .time, \.segment, example: "6s",
        "How long the segments of a stream are; 6s by default. Each begins with a key picture in every rendition."),
      Field(
        "dash", .flag, \.dash, example: true,
        "Whether an .mpd for DASH is written beside the .m3u8, of the same segments."),
      Field(
        "chapters", .word(["markers"]), \.chapters, "Chapters in the file: markers, one from each marker to the next."),
      Field(
        "metadata", .named(.text, "a mapping of names to texts"), \.metadata,
        example: ["title": "A day out", "artist": "Ann"],
        "What the file says of itself, by FFmpeg's names: title, artist, comment and others."),
      Field(
        "orientation", .choice(["bake", "tag"]) { $0 == "tag" }, \.orientation, example: "tag",
        "bake (the default) stores the pictures upright; tag stores them as the first clip was shot, and tells players "
          + "to turn them."),
      Field(
        "cover", .path, \.cover, example: "cover.jpg", "A picture that the file shows for itself in lists: JPEG or PNG."
      ),
      Field(
        "timecode", .text("a timecode such as 01:00:00:00"), \.timecode, example: "01:00:00:00",
        "The timecode of its first picture, counted at its own rate; with a semicolon before the frames it is drop-frame."
      ),
      Field("fps", .rate, \.frameRate, example: 30, "Its frames a second; by default the canvas's."),
      Field(
        "video", StreamSetting.video, \.video, example: ["codec": "h264", "preset": "medium", "crf": 18],
        "How the picture is encoded, or off."),
      Field(
        "audio", audioType, \.audio, example: [["bus": "main", "codec": "aac", "bitrate": "192k"]],
        "Its audio streams; off or [] for none."),
      Field(
        "subtitles", SubtitleStreamDocument.type, \.subtitles,
        example: [["path": "talk.eng.srt", "language": "eng"]],
        "Subtitles that players can turn on and off: a file, or a list of streams."),
    ])

  private static let audioType = ValueType<[EncoderDocument]>.either(
    .list(of: EncoderDocument.audioTable.type, "a list of audio streams"), when: [.sequence, .mapping],
    or: .choice(["off"]) { _ in [] })

  private static let momentsType = ValueType<[Located<TimeExpression>]>.either(
    .list(of: .locatedTime, "a list of times"), when: [.sequence, .mapping],
    or: ValueType<Located<TimeExpression>>.locatedTime.map { [$0] })

  private static let spanType = ValueType<Span>(
    "a range A..B or [A, B]",
    schema: [
      "anyOf": [
        ["type": "string", "pattern": #"^.*\S.*\.\..*\S.*$"#],
        ["type": "array", "items": ValueType<TimeExpression>.time.schema, "minItems": 2, "maxItems": 2],
      ]
    ]
  ) { node, name, diagnostics in
    switch node.content {
    case .scalar(let scalar) where !scalar.isNull:
      return span(scalar.text, at: node.range, name, &diagnostics)
    case .sequence(let nodes) where nodes.count == 2:
      let times = nodes.map { ValueType<TimeExpression>.time.decode($0, name, &diagnostics) }
      guard let start = times[0], let end = times[1] else { return nil }
      return Span(start: start, end: end)
    default:
      diagnostics.append(.wrongShape(node, name, mustBe: "a range A..B or [A, B]"))
      return nil
    }
  }

  /// Reads `A..B`.
  package static func span(
    _ text: String, at range: SourceRange, _ name: String, _ diagnostics: inout DiagnosticList
  ) -> Span? {
    guard let (left, right) = halves(text) else {
      diagnostics.append(
        .badValue(text, name, code: "value.span", mustBe: "a range A..B such as 10s..20s", at: range))
      return nil
    }
    let start = TimeExpression.parse(left, at: range, diagnostics: &diagnostics)
    let end = TimeExpression.parse(right, at: range, diagnostics: &diagnostics)
    guard let start, let end else { return nil }
    return Span(start: start, end: end)
  }

  private static func halves(_ text: String) -> (String, String)? {
    let scalars = Array(text.unicodeScalars)
    guard let dots = scalars.indices.dropLast().first(where: { scalars[$0] == "." && scalars[$0 + 1] == "." }) else {
      return nil
    }
    let trimmed = [scalars[..<dots], scalars[(dots + 2)...]].map { half in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: half.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      return String(text)
    }
    return trimmed.contains("") ? nil : (trimmed[0], trimmed[1])
  }
}
