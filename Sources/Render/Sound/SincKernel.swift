internal import AV
internal import MediaTime

/// Values of sampled sound between its samples: a sinc of 32 zero crossings to each side under a
/// Kaiser window, wider where several samples become one, so that nothing folds back.
///
/// Plain double arithmetic in a fixed order: the same bits on every processor.
struct SincKernel {
  /// Zero crossings to each side.
  static let crossings = 32
  /// The most samples for one that the filter widens for.
  static let mostRatio = 100.0
  /// How far to each side it reaches.
  static let reach = crossings * Int(mostRatio) + 1
  /// Entries from one zero crossing to the next.
  private static let resolution = 512

  private static let table: [Double] = (0...crossings * resolution + 1).map { index in
    let x = Double(index) / Double(resolution)
    let share = x / Double(crossings)
    guard share < 1 else { return 0 }
    let window = bessel(10 * (1 - share * share).squareRoot()) / bessel(10)
    return index == 0 ? 1 : PortableMath.sine(turns: x / 2) / (Double.pi * x) * window
  }

  /// The modified Bessel function of the first kind and order zero.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for n in 1...40 {
      term *= x * x / Double(4 * n * n)
      sum += term
    }
    return sum
  }

  /// The sound at a place, where `ratio` of its samples become one.
  static func value(
    of content: SlidingContent, at place: Double, ratio: Double, into planes: SamplePlanes, index: Int
  ) throws {
    let nearest = place.rounded()
    if ratio <= 1 + 1e-9, abs(place - nearest) < 1e-6 {
      let samples = try content.samples(Int(nearest)..<Int(nearest) + 1)
      for (plane, sample) in zip(planes, samples) { plane[index] = sample[0] }
      return
    }
    let width = max(1, min(ratio, mostRatio))
    let radius = Double(crossings) * width
    let first = Int((place - radius).rounded(.up))
    let samples = try content.samples(first..<Int((place + radius).rounded(.down)) + 1)
    let step = Double(resolution) / width
    table.withUnsafeBufferPointer { table in
      for (plane, source) in zip(planes, samples) {
        var (sum, weights) = (0.0, 0.0)
        for (offset, sample) in source.enumerated() {
          let distance = abs(Double(first + offset) - place) * step
          let entry = Int(distance)
          let weight = table[entry] + (table[entry + 1] - table[entry]) * (distance - Double(entry))
          sum += weight * Double(sample)
          weights += weight
        }
        plane[index] = Float(sum / weights)
      }
    }
  }
}
