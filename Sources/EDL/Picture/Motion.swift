/// Where a fitted picture lies on the canvas, over time.
///
/// The picture is mirrored, then scaled and turned about its anchor, which comes to lie at the
/// position; or its four corners are drawn to four points. Everything is sub-pixel.
public struct Motion: Hashable, Sendable {
  /// Where the anchor lies on the canvas; nil is the same share of the canvas as the anchor is of
  /// the picture: the centre for a centred anchor, the top-right corner for a top-right one.
  public var position: Curve<Extent>?
  /// The point of the picture that the position speaks of.
  public var anchor: Curve<Extent>
  /// The factors of the width and the height.
  public var scale: Curve<Pair>
  /// Degrees, clockwise.
  public var rotation: Curve<Double>
  /// Whether left and right are changed.
  public var isFlippedHorizontally: Bool
  /// Whether top and bottom are changed.
  public var isFlippedVertically: Bool
  /// Where the corners lie on the canvas, instead of all of the above but the mirroring.
  public var corners: Curve<Corners>?

  /// Creates a motion that changes nothing.
  public init() {
    anchor = Curve(Extent(Length(share: 0.5), Length(share: 0.5)))
    scale = Curve(Pair(1, 1))
    rotation = Curve(0)
    isFlippedHorizontally = false
    isFlippedVertically = false
  }

  /// Whether the picture lies the same all the time.
  public var isStill: Bool {
    (position?.isConstant ?? true) && anchor.isConstant && scale.isConstant && rotation.isConstant
      && (corners?.isConstant ?? true)
  }
}

/// The four corners of a picture on the canvas.
public struct Corners: Animatable {
  /// The top-left corner.
  public var topLeft: Extent
  /// The top-right corner.
  public var topRight: Extent
  /// The bottom-right corner.
  public var bottomRight: Extent
  /// The bottom-left corner.
  public var bottomLeft: Extent

  /// Creates corners.
  public init(topLeft: Extent, topRight: Extent, bottomRight: Extent, bottomLeft: Extent) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The value that lies `amount` of the way from one to the other.
  public static func mix(_ first: Corners, _ second: Corners, _ amount: Double) -> Corners {
    Corners(
      topLeft: Extent.mix(first.topLeft, second.topLeft, amount),
      topRight: Extent.mix(first.topRight, second.topRight, amount),
      bottomRight: Extent.mix(first.bottomRight, second.bottomRight, amount),
      bottomLeft: Extent.mix(first.bottomLeft, second.bottomLeft, amount))
  }
}
