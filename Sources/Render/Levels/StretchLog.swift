internal import AV

/// Where samples go beyond full scale.
struct ClippingLog {
  /// How many samples do, all channels together.
  private(set) var count = 0
  private(set) var stretches: [Range<Int>] = []
  /// Two that are closer are one.
  private let gap: Int

  init(sampleRate: Int) { gap = sampleRate / 10 }

  mutating func add(_ planes: SamplePlanes, at position: Int, count: Int) {
    for plane in planes {
      var isBeyond = false
      for index in 0..<count where abs(plane[index]) > 1 { isBeyond = true }
      guard isBeyond else { continue }
      return note(planes, position, count)
    }
  }

  private mutating func note(_ planes: SamplePlanes, _ position: Int, _ count: Int) {
    for index in 0..<count {
      let beyond = planes.count { abs($0[index]) > 1 }
      guard beyond > 0 else { continue }
      self.count += beyond
      let sample = position + index
      if let last = stretches.last, sample - last.upperBound < gap {
        stretches[stretches.count - 1] = last.lowerBound..<sample + 1
      } else {
        stretches.append(sample..<sample + 1)
      }
    }
  }
}

/// Where nothing is heard, to the sample.
struct SilenceLog {
  private(set) var stretches: [Range<Int>] = []
  /// Where the silence began that may go on.
  private var start = 0
  private let shortest: Int

  /// What is below -60 dBFS is not heard.
  static let threshold: Float = 0.001

  init(sampleRate: Int) { shortest = sampleRate }

  /// Takes in samples, less than a second of them.
  mutating func add(_ planes: SamplePlanes, at position: Int, count: Int) {
    // A silence inside would be too short to count, so only the first and the last sound matter.
    var first = count
    for plane in planes { first = (0..<first).first { abs(plane[$0]) >= Self.threshold } ?? first }
    guard first < count else { return }
    end(at: position + first)
    var last = first
    for plane in planes { last = (last..<count).last { abs(plane[$0]) >= Self.threshold } ?? last }
    start = position + last + 1
  }

  /// Takes in that there is no more.
  mutating func end(at sample: Int) { if sample - start >= shortest { stretches.append(start..<sample) } }
}
