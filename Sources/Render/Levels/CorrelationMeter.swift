internal import AV

/// How alike left and right are: 1 for the same, 0 for what has nothing in common, -1 for opposites,
/// which vanish on a single loudspeaker.
struct CorrelationMeter {
  /// Sums of products of the two.
  private struct Sums {
    var left = 0.0
    var right = 0.0
    var both = 0.0

    /// Nil where one of them is silence.
    var correlation: Double? {
      guard left > 0, right > 0 else { return nil }
      return max(-1, min(1, both / (left * right).squareRoot()))
    }

    static func + (lhs: Sums, rhs: Sums) -> Sums {
      Sums(left: lhs.left + rhs.left, right: lhs.right + rhs.right, both: lhs.both + rhs.both)
    }
  }

  private let channels: (left: Int, right: Int)?
  private let second: Int
  private var whole = Sums()
  private var window = Sums()
  private(set) var lowest: (correlation: Double, sample: Int)?

  init(layout: String, sampleRate: Int) throws(AVError) {
    let names = try channelNames(ofLayout: layout)
    if let left = names.firstIndex(of: "FL") ?? names.firstIndex(of: "DL"),
      let right = names.firstIndex(of: names[left].dropLast() + "R")
    {
      channels = (left, right)
    } else {
      channels = nil
    }
    second = sampleRate
  }

  /// Of all that was heard.
  var correlation: Double? { (whole + window).correlation }

  mutating func add(_ planes: SamplePlanes, at position: Int, count: Int) {
    guard let channels else { return }
    let (left, right) = (planes[channels.left], planes[channels.right])
    var done = 0
    while done < count {
      let step = min(count - done, second - (position + done) % second)
      for index in done..<done + step {
        let (l, r) = (Double(left[index]), Double(right[index]))
        window.left += l * l
        window.right += r * r
        window.both += l * r
      }
      done += step
      if (position + done) % second == 0 { finishWindow(before: position + done) }
    }
  }

  private mutating func finishWindow(before end: Int) {
    let floor = Double(SilenceLog.threshold * SilenceLog.threshold) * Double(second)
    if window.left > floor, window.right > floor, let value = window.correlation, value < lowest?.correlation ?? 2 {
      lowest = (value, end - second)
    }
    whole = whole + window
    window = Sums()
  }
}
