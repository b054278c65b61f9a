internal import Testing

/// Times that are frame labels, and rates that are no whole numbers.
@Suite("TC", .needsCommand)
struct TimecodeCases {
  static let film24 = Input("tc01.mov", from: [Signal.barcode(frames: 100, rate: "24000/1001")], FFmpeg.h264)
  static let still = Input("tc01.png", from: ["color=gray:s=160x120"], ["-frames:v", "1"])
  static let second = Input("tc03.mp4", from: [Signal.barcode(frames: 50)], FFmpeg.h264)
  static let slow = Input("tc04.mp4", from: [Signal.barcode(frames: 7, rate: "25/2")], FFmpeg.h264)

  static let ntsc = "{size: 160x120, fps: 24000/1001}"

  /// Numbered stills, each with its number less one as its code.
  static func stills(_ frames: Int, size: String = "160x120", in folder: Folder, as pattern: String) throws {
    try folder.write(pattern.replacing(/[^\/]*$/, with: ".keep"), "")
    try FFmpeg.run(["-f", "lavfi", "-i", Signal.barcode(frames: frames, size: size), folder(pattern)])
  }

  @Test("01a: a timecode at 23.976 counts 24 labels a second")
  func timecode() throws {
    let film = try rendered(
      Film(canvas: Self.ntsc, items: ["{clip: tc01.mov, in: 00:00:02:12, out: 00:00:03:00}"]), with: [Self.film24])
    #expect(try film.barcodes() == Array(60..<72))
  }

  @Test("01b: a minute of timecode is 1440 frames")
  func timecodeDuration() throws {
    let film = try rendered(
      Film(canvas: Self.ntsc, items: ["{clip: tc01.png, duration: \"00:01:00:00\"}"]), with: [Self.still])
    #expect(try Picture.barcodes(of: film.path).count == 1440)
    expect(try film.facts().seconds ?? 0, near: 60.060, within: 0.001)
  }

  @Test("03ac: no frame is repeated at any rate", arguments: ["3", "5", "7", "12", "25/2", "29.97", "59.94"])
  func rates(rate: String) throws {
    let folder = try Folder()
    try Self.stills(20, in: folder, as: "tc03_%02d.png")
    let path = try folder.render(
      Film(
        canvas: "{size: 160x120, fps: \(rate)}", media: ["scan: {path: \"tc03_%02d.png\", fps: \(rate)}"],
        items: ["{clip: scan}"]))
    #expect(try Picture.barcodes(of: path) == Array(0..<20))
  }

  @Test("03b: a clip far from the start, on the grid of its rate")
  func farClip() throws {
    let film = try rendered(
      Film(items: ["{gap: 5761f}", "{clip: tc03.mp4}"]), with: [Self.second], ["--range", "5761f..5811f"])
    #expect(try film.barcodes() == Array(0..<50))
  }

  @Test("04a: 0.56 s at 12.5 fps are seven frames, no background shows")
  func durationTimesRate() throws {
    let film = try rendered(
      Film(
        canvas: "{size: 160x120, fps: 25/2, background: red}", items: ["{clip: tc04.mp4, in: 0, duration: 0.56s}"]),
      with: [Self.slow])
    #expect(try film.barcodes() == Array(0..<7))
    for color in try film.colors(80, 90) { #expect(color.isGrey, "\(color)") }
  }

  @Test("04b: a sequence is as long as it has pictures")
  func sequenceLength() throws {
    let folder = try Folder()
    try Self.stills(120, size: "80x60", in: folder, as: "tc04_seq/%03d.png")
    let path = try folder.render(
      Film(
        canvas: "{size: 160x120, fps: 30}", media: ["scan: {path: \"tc04_seq/%03d.png\", fps: 30}"],
        items: ["{clip: scan}"]))
    #expect(try Picture.barcodes(of: path) == Array(0..<120))
  }
}
