/// The error of exact arithmetic whose result no longer fits 64-bit terms.
public struct TimeOverflow: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// A sentence for people.
  public var description: String { "the time is too large or too fine to be held exactly" }
}

/// An exact fraction in lowest terms, its denominator always positive.
///
/// Arithmetic runs through 128-bit intermediates and throws ``TimeOverflow`` when the reduced
/// result does not fit; nothing traps and nothing is rounded.
public struct Rational: Hashable, Sendable {
  /// The numerator, which carries the sign.
  public let numerator: Int64
  /// The denominator, at least 1.
  public let denominator: Int64

  /// Creates a whole number.
  public init(_ value: Int) {
    numerator = Int64(value)
    denominator = 1
  }

  /// Creates `numerator / denominator`, reduced.
  ///
  /// Throws ``TimeOverflow`` for a zero denominator or terms that do not fit.
  public init(_ numerator: Int64, over denominator: Int64) throws(TimeOverflow) {
    try self.init(wide: Int128(numerator), over: Int128(denominator))
  }

  /// Creates a fraction from wide terms, reduced.
  public init(wide numerator: Int128, over denominator: Int128) throws(TimeOverflow) {
    guard denominator != 0 else { throw TimeOverflow() }
    // In magnitudes, because the lowest Int128 has no opposite.
    let divisor = Self.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let isNegative = (numerator < 0) != (denominator < 0)
    let top = Int128(exactly: numerator.magnitude / divisor).map { isNegative ? -$0 : $0 }
    guard let num = top.flatMap(Int64.init(exactly:)), let den = Int64(exactly: denominator.magnitude / divisor) else {
      throw TimeOverflow()
    }
    self.numerator = num
    self.denominator = den
  }

  /// Zero.
  public static let zero = Rational(0)
  /// One.
  public static let one = Rational(1)

  /// Whether the value is zero.
  public var isZero: Bool { numerator == 0 }
  /// Whether the value is below zero.
  public var isNegative: Bool { numerator < 0 }
  /// Whether the value is a whole number.
  public var isWhole: Bool { denominator == 1 }

  /// The nearest floating-point value, for people and progress bars only: never for an edge.
  public var approximate: Double { Double(numerator) / Double(denominator) }

  /// The largest whole number that is not above the value.
  public var floor: Int64 {
    let quotient = numerator / denominator
    return numerator % denominator < 0 ? quotient - 1 : quotient
  }

  /// The smallest whole number that is not below the value.
  public var ceiling: Int64 { numerator % denominator == 0 ? floor : floor + 1 }

  /// The nearest whole number; a tie goes up.
  public var rounded: Int64 {
    let doubled = Int128(numerator) * 2 + Int128(denominator)
    let divisor = Int128(denominator) * 2
    let quotient = doubled / divisor
    return Int64(doubled % divisor < 0 ? quotient - 1 : quotient)
  }

  private static func greatestCommonDivisor(_ lhs: UInt128, _ rhs: UInt128) -> UInt128 {
    if let small = UInt64(exactly: lhs), let other = UInt64(exactly: rhs) {
      var (high, low) = (small, other)
      while low != 0 { (high, low) = (low, high % low) }
      return UInt128(max(high, 1))
    }
    var (high, low) = (lhs, rhs)
    while low != 0 { (high, low) = (low, high % low) }
    return max(high, 1)
  }
}

extension Rational: Comparable {
  /// Compares exactly.
  public static func < (lhs: Rational, rhs: Rational) -> Bool {
    Int128(lhs.numerator) * Int128(rhs.denominator) < Int128(rhs.numerator) * Int128(lhs.denominator)
  }
}

extension Rational {
  /// The exact sum.
  public static func + (lhs: Rational, rhs: Rational) throws(TimeOverflow) -> Rational {
    try Rational(
      wide: Int128(lhs.numerator) * Int128(rhs.denominator) + Int128(rhs.numerator) * Int128(lhs.denominator),
      over: Int128(lhs.denominator) * Int128(rhs.denominator))
  }

  /// The exact difference.
  public static func - (lhs: Rational, rhs: Rational) throws(TimeOverflow) -> Rational {
    try Rational(
      wide: Int128(lhs.numerator) * Int128(rhs.denominator) - Int128(rhs.numerator) * Int128(lhs.denominator),
      over: Int128(lhs.denominator) * Int128(rhs.denominator))
  }

  /// The exact product.
  public static func * (lhs: Rational, rhs: Rational) throws(TimeOverflow) -> Rational {
    try Rational(
      wide: Int128(lhs.numerator) * Int128(rhs.numerator),
      over: Int128(lhs.denominator) * Int128(rhs.denominator))
  }

  /// The exact quotient; throws ``TimeOverflow`` when dividing by zero.
  public static func / (lhs: Rational, rhs: Rational) throws(TimeOverflow) -> Rational {
    try Rational(
      wide: Int128(lhs.numerator) * Int128(rhs.denominator),
      over: Int128(lhs.denominator) * Int128(rhs.numerator))
  }

  /// The value with its sign turned.
  public static prefix func - (value: Rational) throws(TimeOverflow) -> Rational {
    try Rational(wide: -Int128(value.numerator), over: Int128(value.denominator))
  }
}

extension Rational: CustomStringConvertible {
  /// `3/2`, or `3` for a whole number.
  public var description: String { isWhole ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
