internal import AV

/// Measures all that is told of one bus or stream. Owned by one thread.
final class LevelMeter {
  private let format: SoundFormat
  private let loudness: LoudnessMeter
  private var clipping: ClippingLog
  private var silence: SilenceLog
  private var correlation: CorrelationMeter
  private let history: HistoryBox
  private var position = 0

  /// Where the meter of loudness writes too.
  private final class HistoryBox {
    var value: LevelHistory
    init(_ value: LevelHistory) { self.value = value }
  }

  /// Measures sound of a known length.
  init(_ format: SoundFormat, length: Int) throws(AVError) {
    self.format = format
    clipping = ClippingLog(sampleRate: format.sampleRate)
    silence = SilenceLog(sampleRate: format.sampleRate)
    correlation = try CorrelationMeter(layout: format.layout, sampleRate: format.sampleRate)
    let history = HistoryBox(LevelHistory(length: length))
    self.history = history
    var steps = 0
    loudness = try LoudnessMeter(sampleRate: format.sampleRate, layout: format.layout) { step in
      steps += 1
      history.value.add(step, before: steps * format.sampleRate / 10)
    }
  }

  /// Takes in the next samples.
  func take(_ planes: SamplePlanes, count: Int) {
    loudness.add(planes, count: count)
    var done = 0
    while done < count {
      let step = min(count - done, format.sampleRate / 4)
      let part = planes.slices(from: done, count: step)
      clipping.add(part, at: position, count: step)
      silence.add(part, at: position, count: step)
      correlation.add(part, at: position, count: step)
      history.value.add(part, at: position, count: step)
      position += step
      done += step
    }
  }

  /// What was measured, when all is heard; `start` is the first sample's place in the programme.
  func finish(_ place: SoundLevels.Place, start: Int) -> SoundLevels {
    silence.end(at: position)
    let reading = loudness.finish()
    return SoundLevels(
      place: place, layout: format.layout, sampleRate: format.sampleRate, start: start, length: position,
      integrated: reading.integrated, shortTerm: reading.shortTerm, momentary: reading.momentary,
      range: reading.range, truePeak: LoudnessReading.decibels(ofAmplitude: reading.truePeak),
      samplePeak: LoudnessReading.decibels(ofAmplitude: reading.samplePeak),
      correlation: correlation.correlation, leastAlike: correlation.lowest, clippedCount: clipping.count,
      clipped: clipping.stretches, silences: silence.stretches, history: history.value)
  }
}
