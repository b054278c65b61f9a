import AV
import EDL
import MediaTime
import Testing

@testable import Render

@Suite("Mixing")
struct SoundMixTests {
  @Test(
    "A split changes no bit",
    arguments: [
      (Rational(25), 48000, 48000, 5, 10), (try Rational(24000, over: 1001), 44100, 44100, 3, 16),
      (try Rational(30000, over: 1001), 48000, 44100, 3, 10),
    ])
  func split(fps: Rational, rate: Int, sourceRate: Int, length: Int, parts: Int) throws {
    let start = try Rational(1237, over: 99730)
    let whole = try timeline([[clip(0..<length * parts, from: start)]], fps: fps, rate: rate).soundPlan()
    let items = try (0..<parts).map { part in
      let from = try start + Rational(length * part) / fps
      return clip(length * part..<length * (part + 1), from: from)
    }
    let split = try timeline([items], fps: fps, rate: rate).soundPlan()
    let source = ComputedSource.noise(rate: sourceRate, length: sourceRate * 3)
    let one = try mix(whole) { _ in source }.samples
    let two = try mix(split, block: 777) { _ in source }.samples
    #expect(one == two)
    #expect(one[0].contains { $0 != 0 })
  }

  @Test("A 16-bit source at unit gain passes untouched, forwards and backwards")
  func saw() throws {
    let plan = try timeline([[clip(0..<50)]]).soundPlan()
    let forwards = try mix(plan) { _ in ComputedSource.saw(length: 96000) }.samples
    #expect(forwards == [[Float]](repeating: (0..<96000).map { Float($0 % 32000) / 32768 }, count: 2))

    var backwards = plan
    backwards.nodes[0].strips[0].isReversed = true
    backwards.nodes[0].strips[0].position = 96000
    let reversed = try mix(backwards, block: 1000) { _ in ComputedSource.saw(length: 96000) }.samples
    #expect(reversed[1] == forwards[1].reversed())
  }

  @Test("Nothing of a source is heard after its end")
  func shortSource() throws {
    let plan = try timeline([[clip(0..<50), clip(50..<75, media: 1)]]).soundPlan()
    let result = try mix(plan) { media in
      ComputedSource(length: media == 0 ? 33600 : 2400) { _, position in position == 0 ? 0.8 : 0.5 }
    }.samples[0]
    #expect(result.count == 144_000)
    #expect(result[33599] == 0.5)
    #expect(result[33600..<96000].allSatisfy { $0 == 0 })
    #expect(result[96000] == 0.8)
  }

  @Test("Repeats at 29.97 frames and 44.1 kHz do not drift")
  func repeats() throws {
    let items = (0..<100).map { clip($0 * 30..<($0 + 1) * 30) }
    let plan = try timeline([items], fps: try Rational(30000, over: 1001), rate: 44100, channels: "mono").soundPlan()
    let source = ComputedSource(rate: 44100, layout: "mono", length: 44144) { _, position in
      position < 2400 ? 0.5 : 0
    }
    let result = try mix(plan, block: 4096) { _ in source }.samples[0]
    #expect(result.count == 4_414_410)
    #expect(onsets(result) == (0..<100).map { Int((44144.1 * Double($0)).rounded()) })
  }

  @Test("A loop starts again at its first sample every round")
  func loop() throws {
    let items = (0..<7).map { clip($0 * 20..<min(($0 + 1) * 20, 125)) }
    let result = try mix(try timeline([items]).soundPlan()) { _ in ComputedSource.saw(length: 96000) }.samples[0]
    #expect(result == (0..<240_000).map { Float($0 % 38400 % 32000) / 32768 })
  }

  @Test("Tracks are summed at unit gain")
  func sum() throws {
    let tracks = (0..<4).map { [clip(0..<25, media: $0)] }
    let result = try mix(try timeline(tracks).soundPlan()) { media in
      ComputedSource(length: media == 0 ? 48000 : 18000) { _, position in
        media == 0 ? Float(position % 96 - 48) / 192 : Float(media) / 64
      }
    }
    for index in 0..<48000 {
      let expected = Float(index % 96 - 48) / 192 + (index < 18000 ? 6.0 / 64 : 0)
      #expect(abs(result.samples[0][index] - expected) < 1e-7)
      if abs(result.samples[0][index] - expected) >= 1e-7 { break }
    }
    #expect(result.clipping == Mixer.Clipping())
  }

  @Test("Gain is exact at 0 dB and right elsewhere")
  func gain() throws {
    #expect(Gain.unit.amplitude == 1)
    #expect(abs(Gain(decibels: 20).amplitude - 10) < 1e-13)
    #expect(abs(Gain(decibels: -40).amplitude - 0.01) < 1e-16)
    #expect(abs(Gain(decibels: -6).amplitude - 0.50118723362727228) < 1e-15)
    #expect(abs(Gain(decibels: 7).amplitude - 2.2387211385683396) < 1e-14)
    #expect(Gain(factor: 0.25).amplitude == 0.25)
    #expect(abs(Gain(decibels: 20, factor: 0.5).amplitude - 5) < 1e-14)
    let plan = try timeline([[clip(0..<25, sound: SoundFields(mix: Mix(gain: Curve(Gain(decibels: -20)))))]])
      .soundPlan()
    let result = try mix(plan) { _ in ComputedSource(length: 48000) { _, _ in 0.5 } }.samples
    #expect(result[1].allSatisfy { abs($0 - 0.05) < 1e-8 })
  }

  @Test("Fades are straight and belong to the item, across its plays")
  func fades() throws {
    var item = try clip(
      0..<50,
      sound: SoundFields(fadeIn: Time(seconds: Rational(6, over: 5)), fadeOut: Time(seconds: Rational(2, over: 5))))
    item.plays = [
      Play(frames: 0..<25, start: .zero), Play(frames: 25..<50, start: .zero),
    ]
    let plan = try timeline([[item]]).soundPlan()
    for block in [1024, 5000] {
      let result = try mix(plan, block: block) { _ in ComputedSource(length: 48000) { _, _ in 1 } }.samples[0]
      #expect(result[0] == 0)
      #expect(result[28800] == 0.5)
      #expect(result[48000] == Float(48000.0 / 57600.0))
      #expect(result[57600..<76801].allSatisfy { $0 == 1 })
      #expect(result[86400] == 0.5)
      #expect(result[95999] == Float(1.0 / 19200))
    }
  }

  @Test("A source that cannot be read names the item and the place")
  func failure() throws {
    struct Broken: Error {}
    let mixer = try Mixer(timeline([[clip(25..<50, media: 3)]]).soundPlan()) { _, _ in throw Broken() }
    let failure = #expect(throws: SoundFailure.self) { try mixer.all() }
    #expect(failure?.place == nowhere)
    #expect(failure?.media == 3)
    #expect(failure?.sample == 48000)
    #expect(failure?.cause is Broken)
  }

  @Test("Clipping is counted and kept")
  func clipping() throws {
    let plan = try timeline([[clip(0..<25)], [clip(0..<25)]]).soundPlan()
    let result = try mix(plan) { _ in
      ComputedSource(length: 48000) { channel, position in channel == 1 && position >= 30000 ? -0.75 : 0.5 }
    }
    #expect(result.clipping == Mixer.Clipping(count: 18000, first: 30000))
    #expect(result.samples[1][47999] == -1.5)
  }

  @Test("A clip that goes on in the same file needs no second reader and no seek")
  func continues() throws {
    var opened: [ComputedSource] = []
    let items = (0..<100).map { clip($0..<$0 + 1, from: Rational(wideFrames: $0)) }
    _ = try mix(try timeline([items]).soundPlan(), block: 1000) { _ in
      opened.append(ComputedSource.saw(length: 480_000))
      return opened[opened.count - 1]
    }
    #expect(opened.count == 1)
    #expect(opened[0].reads == opened[0].reads.sorted())
  }
}

extension Rational {
  /// Frames of 25 a second, as seconds.
  fileprivate init(wideFrames frames: Int) {
    self = (try? Rational(Int64(frames), over: 25)) ?? .zero
  }
}
