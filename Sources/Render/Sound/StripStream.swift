internal import AV

/// The samples of one strip from its first one on, before gain and fades.
protocol StripStream: AnyObject {
  /// Fills the first `count` samples of the planes and moves on by as many.
  func read(_ count: Int, into planes: SamplePlanes) throws
}

/// A source read upwards.
final class ForwardStream: StripStream {
  private let source: any SampleSource
  private var position: Int

  /// Begins at a position of the source.
  init(_ source: any SampleSource, from position: Int) {
    self.source = source
    self.position = position
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    try source.read(at: position, count: count, into: planes)
    position += count
  }
}

/// A source read downwards, a second at a time: one seek a second, however small the reads.
final class ReverseStream: StripStream {
  private let source: any SampleSource
  /// The exclusive end of what is still to be read.
  private var end: Int
  /// The lowest position that will be asked for.
  private let lowest: Int
  private let block: SampleBuffer
  /// The positions that the block holds.
  private var held = 0..<0

  /// Begins with the sample before a position of the source and goes on for `length` samples.
  init(_ source: any SampleSource, before position: Int, length: Int, channels: Int) {
    self.source = source
    end = position
    lowest = position - length
    block = SampleBuffer(channels: channels, capacity: min(source.sampleRate, max(length, 1)))
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    var done = 0
    while done < count {
      try hold(end - 1)
      let step = min(count - done, end - held.lowerBound)
      let last = end - 1 - held.lowerBound
      for (target, plane) in zip(planes, block.planes) {
        for index in 0..<step { target[done + index] = plane[last - index] }
      }
      end -= step
      done += step
    }
  }

  /// Reads the block that ends with a position, if it is not there.
  private func hold(_ position: Int) throws {
    guard !held.contains(position) else { return }
    let length = min(block.capacity, max(position + 1 - lowest, 1))
    held = position + 1 - length..<position + 1
    try source.read(at: held.lowerBound, count: length, into: block.planes)
  }
}
