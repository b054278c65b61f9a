public import MediaTime

/// What is done to a sum of sound on its way, in this order: channels, effects, gain and pan.
public struct Mix: Hashable, Sendable {
  /// Which channels are heard where; nil leaves them as they are.
  public var channels: ChannelMap?
  /// Filters that it goes through.
  public var effects: [Effect]
  /// How much louder or softer.
  public var gain: Curve<Gain>
  /// Where it is between left (-1) and right (1); nil where nothing is written.
  public var pan: Curve<Double>?
  /// Silent all the same.
  public var isMuted: Bool

  /// Creates the fields.
  public init(
    gain: Curve<Gain> = Curve(.unit), pan: Curve<Double>? = nil, isMuted: Bool = false, channels: ChannelMap? = nil,
    effects: [Effect] = []
  ) {
    self.effects = effects
    self.gain = gain
    self.pan = pan
    self.isMuted = isMuted
    self.channels = channels
  }
}

/// How an item's sound is treated.
public struct SoundFields: Hashable, Sendable {
  /// Whether a change of speed changes the pitch.
  public enum Pitch: String, Hashable, Sendable, CaseIterable {
    /// The pitch stays.
    case preserve
    /// The pitch follows the speed, as a tape's does.
    case follow
  }

  /// Channels, gain and pan; its times count from the item's start.
  public var mix: Mix
  /// The fade from silence at the item's start.
  public var fadeIn: Time
  /// The fade to silence at the item's end.
  public var fadeOut: Time
  /// How the fades rise and fall.
  public var fadeCurve: FadeCurve
  /// How much later the sound is than where it belongs; negative: earlier.
  public var delay: Time
  /// Short fades at both of the item's ends that keep a cut from clicking.
  public var declick: Time
  /// Whether a change of speed changes the pitch.
  public var pitch: Pitch

  /// Creates sound fields.
  public init(
    mix: Mix = Mix(), fadeIn: Time = .zero, fadeOut: Time = .zero, fadeCurve: FadeCurve = .linear,
    delay: Time = .zero, declick: Time = .zero, pitch: Pitch = .preserve
  ) {
    self.mix = mix
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
    self.fadeCurve = fadeCurve
    self.delay = delay
    self.declick = declick
    self.pitch = pitch
  }
}
