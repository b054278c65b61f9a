internal import AV
internal import MediaTime

/// Keeps the wave of a stream below a ceiling, between the samples too; what is below it already is
/// left as it is, bit for bit.
///
/// Every sample has a gain that brings the wave about it below the ceiling. The gain that is used
/// is the least of those up to 2 ms ahead, comes back in some 100 ms, and is averaged over the 2 ms behind:
/// so it moves without a corner, and is down when the peak comes. Nothing is late, as it reads ahead.
final class LimiterStream: StripStream {
  private let content: any StripStream
  private let ceiling: Float
  private let window: Int
  /// The share of the way back to 1 that is made in a sample.
  private let recovery: Double
  private let phases: [[Float]]
  private let reach: Float
  private let samples: MixQueue
  /// The sample that is given next.
  private var position: Int
  /// The gains that samples ask for, from `needsStart` on; 1 for most.
  private var needs: [Float] = []
  private var needsStart: Int
  /// The samples ahead whose gain is less than that of all after them: the first is the least.
  private var least: [(place: Int, gain: Float)] = []
  private var leastStart = 0
  /// The next sample to be looked at for the least.
  private var nextAhead: Int
  /// The gain as it comes back.
  private var recovering = 1.0
  /// The last gains, as a ring, and how many of them are below 1.
  private var recent: [Double]
  private var sum: Double
  private var below = 0

  /// How far below the ceiling it aims, for what a gain that moves adds between samples: 0.03 dB.
  private static let margin: Float = 0.9966
  private static let stretch = 1024
  private static let half = TruePeakMeter.taps / 2

  /// Limits from a sample on, before which there is silence.
  init(_ content: any StripStream, ceiling: Double, sampleRate: Int, channels: Int, from position: Int) {
    self.content = content
    self.ceiling = Float(ceiling) * Self.margin
    self.position = position
    window = max(1, sampleRate / 500)
    recovery = 1 - PortableMath.exp2(-1 / (0.05 * Double(sampleRate)))
    phases = TruePeakMeter.phases(sampleRate: sampleRate)
    reach = max(1, phases.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 1)
    samples = MixQueue(channels: channels, from: position - Self.half, capacity: 8192)
    samples.room(for: Self.half).clear(Self.half)
    samples.advance(Self.half)
    needsStart = position
    nextAhead = position
    recent = [Double](repeating: 1, count: window + 1)
    sum = Double(window + 1)
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    var done = 0
    while done < count {
      let step = min(count - done, Self.stretch)
      try lookAhead(until: position + step + window)
      let source = samples.planes(position..<position + step)
      for index in 0..<step {
        let gain = nextGain(at: position + index)
        for (target, plane) in zip(planes, source) {
          target[done + index] = gain == 1 ? plane[index] : plane[index] * gain
        }
      }
      position += step
      done += step
      // What is still to be given stays, and what a filter about the next sample looks back at.
      samples.discard(before: min(position, needsStart + needs.count - Self.half))
    }
  }

  /// Works out the gains that samples before a place ask for.
  private func lookAhead(until end: Int) throws {
    while needsStart + needs.count < end {
      let start = needsStart + needs.count
      let count = min(end - start, Self.stretch)
      let missing = start + count + Self.half - samples.range.upperBound
      if missing > 0 {
        try content.read(missing, into: samples.room(for: missing))
        samples.advance(missing)
      }
      // The wave from half a filter before the first sample to half a filter after the last.
      let wave = samples.planes(start - Self.half..<start + count + Self.half)
      var highest: Float = 0
      for plane in wave { for sample in plane { highest = max(highest, abs(sample)) } }
      guard highest * reach > ceiling else {
        needs.append(contentsOf: repeatElement(1, count: count))
        continue
      }
      var peaks = [Float](repeating: 0, count: count)
      for plane in wave { measure(plane, into: &peaks) }
      needs.append(contentsOf: peaks.map { $0 > ceiling ? ceiling / $0 : 1 })
    }
  }

  /// The wave's highest point at each sample, halfway to the one before and halfway to the next.
  private func measure(_ plane: UnsafeMutableBufferPointer<Float>, into peaks: inout [Float]) {
    let half = Self.half
    /// The highest point between a sample, counted from the first one, and the next.
    func between(_ sample: Int) -> Float {
      var highest: Float = 0
      for filter in phases {
        var value: Float = 0
        for tap in 0..<TruePeakMeter.taps { value += filter[tap] * plane[sample + 1 + tap] }
        highest = max(highest, abs(value))
      }
      return highest
    }
    var before = between(-1)
    for index in peaks.indices {
      let after = between(index)
      peaks[index] = max(peaks[index], abs(plane[half + index]), before, after)
      before = after
    }
  }

  private func nextGain(at sample: Int) -> Float {
    while nextAhead <= sample + window {
      let gain = needs[nextAhead - needsStart]
      while least.count > leastStart, let last = least.last, last.gain >= gain { least.removeLast() }
      if gain < 1 { least.append((nextAhead, gain)) }
      nextAhead += 1
    }
    while leastStart < least.count, least[leastStart].place < sample { leastStart += 1 }
    if leastStart > 4096 || leastStart == least.count {
      least.removeFirst(leastStart)
      leastStart = 0
    }
    if sample - needsStart > 8192 {
      needs.removeFirst(sample - needsStart)
      needsStart = sample
    }
    recovering += (1 - recovering) * recovery
    if recovering > 0.999_999 { recovering = 1 }
    if leastStart < least.count { recovering = min(recovering, Double(least[leastStart].gain)) }
    let place = ((sample % recent.count) + recent.count) % recent.count
    below += (recovering < 1 ? 1 : 0) - (recent[place] < 1 ? 1 : 0)
    sum += recovering - recent[place]
    recent[place] = recovering
    guard below > 0 else {
      sum = Double(recent.count)
      return 1
    }
    return Float(min(1, sum / Double(recent.count)))
  }
}
