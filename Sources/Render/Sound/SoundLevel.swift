internal import AV
package import EDL
internal import MediaTime

/// How loud something is, over the programme's samples: everything in it multiplies.
package struct SoundLevel: Hashable, Sendable {
  /// What does not change, as a factor of the amplitude.
  package var gain = 1.0
  /// Fades.
  package var fades: [SoundFade] = []
  /// Keyframed gains.
  package var curves: [SampleCurve<Gain>] = []
  /// Ways between left and right.
  package var pans: [SoundPan] = []

  /// Creates unit gain, or another.
  package init(gain: Double = 1, fades: [SoundFade] = []) {
    self.gain = gain
    self.fades = fades
  }

  /// The gain at a sample, without fades and pan, as a factor of the amplitude.
  func gain(at sample: Int) -> Double { curves.reduce(gain) { $0 * $1.value(at: sample).amplitude } }

  /// Whether what it is for must be on the left, in the centre and on the right, to be moved between them.
  package var movesThroughCenter: Bool { pans.contains { $0.law == .center } }

  /// Whether it changes nothing at all.
  package var isUnit: Bool { gain == 1 && fades.isEmpty && curves.isEmpty && pans.isEmpty }
}

/// Moves sound between left and right.
package struct SoundPan: Hashable, Sendable {
  /// How levels follow from the place.
  package enum Law: Hashable, Sendable {
    /// The side that it moves away from becomes softer.
    case balance
    /// One channel on both sides: their power together stays the same.
    case sides
    /// One channel on the left, the centre and the right: the two speakers on both sides of the place
    /// share its power, and at -1, 0 and 1 one of them has it all.
    case center
  }

  /// From -1 to 1.
  package var curve: SampleCurve<Double>
  /// How levels follow from the place.
  package var law: Law

  /// The factor on one side, -1 or 1, or in the middle, 0, at a pan.
  func factor(side: Int, at pan: Double) -> Double {
    switch law {
    case .balance: return side == 0 ? 1 : max(0, min(1, 1 + Double(side) * pan))
    case .sides:
      guard pan != 0, side != 0 else { return 1 }
      // sin² + cos² = 1: both sides together have the power of 1 and 1 in the middle.
      return 2.0.squareRoot() * PortableMath.sine(turns: (1 + Double(side) * pan) / 8)
    case .center:
      if side == 0 { return PortableMath.sine(turns: (1 - abs(pan)) / 4) }
      return PortableMath.sine(turns: max(0, Double(side) * pan) / 4)
    }
  }
}

/// The factors of a level for the samples of a block, worked out once for all channels of a side.
final class LevelBlock {
  /// A factor for every sample of a channel.
  enum Factors {
    case constant(Float)
    case varying(UnsafeMutableBufferPointer<Double>)
  }

  private let capacity: Int
  /// For channels of the middle, the left and the right.
  private let buffers: [UnsafeMutableBufferPointer<Double>]

  init(capacity: Int) {
    self.capacity = capacity
    buffers = (0..<3).map { _ in
      let buffer = UnsafeMutableBufferPointer<Double>.allocate(capacity: capacity)
      buffer.initialize(repeating: 0)
      return buffer
    }
  }

  deinit { for buffer in buffers { buffer.deallocate() } }

  /// The factors for channels whose sides are -1, 0 or 1.
  func factors(_ level: SoundLevel, range: Range<Int>, sides: [Int]) -> [Factors] {
    let fades = level.fades.filter { !$0.isFull(in: range) }
    let isSteady =
      fades.isEmpty && level.curves.allSatisfy { $0.constant(in: range) != nil }
      && level.pans.allSatisfy { $0.curve.constant(in: range) != nil }
    if isSteady {
      let gain = level.curves.reduce(level.gain) { $0 * ($1.constant(in: range) ?? .unit).amplitude }
      return sides.map { side in
        .constant(
          Float(
            level.pans.reduce(gain) { $0 * $1.factor(side: side, at: $1.curve.constant(in: range) ?? 0) }))
      }
    }
    let middle = buffers[0]
    middle[..<range.count].update(repeating: level.gain)
    for fade in fades {
      for index in 0..<range.count { middle[index] *= fade.amplitude(at: range.lowerBound + index) }
    }
    for curve in level.curves { curve.multiply(middle, range: range) { $0.amplitude } }
    guard !level.pans.isEmpty else { return sides.map { _ in .varying(middle) } }
    for (buffer, side) in [(buffers[1], -1), (buffers[2], 1), (middle, 0)] {
      if side != 0 { _ = buffer.update(fromContentsOf: middle[..<range.count]) }
      for pan in level.pans where side != 0 || pan.law == .center {
        pan.curve.multiply(buffer, range: range) { pan.factor(side: side, at: $0) }
      }
    }
    return sides.map { .varying(buffers[$0 == 0 ? 0 : $0 < 0 ? 1 : 2]) }
  }

  /// Adds the samples of a range, times a level, to a sum.
  func add(_ planes: SamplePlanes, times level: SoundLevel, range: Range<Int>, sides: [Int], to sum: SamplePlanes) {
    let factors = factors(level, range: range, sides: sides)
    for (channel, factors) in factors.enumerated() {
      let (total, plane) = (sum[channel], planes[channel])
      switch factors {
      case .constant(let factor): for index in 0..<range.count { total[index] += plane[index] * factor }
      case .varying(let levels): for index in 0..<range.count { total[index] += plane[index] * Float(levels[index]) }
      }
    }
  }

  /// Multiplies the samples of a range by a level.
  func apply(_ level: SoundLevel, range: Range<Int>, sides: [Int], to planes: SamplePlanes) {
    guard !level.isUnit else { return }
    let factors = factors(level, range: range, sides: sides)
    for (channel, factors) in factors.enumerated() {
      let plane = planes[channel]
      switch factors {
      case .constant(1): break
      case .constant(let factor): for index in 0..<range.count { plane[index] *= factor }
      case .varying(let levels): for index in 0..<range.count { plane[index] *= Float(levels[index]) }
      }
    }
  }
}
