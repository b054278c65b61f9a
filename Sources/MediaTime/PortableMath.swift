/// Functions whose bits are the same on every processor.
///
/// A C library's `sin` or `exp2` may differ in the last bit with and without fused multiply-add;
/// these use plain IEEE additions and multiplications in a fixed order only.
public enum PortableMath {
  /// The sine of an angle in turns (1 is a full circle), to about 1e-15.
  public static func sine(turns: Double) -> Double {
    // Reduced to an eighth of a turn, where the series below converge at once.
    let reduced = turns - turns.rounded(.down)
    let quarter = (reduced * 4).rounded(.toNearestOrAwayFromZero)
    let angle = (reduced - quarter / 4) * (2 * Double.pi)
    switch Int(quarter) % 4 {
    case 0: return sineSeries(angle)
    case 1: return cosineSeries(angle)
    case 2: return -sineSeries(angle)
    default: return -cosineSeries(angle)
    }
  }

  /// The cosine of an angle in turns.
  public static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

  /// The angle of a direction in turns, from the x axis towards the y axis, above -1/2 to 1/2.
  public static func turns(x: Double, y: Double) -> Double {
    let (near, far) = abs(y) <= abs(x) ? (abs(y), abs(x)) : (abs(x), abs(y))
    guard far > 0 else { return 0 }
    // Halved three times, so that the series converges at once.
    var slope = near / far
    for _ in 0..<3 { slope = slope / (1 + (1 + slope * slope).squareRoot()) }
    var (sum, power) = (0.0, slope)
    for n in 0..<14 {
      sum = sum + power / Double(2 * n + 1)
      power = -power * slope * slope
    }
    var angle = sum * 8 / (2 * Double.pi)
    if abs(y) > abs(x) { angle = 0.25 - angle }
    if x < 0 { angle = 0.5 - angle }
    return y < 0 ? -angle : angle
  }

  /// Two to a power, to about 1e-15 of the value; 0 below the smallest normal number.
  public static func exp2(_ power: Double) -> Double {
    guard power > -1022 else { return 0 }
    let whole = min(power, 1023).rounded(.down)
    let x = (min(power, 1023) - whole) * 0.693147180559945309417232121458
    var (sum, term) = (1.0, 1.0)
    for n in 1...20 {
      term = term * x / Double(n)
      sum = sum + term
    }
    return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
  }

  /// e to a power.
  public static func exp(_ power: Double) -> Double { exp2(power * 1.44269504088896340735992468100) }

  /// The natural logarithm of a number above 0, to about 1e-15.
  public static func log(_ value: Double) -> Double {
    var (exponent, mantissa) = (Double(value.exponent), value.significand)
    if mantissa > 1.4142135623730951 { (exponent, mantissa) = (exponent + 1, mantissa / 2) }
    // ln m = 2 artanh((m - 1) / (m + 1)), whose series converges fast as m is near 1.
    let s = (mantissa - 1) / (mantissa + 1)
    let square = s * s
    var sum = 0.0
    for n in stride(from: 25, through: 1, by: -2) { sum = sum * square + 1 / Double(n) }
    return exponent * 0.693147180559945309417232121458 + 2 * s * sum
  }

  /// A number that is not below 0 to a power.
  public static func power(_ base: Double, _ exponent: Double) -> Double {
    guard base > 0 else { return exponent == 0 ? 1 : 0 }
    return base == 1 ? 1 : exp2(log(base) * 1.44269504088896340735992468100 * exponent)
  }

  private static func sineSeries(_ x: Double) -> Double {
    var (sum, term) = (x, x)
    for n in 1...10 {
      term = -term * x * x / Double((2 * n) * (2 * n + 1))
      sum = sum + term
    }
    return sum
  }

  private static func cosineSeries(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for n in 1...10 {
      term = -term * x * x / Double((2 * n - 1) * (2 * n))
      sum = sum + term
    }
    return sum
  }
}
