package import MediaTime

/// An entry of `media:` as written: a path, or a mapping.
package struct MediaDocument: DocumentNode {
  /// The times of the stills of a sequence: a CSV file, or the list itself.
  package enum Times: Sendable {
    case file(String)
    case list([Located<TimeExpression>])
  }

  package var range: SourceRange
  package var isFaulty = false
  package var path: Located<String>?
  package var frameRate: Located<Rational>?
  package var first: Located<Int>?
  package var last: Located<Int>?
  package var times: Located<Times>?
  package var colorTags: Located<ColorTagsDocument>?
  package var proxy: Located<String>?
  /// `pipe:`: bare pictures on standard input, of the size and the format below.
  package var pipe: Located<String>?
  package var size: Located<PixelSize>?
  package var pixelFormat: Located<String>?

  package init(at range: SourceRange) { self.range = range }
}

extension MediaDocument {
  static let table = FieldTable<MediaDocument>(
    "media", noun: "a media entry",
    doc: "A file, or the stills of an image sequence: a pattern, a glob or a folder.",
    fields: [
      Field(
        "path", .path, \.path, example: "frames/%04d.png",
        "A file, a numbered pattern (frames/%04d.png), a glob in natural order (frames/*.png) or a folder of stills, "
          + "relative to this file."),
      Field(
        "fps", .rate, \.frameRate, example: 24,
        "Stills a second of an image sequence, by default one a frame of the canvas; pictures a second of a pipe."),
      Field(
        "first", .integer(0...999_999_999, "a whole number from 0"), \.first, example: 1,
        "The first number of a pattern; by default the lowest that exists."),
      Field(
        "last", .integer(0...999_999_999, "a whole number from 0"), \.last, example: 120,
        "The last number of a pattern; by default the highest that exists."),
      Field(
        "times", times, \.times, example: "captures/times.csv",
        "When each still appears: a CSV file with lines \"file,time\" or one time a line, or a list of times; one time "
          + "more than stills says when the last one ends."),
      Field(
        "color_tags", ColorTagsDocument.table.type, \.colorTags, example: ["range": "pc"],
        "What the file says of its colour, corrected."),
      Field(
        "proxy", .path, \.proxy, example: "proxies/talk.mp4",
        "A smaller copy of a film, read instead of it by --draft; edlrender proxies makes it."),
      Field(
        "pipe", .word(["-", "stdin"]), \.pipe, example: "stdin",
        "Instead of a path: stdin (or -), pictures without a container on standard input, as rawvideo writes them."),
      Field("size", .size, \.size, example: "1920x1080", "The size of a pipe's pictures."),
      Field(
        "pixel_format", .text("a pixel format such as yuv420p"), \.pixelFormat, example: "rgb24",
        "How a pipe's pictures are stored, by FFmpeg's name."),
    ])

  /// A path alone, or the mapping.
  static let type = ValueType<MediaDocument>.either(
    ValueType("a path", schema: ValueType<String>.path.schema) { node, name, diagnostics in
      guard let path = ValueType<String>.path.decode(node, name, &diagnostics) else { return nil }
      var media = MediaDocument(at: node.range)
      media.path = Located(path, at: node.range)
      return media
    }, when: [.scalar],
    or: ValueType(table.noun, schema: table.type.schema) { node, name, diagnostics in
      guard var media = table.decode(node, name, &diagnostics) else { return nil }
      if !media.isFaulty { media.checkKeys(&diagnostics) }
      return media
    })

  /// A path or a pipe, each with its own keys.
  private mutating func checkKeys(_ diagnostics: inout DiagnosticList) {
    func report(_ code: String, _ message: String, _ range: SourceRange) {
      diagnostics.append(Diagnostic(.error, code: code, message, at: range))
      isFaulty = true
    }
    let ofPipe: [(String, SourceRange?)] = [("size", size?.range), ("pixel_format", pixelFormat?.range)]
    guard let pipe else {
      if path == nil { report("document.missing-key", "a media entry needs \"path\", or \"pipe\"", range) }
      for case (let name, let place?) in ofPipe {
        report("media.pipe-keys", "\"\(name)\" is that of a pipe, and a file says it itself: remove it", place)
      }
      return
    }
    let ofFiles: [(String, SourceRange?)] = [
      ("path", path?.range), ("first", first?.range), ("last", last?.range), ("times", times?.range),
      ("proxy", proxy?.range),
    ]
    for case (let name, let place?) in ofFiles {
      report("media.pipe-keys", "\"\(name)\" is for files, and this is a pipe: remove one", place)
    }
    for case (let name, nil) in ofPipe + [("fps", frameRate?.range)] {
      report("document.missing-key", "a pipe needs \"\(name)\": nothing in it says", pipe.range)
    }
  }

  private static let times = ValueType<Times>.either(
    ValueType<String>.path.map { .file($0) }, when: [.scalar],
    or: ValueType<[Located<TimeExpression>]>.list(of: .locatedTime, "a list of times").map { .list($0) })
}
