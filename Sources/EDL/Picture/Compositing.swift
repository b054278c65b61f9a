/// A place in the source text that goes along with a value and takes no part in comparing it.
public struct Origin: Hashable, Sendable {
  /// The place.
  public var range: SourceRange

  /// Creates an origin.
  public init(_ range: SourceRange) { self.range = range }

  /// Always true: where something is written does not change what it is.
  public static func == (lhs: Origin, rhs: Origin) -> Bool { true }
  /// Adds nothing.
  public func hash(into hasher: inout Hasher) {}
}

extension Origin: CustomStringConvertible, CustomDebugStringConvertible {
  /// Nothing: where something is written does not change what it is.
  public var description: String { "" }
  /// Nothing.
  public var debugDescription: String { "" }
}

/// How a layer is laid over what is below, by libavfilter's name; checked against its `blend` filter.
public struct BlendMode: Hashable, Sendable {
  /// The name, such as `multiply`.
  public var name: String
  /// Where it is written.
  public var origin: Origin

  /// Creates a blend mode.
  public init(name: String, origin: Origin) {
    self.name = name
    self.origin = origin
  }
}

/// A colour that becomes transparent.
public struct ChromaKey: Hashable, Sendable {
  /// The colour of the backing.
  public var color: Color
  /// How far from it a colour may be and still be transparent, 0 to 1.
  public var similarity: Curve<Double>
  /// The width of the soft step from transparent to opaque, 0 to 1.
  public var blend: Curve<Double>
  /// How much of the backing's hue is taken out of what stays, 0 to 1.
  public var spill: Curve<Double>

  /// Creates a key.
  public init(
    color: Color, similarity: Curve<Double> = Curve(0.1), blend: Curve<Double> = Curve(0.05),
    spill: Curve<Double> = Curve(0)
  ) {
    self.color = color
    self.similarity = similarity
    self.blend = blend
    self.spill = spill
  }
}

/// What of a picture shows.
public struct Mask: Hashable, Sendable {
  /// What the mask is made of.
  public enum Content: Hashable, Sendable {
    /// The pictures of a media entry from the item's start on, stretched over the item's picture.
    case media(Int, videoStream: Int)
    /// A shape on the canvas.
    case drawing(Drawing)
  }

  /// What of the mask's picture counts.
  public enum Channel: String, Hashable, Sendable, CaseIterable {
    /// Its brightness: white shows.
    case luma
    /// Its opacity: what is opaque shows.
    case alpha
  }

  /// What the mask is made of.
  public var content: Content
  /// What of the mask's picture counts.
  public var channel: Channel
  /// Whether what would show is hidden, and the rest shows.
  public var isInverted: Bool
  /// How far the edge is blurred, in pixels.
  public var feather: Curve<Double>

  /// Creates a mask.
  public init(content: Content, channel: Channel, isInverted: Bool = false, feather: Curve<Double> = Curve(0)) {
    self.content = content
    self.channel = channel
    self.isInverted = isInverted
    self.feather = feather
  }
}
