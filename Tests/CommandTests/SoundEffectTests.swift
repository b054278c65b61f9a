internal import Foundation
internal import Testing

/// Filters of sound, on whatever can have them: where their samples come out, and what is refused.
@Suite struct SoundEffectTests {
  /// Single samples of a half, far apart.
  private static let clicks = [10007, 40000, 77777]
  /// Two seconds.
  private static let length = 96000

  @Test(arguments: [
    "firequalizer", "superequalizer", "afftfilt", "anlmdn", "alimiter", "alimiter: {latency: 0, attack: 20}",
    "apsyclip",
    "graph: \"firequalizer,superequalizer\"",
  ])
  func whatIsLateIsTakenEarlier(effect: String) throws {
    let samples = try render(item: "effects: [\(effect)]")
    #expect(samples.count == Self.length)
    let loud = samples.indices.filter { abs(samples[$0]) > 0.25 }
    #expect(loud == Self.clicks, "\(loud.prefix(8))")
    for click in loud { #expect(abs(samples[click] - 0.5) < 0.001) }
  }

  @Test func delaysThatAreMeantStayAndLengthsToo() throws {
    // 10 ms are 480 samples.
    let delayed = try render(item: "effects: [adelay: {delays: 10, all: 1}]")
    #expect(delayed.count == Self.length)
    #expect(delayed.indices.filter { delayed[$0] > 0.4 } == Self.clicks.map { $0 + 480 })
    // An item of one second: its echo is cut with it, the track's rings on. 200 ms are 9600 samples.
    let echo = "aecho: {in_gain: 1, out_gain: 1, delays: \"200\", decays: \"0.5\"}"
    let heard = { (samples: [Float]) in samples.indices.filter { abs(samples[$0]) > 0.2 } }
    let tail = "{clip: clicks.wav, out: 1s, EFFECTS}, {gap: 1s}"
    let item = try render(items: tail.replacing("EFFECTS", with: "effects: [\(echo)]"))
    #expect(heard(item) == [10007, 19607, 40000])
    let track = try render(items: tail.replacing(", EFFECTS", with: ""), track: "effects: [\(echo)]")
    #expect(heard(track) == [10007, 19607, 40000, 49600])
    let shortened = try render(item: "effects: [atrim: {end: 0.5}]")
    #expect(shortened.count == Self.length && heard(shortened) == [10007])
  }

  @Test func keyframesTakeEffectAtTheirSample() throws {
    let folder = try folder()
    try folder.writeSound("one.wav", (0..<Self.length).map { _ in 16384 })
    // Held: -6 dB as a factor from sample 12345 on; then a ramp of a second from sample 48000.
    let samples = try render(
      items: "{clip: one.wav, effects: [volume: {volume: [{at: 0s, value: 1, ease: hold}, {at: 12345sa, value: 0.5}, "
        + "{at: 1s, value: 0.5}, {at: 2s, value: 0}]}]}", in: folder)
    #expect(samples[12344] == 0.5 && samples[12345] == 0.25 && samples[47999] == 0.25)
    for sample in stride(from: 48000, to: Self.length, by: 777) {
      // In steps of 64: half of the clip's half, less the share of the second that is over at the step's start.
      let share = Double((sample - 48000) / 64 * 64) / 48000
      #expect(abs(Double(samples[sample]) - 0.25 * (1 - share)) < 1e-6, "\(sample)")
    }
  }

  @Test func rangesGroupsAndJobsChangeNoSample() throws {
    let folder = try folder()
    let effect = "effects: [{aecho: {in_gain: 1, out_gain: 1, delays: \"300\", decays: \"0.6\"}}, firequalizer]"
    let whole = try render(items: "{clip: clicks.wav}", track: effect, in: folder)
    let part = try render(items: "{clip: clicks.wav}", track: effect, output: ", range: 1s..2s", in: folder)
    #expect(part == Array(whole[48000...]))
    // A group's effects work on its sum, as a track's do.
    let group = try render(
      items: "{group: [{clip: clicks.wav, out: 1s}, {clip: clicks.wav, in: 1s}], \(effect)}", in: folder)
    #expect(group == whole)
    let other = try render(items: "{clip: clicks.wav}", track: effect, jobs: 5, in: folder)
    #expect(other == whole)
    // Twice as fast, its gain is that of the whole.
    let fast = try render(
      items:
        "{group: [{clip: clicks.wav}], speed: 2, pitch: follow, effects: [volume: 0.5], gain: -6.0206dB}, {gap: 1s}",
      in: folder)
    #expect(fast.count == Self.length)
    #expect((fast.max() ?? 0) > 0.03 && (fast.max() ?? 0) < 0.13)
  }

  @Test(arguments: [
    ("volum: 3", "effect.unknown-filter", "did you mean \"volume\"?"),
    ("hue: {s: 0}", "effect.pads", "works on pictures"),
    ("volume: {volum: 1}", "effect.unknown-option", "did you mean \"volume\"?"),
    ("acompressor: {ratio: 70}", "effect.option-value", "from 1 to 20"),
    ("amovie: x.wav", "effect.refused", "--allow-filter amovie"), ("arealtime", "effect.refused", "no effect"),
    ("arnndn: {m: ../model.rnnn}", "media.not-found", "model.rnnn"),
    ("firequalizer: {fixed: {0s: 0, 1s: 1}}", "effect.not-tunable", "gain"),
    ("graph: \"volume=1,hue\"", "effect.graph", "hue"),
  ])
  func mistakesAreToldAtTheirLine(effect: String, code: String, words: String) throws {
    let folder = try folder()
    try folder.write("film.yaml", project("{clip: clicks.wav, effects: [\(effect)]}"))
    let outcome = try edlrender("check", "film.yaml", in: folder)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("[\(code)]") && outcome.errors.contains(words), "\(outcome.errors)")
    #expect(outcome.errors.contains("film.yaml:5:"), "\(outcome.errors)")
  }

  // MARK: Helpers

  private func folder() throws -> Folder {
    let folder = try Folder()
    var samples = [Int16](repeating: 0, count: Self.length)
    for click in Self.clicks { samples[click] = 16384 }
    try folder.writeSound("clicks.wav", samples)
    return folder
  }

  private func project(_ items: String, track: String = "", output: String = "") -> String {
    """
    edlrender: 1
    canvas: {fps: 25}
    tracks:
      - kind: audio
        items: [\(items)]
        \(track)
    outputs: [{path: out.wav, video: off\(output), audio: [{codec: pcm_f32le}]}]
    """
  }

  private func render(item: String) throws -> [Float] { try render(items: "{clip: clicks.wav, \(item)}") }

  /// The left channel of what is rendered.
  private func render(
    items: String, track: String = "", output: String = "", jobs: Int = 2, in known: Folder? = nil
  ) throws -> [Float] {
    let folder = try known ?? folder()
    try folder.write("film.yaml", project(items, track: track, output: output))
    let outcome = try edlrender("film.yaml", "--no-cache", "--jobs", "\(jobs)", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try Film(path: folder("out.wav")).samples()
  }
}
