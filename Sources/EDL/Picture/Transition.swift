/// How one item gives way to the next on its track.
///
/// Both items reach over all of its frames, with frames from their handles. Frame *k* of *n* shows
/// the way at *k / n*: the first frame is the outgoing item alone.
public struct Transition: Hashable, Sendable {
  /// What happens between the two.
  public enum Kind: Hashable, Sendable {
    /// One fades into the other.
    case dissolve
    /// The first fades into a colour, and that into the second.
    case fadeThrough(Color)
    /// A kind of libavfilter's `xfade`, by its name.
    case xfade(String)
    /// A picture says when each point changes: the dark ones first. A media entry, and the width of
    /// the soft edge, 0 to 1.
    case luma(media: Int, softness: Double)
  }

  /// How the sound goes over from one item to the other.
  public enum Sound: String, Hashable, Sendable {
    /// The levels follow a sine and a cosine, so that the power of unlike sounds stays.
    case equalPower = "equal-power"
    /// The levels are straight lines that add up to 1.
    case linear
    /// At ``cut``, from one sample to the next.
    case cut
  }

  /// The frames of the sequence in which both items show.
  public var frames: Range<Int>
  /// What happens.
  public var kind: Kind
  /// The place of the outgoing item among the track's items; nil out of nothing.
  public var outgoing: Int?
  /// The place of the incoming item; nil into nothing.
  public var incoming: Int?
  /// How the sound goes over.
  public var sound: Sound
  /// The frame edge at which a cut of the sound lies: where the two items meet.
  public var cut: Int
  /// Where it is written.
  public var origin: Origin

  /// Creates a transition; without a `cut` that is its middle.
  public init(
    frames: Range<Int>, kind: Kind, outgoing: Int?, incoming: Int?, sound: Sound = .equalPower, cut: Int? = nil,
    origin: Origin
  ) {
    self.frames = frames
    self.kind = kind
    self.outgoing = outgoing
    self.incoming = incoming
    self.sound = sound
    self.cut = cut ?? frames.lowerBound + frames.count / 2
    self.origin = origin
  }
}
