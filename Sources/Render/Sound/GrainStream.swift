internal import AV
internal import EDL
internal import MediaTime

/// A strip that keeps its pitch while its speed changes: grains of its source, each taken from where
/// the speed's integral is at its middle, laid over each other half and half.
///
/// A grain may lie up to a quarter of its length (11 ms) to either side of that place, where it goes
/// on best from the grain before it; that never adds up. Grains lie at fixed samples from the play's
/// start, and each depends on those before it, so a strip is always made from there. At speed 1 the
/// result is the source itself.
final class GrainStream: StripStream {
  private let content: SlidingContent
  private let ramp: SoundRamp
  private let varispeed: Double
  private let channels: Int
  /// Half of a grain.
  private let half: Int
  /// How far a grain may be moved.
  private let slack: Int
  /// The grain that fades out, whole.
  private let last: SampleBuffer
  /// Where the next grain is looked for: a grain with the slack at both ends.
  private let region: SampleBuffer
  /// What is ready, and how much of it was read.
  private let ready: SampleBuffer
  private var readCount: Int
  /// The number of the grain that fades out.
  private var grain = 0
  /// The rising half of a grain's weight; with the falling one it makes 1.
  private let weights: [Float]

  /// Begins at the play's first sample.
  init(_ source: any SampleSource, _ strip: SoundStrip, _ ramp: SoundRamp, channels: Int) throws {
    self.ramp = ramp
    self.channels = channels
    varispeed = strip.varispeed.approximate
    var window = 1
    while window < source.sampleRate / 24 { window *= 2 }
    (half, slack) = (window / 2, window / 4)
    last = SampleBuffer(channels: channels, capacity: 2 * half)
    region = SampleBuffer(channels: channels, capacity: 2 * half + 2 * slack)
    ready = SampleBuffer(channels: channels, capacity: half)
    readCount = half
    let rise = Ease.penner(.sine, .inOut)
    let length = Double(half)
    weights = (0..<half).map { Float(rise((Double($0) + 0.5) / length)) }
    // Neither what lies outside of the play is heard, nor a hole.
    let highest = ramp.highestPitch(varispeed: varispeed)
    let around = Int((Double(half + slack) * max(1, highest)).rounded(.up)) + SincKernel.reach
    let whole = max(1, Int(ramp.advance(at: ramp.length).rounded()))
    let stream: any StripStream =
      strip.isReversed
      ? ReverseStream(source, before: strip.position, length: whole, channels: channels)
      : ForwardStream(source, from: strip.position)
    content = SlidingContent(
      MirroredStream(stream, length: whole, lead: around, channels: channels), from: -around, history: 2 * around,
      channels: channels)
    try look(at: 0)
    last.planes.copy(from: region.planes(from: slack, count: 2 * half), count: 2 * half)
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    var done = 0
    while done < count {
      if readCount == half { try produce() }
      let step = min(count - done, half - readCount)
      planes.slices(from: done, count: step).copy(from: ready.planes(from: readCount, count: step), count: step)
      readCount += step
      done += step
    }
  }

  /// Makes the samples from the middle of one grain to that of the next.
  private func produce() throws {
    grain += 1
    try look(at: grain * half)
    let start = slack + bestShift()
    for (channel, plane) in ready.planes.enumerated() {
      let (falling, rising) = (last.planes[channel], region.planes[channel])
      for index in 0..<half {
        let (old, new) = (falling[half + index], rising[start + index])
        // One sample, heard twice, is itself.
        plane[index] = old == new ? old : old + (new - old) * weights[index]
      }
    }
    last.planes.copy(from: region.planes(from: start, count: 2 * half), count: 2 * half)
    readCount = 0
  }

  /// Reads the region around the place of a grain.
  private func look(at middle: Int) throws {
    let place = ramp.advance(at: middle)
    let pitch = ramp.pitch(at: Double(middle), varispeed: varispeed)
    let before = half + slack
    if abs(pitch - 1) < 1e-9 {
      let first = Int(place.rounded()) - before
      region.planes.copy(from: try content.samples(first..<first + region.capacity), count: region.capacity)
      return
    }
    for index in 0..<region.capacity {
      try SincKernel.value(
        of: content, at: place + Double(index - before) * pitch, ratio: pitch, into: region.planes, index: index)
    }
  }

  /// How far from its place the next grain goes on best: first in steps, then to the sample.
  private func bestShift() -> Int {
    let step = 4
    let coarse = stride(from: -slack, through: slack, by: step).map { ($0, likeness(at: $0, every: 2)) }
    guard let near = best(coarse) else { return 0 }
    let fine = (max(-slack, near - step)...min(slack, near + step)).map { ($0, likeness(at: $0, every: 1)) }
    return best(fine) ?? 0
  }

  /// The shift of the greatest likeness, the smaller one of equals; nil where there is nothing to hear.
  private func best(_ shifts: [(shift: Int, likeness: Double)]) -> Int? {
    let best = shifts.max { first, second in
      (first.likeness, -abs(first.shift)) < (second.likeness, -abs(second.shift))
    }
    return best.flatMap { $0.likeness > 0 ? $0.shift : nil }
  }

  /// How like what follows on the last grain the region is: the cosine between the two, all channels
  /// added up.
  private func likeness(at shift: Int, every step: Int) -> Double {
    var (product, energy) = (0.0, 1e-12)
    for (old, new) in zip(last.planes, region.planes) {
      var index = 0
      while index < half {
        let (first, second) = (Double(old[half + index]), Double(new[slack + shift + index]))
        product += first * second
        energy += second * second
        index += step
      }
    }
    return product / energy.squareRoot()
  }
}
