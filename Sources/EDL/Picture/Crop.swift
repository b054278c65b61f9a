public import MediaTime

/// What is cut off at each side of a picture, each over time.
public struct Crop: Hashable, Sendable {
  /// At the left; a share counts of the width.
  public var left: Curve<Length>
  /// At the top; a share counts of the height.
  public var top: Curve<Length>
  /// At the right.
  public var right: Curve<Length>
  /// At the bottom.
  public var bottom: Curve<Length>

  /// Creates a crop.
  public init(
    left: Curve<Length> = Curve(Length()), top: Curve<Length> = Curve(Length()),
    right: Curve<Length> = Curve(Length()), bottom: Curve<Length> = Curve(Length())
  ) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// Whether it is the same all the time.
  public var isConstant: Bool { sides.allSatisfy(\.isConstant) }

  /// The moments of all keyframes.
  package var times: [Time] { sides.flatMap { $0.keys.map(\.time) } }

  /// What is cut off at a moment from the item's start.
  public func value(at time: Time) -> Insets {
    Insets(
      left: left.value(at: time), top: top.value(at: time), right: right.value(at: time),
      bottom: bottom.value(at: time))
  }

  private var sides: [Curve<Length>] { [left, top, right, bottom] }
}
