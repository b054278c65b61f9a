internal import Foundation
internal import Testing

/// Subtitles as streams of an output, read back by the ffmpeg tools; what is expected is written by hand.
@Suite struct SubtitleStreamTests {
  private static let talk = """
    1
    00:00:00,500 --> 00:00:02,500
    <b>One</b>

    2
    00:00:01,000 --> 00:00:02,000
    Two <i>it</i>

    3
    00:00:03,000 --> 00:00:09,000
    Three

    """

  private static let styled = """
    [Script Info]
    ScriptType: v4.00+

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Alignment
    Style: Default,Arial,16,&H00FFFFFF,0,0,2

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\i1}Hello{\\i0}\\Nworld
    Dialogue: 0,0:00:01.50,0:00:02.50,Default,,0,0,0,,{\\pos(3,4)\\p1}m 0 0 l 10 10{\\p0}
    Dialogue: 0,0:00:03.00,0:00:03.50,Default,,0,0,0,,{\\k20}ka{\\k20}ra

    """

  private static func folder(_ outputs: String) throws -> Folder {
    let folder = try Folder()
    try folder.write("talk.srt", talk)
    try folder.write("styled.ass", styled)
    try folder.write("film.yaml", project(outputs))
    return folder
  }

  private static func project(_ outputs: String) -> String {
    """
    edlrender: 1
    canvas: {size: 64x36, fps: 25}
    tracks: [{kind: video, items: [{id: a, solid: red, duration: 1s}, {id: b, solid: blue, duration: 5s}]}]
    outputs:
    \(outputs)

    """
  }

  /// The texts of a stream as SubRip, without empty lines: `00:00:01,000 --> 00:00:02,000`, then the words.
  private static func texts(_ path: String, stream: Int = 0) throws -> [String] {
    try Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-i", path, "-map", "0:s:\(stream)", "-f", "srt", "-"])
      .split(whereSeparator: \.isNewline).map(String.init)
  }

  /// A line a stream of subtitles: what ffprobe says of it.
  private static func streams(_ path: String) throws -> [String] {
    try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "s", "-show_entries",
        "stream=codec_name:stream_disposition=default,forced:stream_tags=language,title,handler_name", "-of", "csv=p=0",
        path,
      ]
    ).split(separator: "\n").map(String.init)
  }

  @Test func timedTextShowsOneTextAtATime() throws {
    let folder = try Self.folder(
      """
        - path: film.mp4
          subtitles:
            - {path: talk.srt, language: deu, title: Deutsch, default: true}
            - {path: styled.ass, language: eng, forced: true, at: b.start}
      """)
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("warning[output.subtitle-styles]: 2 of 3 texts of \"styled.ass\""))
    #expect(
      try Self.streams(folder("film.mp4")) == ["mov_text,1,0,deu,Deutsch", "mov_text,0,1,eng,SubtitleHandler"])
    #expect(
      try Self.texts(folder("film.mp4")) == [
        "1", "00:00:00,500 --> 00:00:01,000", "<b>One</b>",
        "2", "00:00:01,000 --> 00:00:02,000", "<b>One</b>", "Two <i>it</i>",
        "3", "00:00:02,000 --> 00:00:02,500", "<b>One</b>",
        "4", "00:00:03,000 --> 00:00:06,000", "Three",
      ])
    // A second later, by `at`; the drawing is no words.
    #expect(
      try Self.texts(folder("film.mp4"), stream: 1) == [
        "1", "00:00:02,000 --> 00:00:03,000", "<i>Hello</i>", "world", "2", "00:00:04,000 --> 00:00:04,500", "kara",
      ])
    // Samples without a length are taken badly by some players.
    let lengths = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "s:0", "-show_entries", "packet=duration_time", "-of", "csv=p=0",
        folder("film.mp4"),
      ]
    ).split(separator: "\n").compactMap { Double($0) }
    #expect(lengths == [0.5, 0.5, 1, 0.5, 0.5, 3])
  }

  @Test func textsAreCutToTheRange() throws {
    let folder = try Self.folder(
      """
        - path: film.mkv
          range: 1s..4s
          subtitles: [{path: talk.srt, language: deu, title: Deutsch, default: true}, {path: styled.ass, at: b.start}]
      """)
    #expect(try edlrender("film.yaml", in: folder).status == 0)
    #expect(try Self.streams(folder("film.mkv")) == ["subrip,1,0,deu,Deutsch", "ass,0,0"])
    #expect(
      try Self.texts(folder("film.mkv")) == [
        "1", "00:00:00,000 --> 00:00:01,500", "<b>One</b>", "2", "00:00:00,000 --> 00:00:01,000", "Two <i>it</i>",
        "3", "00:00:02,000 --> 00:00:03,000", "Three",
      ])
    // ASS stays what it is, drawings and all.
    let styled = try Tool.run("ffmpeg", ["-v", "error", "-i", folder("film.mkv"), "-map", "0:s:1", "-f", "ass", "-"])
    let events = styled.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("Dialogue") }
    #expect(
      events == [
        "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\i1}Hello{\\i0}\\Nworld",
        "Dialogue: 0,0:00:01.50,0:00:02.50,Default,,0,0,0,,{\\pos(3,4)\\p1}m 0 0 l 10 10{\\p0}",
      ])
  }

  @Test func webmHoldsWebVTT() throws {
    let folder = try Self.folder(
      """
        - {path: a.webm, subtitles: talk.srt}
        - {path: b.webm, subtitles: [{path: placed.vtt, language: eng}]}
        - {path: b.mp4, subtitles: placed.vtt}
      """)
    try folder.write("placed.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nUp <b>here</b>\n")
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    func vtt(_ name: String) throws -> String {
      try Tool.run("ffmpeg", ["-v", "error", "-i", folder(name), "-map", "0:s:0", "-c", "copy", "-f", "webvtt", "-"])
    }
    #expect(
      try vtt("a.webm")
        == "WEBVTT\n\n00:00.500 --> 00:02.500\n<b>One</b>\n\n00:01.000 --> 00:02.000\nTwo <i>it</i>\n\n"
        + "00:03.000 --> 00:06.000\nThree\n")
    #expect(try vtt("b.webm") == "WEBVTT\n\n00:01.000 --> 00:02.000 line:0\nUp <b>here</b>\n")
    #expect(try Self.texts(folder("b.mp4")) == ["1", "00:00:01,000 --> 00:00:02,000", "Up <b>here</b>"])
    // Only where the place is lost there is something to say.
    #expect(outcome.errors.components(separatedBy: "output.subtitle-styles").count == 2)
  }

  @Test func aChangedFileIsNoticed() throws {
    let folder = try Self.folder("  - {path: film.mkv, subtitles: talk.srt}")
    let cache = ["--cache", folder("cache")]
    #expect(try edlrender("film.yaml", cache[0], cache[1], in: folder).status == 0)
    let first = try Data(contentsOf: URL(filePath: folder("film.mkv")))
    func key() throws -> String {
      let line = try edlrender("plan", "film.yaml", "--json", in: folder).output.split(whereSeparator: \.isNewline)
        .first { $0.contains("\"event\":\"plan\"") }
      let plan = try JSONSerialization.jsonObject(with: Data((line ?? "{}").utf8)) as? [String: Any]
      let streams = (plan?["outputs"] as? [[String: Any]])?.first?["subtitles"] as? [[String: Any]]
      return try #require(streams?.first?["key"] as? String)
    }
    let before = try key()
    #expect(try edlrender("lock", "film.yaml", in: folder).status == 0)
    #expect(try folder.read("film.lock.yaml").contains("talk.srt"))
    try folder.write("talk.srt", Self.talk.replacing("Three", with: "Four"))
    #expect(try key() != before)
    #expect(try edlrender("film.yaml", "--frozen", in: folder).status == 1)
    #expect(try edlrender("film.yaml", cache[0], cache[1], in: folder).status == 0)
    #expect(try Data(contentsOf: URL(filePath: folder("film.mkv"))) != first)
    #expect(try Self.texts(folder("film.mkv")).last == "Four")
    // What is collected renders the same bytes.
    #expect(try edlrender("collect", "film.yaml", "-o", "away", in: folder).status == 0)
    #expect(try edlrender("away/film.yaml", in: folder).status == 0)
    #expect(FileManager.default.contentsEqual(atPath: folder("film.mkv"), andPath: folder("away/film.mkv")))
  }

  @Test func mistakesAreFoundBeforeRendering() throws {
    let folder = try Self.folder(
      """
        - {path: a.ts, subtitles: talk.srt}
        - {path: b.mp4, subtitles: [latin.srt, junk.srt]}
        - {path: c.mp4, range: 0s..10f, subtitles: talk.srt}
      """)
    try Data("1\n00:00:01,000 --> 00:00:02,000\ncaf\u{e9}\n".unicodeScalars.map { UInt8($0.value) })
      .write(to: URL(filePath: folder("latin.srt")))
    try folder.write("junk.srt", "nothing of the kind")
    let outcome = try edlrender("check", "film.yaml", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("film.yaml:5:29: error[output.subtitles]: \"mpegts\" holds no subtitles as text"))
    #expect(outcome.errors.contains("error[subtitles.encoding]: line 3 of \"latin.srt\" is not UTF-8"))
    #expect(outcome.errors.contains("error[subtitles.kind]: \"junk.srt\""))
    #expect(outcome.errors.contains("warning[output.subtitles-empty]: none of the 3 texts of \"talk.srt\""))
    // An output never takes the place of its own subtitles.
    try folder.write("film.yaml", Self.project("  - {path: talk.mkv, subtitles: talk.mkv}"))
    #expect(try edlrender("check", "film.yaml", in: folder).status == 2)
    try FileManager.default.copyItem(atPath: folder("talk.srt"), toPath: folder("t.srt"))
    try folder.write("film.yaml", Self.project("  - {path: x/../t.srt, subtitles: t.srt}"))
    #expect(try edlrender("check", "film.yaml", in: folder).errors.contains("output.overwrites-source"))
  }
}
