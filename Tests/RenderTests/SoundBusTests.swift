import AV
import EDL
import MediaTime
import Testing

@testable import Render

@Suite("Buses")
struct SoundBusTests {
  /// One second of a constant in every channel.
  private func level(_ value: Float, layout: String = "stereo") -> ComputedSource {
    ComputedSource(layout: layout, length: 48000) { _, _ in value }
  }

  private func programme(_ tracks: [Track], buses: [Bus], layout: String = "stereo") -> Timeline {
    var result = timeline([[clip(0..<25)]], channels: layout)
    result.root.tracks = tracks
    result.buses = buses
    return result
  }

  private func track(_ bus: String, media: Int, _ mix: Mix = Mix()) -> Track {
    Track(kind: .audio, bus: bus, mix: mix, items: [clip(0..<25, media: media)], origin: nowhere)
  }

  private func decibels(_ value: Double) -> Mix { Mix(gain: Curve(Gain(decibels: value))) }

  @Test("Gains of clip, track and bus multiply; buses add up; streams hear what they name")
  func routing() throws {
    let project = programme(
      [track("music", media: 0, decibels(-6)), track("voice", media: 1), track("main", media: 2)],
      buses: [
        Bus(name: "music", layout: "stereo", mix: Mix(gain: Curve(Gain(factor: 0.5))), origin: nowhere),
        Bus(name: "voice", layout: "stereo", origin: nowhere),
        Bus(name: "main", layout: "stereo", mix: decibels(-20), origin: nowhere),
      ])
    let streams = [
      SoundOutlet(), SoundOutlet(bus: "music"), SoundOutlet(without: ["music"]), SoundOutlet(solo: ["music"]),
      SoundOutlet(bus: "voice", without: ["voice"]),
    ]
    let plan = try SoundPlan.make(timeline: project, frames: 0..<25, streams: streams)
    // Each track is one node, however many streams hear it.
    #expect(plan.strips.count == 3)
    let values: [Float] = [0.5, 0.25, 0.125]
    let heard = try Mixer(plan) { media, _ in level(values[media]) }.all().map { Double($0[0][24000]) }
    // 10^(-6/20) = 0.5011872.
    let music = 0.5 * 0.50118723362727228 * 0.5
    let expected = [(music + 0.25 + 0.125) / 10, music, 0.0375, music / 10, 0]
    for (value, wanted) in zip(heard, expected) { #expect(abs(value - wanted) < 1e-7) }
  }

  @Test("Pan: mono keeps its power, stereo is balanced", arguments: [-1.0, -0.5, 0, 1])
  func pan(place: Double) throws {
    for isMono in [true, false] {
      var item = clip(0..<25)
      item.sound?.mix.pan = Curve(place)
      if isMono { item.sound?.mix.channels = .mono([.init(channel: 0)]) }
      let plan = try timeline([[item]]).soundPlan()
      let sides = try mix(plan) { _ in level(0.5) }.samples.map { Double($0[100]) }
      let expected: [Double: (mono: [Double], stereo: [Double])] = [
        // √2 at an end; at -1/2 √2 cos and sin of 22.5°.
        -1: ([0.70710678, 0], [0.5, 0]), -0.5: ([0.65328148, 0.27059805], [0.5, 0.25]), 0: ([0.5, 0.5], [0.5, 0.5]),
        1: ([0, 0.70710678], [0, 0.5]),
      ]
      let wanted = isMono ? expected[place]?.mono : expected[place]?.stereo
      for (side, value) in zip(sides, wanted ?? []) { #expect(abs(side - value) < 1e-7) }
    }
  }

  /// FL, FR, FC and the rest of what a pan makes of sound at a level of 1/2.
  private func panned(_ curve: Curve<Double>, layout: String, source: String = "mono") throws -> [[Double]] {
    var item = clip(0..<25)
    item.sound?.mix.pan = curve
    if source == "mono" { item.sound?.mix.channels = .mono([.init(channel: 0)]) }
    let plan = try timeline([[item]], channels: layout).soundPlan()
    return try mix(plan) { _ in ComputedSource(layout: source, length: 48000) { _, _ in 0.5 } }
      .samples.map { $0.map(Double.init) }
  }

  @Test(
    "Pan: mono in a surround goes from the left through the centre to the right, its power kept",
    arguments: ["3.0", "5.1", "5.1(side)", "7.1"])
  func panThroughTheCentre(layout: String) throws {
    // One pair of speakers at a time: sin and cos of 90° times the way between them.
    let places: [(Double, left: Double, right: Double, center: Double)] = [
      (-1, 0.5, 0, 0), (-2.0 / 3, 0.4330127, 0, 0.25), (-0.5, 0.35355339, 0, 0.35355339), (0, 0, 0, 0.5),
      (1.0 / 3, 0, 0.25, 0.4330127), (1, 0, 0.5, 0),
    ]
    for (place, left, right, center) in places {
      let heard = try panned(Curve(place), layout: layout).map { $0[100] }
      let rest = Array(repeating: 0.0, count: heard.count - 3)
      for (value, wanted) in zip(heard, [left, right, center] + rest) {
        #expect(abs(value - wanted) < 1e-7, "\(place): \(heard)")
      }
    }
  }

  @Test("Pan: a mono that moves through a surround has the same power at every sample")
  func moveThroughTheCentre() throws {
    let curve = try #require(
      Curve(keys: [.init(time: .zero, value: -1.0), .init(time: Time(seconds: .one), value: 1.0)]))
    let heard = try panned(curve, layout: "5.1")
    for sample in stride(from: 0, to: 48000, by: 777) {
      let power = heard.reduce(0.0) { $0 + $1[sample] * $1[sample] }
      #expect(abs(power - 0.25) < 1e-6)
    }
    // A quarter of the way from the left to the right is half of that to the centre.
    #expect(abs(heard[0][12000] - 0.35355339) < 1e-4 && abs(heard[2][12000] - 0.35355339) < 1e-4)
  }

  @Test("Pan: stereo in a surround is balanced between its own two, and the centre has none")
  func balanceInASurround() throws {
    let heard = try panned(Curve(-0.5), layout: "5.1", source: "stereo").map { $0[100] }
    for (value, wanted) in zip(heard, [0.5, 0.25, 0, 0, 0, 0]) { #expect(abs(value - wanted) < 1e-7) }
  }

  @Test("A keyframed gain has no steps, wherever it is cut into blocks")
  func ramp() throws {
    var item = clip(0..<25)
    item.sound?.mix.gain = try #require(
      Curve(keys: [
        .init(time: .zero, value: Gain(decibels: -40)), .init(time: Time(seconds: .one), value: Gain(decibels: 0)),
      ]))
    let plan = try timeline([[item]]).soundPlan()
    let result = try mix(plan, block: 4096) { _ in level(1) }.samples[0]
    #expect(result == (try mix(plan, block: 777) { _ in level(1) }.samples[0]))
    // 40 dB in 48000 samples: at most 1 × ln 10 × 2 / 48000 from one to the next.
    let largest = zip(result, result.dropFirst()).map { abs($1 - $0) }.max() ?? 1
    #expect(largest < 0.0000961)
    for (sample, wanted) in [(0, 0.01), (12000, 0.0316227766), (24000, 0.1), (36000, 0.316227766)] {
      #expect(abs(Double(result[sample]) / wanted - 1) < 1e-6)
    }
  }

  @Test("Channels are chosen, swapped and mixed")
  func channels() throws {
    func heard(_ map: ChannelMap, layout: String = "4.0") throws -> [Float] {
      var item = clip(0..<25)
      item.sound?.mix.channels = map
      return try mix(timeline([[item]]).soundPlan()) { _ in
        ComputedSource(layout: layout, length: 48000) { channel, _ in Float(channel + 1) / 8 }
      }.samples.map { $0[10] }
    }
    #expect(try heard(.mono([.init(channel: 2)])) == [0.375, 0.375])
    #expect(try heard(.list([[.init(channel: 1)], [.init(channel: 0)]])) == [0.25, 0.125])
    #expect(
      try heard(.list([[.init(channel: 0), .init(channel: 2, level: 0.5)], [.init(channel: 3)]])) == [0.3125, 0.5])
    #expect(try heard(.layout("stereo"), layout: "stereo") == [0.125, 0.25])
  }

  @Test("A 5.1 bus keeps its channels on the way to a stream, a stereo one folds them")
  func layouts() throws {
    let project = programme(
      [track("film", media: 0)],
      buses: [
        Bus(name: "film", to: nil, layout: "5.1", origin: nowhere),
        Bus(name: "main", layout: "stereo", origin: nowhere),
      ])
    let plan = try SoundPlan.make(
      timeline: project, frames: 0..<25, streams: [SoundOutlet(bus: "film"), SoundOutlet()])
    let result = try Mixer(plan) { _, _ in
      ComputedSource(layout: "5.1", length: 48000) { channel, _ in Float(channel + 1) / 8 }
    }.all()
    #expect(result[0].map { $0[5] } == [0.125, 0.25, 0.375, 0.5, 0.625, 0.75])
    #expect(result[1].allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test("A delay moves the sound against the picture, a fade ends on its sample")
  func delayAndFades() throws {
    var item = clip(0..<25)
    item.sound?.delay = Time(seconds: try Rational(1, over: 100))
    item.sound?.fadeOut = try Time(sample: 7, at: 48000)
    let plan = try timeline([[item]]).soundPlan()
    let result = try mix(plan) { _ in level(1) }.samples[0]
    #expect(result[479] == 0 && result[480] == 1)
    #expect(result[47993] == 1 && result[47994] == Float(6.0 / 7) && result[47999] == Float(1.0 / 7))
  }
}
