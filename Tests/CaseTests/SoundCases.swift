internal import Testing

/// Sound that is short, missing, split, or carries an encoder's delay.
@Suite("AUD", .needsCommand)
struct SoundCases {
  /// Two seconds of picture with 0.7 s of sound, and a second that beeps.
  static func short(_ codec: [String], _ suffix: String) -> [Input] {
    [
      Input(
        "aud01a\(suffix)", from: [Signal.barcode(frames: 50), Signal.tone("700", seconds: "0.7")],
        FFmpeg.h264 + codec),
      Input(
        "aud01b\(suffix)", from: [Signal.barcode(frames: 25, from: 100), Signal.beeps(every: 48000, seconds: "1")],
        FFmpeg.h264 + codec),
    ]
  }

  static let flashing = Input(
    "aud02a.mov",
    from: [Signal.barcode(frames: 25, lower: .flash(every: 25)), Signal.beeps(every: 48000, seconds: "1")],
    FFmpeg.h264 + FFmpeg.pcm)
  static let silent = Input("aud02b.mp4", from: [Signal.barcode(frames: 25, from: 50)], FFmpeg.h264)
  static let saw = Input(
    "aud03.mov", from: [Signal.barcode(frames: 50), Signal.saw(seconds: "2")], FFmpeg.h264 + FFmpeg.pcm)
  static let film24 = Input(
    "aud03b.mov",
    from: [Signal.barcode(frames: 48, rate: "24000/1001"), Signal.tone("440.7", rate: 44100, seconds: "2.002")],
    FFmpeg.h264 + FFmpeg.pcm)

  /// One beep at one second, through AAC.
  static let primed = Input(
    "aud05.mp4",
    from: [
      Signal.barcode(frames: 50, lower: .flash(every: 25)),
      "aevalsrc='0.8*cos(2*PI*1000*(n-48000)/48000)*between(n,48000,50399)':s=48000:d=2",
    ], FFmpeg.h264 + FFmpeg.aac + ["-b:a", "128k"])

  @Test("01: where the sound ends before the picture there is silence")
  func shortSound() throws {
    let film = try rendered(
      Film(items: ["{clip: aud01a.mov}", "{clip: aud01b.mov}"]), with: Self.short(FFmpeg.pcm, ".mov"))
    #expect(try film.barcodes() == Array(0..<50) + Array(100..<125))
    let sound = try film.sound()
    expectSilence(sound, [33600..<96000])
    expect(Array(sound.onsets().dropFirst()), near: [96000], within: 1)
  }

  @Test("01: the same from AAC")
  func shortSoundCompressed() throws {
    let film = try rendered(
      Film(items: ["{clip: aud01a.mp4}", "{clip: aud01b.mp4}"]), with: Self.short(FFmpeg.aac, ".mp4"))
    #expect(try film.barcodes().count == 75)
    let sound = try film.sound()
    #expect(sound.peak(36000..<95000) < 0.002)
    expect(Array(sound.onsets().dropFirst()), near: [96000], within: 64)
  }

  @Test("02: a clip without sound keeps its place")
  func clipWithoutSound() throws {
    let names = ["aud02a.mov", "aud02b.mp4", "aud02a.mov", "aud02b.mp4"]
    let film = try rendered(Film(items: names.map { "{clip: \($0)}" }), with: [Self.flashing, Self.silent])
    let round = Array(0..<25) + Array(50..<75)
    #expect(try film.barcodes() == round + round)
    let sound = try film.sound()
    expect(sound.onsets(), near: [0, 96000], within: 1)
    expectSilence(sound, [2400..<96000, 98400..<192_000])
    expect([sound.length], near: [192_000], within: 1024)
  }

  @Test("03a: a cut that changes nothing is not heard", arguments: [50, 5])
  func inaudibleCut(length: Int) throws {
    let items = stride(from: 0, to: 50, by: length).map { "{clip: aud03.mov, in: \($0)f, duration: \(length)f}" }
    let sound = try rendered(Film(items: items), with: [Self.saw]).sound()
    #expect(sound.sawRuns() == [Sound.SawRun(start: 0, source: 0, length: 96000)])
  }

  @Test("03b: nor at 23.976 fps and 44.1 kHz")
  func inaudibleCutOffGrid() throws {
    let canvas = "{size: 160x120, fps: 24000/1001, sample_rate: 44100}"
    let split = stride(from: 0, to: 48, by: 3).map { "{clip: aud03b.mov, in: \($0)f, out: \($0 + 3)f}" }
    let sounds = try [["{clip: aud03b.mov}"], split].map {
      try rendered(Film(canvas: canvas, items: $0), with: [Self.film24]).sound()
    }
    #expect(sounds[0].length == 88288)
    #expect(sounds[0] == sounds[1])
    #expect(sounds[0].peak(0..<88288) > 0.45)
  }

  @Test("05a: the encoder delay of a source is not heard")
  func sourceDelay() throws {
    let film = try rendered(Film(items: ["{clip: aud05.mp4}"]), with: [Self.primed])
    expect(try film.sound().onsets(), near: [48000], within: 32)
    expect(try film.colors(80, 90)[25], near: .white, within: 55)
  }

  @Test("05bc: nor that of the output, after five generations")
  func generations() throws {
    let folder = try Folder()
    try folder.bring(Self.primed, as: "take0.mp4")
    for generation in 1...5 {
      let output = "{path: take\(generation).mp4, video: {codec: h264, crf: 12}, audio: [{codec: aac, bitrate: 128k}]}"
      let path = try folder.render(Film(items: ["{clip: take\(generation - 1).mp4}"], output: output))
      let start = try Facts.of(path).audio.first?.start_time.flatMap { Double($0) }
      #expect(start == 0)
      expect(try Sound.of(path).onsets(), near: [48000], within: generation == 1 ? 64 : 128)
      #expect(try Picture.barcodes(of: path).count == 50)
    }
  }
}
