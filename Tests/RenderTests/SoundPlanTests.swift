import EDL
import MediaTime
import Testing

@testable import Render

@Suite("Sound plan")
struct SoundPlanTests {
  @Test(
    "The parts of a split clip have one offset",
    arguments: [
      (Rational(25), 48000, 5, 10), (try Rational(24000, over: 1001), 44100, 3, 16),
      (try Rational(30000, over: 1001), 48000, 7, 11),
    ])
  func splitOffsets(fps: Rational, rate: Int, length: Int, parts: Int) throws {
    let start = try Rational(1237, over: 9973)
    let whole = try timeline([[clip(10..<10 + length * parts, from: start)]], fps: fps, rate: rate).soundPlan()
    let items = try (0..<parts).map { part in
      let from = try start + Rational(length * part) / fps
      return clip(10 + length * part..<10 + length * (part + 1), from: from)
    }
    let split = try timeline([items], fps: fps, rate: rate).soundPlan()
    #expect(Set(split.strips.map { $0.position - $0.origin }).count == 1)
    #expect(split.strips[0].position == whole.strips[0].position)
    #expect(split.strips[0].samples.lowerBound == whole.strips[0].samples.lowerBound)
    #expect(split.strips[parts - 1].samples.upperBound == whole.strips[0].samples.upperBound)
    for (left, right) in zip(split.strips, split.strips.dropFirst()) {
      #expect(left.samples.upperBound == right.samples.lowerBound)
    }
  }

  @Test("Edges are the frames' times at the sample rate, rounded once")
  func edges() throws {
    let fps = try Rational(30000, over: 1001)
    let items = (0..<100).map { clip($0 * 30..<($0 + 1) * 30) }
    let plan = try timeline([items], fps: fps, rate: 44100).soundPlan()
    for (index, strip) in plan.strips.enumerated() {
      #expect(strip.samples.lowerBound == Int((44144.1 * Double(index)).rounded()))
      #expect(strip.position == 0)
    }
    #expect(plan.samples == 0..<4_414_410)
  }

  @Test("A reversed play runs down from its sound start")
  func reversed() throws {
    let item = Item(
      label: "r", frames: 0..<50, content: .clip(media: 0, videoStream: 0, audioStream: 0),
      plays: [
        Play(
          frames: 0..<50, start: Time(seconds: try Rational(49, over: 25)), soundStart: Time(seconds: Rational(2)),
          speed: Rational(-1))
      ], sound: SoundFields(), origin: nowhere)
    let strip = try #require(try timeline([[item]]).soundPlan().strips.first)
    #expect(strip.isReversed)
    #expect(strip.position == 96000)
    #expect(strip.origin == 0)
  }

  @Test("A range in the middle keeps the programme's clock")
  func window() throws {
    let plan = try SoundPlan.make(timeline: timeline([[clip(0..<50), clip(50..<100)]]), frames: 40..<60)
    #expect(plan.samples == 76800..<115_200)
    #expect(plan.strips.map(\.samples) == [76800..<96000, 96000..<115_200])
    #expect(plan.strips.map(\.firstPosition) == [76800, 0])
  }

  @Test("Nested sequences: speeds multiply, gains add, fades multiply, times map")
  func nested() throws {
    let inner = EDL.Sequence(
      tracks: [
        Track(
          kind: .audio,
          items: [
            clip(
              0..<25, from: Rational(3),
              sound: SoundFields(
                mix: Mix(gain: Curve(Gain(decibels: -3))), fadeIn: try Time(frame: 5, at: Rational(25)))),
            clip(25..<50, from: Rational(7), speed: Rational(2)),
          ], origin: nowhere)
      ], frameCount: 50)
    let group = Item(
      label: "g", frames: 100..<125, content: .sequence(inner),
      plays: [Play(frames: 100..<125, start: .zero, speed: Rational(2))],
      sound: SoundFields(
        mix: Mix(gain: Curve(Gain(decibels: -6))), fadeOut: try Time(frame: 10, at: Rational(25)), pitch: .follow),
      origin: nowhere)
    let plan = try timeline([[group]]).soundPlan()
    let (first, second) = (plan.strips[0], plan.strips[1])
    // The group starts at 4 s and runs at 2: its first clip lasts half a second.
    #expect(first.samples == 192_000..<216_000)
    #expect(second.samples == 216_000..<240_000)
    #expect(first.varispeed == Rational(2))
    #expect(first.tempo == .one)
    #expect(first.position == 3 * 24000)
    #expect(second.varispeed == Rational(2))
    #expect(second.tempo == Rational(2))
    #expect(second.position == 7 * 24000)
    // 10^(-9/20).
    #expect(abs(first.level.gain - 0.35481338923357547) < 1e-15)
    #expect(
      first.level.fades == [SoundFade(silent: 240_000, full: 220_800), SoundFade(silent: 192_000, full: 196_800)])
  }

  @Test("A reversed group turns its clips around")
  func reversedGroup() throws {
    let inner = EDL.Sequence(
      tracks: [Track(kind: .audio, items: [clip(0..<25), clip(25..<75, from: Rational(5))], origin: nowhere)],
      frameCount: 75)
    let group = Item(
      label: "g", frames: 0..<75, content: .sequence(inner),
      plays: [
        Play(
          frames: 0..<75, start: Time(seconds: try Rational(74, over: 25)), soundStart: Time(seconds: Rational(3)),
          speed: Rational(-1))
      ], sound: SoundFields(), origin: nowhere)
    let plan = try timeline([[group]]).soundPlan()
    #expect(plan.strips.map(\.samples) == [96000..<144_000, 0..<96000])
    #expect(plan.strips.map(\.isReversed) == [true, true])
    #expect(plan.strips.map(\.firstPosition) == [48000, 7 * 48000])
  }

  @Test("What is silent has no strip")
  func silent() throws {
    let muted = clip(0..<25, sound: SoundFields(mix: Mix(isMuted: true)))
    let frozen = clip(25..<50, speed: .zero)
    var mute = clip(50..<75)
    mute.sound = nil
    #expect(try timeline([[muted, frozen, mute]]).soundPlan().strips.isEmpty)
  }

  @Test("A part of a plan has the samples that the whole has there")
  func parts() throws {
    let fields = SoundFields(
      mix: Mix(gain: Curve(.unit)), fadeIn: Time(seconds: try Rational(1, over: 2)), fadeOut: Time(seconds: .one))
    let timeline = timeline([
      [clip(0..<30), clip(30..<60, from: Rational(3), speed: Rational(-1), sound: fields)],
      [clip(5..<50, from: .one, speed: try Rational(3, over: 2), media: 1, sound: fields)],
    ])
    let plan = try timeline.soundPlan()
    #expect(plan.isLocal)
    let open: (Int) -> any SampleSource = { media in
      .noise(rate: media == 0 ? 44100 : 48000, layout: "stereo", length: 400_000) as ComputedSource
    }
    let whole = try mix(plan, open: open).samples
    for range in [0..<1000, 9600..<57_601, 40_000..<100_000, 115_000..<115_200] {
      let part = try mix(plan.part(range), block: 777, open: open).samples
      for (channel, samples) in part.enumerated() { #expect(samples == Array(whole[channel][range])) }
    }
  }
}
