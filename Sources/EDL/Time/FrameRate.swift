package import MediaTime

/// The names of frame rates.
package enum FrameRate {
  /// The decimals that stand for NTSC rates, as they are written.
  package static let ntsc: [(name: String, rate: Rational)] = [
    ("23.976", 24000), ("29.97", 30000), ("59.94", 60000), ("119.88", 120_000),
  ].compactMap { (name: String, top: Int64) in
    // All four fit; compactMap only spares a forced try.
    (try? Rational(top, over: 1001)).map { (name, $0) }
  }

  /// Returns a rate as people call it: `25`, `29.97` or `25/2`.
  package static func name(of rate: Rational) -> String {
    ntsc.first { $0.rate == rate }?.name ?? rate.description
  }
}
