/// An exact moment or length in seconds.
///
/// Every edge of a timeline is one of these until the single place that rounds it: ``frames(at:)``
/// for pictures and ``samples(at:)`` for sound.
public struct Time: Hashable, Sendable, Codable {
  /// The exact number of seconds.
  public let seconds: Rational

  /// Creates a time from exact seconds.
  public init(seconds: Rational) { self.seconds = seconds }

  /// Creates the time of a frame number at a rate in frames a second.
  public init(frame: Int, at rate: Rational) throws(TimeOverflow) {
    seconds = try Rational(
      wide: Int128(frame) * Int128(rate.denominator), over: Int128(rate.numerator))
  }

  /// Creates the time of a sample number at a sample rate.
  public init(sample: Int, at sampleRate: Int) throws(TimeOverflow) {
    seconds = try Rational(Int64(sample), over: Int64(sampleRate))
  }

  /// Zero seconds.
  public static let zero = Time(seconds: .zero)

  /// The nearest frame edge at a rate in frames a second; ties go up.
  public func frames(at rate: Rational) throws(TimeOverflow) -> Int {
    let frames = Int128(seconds.numerator) * Int128(rate.numerator)
    let divisor = Int128(seconds.denominator) * Int128(rate.denominator)
    return try Self.roundedQuotient(frames, divisor)
  }

  /// The exact, possibly fractional, frame position at a rate.
  public func exactFrames(at rate: Rational) throws(TimeOverflow) -> Rational { try seconds * rate }

  /// The nearest sample edge at a sample rate; ties go up.
  public func samples(at sampleRate: Int) throws(TimeOverflow) -> Int {
    try Self.roundedQuotient(
      Int128(seconds.numerator) * Int128(sampleRate), Int128(seconds.denominator))
  }

  private static func roundedQuotient(_ top: Int128, _ bottom: Int128) throws(TimeOverflow) -> Int {
    // The products come near 2^126, so doubling only a remainder keeps within 128 bits.
    var (quotient, remainder) = top.quotientAndRemainder(dividingBy: bottom)
    if remainder < 0 { (quotient, remainder) = (quotient - 1, remainder + bottom) }
    let result = remainder >= bottom - remainder ? quotient + 1 : quotient
    guard let value = Int(exactly: result) else { throw TimeOverflow() }
    return value
  }
}

extension Time: Comparable {
  /// Compares exactly.
  public static func < (lhs: Time, rhs: Time) -> Bool { lhs.seconds < rhs.seconds }
}

extension Time {
  /// The exact sum.
  public static func + (lhs: Time, rhs: Time) throws(TimeOverflow) -> Time {
    Time(seconds: try lhs.seconds + rhs.seconds)
  }

  /// The exact difference.
  public static func - (lhs: Time, rhs: Time) throws(TimeOverflow) -> Time {
    Time(seconds: try lhs.seconds - rhs.seconds)
  }

  /// The time scaled by an exact factor.
  public static func * (lhs: Time, rhs: Rational) throws(TimeOverflow) -> Time {
    Time(seconds: try lhs.seconds * rhs)
  }

  /// The time divided by an exact factor.
  public static func / (lhs: Time, rhs: Rational) throws(TimeOverflow) -> Time {
    Time(seconds: try lhs.seconds / rhs)
  }
}

extension Time: CustomStringConvertible {
  /// Seconds as people write them: `4s`, `4.25s`, or `1001/30000s` where decimals do not end.
  public var description: String { "\(seconds.decimalText)s" }
}

extension Rational {
  /// The shortest exact decimal, or the fraction when the decimals do not end within nine places.
  public var decimalText: String {
    guard !isWhole else { return "\(numerator)" }
    var scale: Int64 = 1
    for places in 1...9 {
      scale *= 10
      guard scale % denominator == 0 else { continue }
      let (digits, overflow) = numerator.magnitude.multipliedReportingOverflow(
        by: UInt64(scale / denominator))
      guard !overflow else { break }
      let fraction = String(digits % UInt64(scale))
      let padding = String(repeating: "0", count: places - fraction.count)
      return "\(isNegative ? "-" : "")\(digits / UInt64(scale)).\(padding)\(fraction)"
    }
    return description
  }
}
