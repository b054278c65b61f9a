/// Lines and curves, as SVG's path data describes them, with absolute places and cubic curves alone.
public struct PathData: Hashable, Sendable {
  /// One step of the pen.
  public enum Step: Hashable, Sendable {
    /// Lifts the pen and begins a figure.
    case move(Pair)
    /// A straight line.
    case line(Pair)
    /// A cubic Bézier curve by its two control points and its end.
    case curve(Pair, Pair, Pair)
    /// A straight line to where the figure began, which it closes.
    case close
  }

  /// The steps in order.
  public let steps: [Step]

  /// Creates a path.
  public init(steps: [Step]) { self.steps = steps }
}

/// Where a text stops being path data.
struct PathSyntaxError: Error, Hashable {
  /// The place in the text, in Unicode scalars from 0.
  let offset: Int
  /// What is wrong there, ending a sentence that begins with the place.
  let message: String
}
