import AV
import EDL
import MediaTime
import Testing

@testable import Render

@Suite("Speed")
struct SoundTempoTests {
  private static let speeds: [Rational] = [
    Rational(2), Rational(4), Rational(8),
    (try? Rational(1, over: 2)) ?? .one, (try? Rational(1, over: 4)) ?? .one, (try? Rational(1001, over: 1000)) ?? .one,
  ]

  /// Four seconds of 1000 Hz at another speed.
  private func tone(_ speed: Rational, pitch: SoundFields.Pitch, block: Int = 1024) throws -> [Float] {
    let frames = Int(try (Rational(100) / speed).rounded)
    let item = clip(0..<frames, speed: speed, sound: SoundFields(pitch: pitch))
    let source = ComputedSource(layout: "mono", length: 192_000) { _, position in
      0.5 * tone1000(position)
    }
    let result = try mix(timeline([[item]]).soundPlan(), block: block) { _ in source }.samples[0]
    #expect(result.count == frames * 1920)
    return result
  }

  @Test("The pitch stays", arguments: speeds)
  func preserved(speed: Rational) throws {
    let result = try tone(speed, pitch: .preserve)
    let middle = frequency(result[result.count / 4..<result.count * 3 / 4])
    #expect(abs(middle - 1000) < 15)
    let level = result[result.count / 4..<result.count * 3 / 4].map(abs).max() ?? 0
    #expect(abs(level - 0.5) < 0.05)
  }

  @Test("The pitch follows", arguments: speeds)
  func followed(speed: Rational) throws {
    let result = try tone(speed, pitch: .follow)
    let middle = frequency(result[result.count / 4..<result.count * 3 / 4])
    #expect(abs(middle - 1000 * speed.approximate) < 0.01)
  }

  @Test("A stretched clip does not depend on the size of blocks, nor on where the range begins")
  func deterministic() throws {
    let item = clip(10..<60, speed: try Rational(3, over: 2))
    let timeline = timeline([[item]])
    let source = ComputedSource.noise(rate: 48000, length: 480_000)
    let plan = try timeline.soundPlan()
    let whole = try mix(plan) { _ in source }.samples[0]
    #expect(try mix(plan, block: 333) { _ in source }.samples[0] == whole)
    let part = try SoundPlan.make(timeline: timeline, frames: 30..<40)
    #expect(try mix(part) { _ in source }.samples[0] == Array(whole[57600..<76800]))
  }

  @Test("Backwards at double speed: the pitch follows or stays", arguments: SoundFields.Pitch.allCases)
  func reversed(pitch: SoundFields.Pitch) throws {
    var item = clip(0..<50, sound: SoundFields(pitch: pitch))
    item.plays[0].speed = Rational(-2)
    item.plays[0].soundStart = Time(seconds: Rational(4))
    // A low tone, then from 3 s on a high one: backwards the high one is first.
    let source = ComputedSource(layout: "mono", length: 192_000) { _, position in
      0.5 * (position < 144_000 ? Float(sine(Double(position) / 96)) : tone1000(position * 2))
    }
    let result = try mix(timeline([[item]]).soundPlan()) { _ in source }.samples[0]
    let factor = pitch == .follow ? 2.0 : 1
    #expect(abs(frequency(result[4800..<19200]) - 2000 * factor) < 15)
    #expect(abs(frequency(result[28800..<90000]) - 500 * factor) < 15)
  }

  @Test("A beep stays near its place", arguments: speeds)
  func place(speed: Rational) throws {
    let frames = Int(try (Rational(200) / speed).rounded)
    let item = clip(0..<frames, speed: speed)
    let beeps = [60000, 140_000, 230_000, 330_000]
    let source = ComputedSource(layout: "mono", length: 384_000) { _, position in
      beeps.contains { ($0..<$0 + 9600).contains(position) } ? 0.5 * tone1000(position) : 0
    }
    let result = try mix(timeline([[item]]).soundPlan()) { _ in source }.samples[0]
    for (index, beep) in beeps.enumerated() {
      let ideal = Double(beep) / speed.approximate
      // From well before the beep's place: `atempo` may stutter at a beginning, so the first counts.
      let start = Int(ideal) - 4800
      let onset = try #require(result[start..<start + 9600].firstIndex { abs($0) >= 0.1 }, "beep \(index)")
      let error = (Double(onset) - ideal) / 48
      #expect(abs(error) < max(20, 10 / speed.approximate), "beep \(index) is off by \(error) ms")
    }
  }

  @Test("Nothing outside the clip's range is heard, and there is no hole at its ends", arguments: speeds)
  func range(speed: Rational) throws {
    let frames = Int(try (Rational(50) / speed).rounded)
    let item = clip(0..<frames, from: Rational(1), speed: speed)
    let end = 48000 + Int(try (Rational(frames * 1920) * speed).rounded)
    // A quiet tone within the range, a loud one outside.
    let source = ComputedSource(layout: "mono", length: 384_000) { _, position in
      ((48000..<end).contains(position) ? 0.1 : 0.8) * tone1000(position)
    }
    let result = try mix(timeline([[item]]).soundPlan()) { _ in source }.samples[0]
    #expect(result.allSatisfy { abs($0) < 0.15 })
    for edge in [result[..<960], result[(result.count - 960)...]] {
      #expect((edge.map(abs).max() ?? 0) > 0.06)
    }
  }
}

/// One period of 1000 Hz at 48 kHz.
private let sine1000 = (0..<48).map { Float(sine(Double($0) / 48)) }

/// A sample of 1000 Hz at 48 kHz.
private func tone1000(_ position: Int) -> Float { sine1000[position % 48] }
