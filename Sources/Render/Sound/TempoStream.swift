internal import AV
internal import MediaTime

/// Another tempo at the same pitch, by libavfilter's `atempo`.
///
/// It remembers all that it has heard, so it always begins where the play begins and is fed frames
/// of one size; its result then does not depend on how much is read at a time.
final class TempoStream: StripStream {
  private let content: any StripStream
  private let graph: FilterGraph
  private let frames: SampleFrameMaker
  private let input: SampleBuffer
  private var fed: Int64 = 0
  private var noise: UInt64 = 1
  private let waiting: SampleBuffer
  private var waitingRange = 0..<0

  /// Plays `length` samples of the content at a tempo above zero.
  init(
    _ content: any StripStream, length: Int, tempo: Rational, sampleRate: Int, layout: String, channels: Int
  ) throws {
    let stages = Self.stages(of: tempo.approximate)
    let format = SampleFormat.packedFloat
    graph = try FilterGraph(
      "[in0]" + stages.map { "atempo=tempo=\($0)" }.joined(separator: ",") + "[out]",
      inputs: [.audio(sampleRate: sampleRate, format: format, layout: layout)], outputIsVideo: false)
    frames = SampleFrameMaker(format: format, sampleRate: sampleRate, layout: layout)
    input = SampleBuffer(channels: channels, capacity: 1024)
    waiting = SampleBuffer(channels: channels, capacity: 1 << 16)
    self.content = MirroredStream(
      content, length: length, lead: Self.leadIn(of: stages, sampleRate: sampleRate), channels: channels)
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    var done = 0
    while done < count {
      while waitingRange.isEmpty { try produce() }
      let step = min(count - done, waitingRange.count)
      planes.slices(from: done, count: step)
        .copy(from: waiting.planes(from: waitingRange.lowerBound, count: step), count: step)
      waitingRange = waitingRange.lowerBound + step..<waitingRange.upperBound
      done += step
    }
  }

  private func produce() throws {
    switch try graph.pull() {
    case .ready(let frame):
      guard frame.sampleCount <= waiting.capacity else { throw SoundError.frameTooLong(frame.sampleCount) }
      frame.copySamples(0..<frame.sampleCount, into: waiting.planes, at: 0)
      Self.silence(waiting.planes, count: frame.sampleCount)
      waitingRange = 0..<frame.sampleCount
    case .needsInput: try feed()
    case .finished: throw SoundError.tempoEnded
    }
  }

  private func feed() throws {
    try content.read(input.capacity, into: input.planes)
    addNoise()
    try graph.push(try frames.frame(of: input.planes, count: input.capacity, pts: fed))
    fed += Int64(input.capacity)
  }

  /// Adds noise at -156 dB, below all that any output holds.
  ///
  /// In digital silence every place is as like as the other, and `atempo` slips to the end of its
  /// search: the first sound after a pause would be half a window early, sometimes twice.
  private func addNoise() {
    for index in 0..<input.capacity {
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let sample = Float(Int32(truncatingIfNeeded: noise >> 32)) * 0x1p-57
      for plane in input.planes { plane[index] += sample }
    }
  }

  /// Takes the noise out of silence again.
  private static func silence(_ planes: SamplePlanes, count: Int) {
    for plane in planes {
      for index in 0..<count { plane[index] = abs(plane[index]) < 0x1p-24 ? 0 : plane[index] }
    }
  }

  /// `atempo` takes a half to a hundred: other factors are split.
  static func stages(of tempo: Double) -> [Double] {
    var (stages, rest) = ([Double](), tempo)
    while rest < 0.5 {
      stages.append(0.5)
      rest /= 0.5
    }
    while rest > 100 {
      stages.append(100)
      rest /= 100
    }
    return stages + [rest]
  }

  /// The samples to be fed before the content to make up for `atempo`'s being early.
  ///
  /// It places a piece of sound within half a window (21 ms) of the right place, where it joins best.
  /// Measured with beeps over silence, noise and tones, it is a third of a window early on average
  /// when it slows down and next to nothing when it hurries, each beep within 10 ms of that.
  private static func leadIn(of stages: [Double], sampleRate: Int) -> Int {
    var window = 1
    while window < sampleRate / 24 { window *= 2 }
    var (sum, factor) = (0.0, 1.0)
    for stage in stages {
      sum += factor * Double(window) * (stage < 1 ? 1.0 / 3 : 1.0 / 16)
      factor *= stage
    }
    return Int(sum)
  }
}
