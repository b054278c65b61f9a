internal import MediaTime

/// How much louder or softer: a factor of the amplitude, times a number of decibels.
///
/// Written in decibels, in percent or as a plain factor. Between two keyframes both parts move in a
/// straight line: two in decibels change evenly in decibels, two in percent evenly in amplitude.
public struct Gain: Animatable {
  /// Decibels: +20 is ten times the amplitude.
  public var decibels: Double
  /// The factor that is not written in decibels; 0 is silence.
  public var factor: Double

  /// Creates a gain.
  public init(decibels: Double = 0, factor: Double = 1) {
    self.decibels = decibels
    self.factor = factor
  }

  /// As it is.
  public static let unit = Gain()

  /// One gain after another.
  public static func * (lhs: Gain, rhs: Gain) -> Gain {
    Gain(decibels: lhs.decibels + rhs.decibels, factor: lhs.factor * rhs.factor)
  }

  /// The value that lies `amount` of the way from one to the other.
  public static func mix(_ first: Gain, _ second: Gain, _ amount: Double) -> Gain {
    Gain(
      decibels: Double.mix(first.decibels, second.decibels, amount),
      factor: max(0, Double.mix(first.factor, second.factor, amount)))
  }
}

extension Gain: CustomStringConvertible {
  /// As it could be written: `-6dB`, `50%`.
  public var description: String {
    if factor == 1 { return "\(Self.short(decibels))dB" }
    return "\(Self.short(factor * 100))%" + (decibels == 0 ? "" : " \(Self.short(decibels))dB")
  }

  private static func short(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
  }
}

extension Gain {
  /// The factor that the amplitude is multiplied by, with the same bits on every processor.
  public var amplitude: Double {
    guard decibels != 0 else { return factor }
    // 10^(x/20) as a power of two.
    return factor * PortableMath.exp2(decibels * 0.16609640474436811739)
  }
}
