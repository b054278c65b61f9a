internal import Testing

/// Odd sizes, anamorphic pixels, sizes that change.
@Suite("DIM", .needsCommand)
struct SizeCases {
  static let odd = Input(
    "dim01.mkv", from: [Signal.barcode(frames: 25, size: "161x121", then: "format=yuv444p")], ["-c:v", "ffv1"])

  /// PAL widescreen in small: 180 stored columns shown as 256, a square in the middle.
  static let anamorphic = Input(
    "dim02.mp4",
    from: ["color=gray:s=180x144:r=25:d=1,drawbox=x=68:y=40:w=45:h=64:color=white:t=fill,setsar=64/45"], FFmpeg.h264)

  /// A transport stream that goes on at half the size.
  static let changing = Input("dim04.ts") { path in
    let parts = [("160x120", 0), ("80x60", 25)].map { size, first in
      Input(
        "dim04_\(first).ts", from: [Signal.barcode(frames: 25, size: size, from: first)],
        FFmpeg.h264 + ["-bf", "0", "-output_ts_offset", "\(first / 25)", "-f", "mpegts"])
    }
    try Command("sh", ["-c", "cat \"$1\" \"$2\" > \"$0\"", path, try parts[0].path(), try parts[1].path()]).runOrThrow()
  }

  @Test("01: an odd size with 4:2:0 is refused before rendering", arguments: ["161x121", "101x76"])
  func oddOutput(size: String) throws {
    let run = try refused(
      Film(
        canvas: "{size: \(size), fps: 25}", items: ["{clip: dim01.mkv}"],
        output: "{path: out.mp4, video: {codec: h264}}"), with: [Self.odd])
    #expect(run.errors.contains(/odd|even|divisible by 2/))
    #expect(run.errors.contains(size))
  }

  @Test("01b: an odd source in an even canvas")
  func oddSource() throws {
    let film = try rendered(
      Film(items: ["{clip: dim01.mkv}"], output: "{path: out.mp4, video: {codec: h264}}"), with: [Self.odd])
    #expect(try film.barcodes() == Array(0..<25))
    let video = try #require(try film.facts().video)
    #expect(video.width == 160 && video.height == 120)
  }

  @Test("02: anamorphic pixels become square")
  func anamorphic() throws {
    let film = try rendered(
      Film(canvas: "{size: 256x144, fps: 25}", items: ["{clip: dim02.mp4, fit: contain}"]), with: [Self.anamorphic])
    let first = try Picture.first(of: film.path)
    for x in [2, 253] { expect(first.color(x, 72), near: RGB(128, 128, 128), within: 6) }
    let ink = try #require(first.ink)
    #expect(abs(ink.x.count - 64) <= 2 && abs(ink.y.count - 64) <= 1)
    expect([ink.x.lowerBound, ink.x.upperBound + 1], near: [96, 160], within: 2)
    #expect(try film.facts().video?.sample_aspect_ratio == "1:1")
  }

  @Test("04: a source that changes its size goes on filling the canvas")
  func changing() throws {
    let film = try rendered(Film(items: ["{clip: dim04.ts}"]), with: [Self.changing])
    #expect(try film.barcodes() == Array(0..<50))
    expect(Array(try film.colors(80, 90).suffix(25)), near: RGB(126, 126, 126), within: 8)
  }
}
