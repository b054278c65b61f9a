internal import Foundation
internal import Testing

/// Subtitles of streams: WebVTT in segments for HLS, whole for DASH.
@Suite struct StreamSubtitleTests {
  private static let srt = """
    1
    00:00:00,500 --> 00:00:02,700
    Good <i>evening</i>

    2
    00:00:03,000 --> 00:00:06,250
    Two
    lines & more

    3
    00:00:08,000 --> 00:00:30,000
    To the end

    """

  /// Ten seconds of which the stream has the last nine, in segments of two.
  private static func render(_ subtitles: String, _ files: [String: String], in folder: Folder) throws -> Outcome {
    for (name, text) in files { try folder.write(name, text) }
    try folder.write(
      "p.yaml",
      """
      edlrender: 1
      canvas: {size: 64x36, fps: 25}
      tracks: [{kind: video, items: [{solid: red, duration: 10s}]}]
      outputs:
        - {path: film.m3u8, dash: true, segment: 2s, range: 1s..end, \(subtitles)
           video: {codec: h264, preset: ultrafast}}

      """)
    return try edlrender("p.yaml", "--json", "--no-cache", in: folder)
  }

  @Test("each segment has the texts that show in it, cut to the range and on the stream's clock")
  func segments() throws {
    let folder = try Folder()
    let outcome = try Self.render(
      "subtitles: [{path: a.srt, language: eng, title: English, default: true}, {path: a.srt, language: deu, forced: true}],",
      ["a.srt": Self.srt], in: folder)
    #expect(outcome.status == 0, "\(outcome.output)")
    let stream = try Stream(folder("film.m3u8"))
    #expect(stream.variants.allSatisfy { $0.attributes["SUBTITLES"] == "subtitles" })
    let told = stream.subtitles.map(\.attributes)
    #expect(told.map { $0["NAME"] } == ["English", "deu"] && told.map { $0["LANGUAGE"] } == ["en", "de"])
    #expect(told.map { $0["DEFAULT"] } == ["YES", "NO"] && told.map { $0["FORCED"] } == ["NO", "YES"])
    let track = try #require(stream.subtitles.first).track
    #expect(track.segments.map(\.seconds) == [2, 2, 2, 2, 1] && track.target == 2)
    let head = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n"
    let first = "\n00:00:00.000 --> 00:00:01.700\nGood <i>evening</i>\n"
    let second = "\n00:00:02.000 --> 00:00:05.250\nTwo\nlines & more\n"
    let third = "\n00:00:07.000 --> 00:00:09.000\nTo the end\n"
    let texts = try track.segments.map { try String(contentsOfFile: $0.file, encoding: .utf8) }
    #expect(texts == [first, second, second, third, third].map { head + $0 })
    // A player of DASH, for which all of it is one file; on a disk FFmpeg asks to be told that it may read one.
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-allowed_extensions", "ALL", "-i", folder("film.mpd"), "-map", "0:s:m:language:en",
        "-f", "srt", folder("back.srt"),
      ])
    let back = try folder.read("back.srt").replacing("\r\n", with: "\n")
    for line in [
      "00:00:00,000 --> 00:00:01,700\nGood <i>evening</i>\n", "00:00:02,000 --> 00:00:05,250\nTwo\nlines & more\n",
      "00:00:07,000 --> 00:00:09,000\nTo the end\n",
    ] { #expect(back.contains(line), "\(back)") }
  }

  @Test("WebVTT keeps where texts stand, and what is no longer named is removed")
  func placesAndLeftovers() throws {
    let folder = try Folder()
    let vtt = "WEBVTT\n\n00:02.000 --> 00:03.000 line:10% align:start\nAbove\n"
    #expect(try Self.render("subtitles: a.vtt,", ["a.vtt": vtt], in: folder).status == 0)
    let stream = try Stream(folder("film.m3u8"))
    let file = try #require(stream.subtitles.first?.track.segments.first?.file)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("\n00:00:01.000 --> 00:00:02.000 line:10% align:start\nAbove\n"), "\(text)")
    // The whole one is named by the list of DASH alone.
    let whole = try #require(try folder.read("film.mpd").firstMatch(of: /film\/subtitles-[0-9a-f]+\.vtt/)).output
    #expect(folder.has(String(whole)))
    #expect(try Self.render("", [:], in: folder).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder("film")).allSatisfy { !$0.contains("subtitles") })
  }

  @Test("a mistake is told before anything is rendered")
  func mistakes() throws {
    let folder = try Folder()
    let outcome = try Self.render("subtitles: a.srt,", ["a.srt": "no subtitles at all\n"], in: folder)
    #expect(outcome.status == 3 && outcome.output.contains("subtitles.kind"), "\(outcome.output)")
    #expect(!folder.has("film.m3u8"))
  }
}
