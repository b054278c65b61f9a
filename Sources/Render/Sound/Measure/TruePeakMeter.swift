internal import AV
internal import MediaTime

/// The highest point of the wave between and at the samples, as ITU-R BS.1770's annex 2 has it: up to
/// 96 kHz the wave is looked at in four places a sample, up to 192 kHz in two.
///
/// It does not depend on how the samples are cut into calls. Owned by one thread.
final class TruePeakMeter {
  /// The greatest amplitude of a sample.
  private(set) var samplePeak: Float = 0
  /// The greatest amplitude of the wave so far; at the end ``finish()`` adds what its last samples hold.
  var truePeak: Float { max(samplePeak, betweenPeak) }
  private var betweenPeak: Float = 0

  /// The filters of the places between two samples.
  private let phases: [[Float]]
  /// How many times more than the highest sample the wave can be at most.
  private let reach: Float
  /// The last samples of each channel, then those at hand.
  private let lines: SampleBuffer

  /// Samples that a filter looks at; the place between is in their middle.
  static let taps = 32
  private static let stretch = 1024

  init(sampleRate: Int, channels: Int) {
    phases = Self.phases(sampleRate: sampleRate)
    reach = phases.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 0
    lines = SampleBuffer(channels: channels, capacity: Self.taps - 1 + Self.stretch)
  }

  /// The filters of the places between two samples that are looked at.
  static func phases(sampleRate: Int) -> [[Float]] {
    let places = sampleRate < 96_000 ? 4 : sampleRate < 192_000 ? 2 : 1
    return (1..<places).map { filter(at: Double($0) / Double(places)) }
  }

  /// Takes in the next samples.
  func add(_ planes: SamplePlanes, count: Int) {
    var done = 0
    while done < count {
      let step = min(count - done, Self.stretch)
      for (plane, line) in zip(planes, lines.planes) {
        add(UnsafeMutableBufferPointer(rebasing: plane[done..<done + step]), to: line)
      }
      done += step
    }
  }

  /// Looks at the wave about the last samples, after which there is silence.
  func finish() {
    let silence = SampleBuffer(channels: lines.planes.count, capacity: Self.taps)
    add(silence.planes, count: Self.taps)
  }

  private func add(_ samples: UnsafeMutableBufferPointer<Float>, to line: UnsafeMutableBufferPointer<Float>) {
    let kept = Self.taps - 1
    var highest: Float = 0
    for index in samples.indices {
      line[kept + index] = samples[index]
      highest = max(highest, abs(samples[index]))
    }
    samplePeak = max(samplePeak, highest)
    for index in 0..<kept { highest = max(highest, abs(line[index])) }
    // Most stretches cannot reach the peak, whatever lies between their samples.
    if highest * reach > truePeak {
      for phase in phases { betweenPeak = max(betweenPeak, Self.peak(of: line, count: samples.count, phase)) }
    }
    for index in 0..<kept { line[index] = line[samples.count + index] }
  }

  private static func peak(
    of line: UnsafeMutableBufferPointer<Float>, count: Int, _ filter: [Float]
  ) -> Float {
    guard let base = UnsafeRawPointer(line.baseAddress) else { return 0 }
    var highest = SIMD8<Float>.zero
    var index = 0
    // Eight neighbours at once, each summed in the filter's order as one alone is.
    while index + 8 <= count {
      var sum = SIMD8<Float>.zero
      for tap in 0..<taps {
        sum += filter[tap] * base.loadUnaligned(fromByteOffset: (index + tap) * 4, as: SIMD8<Float>.self)
      }
      highest.replace(with: sum, where: sum .> highest)
      highest.replace(with: -sum, where: -sum .> highest)
      index += 8
    }
    var peak = highest.max()
    while index < count {
      var sum: Float = 0
      for tap in 0..<taps { sum += filter[tap] * line[index + tap] }
      peak = max(peak, abs(sum))
      index += 1
    }
    return peak
  }

  /// A sinc under Hann's window: right to 0.1 dB up to 20 kHz at 48 kHz.
  private static func filter(at place: Double) -> [Float] {
    let half = Double(taps) / 2
    let values = (0..<taps).map { tap in
      let distance = Double(tap) - (half - 1) - place
      let sinc = PortableMath.sine(turns: distance / 2) / (Double.pi * distance)
      return sinc * (0.5 + 0.5 * PortableMath.cosine(turns: distance / half / 2))
    }
    // A gain of exactly 1 for what does not change.
    let sum = values.reduce(0, +)
    return values.map { Float($0 / sum) }
  }
}
