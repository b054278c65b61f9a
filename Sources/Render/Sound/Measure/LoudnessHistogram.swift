internal import MediaTime

/// How often each loudness occurred, to a hundredth of a unit, however long the programme is.
struct LoudnessHistogram {
  /// What is softer counts nowhere.
  static let gate = -70.0
  private static let steps = 100.0
  /// Up to +10 LUFS; what is louder still is counted there.
  private static let size = 8000

  private var counts = [Int](repeating: 0, count: size)
  private var powers = [Double](repeating: 0, count: size)

  /// Counts a block by its mean power, if it is above the gate.
  mutating func add(power: Double) {
    let loudness = Self.loudness(ofPower: power)
    guard loudness > Self.gate else { return }
    let index = Self.index(of: loudness)
    counts[index] += 1
    powers[index] += power
  }

  /// The loudness of all blocks above a gate that lies as far below that of all; nil without a block.
  func gated(by distance: Double) -> Double? {
    guard let first = firstAbove(distance) else { return nil }
    return mean(from: first).map(Self.loudness(ofPower:))
  }

  /// How far apart two shares of the blocks above a gate are.
  func spread(gate distance: Double, from low: Double, to high: Double) -> Double? {
    guard let first = firstAbove(distance) else { return nil }
    let total = counts[first...].reduce(0, +)
    func loudness(at share: Double) -> Double {
      var left = Int((Double(total - 1) * share).rounded())
      for index in first..<Self.size {
        if left < counts[index] { return Double(index) / Self.steps }
        left -= counts[index]
      }
      return 0
    }
    return loudness(at: high) - loudness(at: low)
  }

  /// Where the blocks begin that are above a gate relative to all.
  private func firstAbove(_ distance: Double) -> Int? {
    mean(from: 0).map { Self.index(of: max(Self.gate, Self.loudness(ofPower: $0) - distance)) }
  }

  private func mean(from first: Int) -> Double? {
    let count = counts[first...].reduce(0, +)
    return count == 0 ? nil : powers[first...].reduce(0, +) / Double(count)
  }

  private static func index(of loudness: Double) -> Int {
    min(max(0, Int((loudness - gate) * steps)), size - 1)
  }

  /// LUFS of the mean of the weighted squares.
  static func loudness(ofPower power: Double) -> Double {
    guard power > 0 else { return -.infinity }
    return -0.691 + 10 * PortableMath.log(power) / PortableMath.log(10)
  }
}
