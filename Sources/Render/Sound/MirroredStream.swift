internal import AV

/// A stretch of sound with its ends mirrored: what a filter that looks around is fed.
///
///     … c b a | a b c … x y z | z y x …
///
/// So such a filter hears nothing of the source outside the stretch, and no hole beside it.
/// Further out there is silence.
final class MirroredStream: StripStream {
  private let content: any StripStream
  /// The samples of the stretch.
  private let length: Int
  /// The first samples, which are heard twice.
  private let head: SampleBuffer
  private let headCount: Int
  /// The last samples, as a ring: sample *n* is at *n* modulo the capacity.
  private let tail: SampleBuffer
  /// The next sample, counted from the stretch's first one; negative in the mirror before it.
  private var position: Int
  private var isHeadRead = false

  /// Plays `lead` mirrored samples, then `length` samples of the content, then mirrored ones.
  init(_ content: any StripStream, length: Int, lead: Int, channels: Int) {
    self.content = content
    self.length = length
    headCount = min(lead, length)
    head = SampleBuffer(channels: channels, capacity: max(headCount, 1))
    tail = SampleBuffer(channels: channels, capacity: 8192)
    position = -lead
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    if !isHeadRead {
      try content.read(headCount, into: head.planes)
      isHeadRead = true
    }
    var done = 0
    while done < count {
      let step = min(count - done, run())
      let target = planes.slices(from: done, count: step)
      switch position {
      case ..<0: mirrorHead(into: target, count: step)
      case ..<headCount: target.copy(from: head.planes(from: position, count: step), count: step)
      case ..<length: try content.read(step, into: target)
      default: mirrorTail(into: target, count: step)
      }
      if (0..<length).contains(position) { remember(target, count: step) }
      position += step
      done += step
    }
  }

  /// How many samples on are of the same kind.
  private func run() -> Int {
    switch position {
    case ..<0: -position
    case ..<headCount: headCount - position
    case ..<length: length - position
    default: .max
    }
  }

  private func mirrorHead(into target: SamplePlanes, count: Int) {
    for (plane, source) in zip(target, head.planes) {
      for index in 0..<count {
        let mirrored = -1 - (position + index)
        plane[index] = mirrored < headCount ? source[mirrored] : 0
      }
    }
  }

  private func mirrorTail(into target: SamplePlanes, count: Int) {
    let kept = min(length, tail.capacity)
    for (plane, source) in zip(target, tail.planes) {
      for index in 0..<count {
        let distance = position + index - length
        plane[index] = distance < kept ? source[(length - 1 - distance) % tail.capacity] : 0
      }
    }
  }

  private func remember(_ samples: SamplePlanes, count: Int) {
    for (plane, kept) in zip(samples, tail.planes) {
      for index in max(0, count - tail.capacity)..<count {
        kept[(position + index) % tail.capacity] = plane[index]
      }
    }
  }
}
