internal import CDrawing
internal import EDL

/// A shape on a canvas.
struct ShapeArtwork: Artwork {
  private let shape: Shape
  let frame: Pair

  init(_ shape: Shape, on canvas: PixelSize) {
    self.shape = shape
    if let size = shape.size {
      let size = size.first.on(canvas)
      frame = Pair(max(0, size.x), max(0, size.y))
    } else if case .path(let path) = shape.form {
      let own = Pen.bounds(of: path)
      frame = Pair(own.width, own.height)
    } else {
      frame = Pair(Double(canvas.width), Double(canvas.height))
    }
  }

  var clip: Rect? { nil }
  var shadow: Shadow? { shape.shadow }
  private var box: Rect { Rect(width: frame.x, height: frame.y) }

  var ink: Rect {
    var ink = box
    if case .polygon(let points) = shape.form {
      let places = points.first.values.map { $0.place(in: box) }
      guard let first = places.first else { return .empty }
      let (left, right) = places.reduce((first.x, first.x)) { (min($0.0, $1.x), max($0.1, $1.x)) }
      let (top, bottom) = places.reduce((first.y, first.y)) { (min($0.0, $1.y), max($0.1, $1.y)) }
      ink = Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
    guard let stroke = shape.stroke, stroke.width.first > 0 else { return ink }
    // A pointed corner reaches ten half widths out, then Cairo cuts it.
    let isPointed: Bool =
      switch shape.form {
      case .rectangle, .ellipse: false
      case .polygon, .regular, .path: stroke.join == .miter
      }
    return ink.grown(by: stroke.width.first / 2 * (isPointed ? 10 : 1.5))
  }

  func paintGround(_ pen: Pen) {}

  func paint(_ pen: Pen) {
    let cairo = pen.context
    cairo_new_path(cairo)
    pen.trace(shape.form, in: box)
    if let fill = shape.fill {
      pen.dip(into: fill, box: box)
      cairo_fill_preserve(cairo)
    }
    if let stroke = shape.stroke, stroke.width.first > 0 {
      pen.dip(into: stroke.paint, box: box)
      pen.hold(stroke)
      cairo_stroke_preserve(cairo)
    }
    cairo_new_path(cairo)
  }
}

extension Pen {
  /// Takes a stroke's width and manner.
  fileprivate func hold(_ stroke: Stroke) {
    cairo_set_line_width(context, stroke.width.first)
    cairo_set_miter_limit(context, 10)
    switch stroke.cap {
    case .butt: cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
    case .round: cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    case .square: cairo_set_line_cap(context, CAIRO_LINE_CAP_SQUARE)
    }
    switch stroke.join {
    case .miter: cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
    case .round: cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    case .bevel: cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL)
    }
    let dashes = stroke.dash.first.values.map { max(0, $0) }
    let isDashed = dashes.reduce(0, +) > 0
    cairo_set_dash(context, isDashed ? dashes : [], isDashed ? Int32(dashes.count) : 0, stroke.dashOffset.first)
  }
}
