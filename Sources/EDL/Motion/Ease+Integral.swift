internal import MediaTime

extension Ease {
  /// The area under the curve from 0 to a fraction of the way, in closed form.
  ///
  /// Like the curve itself it is made of plain IEEE operations in a fixed order, so that every
  /// processor gives the same bits.
  func integral(_ fraction: Double) -> Double {
    let t = max(0, min(fraction, 1))
    switch self {
    case .linear: return t * t / 2
    case .hold: return 0
    case .cubicBezier(let x1, let y1, let x2, let y2): return Self.bezierArea(x1, y1, x2, y2, at: t)
    case .penner(let family, .in): return family.area(t)
    case .penner(let family, .out): return t - (family.area(1) - family.area(1 - t))
    case .penner(let family, .inOut):
      return t < 0.5 ? family.halfArea(2 * t) / 4 : t - 0.5 + family.halfArea(2 - 2 * t) / 4
    }
  }

  /// The area under the whole curve: exact where it is a fraction, else to 1e-12.
  var area: Rational {
    switch self {
    case .linear, .penner(_, .inOut): return Self.half
    case .hold: return .zero
    case .cubicBezier, .penner: return Self.fraction(integral(1), over: 1_000_000_000_000)
    }
  }

  private static let half = fraction(0.5, over: 2)

  /// The multiple of a fraction that is nearest to a number; 0 for what is far too large.
  private static func fraction(_ value: Double, over denominator: Int64) -> Rational {
    guard let count = Int64(exactly: (value * Double(denominator)).rounded()) else { return .zero }
    return (try? Rational(count, over: denominator)) ?? .zero
  }

  /// Whether the curve leaves the range between its ends, so that a value may overshoot.
  var overshoots: Bool {
    switch self {
    case .cubicBezier(_, let y1, _, let y2): !(0...1).contains(y1) || !(0...1).contains(y2)
    case .penner(.back, _), .penner(.elastic, _): true
    case .linear, .hold, .penner: false
    }
  }

  private static func bezierArea(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double) -> Double {
    let t = x >= 1 ? 1 : parameter(x1, x2, at: x)
    // ∫ y dx = ∫ y(t) x'(t) dt, a polynomial: both in powers of t, multiplied out.
    let y = (3 * y1, 3 * y2 - 6 * y1, 1 + 3 * y1 - 3 * y2)
    let slope = (3 * x1, 6 * x2 - 12 * x1, 3 + 9 * x1 - 9 * x2)
    let products = [
      y.0 * slope.0, y.0 * slope.1 + y.1 * slope.0, y.0 * slope.2 + y.1 * slope.1 + y.2 * slope.0,
      y.1 * slope.2 + y.2 * slope.1, y.2 * slope.2,
    ]
    var sum = 0.0
    for (index, product) in products.enumerated().reversed() { sum = sum * t + product / Double(index + 2) }
    return sum * t * t
  }
}

extension Ease.Family {
  /// The area under the curve that is gentle at its start.
  fileprivate func area(_ t: Double) -> Double {
    switch self {
    case .sine: return t - PortableMath.sine(turns: t / 4) * (2 / Double.pi)
    case .quad: return t * t * t / 3
    case .cubic: return t * t * t * t / 4
    case .quart: return t * t * t * t * t / 5
    case .quint: return t * t * t * t * t * t / 6
    case .expo: return (PortableMath.exp2(10 * t - 10) - 0x1p-10) / (10 * Self.ln2)
    case .circ:
      let height = max(0, 1 - t * t).squareRoot()
      return t - (t * height + PortableMath.turns(x: height, y: t) * 2 * Double.pi) / 2
    case .back: return t * t * t * (2.70158 * t / 4 - 1.70158 / 3)
    case .elastic: return Self.swing(t, period: 3, phase: 10.75)
    case .bounce: return t - (Self.bounceArea(1) - Self.bounceArea(1 - t))
    }
  }

  /// The area under the gentle half of a curve that is gentle at both ends.
  fileprivate func halfArea(_ t: Double) -> Double {
    switch self {
    case .back:
      let overshoot = 1.70158 * 1.525
      return t * t * t * ((overshoot + 1) * t / 4 - overshoot / 3)
    case .elastic: return Self.swing(t, period: 4.5, phase: 11.125)
    default: return area(t)
    }
  }

  private static let ln2 = 0.693147180559945309417232121458

  /// The area under -2^(10t - 10) · sin(2π (10t - phase) / period).
  private static func swing(_ t: Double, period: Double, phase: Double) -> Double {
    let (growth, turn) = (10 * ln2, 20 * Double.pi / period)
    func antiderivative(_ t: Double) -> Double {
      let angle = (10 * t - phase) / period
      let (sine, cosine) = (PortableMath.sine(turns: angle), PortableMath.cosine(turns: angle))
      return PortableMath.exp2(10 * t - 10) * (growth * sine - turn * cosine) / (growth * growth + turn * turn)
    }
    return antiderivative(0) - antiderivative(t)
  }

  private static func bounceArea(_ t: Double) -> Double {
    let (strength, width) = (7.5625, 2.75)
    // Parabolas, each over its own floor.
    let arcs = [(0.0, 1.0, 0.0, 0.0), (1, 2, 1.5, 0.75), (2, 2.5, 2.25, 0.9375), (2.5, 2.75, 2.625, 0.984375)]
    var sum = 0.0
    for (from, to, middle, floor) in arcs where t > from / width {
      let (start, end) = (from / width - middle / width, min(t, to / width) - middle / width)
      sum += strength * (end * end * end - start * start * start) / 3 + floor * (end - start)
    }
    return sum
  }
}
