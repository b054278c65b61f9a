package import EDL

/// A rectangle in any unit, its edges anywhere.
package struct Rect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Nothing.
  package static let empty = Rect(width: 0, height: 0)

  package var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The smallest rectangle around both; nothing adds nothing.
  package func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// What both have in common.
  package func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
    return right > left && bottom > top ? Rect(x: left, y: top, width: right - left, height: bottom - top) : .empty
  }

  /// Grown by as much on every side.
  package func grown(by margin: Double) -> Rect { grown(by: margin, margin) }

  /// Grown on the left and right, and at the top and bottom.
  package func grown(by horizontal: Double, _ vertical: Double) -> Rect {
    Rect(x: x - horizontal, y: y - vertical, width: width + 2 * horizontal, height: height + 2 * vertical)
  }

  package func moved(by offset: Pair) -> Rect { Rect(x: x + offset.x, y: y + offset.y, width: width, height: height) }
}

/// Whole pixels of a canvas.
package struct PixelRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The pixels of a canvas that a rectangle touches; nil for none.
  package init?(touching rect: Rect, on canvas: PixelSize) {
    let whole = Rect(width: Double(canvas.width), height: Double(canvas.height))
    let part = rect.intersection(whole)
    guard !part.isEmpty else { return nil }
    x = Int(part.x.rounded(.down))
    y = Int(part.y.rounded(.down))
    width = Int((part.x + part.width).rounded(.up)) - x
    height = Int((part.y + part.height).rounded(.up)) - y
  }
}

/// A map of the plane that keeps lines straight: x' = xx·x + xy·y + x0, y' = yx·x + yy·y + y0.
package struct Affine: Hashable, Sendable {
  package var xx: Double
  package var yx: Double
  package var xy: Double
  package var yy: Double
  package var x0: Double
  package var y0: Double

  package init(xx: Double = 1, yx: Double = 0, xy: Double = 0, yy: Double = 1, x0: Double = 0, y0: Double = 0) {
    self.xx = xx
    self.yx = yx
    self.xy = xy
    self.yy = yy
    self.x0 = x0
    self.y0 = y0
  }

  /// Leaves all as it is.
  package static let identity = Affine()

  /// Where a point comes to lie.
  package func callAsFunction(_ point: Pair) -> Pair {
    Pair(xx * point.x + xy * point.y + x0, yx * point.x + yy * point.y + y0)
  }

  /// The rectangle around where a rectangle comes to lie.
  package func bounds(of rect: Rect) -> Rect {
    guard !rect.isEmpty else { return .empty }
    let corners = [
      self(Pair(rect.x, rect.y)), self(Pair(rect.x + rect.width, rect.y)),
      self(Pair(rect.x, rect.y + rect.height)), self(Pair(rect.x + rect.width, rect.y + rect.height)),
    ]
    let (left, right) = corners.reduce((Double.infinity, -Double.infinity)) { (min($0.0, $1.x), max($0.1, $1.x)) }
    let (top, bottom) = corners.reduce((Double.infinity, -Double.infinity)) { (min($0.0, $1.y), max($0.1, $1.y)) }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// By how much lengths grow, on average over directions.
  package var scale: Double { abs(xx * yy - xy * yx).squareRoot() }
}
