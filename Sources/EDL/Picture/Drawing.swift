/// A picture that is drawn rather than read.
public enum Drawing: Hashable, Sendable {
  /// Text.
  case title(Title)
  /// A rectangle, an ellipse, a polygon or a path.
  case shape(Shape)
}

/// A text that Pango lays out and Cairo draws.
public struct Title: Hashable, Sendable {
  /// The text, nothing in it is interpreted.
  public var text: String

  /// Creates a title.
  public init(text: String) { self.text = text }
}

/// A vector shape that Cairo draws.
public struct Shape: Hashable, Sendable {
  /// The size of the box it is drawn in, in pixels.
  public var size: Curve<Pair>

  /// Creates a shape.
  public init(size: Curve<Pair>) { self.size = size }
}

extension Drawing {
  /// Whether it looks different in different frames of its item.
  public var isAnimated: Bool {
    switch self {
    case .title: false
    case .shape(let shape): !shape.size.isConstant
    }
  }
}
