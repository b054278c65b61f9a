internal import MediaTime

/// How the level of a fade rises from silence.
public enum FadeCurve: Hashable, Sendable {
  /// In a straight line of the amplitude: two that cross add up to 1.
  case linear
  /// As a quarter of a sine: the squares of two that cross add up to 1.
  case equalPower
  /// As an ease does between two keyframes.
  case ease(Ease)

  /// Reads `linear`, `equal-power` or the name of an ease; nil for anything else.
  public init?(_ name: String) {
    switch name {
    case "linear": self = .linear
    case "equal-power": self = .equalPower
    default:
      guard let ease = Ease(name) else { return nil }
      self = .ease(ease)
    }
  }

  /// The amplitude at a share of the way from silence to full level.
  public func amplitude(at share: Double) -> Double {
    switch self {
    case .linear: share
    case .equalPower: PortableMath.sine(turns: share / 4)
    case .ease(let ease): max(0, ease(share))
    }
  }
}
