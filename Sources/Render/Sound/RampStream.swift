internal import AV
internal import EDL

/// A strip whose pitch follows a speed that changes: each sample is the source at the place that the
/// speed's integral has come to.
final class RampStream: StripStream {
  private let content: SlidingContent
  private let ramp: SoundRamp
  private let isReversed: Bool
  /// The next sample, counted from the strip's origin.
  private var position: Int

  /// Reads a source from a strip's first sample on.
  init(_ source: any SampleSource, _ strip: SoundStrip, _ ramp: SoundRamp, channels: Int) {
    self.ramp = ramp
    isReversed = strip.isReversed
    position = strip.samples.lowerBound - strip.origin
    let first = Int(Self.place(ramp, position, isReversed).rounded(.down)) - SincKernel.reach
    let last = Int(ramp.advance(at: strip.samples.upperBound - strip.origin).rounded(.up)) + SincKernel.reach
    let stream: any StripStream =
      strip.isReversed
      ? ReverseStream(source, before: strip.position - first, length: last - first, channels: channels)
      : ForwardStream(source, from: strip.position + first)
    content = SlidingContent(stream, from: first, history: 2 * SincKernel.reach, channels: channels)
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    for index in 0..<count {
      let ratio = abs(ramp.times.slope(at: Double(position)))
      try SincKernel.value(
        of: content, at: Self.place(ramp, position, isReversed), ratio: ratio, into: planes, index: index)
      position += 1
    }
  }

  /// Which of the content's samples, the first to be heard being 0, a sample takes.
  ///
  /// Backwards it is the one that the sample ends with, as at an even speed.
  private static func place(_ ramp: SoundRamp, _ position: Int, _ isReversed: Bool) -> Double {
    isReversed ? ramp.advance(at: position + 1) - 1 : ramp.advance(at: position)
  }
}
