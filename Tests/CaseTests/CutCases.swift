internal import Testing

/// In is shown, out is not; the last frames are not lost.
@Suite("CUT", .needsCommand)
struct CutCases {
  static let saw = Input(
    "cut01.mov", from: [Signal.barcode(frames: 100), Signal.saw(seconds: "4")],
    FFmpeg.h264 + ["-g", "12", "-bf", "2"] + FFmpeg.pcm)

  /// Files whose decoders hold many frames back.
  static let delayed = [
    Input(
      "cut03.mp4", from: [Signal.barcode(frames: 50)],
      FFmpeg.h264 + ["-x264-params", "bframes=8:b-adapt=0:b-pyramid=normal:ref=8:keyint=250:scenecut=0"]),
    Input(
      "cut03h.mp4", from: [Signal.barcode(frames: 50)],
      [
        "-c:v", "libx265", "-x265-params", "log-level=none:bframes=8:b-adapt=0:qp=10", "-pix_fmt", "yuv420p", "-tag:v",
        "hvc1",
      ]),
    Input("cut03.avi", from: [Signal.barcode(frames: 50)], ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2"]),
  ]

  @Test("01: fifteen adjacent cuts change neither picture nor sound")
  func adjacentCuts() throws {
    let items = stride(from: 0, to: 100, by: 7).map { "{clip: cut01.mov, in: \($0)f, out: \(min($0 + 7, 100))f}" }
    #expect(items.count == 15)
    let film = try rendered(Film(items: items), with: [Self.saw])
    #expect(try film.barcodes() == Array(0..<100))
    let sound = try film.sound()
    #expect(sound.sawRuns() == [Sound.SawRun(start: 0, source: 0, length: 192_000)])
    // Mono into stereo: both channels alike, at the source's level.
    #expect(sound.channels.count == 2 && sound.channels.first == sound.channels.last)
  }

  @Test("03: frames held back by the decoder are shown", arguments: delayed)
  func delayedFrames(input: Input) throws {
    let film = try rendered(Film(items: ["{clip: \(input.name)}"]), with: [input])
    #expect(try film.barcodes() == Array(0..<50))
  }
}
