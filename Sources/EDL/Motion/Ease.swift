internal import MediaTime

/// How a value goes from one keyframe to the next: a curve from 0 at the first to 1 at the second.
///
/// CSS's names and cubic Béziers (CSS Easing Functions Level 1) and Robert Penner's set. Evaluated
/// without a C library's functions, so that every processor gives the same bits.
public enum Ease: Hashable, Sendable {
  /// In a straight line.
  case linear
  /// The first value stays until the second keyframe.
  case hold
  /// CSS's `cubic-bezier(x1, y1, x2, y2)`; both x are from 0 to 1.
  case cubicBezier(Double, Double, Double, Double)
  /// One of Penner's curves.
  case penner(Family, Direction)

  /// The shape of one of Penner's curves.
  public enum Family: String, Hashable, Sendable, CaseIterable {
    case sine, quad, cubic, quart, quint, expo, circ, back, elastic, bounce
  }

  /// At which end a curve is gentle.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// At the start.
    case `in`
    /// At the end.
    case out
    /// At both.
    case inOut = "in-out"
  }

  /// The curve's value at a fraction of the way, 0 to 1; may overshoot.
  public func callAsFunction(_ fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    switch self {
    case .linear: return fraction
    case .hold: return 0
    case .cubicBezier(let x1, let y1, let x2, let y2): return Self.bezier(x1, y1, x2, y2, at: fraction)
    case .penner(let family, .in): return family.easeIn(fraction)
    case .penner(let family, .out): return 1 - family.easeIn(1 - fraction)
    case .penner(let family, .inOut):
      return fraction < 0.5 ? family.easeInHalf(2 * fraction) / 2 : 1 - family.easeInHalf(2 - 2 * fraction) / 2
    }
  }

  private static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, at x: Double) -> Double {
    polynomial(y1, y2, parameter(x1, x2, at: x))
  }

  private static func polynomial(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * a + 3 * rest * t * t * b + t * t * t
  }

  /// Where along a Bézier its x has a value.
  static func parameter(_ x1: Double, _ x2: Double, at x: Double) -> Double {
    // x rises with t, so halving finds it to the last bit in a fixed number of steps.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if polynomial(x1, x2, middle) < x { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

extension Ease {
  /// Reads a name or `cubic-bezier(a, b, c, d)`; nil for anything else.
  public init?(_ name: String) {
    if let known = Self.named[name] {
      self = known
      return
    }
    guard name.hasPrefix("cubic-bezier("), name.hasSuffix(")") else { return nil }
    let parts = name.dropFirst("cubic-bezier(".count).dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      DecimalText.parse(part.drop { $0 == " " }.trimmingSuffix { $0 == " " }).map(\.approximate)
    }
    guard parts.count == 4, numbers.count == 4, (0...1).contains(numbers[0]), (0...1).contains(numbers[2]) else {
      return nil
    }
    self = .cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
  }

  /// Every name, in the order of the documentation.
  public static let names: [String] = {
    let penner = Family.allCases.flatMap { family in Direction.allCases.map { "\(family.rawValue)-\($0.rawValue)" } }
    return ["linear", "hold", "ease", "ease-in", "ease-out", "ease-in-out"] + penner
  }()

  /// The name, or `cubic-bezier(a, b, c, d)`.
  public var name: String {
    if let known = Self.names.first(where: { Self.named[$0] == self }) { return known }
    guard case .cubicBezier(let x1, let y1, let x2, let y2) = self else { return "linear" }
    return "cubic-bezier(\(x1), \(y1), \(x2), \(y2))"
  }

  private static let named: [String: Ease] = {
    var table: [String: Ease] = [
      "linear": .linear, "hold": .hold,
      "ease": .cubicBezier(0.25, 0.1, 0.25, 1), "ease-in": .cubicBezier(0.42, 0, 1, 1),
      "ease-out": .cubicBezier(0, 0, 0.58, 1), "ease-in-out": .cubicBezier(0.42, 0, 0.58, 1),
    ]
    for family in Family.allCases {
      for direction in Direction.allCases {
        table["\(family.rawValue)-\(direction.rawValue)"] = .penner(family, direction)
      }
    }
    return table
  }()
}

extension Ease.Family {
  /// The gentle half of a curve that is gentle at both ends: Penner overshoots more in it, and swings slower.
  fileprivate func easeInHalf(_ t: Double) -> Double {
    switch self {
    case .back:
      let overshoot = 1.70158 * 1.525
      return t * t * ((overshoot + 1) * t - overshoot)
    case .elastic:
      return t <= 0 || t >= 1
        ? max(0, min(t, 1)) : -PortableMath.exp2(10 * t - 10) * PortableMath.sine(turns: (10 * t - 11.125) / 4.5)
    default: return easeIn(t)
    }
  }

  /// The curve that is gentle at its start.
  fileprivate func easeIn(_ t: Double) -> Double {
    switch self {
    case .sine: return 1 - PortableMath.cosine(turns: t / 4)
    case .quad: return t * t
    case .cubic: return t * t * t
    case .quart: return t * t * t * t
    case .quint: return t * t * t * t * t
    case .expo: return t <= 0 ? 0 : PortableMath.exp2(10 * t - 10)
    case .circ: return 1 - (1 - t * t).squareRoot()
    case .back: return t * t * (2.70158 * t - 1.70158)
    case .elastic:
      return t <= 0 || t >= 1
        ? max(0, min(t, 1)) : -PortableMath.exp2(10 * t - 10) * PortableMath.sine(turns: (10 * t - 10.75) / 3)
    case .bounce: return 1 - Self.bounceOut(1 - t)
    }
  }

  private static func bounceOut(_ t: Double) -> Double {
    let (strength, width) = (7.5625, 2.75)
    if t < 1 / width { return strength * t * t }
    if t < 2 / width { return strength * (t - 1.5 / width) * (t - 1.5 / width) + 0.75 }
    if t < 2.5 / width { return strength * (t - 2.25 / width) * (t - 2.25 / width) + 0.9375 }
    return strength * (t - 2.625 / width) * (t - 2.625 / width) + 0.984375
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
    var end = endIndex
    while end > startIndex, isTrimmed(self[index(before: end)]) { end = index(before: end) }
    return self[startIndex..<end]
  }
}
