package import EDL

/// A ramp in amplitude between silence and full level, held on both sides.
package struct SoundFade: Hashable, Sendable {
  /// The programme's sample edge of silence.
  package var silent: Int
  /// The programme's sample edge of full level: after ``silent`` fades in, before it fades out.
  package var full: Int
  /// How it rises.
  package var shape: FadeCurve

  /// Creates a fade.
  package init(silent: Int, full: Int, shape: FadeCurve = .linear) {
    self.silent = silent
    self.full = full
    self.shape = shape
  }

  /// The amplitude at a sample.
  package func amplitude(at sample: Int) -> Double {
    shape.amplitude(at: min(max(Double(sample - silent) / Double(full - silent), 0), 1))
  }

  /// Whether it leaves all of these samples at full level.
  func isFull(in range: Range<Int>) -> Bool {
    silent < full ? full <= range.lowerBound : full >= range.upperBound - 1
  }
}
