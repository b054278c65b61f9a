internal import Testing

/// Sound and picture of many clips stay together.
@Suite("SYNC", .needsCommand)
struct SyncCases {
  /// A second of picture with 0.96 s of sound.
  static let shortSound = Input(
    "sync01.mov",
    from: [
      Signal.barcode(frames: 25, lower: .flash(every: 25)), Signal.beeps(every: 48000, seconds: "0.96"),
    ], FFmpeg.h264 + FFmpeg.pcm)

  /// A second of picture in a container that lasts 1.18 s.
  static func longSound(_ name: String, from first: Int) -> Input {
    Input(
      name, from: [Signal.barcode(frames: 25, from: first), Signal.beeps(every: 96000, seconds: "1.18")],
      FFmpeg.h264 + FFmpeg.aac + ["-b:a", "96k"])
  }

  static let ntsc = Input(
    "sync04.mov",
    from: [
      Signal.barcode(frames: 30, rate: "30000/1001"), Signal.beeps(every: 88200, rate: 44100, seconds: "1.001"),
    ], FFmpeg.h264 + FFmpeg.pcm)

  @Test(
    "01: sound shorter than the picture does not drift over twenty clips",
    arguments: [
      ["{clip: sync01.mov, repeat: 20}"], Array(repeating: "{clip: sync01.mov}", count: 20),
    ])
  func shortSound(items: [String]) throws {
    let film = try rendered(Film(items: items), with: [Self.shortSound])
    #expect(try film.barcodes() == (0..<500).map { $0 % 25 })
    let white = try film.colors(80, 90).map { $0.distance(to: .white) < 55 }
    #expect(white.indices.filter { white[$0] } == (0..<20).map { $0 * 25 })
    let sound = try film.sound()
    expect(sound.onsets(), near: (0..<20).map { $0 * 48000 }, within: 1)
    expectSilence(sound, (0..<20).map { $0 * 48000 + 46080..<($0 + 1) * 48000 })
    expect(Double(sound.length) / 48000, near: 20, within: 1024 / 48000)
  }

  @Test("01: the same through H.264 and AAC")
  func shortSoundCompressed() throws {
    let output = "{path: out.mp4, video: {codec: h264, crf: 12}, audio: [{codec: aac, bitrate: 192k}]}"
    let film = try rendered(
      Film(items: ["{clip: sync01.mov, repeat: 20}"], output: output), with: [Self.shortSound])
    #expect(try film.barcodes() == (0..<500).map { $0 % 25 })
    let sound = try film.sound()
    expect(sound.onsets(), near: (0..<20).map { $0 * 48000 }, within: 240)
    expect(Double(sound.length) / 48000, near: 20, within: 1024 / 48000)
  }

  @Test("03: a clip is as long as its picture, whatever the container says")
  func longContainer() throws {
    let inputs = [Self.longSound("sync03a.mp4", from: 0), Self.longSound("sync03b.mp4", from: 100)]
    let film = try rendered(Film(items: ["{clip: sync03a.mp4}", "{clip: sync03b.mp4}"]), with: inputs)
    #expect(try film.barcodes() == Array(0..<25) + Array(100..<125))
    expect(try film.sound().onsets(), near: [0, 48000], within: 32)
  }

  @Test("04: 29.97 fps with 44.1 kHz: no rounding adds up")
  func fractionalSamples() throws {
    let canvas = "{size: 160x120, fps: 30000/1001, sample_rate: 44100}"
    let film = try rendered(Film(canvas: canvas, items: ["{clip: sync04.mov, repeat: 100}"]), with: [Self.ntsc])
    #expect(try film.barcodes() == (0..<3000).map { $0 % 30 })
    let sound = try film.sound()
    #expect(sound.rate == 44100)
    expect(sound.onsets(), near: (0..<100).map { Int((44144.1 * Double($0)).rounded()) }, within: 1)
    #expect(abs(sound.length - 4_414_410) <= 1)
  }
}
