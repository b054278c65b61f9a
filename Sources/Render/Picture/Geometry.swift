internal import AV
internal import EDL
internal import MediaTime

/// Where which part of a picture comes to lie on the canvas, exactly.
///
/// The `source` rectangle, in the picture's own pixels, is mapped to the rectangle from (0, 0) to
/// `size`, and that to the canvas by `projection`.
struct Geometry: Hashable {
  var source: ImageScaler.Region
  var size: Pair
  var projection: Projection

  /// Places a picture of `pixels` whose pixels have the given aspect, by the fields at one frame.
  init(
    pixels: PixelSize, aspect: (Int, Int), fit: PictureFields.Fit, state: PictureState, canvas: PixelSize
  ) {
    // As shown: square pixels, only ever wider or higher, never less.
    var shown = Pair(Double(pixels.width), Double(pixels.height))
    if aspect.0 > aspect.1 { shown.x = shown.x * Double(aspect.0) / Double(aspect.1) }
    if aspect.0 < aspect.1 { shown.y = shown.y * Double(aspect.1) / Double(aspect.0) }
    let perShown = Pair(Double(pixels.width) / shown.x, Double(pixels.height) / shown.y)

    var (left, top, width, height) = (0.0, 0.0, shown.x, shown.y)
    if let crop = state.crop {
      left = min(max(0, crop.left.on(shown.x)), shown.x - 1)
      top = min(max(0, crop.top.on(shown.y)), shown.y - 1)
      width = max(1, shown.x - left - max(0, crop.right.on(shown.x)))
      height = max(1, shown.y - top - max(0, crop.bottom.on(shown.y)))
    }
    let box = state.box ?? Pair(Double(canvas.width), Double(canvas.height))
    switch fit {
    case .none: size = Pair(width, height)
    case .fill: size = box
    case .contain:
      let factor = min(box.x / width, box.y / height)
      size = Pair(width * factor, height * factor)
    case .cover:
      let factor = max(box.x / width, box.y / height)
      size = Pair(min(width * factor, box.x), min(height * factor, box.y))
      let kept = Pair(size.x / factor, size.y / factor)
      left += (width - kept.x) / 2
      top += (height - kept.y) / 2
      (width, height) = (kept.x, kept.y)
    }
    source = ImageScaler.Region(
      left: left * perShown.x, top: top * perShown.y, width: width * perShown.x, height: height * perShown.y)
    projection = Projection(state.motion ?? .none, picture: size, canvas: canvas)
  }
}

/// A projective map of the plane, by its nine coefficients row by row.
struct Projection: Hashable {
  var m: [Double]

  init(_ m: [Double]) { self.m = m }

  /// From a picture's own rectangle to the canvas.
  init(_ motion: PictureState.MotionState, picture: Pair, canvas: PixelSize) {
    let mirror = Projection([
      motion.isFlippedHorizontally ? -1 : 1, 0, motion.isFlippedHorizontally ? picture.x : 0,
      0, motion.isFlippedVertically ? -1 : 1, motion.isFlippedVertically ? picture.y : 0,
      0, 0, 1,
    ])
    if let corners = motion.corners {
      self = Projection(from: picture, to: corners).after(mirror)
      return
    }
    let anchor = Pair(motion.anchor.x.on(picture.x), motion.anchor.y.on(picture.y))
    let position =
      motion.position
      ?? Pair(motion.anchor.x.share * Double(canvas.width), motion.anchor.y.share * Double(canvas.height))
    let turns = motion.rotation / 360
    let (cosine, sine) = (PortableMath.cosine(turns: turns), PortableMath.sine(turns: turns))
    // Exact quarter turns leave no dust that would make a straight edge oblique.
    let (c, s) = (Self.snapped(cosine), Self.snapped(sine))
    let (a, b) = (c * motion.scale.x, -s * motion.scale.y)
    let (d, e) = (s * motion.scale.x, c * motion.scale.y)
    self = Projection([
      a, b, position.x - a * anchor.x - b * anchor.y,
      d, e, position.y - d * anchor.x - e * anchor.y,
      0, 0, 1,
    ]).after(mirror)
  }

  /// From a rectangle to four points (Heckbert 1989, square to quadrilateral).
  private init(from picture: Pair, to q: [Pair]) {
    let (dx1, dx2, dx3) = (q[1].x - q[2].x, q[3].x - q[2].x, q[0].x - q[1].x + q[2].x - q[3].x)
    let (dy1, dy2, dy3) = (q[1].y - q[2].y, q[3].y - q[2].y, q[0].y - q[1].y + q[2].y - q[3].y)
    let determinant = dx1 * dy2 - dx2 * dy1
    var (g, h) = (0.0, 0.0)
    if determinant != 0 {
      g = (dx3 * dy2 - dx2 * dy3) / determinant
      h = (dx1 * dy3 - dx3 * dy1) / determinant
    }
    let unit = Projection([
      q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x, q[0].x,
      q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y, q[0].y,
      g, h, 1,
    ])
    self = unit.after(Projection([1 / picture.x, 0, 0, 0, 1 / picture.y, 0, 0, 0, 1]))
  }

  private static func snapped(_ value: Double) -> Double {
    let whole = value.rounded()
    return abs(value - whole) < 1e-12 ? whole : value
  }

  /// The map that does another one first.
  func after(_ first: Projection) -> Projection {
    var product = [Double](repeating: 0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        product[row * 3 + column] =
          m[row * 3] * first.m[column] + m[row * 3 + 1] * first.m[3 + column] + m[row * 3 + 2] * first.m[6 + column]
      }
    }
    return Projection(product)
  }

  /// The map back; nil where the plane is folded to a line.
  var inverse: Projection? {
    let (a, b, c, d, e, f, g, h, i) = (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    guard abs(determinant) > 1e-12 else { return nil }
    return Projection(
      [
        e * i - f * h, c * h - b * i, b * f - c * e,
        f * g - d * i, a * i - c * g, c * d - a * f,
        d * h - e * g, b * g - a * h, a * e - b * d,
      ].map { $0 / determinant })
  }

  /// The image of a point.
  func callAsFunction(_ point: Pair) -> Pair {
    let w = m[6] * point.x + m[7] * point.y + m[8]
    return Pair((m[0] * point.x + m[1] * point.y + m[2]) / w, (m[3] * point.x + m[4] * point.y + m[5]) / w)
  }

  /// Whether upright rectangles stay upright rectangles.
  var isUpright: Bool { m[1] == 0 && m[3] == 0 && m[6] == 0 && m[7] == 0 && m[8] == 1 }
}
