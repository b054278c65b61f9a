/// A sum of tracks and other buses, and what is done to it.
public struct Bus: Sendable {
  /// The name of the bus that ends in the outputs unless they say otherwise.
  public static let main = "main"

  /// The name.
  public var name: String
  /// The bus that it goes to; nil for `main` and for one that only outputs take.
  public var to: String?
  /// libavutil's name of the layout that it is summed in.
  public var layout: String
  /// Channels, gain and pan; its times count from the programme's start.
  public var mix: Mix
  /// What it gives way to.
  public var duck: Ducking?
  /// How loud the whole of it is made, after all else.
  public var loudness: LoudnessTarget?
  /// The dBTP that it stays below.
  public var limiter: Double?
  /// Where the project defines it.
  public var origin: SourceRange

  /// Creates a bus.
  public init(
    name: String, to: String? = Bus.main, layout: String, mix: Mix = Mix(), duck: Ducking? = nil,
    loudness: LoudnessTarget? = nil, limiter: Double? = nil, origin: SourceRange
  ) {
    (self.duck, self.loudness, self.limiter) = (duck, loudness, limiter)
    self.name = name
    self.to = name == Bus.main ? nil : to
    self.layout = layout
    self.mix = mix
    self.origin = origin
  }
}
