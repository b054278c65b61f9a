internal import Testing

/// Loops start each round where the clip starts, in picture and sound.
@Suite("LOOP", .needsCommand)
struct LoopCases {
  private static func second(_ name: String, every: Int, seconds: String) -> Input {
    Input(
      name,
      from: [Signal.barcode(frames: 25, lower: .flash(every: 25)), Signal.beeps(every: every, seconds: seconds)],
      FFmpeg.h264 + FFmpeg.aac)
  }

  static let clips = [
    second("loop01.mp4", every: 48000, seconds: "1"), second("loop01_long.mp4", every: 96000, seconds: "1.05"),
  ]
  static let bed = Input("loop01_bed.wav", from: ["sine=f=200:r=48000:d=4.4"], FFmpeg.pcm)
  static let saw = Input(
    "loop03.mov", from: [Signal.barcode(frames: 50, lower: .luma(200)), Signal.saw(seconds: "2")],
    FFmpeg.h264 + FFmpeg.pcm)
  static let longBed = Input("loop03_bed.wav", from: ["sine=f=200:r=48000:d=5"], FFmpeg.pcm)

  private func expectRounds(_ film: Rendered, frames: Int) throws {
    #expect(try film.barcodes() == (0..<frames).map { $0 % 25 })
    let lower = try film.colors(80, 90)
    let rounds = (frames + 24) / 25
    #expect(lower.indices.filter { lower[$0].distance(to: .white) < 55 } == (0..<rounds).map { $0 * 25 })
    let sound = try film.sound()
    let onsets = sound.onsets()
    expect(onsets, near: (0..<rounds).map { $0 * 48000 }, within: 64)
    if let first = onsets.first, let last = onsets.last { #expect(abs(last - (rounds - 1) * 48000 - first) <= 32) }
    expect([sound.length], near: [frames * 1920], within: 1024)
  }

  @Test("01ac: a clip looped to the end of a muted bed", arguments: clips)
  func loopToEnd(input: Input) throws {
    let film = try rendered(
      Film(
        items: ["{clip: \(input.name), loop: to-end}"], sound: [["{clip: loop01_bed.wav, mute: true}"]]),
      with: [input, Self.bed])
    try expectRounds(film, frames: 110)
  }

  @Test("01bd: thirteen repeats", arguments: clips)
  func repeats(input: Input) throws {
    let film = try rendered(Film(items: ["{clip: \(input.name), repeat: 13}"]), with: [input])
    try expectRounds(film, frames: 325)
  }

  @Test("03a: a trimmed clip loops over its range alone")
  func trimmedLoop() throws {
    let film = try rendered(
      Film(
        items: ["{clip: loop03.mov, in: 0, out: 20f, loop: to-end}"],
        sound: [["{clip: loop03_bed.wav, mute: true}"]]),
      with: [Self.saw, Self.longBed])
    #expect(try film.barcodes() == (0..<125).map { $0 % 20 })
    // 38400 samples of a source whose values start over at 32000.
    let right = stride(from: 0, to: 240_000, by: 38400).map {
      Sound.SawRun(start: $0, source: 0, length: min(38400, 240_000 - $0))
    }
    #expect(try film.sound().sawRuns() == right)
  }

  @Test("03b: a loop shorter than the clip is cut where it ends")
  func shortLoop() throws {
    let film = try rendered(Film(items: ["{clip: loop03.mov, loop: 1s}"]), with: [Self.saw])
    #expect(try film.barcodes() == Array(0..<25))
    #expect(try film.sound().sawRuns() == [Sound.SawRun(start: 0, source: 0, length: 48000)])
  }
  // 03c is a dissolve at each seam.
}
