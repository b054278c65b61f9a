public import EDL

/// What one output frame and its samples are made of, in names and values.
public struct FrameExplanation: Sendable {
  /// A name and its value: exact where there is an exact text for it.
  public typealias Fact = (name: String, value: String)

  /// One layer of the picture, or one strip of sound.
  public struct Part: Sendable {
    /// What the item is called.
    public var label: String
    /// Where the project defines it.
    public var origin: SourceRange
    /// All that is known of it at this frame.
    public var facts: [Fact]
    /// The layers inside it, top first.
    public var inner: [Part] = []
  }

  /// The frame of the programme.
  public var frame: Int
  /// Its time in exact seconds.
  public var seconds: String
  /// The samples that are heard while it shows.
  public var samples: Range<Int>
  /// What is seen, top first; what is fully hidden is not read and not here.
  public var layers: [Part]
  /// What is heard, in the order in which it is summed.
  public var sounds: [Part]
  /// The segment that the frame is encoded in; nil without a picture.
  public var segment: [Fact]
}
