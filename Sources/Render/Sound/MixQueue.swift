internal import AV

/// Samples that are made and that not everybody has read yet, by their place in the programme.
final class MixQueue {
  private let channels: Int
  private var buffer: SampleBuffer
  /// The programme's samples that are here.
  private(set) var range: Range<Int>
  /// Where in the buffer they begin.
  private var start = 0

  init(channels: Int, from position: Int, capacity: Int) {
    self.channels = channels
    buffer = SampleBuffer(channels: channels, capacity: capacity)
    range = position..<position
  }

  /// Room behind what is here; what is written to it counts after ``advance(_:)``.
  func room(for count: Int) -> SamplePlanes {
    let held = range.count
    if start + held + count > buffer.capacity {
      let source = buffer.planes(from: start, count: held)
      if held + count > buffer.capacity {
        let larger = SampleBuffer(channels: channels, capacity: (held + count) * 2)
        larger.planes.copy(from: source, count: held)
        buffer = larger
      } else {
        buffer.planes.copy(from: source, count: held)
      }
      start = 0
    }
    return buffer.planes(from: start + held, count: count)
  }

  /// Takes in what was written.
  func advance(_ count: Int) { range = range.lowerBound..<range.upperBound + count }

  /// The samples of a stretch that is here.
  func planes(_ wanted: Range<Int>) -> SamplePlanes {
    buffer.planes(from: start + wanted.lowerBound - range.lowerBound, count: wanted.count)
  }

  /// Lets go what is before a place.
  func discard(before position: Int) {
    let count = min(max(0, position - range.lowerBound), range.count)
    start += count
    range = range.lowerBound + count..<range.upperBound
  }
}
