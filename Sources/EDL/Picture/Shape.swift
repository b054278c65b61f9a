/// A vector shape.
public struct Shape: Hashable, Sendable {
  /// Its outline, in a box whose top-left is the origin.
  public enum Form: Hashable, Sendable {
    /// The box, its corners rounded.
    case rectangle(radius: Curve<CornerRadii>)
    /// The ellipse that fits into the box.
    case ellipse
    /// Straight lines through points; a share is of the box's sides.
    case polygon(Curve<Points>)
    /// A regular polygon on the box's ellipse, one corner on top.
    case regular(sides: Int)
    /// Lines and curves, stretched so that what they cover fills the box.
    case path(PathData)
  }

  /// Its outline.
  public var form: Form
  /// The size of its box, a share is of the canvas; nil is the canvas, and for a path its own size.
  public var size: Curve<Extent>?
  /// What it is filled with.
  public var fill: Paint?
  /// The line along its edge.
  public var stroke: Stroke?
  /// The shadow that it throws.
  public var shadow: Shadow?

  /// Creates a shape.
  public init(
    _ form: Form, size: Curve<Extent>? = nil, fill: Paint? = nil, stroke: Stroke? = nil, shadow: Shadow? = nil
  ) {
    self.form = form
    self.size = size
    self.fill = fill
    self.stroke = stroke
    self.shadow = shadow
  }
}

extension Shape {
  mutating func visitCurves(_ visitor: inout some CurveVisitor) {
    switch form {
    case .rectangle(var radius):
      visitor.visit(&radius)
      form = .rectangle(radius: radius)
    case .polygon(var points):
      visitor.visit(&points)
      form = .polygon(points)
    case .ellipse, .regular, .path: break
    }
    visitor.visit(&size)
    fill?.visitCurves(&visitor)
    stroke?.visitCurves(&visitor)
    shadow?.visitCurves(&visitor)
  }
}
