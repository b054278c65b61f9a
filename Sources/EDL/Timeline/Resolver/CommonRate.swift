internal import MediaTime

/// The frame rates that cameras, films and screens have.
enum CommonRate {
  static let all: [Rational] = {
    let whole = [5, 6, 8, 10, 12, 15, 16, 18, 20, 24, 25, 30, 48, 50, 60, 72, 90, 100, 120].map { Rational($0) }
    let fractions: [(Int64, Int64)] = [(24000, 1001), (30000, 1001), (60000, 1001), (120_000, 1001), (25, 2), (15, 2)]
    return (whole + fractions.compactMap { try? Rational($0.0, over: $0.1) }).sorted()
  }()

  /// Returns the rate that a stream counts by: its own where it is constant and sound, else the
  /// nearest common one (the tracks of phones claim 90000, or 29.87 on average).
  static func nominal(of stream: VideoStreamInfo) -> Rational? {
    guard let rate = stream.frameRate, rate > .zero else { return nil }
    let nearest = all.min { abs($0.approximate - rate.approximate) < abs($1.approximate - rate.approximate) } ?? rate
    let isNear = abs(nearest.approximate - rate.approximate) < nearest.approximate * 0.0003
    let isSound = !stream.isVariableRate && rate <= Rational(RateParser.highest)
    return isSound && !isNear ? rate : nearest
  }
}
