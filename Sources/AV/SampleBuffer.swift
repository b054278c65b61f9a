/// The samples of every channel from one position on, one plane a channel.
///
/// What a reader fills and a mixer sums; it points into memory that somebody else owns.
package typealias SamplePlanes = [UnsafeMutableBufferPointer<Float>]

/// Memory for samples, one plane a channel, made once and used again. Owned by one thread.
package final class SampleBuffer {
  /// Samples that a plane holds.
  package let capacity: Int
  /// The planes, valid while the buffer lives.
  package let planes: SamplePlanes

  /// Creates a buffer of silence.
  package init(channels: Int, capacity: Int) {
    self.capacity = capacity
    planes = (0..<channels).map { _ in
      let plane = UnsafeMutableBufferPointer<Float>.allocate(capacity: capacity)
      plane.initialize(repeating: 0)
      return plane
    }
  }

  deinit {
    for plane in planes { plane.deallocate() }
  }

  /// The planes from a position on.
  package func planes(from start: Int, count: Int) -> SamplePlanes { planes.slices(from: start, count: count) }
}

extension SamplePlanes {
  /// A stretch of every plane.
  package func slices(from start: Int, count: Int) -> SamplePlanes {
    map { UnsafeMutableBufferPointer(rebasing: $0[start..<start + count]) }
  }

  /// Silences the first samples of every plane.
  package func clear(_ count: Int) {
    for plane in self { plane[..<count].update(repeating: 0) }
  }

  /// Copies the first samples of every plane; both have the same channels.
  package func copy(from other: SamplePlanes, count: Int) {
    for (plane, source) in zip(self, other) {
      guard count > 0, let target = plane.baseAddress, let origin = source.baseAddress else { continue }
      target.update(from: origin, count: count)
    }
  }
}
