package import AV

/// What a meter says of a stretch of sound.
package struct LoudnessReading: Hashable, Sendable {
  /// LUFS of the whole, after both gates; nil where nothing was above them.
  package var integrated: Double?
  /// LUFS of the loudest three seconds; nil where it lasts less or is silent.
  package var shortTerm: Double?
  /// LUFS of the loudest 400 ms; nil where it lasts less or is silent.
  package var momentary: Double?
  /// The loudness range in LU; nil where nothing was above the gates.
  package var range: Double?
  /// The highest point of the wave, as an amplitude.
  package var truePeak = 0.0
  /// The highest sample, as an amplitude.
  package var samplePeak = 0.0

  /// Decibels of an amplitude: -infinity for silence.
  package static func decibels(ofAmplitude amplitude: Double) -> Double {
    LoudnessHistogram.loudness(ofPower: amplitude * amplitude) + 0.691
  }
}

/// Measures loudness by ITU-R BS.1770-4 and EBU R 128 (Tech 3341, Tech 3342).
///
/// What it reads does not depend on how the samples are cut into calls, nor on the processor; its
/// memory does not depend on how long it listens. Owned by one thread.
package final class LoudnessMeter {
  /// The loudness that ends with a tenth of a second.
  package struct Step: Hashable, Sendable {
    /// LUFS of the last 400 ms; nil before there are as many, -infinity for silence.
    package var momentary: Double?
    /// LUFS of the last three seconds; nil before there are as many.
    package var shortTerm: Double?
  }

  private let sampleRate: Int
  private var filter: KWeighting
  private let peaks: TruePeakMeter
  private let onStep: ((Step) -> Void)?

  private var position = 0
  /// Tenths of a second that are over.
  private var steps = 0
  /// The powers of the last three seconds' tenths, as a ring.
  private var recent = [Double](repeating: 0, count: 30)
  private var blocks = LoudnessHistogram()
  private var windows = LoudnessHistogram()
  private var greatestMomentary: Double?
  private var greatestShortTerm: Double?

  /// Listens to samples of a layout by libavutil's name; `onStep` hears of every tenth of a second.
  package init(sampleRate: Int, layout: String, onStep: ((Step) -> Void)? = nil) throws(AVError) {
    self.sampleRate = sampleRate
    self.onStep = onStep
    let weights = Self.weights(of: try channelNames(ofLayout: layout))
    filter = KWeighting(sampleRate: sampleRate, weights: weights)
    peaks = TruePeakMeter(sampleRate: sampleRate, channels: weights.count)
  }

  /// Takes in the next samples.
  package func add(_ planes: SamplePlanes, count: Int) {
    peaks.add(planes, count: count)
    var done = 0
    while done < count {
      let end = edge(steps + 1)
      let step = min(count - done, end - position)
      filter.add(planes, in: done..<done + step)
      position += step
      done += step
      if position == end { finishStep() }
    }
  }

  /// What it has heard; call it when all is heard, for the wave's end is looked at then.
  package func finish() -> LoudnessReading {
    peaks.finish()
    return LoudnessReading(
      integrated: blocks.gated(by: 10), shortTerm: greatestShortTerm, momentary: greatestMomentary,
      range: windows.spread(gate: 20, from: 0.1, to: 0.95), truePeak: Double(peaks.truePeak),
      samplePeak: Double(peaks.samplePeak))
  }

  /// The sample at which so many tenths of a second end.
  private func edge(_ step: Int) -> Int { step * sampleRate / 10 }

  private func finishStep() {
    recent[steps % recent.count] = filter.takePower()
    steps += 1
    let step = Step(
      momentary: window(4, &blocks, &greatestMomentary), shortTerm: window(30, &windows, &greatestShortTerm))
    onStep?(step)
  }

  /// The loudness of the last tenths, counted; nil before there are as many.
  private func window(_ length: Int, _ histogram: inout LoudnessHistogram, _ greatest: inout Double?) -> Double? {
    guard steps >= length else { return nil }
    let sum = (steps - length..<steps).reduce(0) { $0 + recent[$1 % recent.count] }
    let mean = sum / Double(edge(steps) - edge(steps - length))
    histogram.add(power: mean)
    let loudness = LoudnessHistogram.loudness(ofPower: mean)
    if mean > 0 { greatest = max(greatest ?? loudness, loudness) }
    return loudness
  }

  /// BS.1770-4's weights: 1.41 for what sounds between 60 and 120 degrees to either side, 0 for LFE.
  ///
  /// The back channels of 5.1 stand at 110 degrees; where there are side channels too, at 135.
  static func weights(of channels: [String]) -> [Double] {
    let surround: Set = channels.contains("SL") ? ["SL", "SR"] : ["BL", "BR"]
    return channels.map { name in
      if name.hasPrefix("LFE") { return 0 }
      return surround.contains(name) || ["SDL", "SDR"].contains(name) ? 1.41 : 1
    }
  }
}
