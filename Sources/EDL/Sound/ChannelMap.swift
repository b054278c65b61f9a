/// Which channels of a source are heard where.
public enum ChannelMap: Hashable, Sendable {
  /// One channel of the source, with its level as a factor of the amplitude.
  public struct Tap: Hashable, Sendable {
    /// The channel, from 0.
    public var channel: Int
    /// The level.
    public var level: Double

    /// Creates a tap.
    public init(channel: Int, level: Double = 1) {
      self.channel = channel
      self.level = level
    }
  }

  /// The channels are those of a layout by libavutil's name, whatever the file says.
  case layout(String)
  /// The taps are added up and taken as mono.
  case mono([Tap])
  /// Each output channel is the sum of some taps.
  case list([[Tap]])

  /// The channels of the source that are asked for.
  public var taps: [Tap] {
    switch self {
    case .layout: []
    case .mono(let taps): taps
    case .list(let list): list.flatMap(\.self)
    }
  }
}
