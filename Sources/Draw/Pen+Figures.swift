internal import CDrawing
internal import EDL
internal import MediaTime

extension Pen {
  /// How far a quarter circle's control points lie from its ends, of the radius.
  private static let quarter = 0.552284749830793

  /// Traces a rectangle with round corners; radii that do not fit shrink together.
  func trace(_ box: Rect, _ radii: CornerRadii) {
    let side = min(box.width, box.height)
    var corners = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft].map { max(0, $0.on(side)) }
    let sums = [
      (corners[0] + corners[1], box.width), (corners[1] + corners[2], box.height),
      (corners[2] + corners[3], box.width), (corners[3] + corners[0], box.height),
    ]
    let shrink = sums.reduce(1.0) { $1.0 > $1.1 ? min($0, $1.1 / $1.0) : $0 }
    corners = corners.map { $0 * shrink }
    guard corners.contains(where: { $0 > 0 }) else {
      cairo_rectangle(context, box.x, box.y, box.width, box.height)
      return
    }
    let (left, top, right, bottom) = (box.x, box.y, box.x + box.width, box.y + box.height)
    cairo_new_sub_path(context)
    cairo_move_to(context, left + corners[0], top)
    corner(to: Pair(right - corners[1], top), Pair(right, top), Pair(right, top + corners[1]))
    corner(to: Pair(right, bottom - corners[2]), Pair(right, bottom), Pair(right - corners[2], bottom))
    corner(to: Pair(left + corners[3], bottom), Pair(left, bottom), Pair(left, bottom - corners[3]))
    corner(to: Pair(left, top + corners[0]), Pair(left, top), Pair(left + corners[0], top))
    cairo_close_path(context)
  }

  /// A line, then a quarter ellipse around a corner.
  private func corner(to start: Pair, _ corner: Pair, _ end: Pair) {
    cairo_line_to(context, start.x, start.y)
    guard start != end else { return }
    let first = Pair.mix(start, corner, Self.quarter)
    let second = Pair.mix(end, corner, Self.quarter)
    cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
  }

  /// Traces a shape's outline in a box.
  func trace(_ form: Shape.Form, in box: Rect) {
    switch form {
    case .rectangle(let radius): trace(box, radius.first)
    case .ellipse:
      let middle = Pair(box.x + box.width / 2, box.y + box.height / 2)
      let (right, bottom) = (box.x + box.width, box.y + box.height)
      cairo_move_to(context, middle.x, box.y)
      corner(to: Pair(middle.x, box.y), Pair(right, box.y), Pair(right, middle.y))
      corner(to: Pair(right, middle.y), Pair(right, bottom), Pair(middle.x, bottom))
      corner(to: Pair(middle.x, bottom), Pair(box.x, bottom), Pair(box.x, middle.y))
      corner(to: Pair(box.x, middle.y), Pair(box.x, box.y), Pair(middle.x, box.y))
      cairo_close_path(context)
    case .polygon(let points): trace(points.first.values.map { $0.place(in: box) })
    case .regular(let sides):
      trace(
        (0..<sides).map { index in
          let turns = Double(index) / Double(sides)
          return Pair(
            box.x + box.width / 2 * (1 + PortableMath.sine(turns: turns)),
            box.y + box.height / 2 * (1 - PortableMath.cosine(turns: turns)))
        })
    case .path(let path):
      let own = Self.bounds(of: path)
      let (sx, sy) = (own.width > 0 ? box.width / own.width : 1, own.height > 0 ? box.height / own.height : 1)
      trace(path) { Pair(box.x + ($0.x - own.x) * sx, box.y + ($0.y - own.y) * sy) }
    }
  }

  private func trace(_ points: [Pair]) {
    for (index, point) in points.enumerated() {
      if index == 0 { cairo_move_to(context, point.x, point.y) } else { cairo_line_to(context, point.x, point.y) }
    }
    cairo_close_path(context)
  }

  private func trace(_ path: PathData, _ place: (Pair) -> Pair) {
    for step in path.steps {
      switch step {
      case .move(let point):
        let point = place(point)
        cairo_move_to(context, point.x, point.y)
      case .line(let point):
        let point = place(point)
        cairo_line_to(context, point.x, point.y)
      case .curve(let first, let second, let end):
        let (first, second, end) = (place(first), place(second), place(end))
        cairo_curve_to(context, first.x, first.y, second.x, second.y, end.x, end.y)
      case .close: cairo_close_path(context)
      }
    }
  }

  /// The box that a path's lines and curves fill exactly.
  static func bounds(of path: PathData) -> Rect {
    var (pen, box) = (Pair(0, 0), [Pair]())
    for step in path.steps {
      switch step {
      case .move(let point), .line(let point):
        box.append(point)
        pen = point
      case .curve(let first, let second, let end):
        box.append(end)
        for share in extremes(pen.x, first.x, second.x, end.x) + extremes(pen.y, first.y, second.y, end.y) {
          let (a, b, c) = (
            Pair.mix(pen, first, share), Pair.mix(first, second, share), Pair.mix(second, end, share)
          )
          box.append(Pair.mix(Pair.mix(a, b, share), Pair.mix(b, c, share), share))
        }
        pen = end
      case .close: break
      }
    }
    guard let first = box.first else { return .empty }
    let (left, right) = box.reduce((first.x, first.x)) { (min($0.0, $1.x), max($0.1, $1.x)) }
    let (top, bottom) = box.reduce((first.y, first.y)) { (min($0.0, $1.y), max($0.1, $1.y)) }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Where along a cubic curve one coordinate turns back.
  private static func extremes(_ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double) -> [Double] {
    let (a, b, c) = (p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0)
    var roots: [Double] = []
    if abs(a) < 1e-12 {
      if abs(b) > 1e-12 { roots = [-c / b] }
    } else {
      let square = b * b - 4 * a * c
      if square >= 0 { roots = [(-b + square.squareRoot()) / (2 * a), (-b - square.squareRoot()) / (2 * a)] }
    }
    return roots.filter { $0 > 0 && $0 < 1 }
  }
}
