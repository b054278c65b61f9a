internal import MediaTime
internal import Synchronization

/// The low-pass between two rates: for every place of an output between two inputs, the weights of
/// the inputs around it.
///
/// A sinc under a Kaiser window of 64 inputs: flat to 20 kHz from 44.1 kHz, images at -92 dB. A
/// lowered rate widens it by as much. Plain additions and multiplications in a fixed order: the
/// same bits on every processor, which libswresample's float sums are not.
final class PolyphaseFilter: Sendable {
  /// Inputs that make one output, a multiple of what ``sum(_:phase:)`` takes at once.
  let taps: Int
  /// The inputs of a window before the one at or before its output.
  let centre: Int
  /// The places between two inputs that have weights of their own.
  private let phases: Int
  private let period: Int
  private let weights: [Float]

  private static let width = 64.0
  private static let cutoff = 0.97
  private static let kaiserBeta = 9.0
  /// More places than this take the nearest one: noise at -100 dB below 1 kHz.
  private static let mostPhases = 4096.0

  /// Filters that were made; a film has few ratios and many clips.
  private static let made = Mutex<[[Int]: PolyphaseFilter]>([:])

  /// The filter from `from` inputs to `to` outputs, in lowest terms.
  static func between(_ from: Int, _ to: Int) -> PolyphaseFilter {
    if let known = made.withLock({ $0[[from, to]] }) { return known }
    let filter = PolyphaseFilter(from: from, to: to)
    made.withLock {
      if $0.count >= 16 { $0 = [:] }
      $0[[from, to]] = filter
    }
    return filter
  }

  private init(from: Int, to: Int) {
    let band = min(1, Double(to) * Self.cutoff / Double(from))
    let taps = (Int((Self.width / band).rounded(.up)) + 15) & ~15
    // A wider filter turns as much slower from place to place.
    let phases = min(to, max(1, Int(Self.mostPhases * band)))
    let centre = taps / 2 - 1
    // One more than there are: the nearest place may be the next input itself.
    weights = (0...phases).flatMap { phase in
      Self.weights(at: Double(phase) / Double(phases) + Double(centre), taps: taps, band: band)
    }
    (self.taps, self.phases, self.centre, period) = (taps, phases, centre, to)
  }

  /// The weights of a window whose output lies `place` inputs after its first.
  private static func weights(at place: Double, taps: Int, band: Double) -> [Float] {
    let weights = (0..<taps).map { tap -> Double in
      let distance = Double(tap) - place
      let x = distance * band
      let sinc = x == 0 ? 1 : PortableMath.sine(turns: x / 2) / (x * Double.pi)
      let edge = 2 * distance / Double(taps)
      return sinc * bessel(kaiserBeta * max(0, 1 - edge * edge).squareRoot())
    }
    let sum = weights.reduce(0, +)
    return weights.map { Float($0 / sum) }
  }

  /// The modified Bessel function of the first kind of order 0.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term, n) = (1.0, 1.0, 1.0)
    while term > sum * 1e-17 {
      term = term * (x / (2 * n)) * (x / (2 * n))
      sum = sum + term
      n += 1
    }
    return sum
  }

  /// Where the weights for an output are that lies `fraction` of the period after an input.
  func phase(_ fraction: Int) -> Int {
    phases == period ? fraction : Int((Double(fraction) / Double(period) * Double(phases)).rounded())
  }

  /// The output of a window of inputs.
  func sum(_ inputs: UnsafePointer<Float>, phase: Int) -> Float {
    weights.withUnsafeBufferPointer { weights in
      guard let first = weights.baseAddress else { return 0 }
      let weights = UnsafeRawPointer(first + phase * taps)
      let inputs = UnsafeRawPointer(inputs)
      var (even, odd) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      for offset in stride(from: 0, to: taps * 4, by: 64) {
        even +=
          inputs.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
          * weights.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        odd +=
          inputs.loadUnaligned(fromByteOffset: offset + 32, as: SIMD8<Float>.self)
          * weights.loadUnaligned(fromByteOffset: offset + 32, as: SIMD8<Float>.self)
      }
      let eight = even + odd
      let four = eight.lowHalf + eight.highHalf
      let two = four.lowHalf + four.highHalf
      return two.x + two.y
    }
  }
}
