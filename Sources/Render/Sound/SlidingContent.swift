internal import AV

/// The samples of a stream by their number, as far as a window that moves on reaches back.
final class SlidingContent {
  private let content: any StripStream
  /// How far behind the last asked for place samples are kept.
  private let history: Int
  private var buffer: SampleBuffer
  /// The samples that the buffer holds, from its first one on.
  private var held: Range<Int>

  /// Begins with the stream's next sample, which gets a number.
  init(_ content: any StripStream, from first: Int, history: Int, channels: Int) {
    self.content = content
    self.history = history
    buffer = SampleBuffer(channels: channels, capacity: 4 * (history + Self.stretch))
    held = first..<first
  }

  private static let stretch = 4096

  /// The samples of a range, one plane a channel; there until the next call.
  ///
  /// Ranges may overlap and go back by the history, no further.
  func samples(_ range: Range<Int>) throws -> SamplePlanes {
    while held.upperBound < range.upperBound { try readOn(keeping: range) }
    return buffer.planes(from: range.lowerBound - held.lowerBound, count: range.count)
  }

  private func readOn(keeping range: Range<Int>) throws {
    if held.count + Self.stretch > buffer.capacity {
      let first = min(max(range.lowerBound - history, held.lowerBound), held.upperBound)
      let kept = first..<held.upperBound
      let old = buffer
      if kept.count + Self.stretch > buffer.capacity / 2 {
        buffer = SampleBuffer(channels: old.planes.count, capacity: 2 * (kept.count + Self.stretch))
      }
      buffer.planes.copy(from: old.planes(from: first - held.lowerBound, count: kept.count), count: kept.count)
      held = kept
    }
    try content.read(Self.stretch, into: buffer.planes(from: held.count, count: Self.stretch))
    held = held.lowerBound..<held.upperBound + Self.stretch
  }
}
