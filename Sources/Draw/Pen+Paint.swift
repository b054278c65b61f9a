internal import CDrawing
internal import EDL
internal import MediaTime

extension Pen {
  /// Takes a paint for what is drawn next; a gradient counts from a box.
  func dip(into paint: Paint, box: Rect) {
    switch paint {
    case .color(let color): dip(into: color.first)
    case .gradient(let gradient): dip(into: gradient, box)
    }
  }

  func dip(into color: Color) {
    cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, Double(color.alpha) / 255)
  }

  private func dip(into gradient: Gradient, _ box: Rect) {
    let pattern: OpaquePointer?
    switch gradient.form {
    case .linear(let angle):
      let turns = angle.first / 360
      let (right, down) = (PortableMath.sine(turns: turns), -PortableMath.cosine(turns: turns))
      let reach = (abs(box.width * right) + abs(box.height * down)) / 2
      let center = Pair(box.x + box.width / 2, box.y + box.height / 2)
      pattern = cairo_pattern_create_linear(
        center.x - right * reach, center.y - down * reach, center.x + right * reach, center.y + down * reach)
    case .line(let from, let to):
      let (start, end) = (from.first.place(in: box), to.first.place(in: box))
      pattern = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    case .radial(let center, let radius):
      let middle = center.first.place(in: box)
      // Without a radius through the corners, as CSS's farthest-corner of a centred ellipse.
      let corner = 0.5.squareRoot()
      let radii =
        radius.map { Pair($0.first.x.on(box.width), $0.first.y.on(box.height)) }
        ?? Pair(box.width * corner, box.height * corner)
      pattern = cairo_pattern_create_radial(0, 0, 0, 0, 0, 1)
      let (rx, ry) = (max(radii.x, 1e-3), max(radii.y, 1e-3))
      var matrix = cairo_matrix_t(xx: 1 / rx, yx: 0, xy: 0, yy: 1 / ry, x0: -middle.x / rx, y0: -middle.y / ry)
      cairo_pattern_set_matrix(pattern, &matrix)
    }
    for stop in GradientStops(gradient.stops).stops {
      cairo_pattern_add_color_stop_rgba(pattern, stop.offset, stop.red, stop.green, stop.blue, stop.alpha)
    }
    cairo_set_source(context, pattern)
    cairo_pattern_destroy(pattern)
  }
}

extension Extent {
  /// The place in a box.
  func place(in box: Rect) -> Pair { Pair(box.x + x.on(box.width), box.y + y.on(box.height)) }
}

/// Stops as Cairo takes them, which mixes colours and opacities apart from each other.
///
/// Between two opacities a few stops more follow the mix of colours multiplied by opacity: what
/// fades out keeps its colour, and none that nobody sees mixes in.
struct GradientStops {
  struct Stop {
    var offset: Double
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double
  }

  private(set) var stops: [Stop] = []
  private static let steps = 16

  init(_ written: [Gradient.Stop]) {
    for stop in written {
      let color = stop.color.first
      // Never back, as in CSS.
      let offset = max(min(1, max(0, stop.offset.first)), stops.last?.offset ?? 0)
      let next = Stop(
        offset: offset, red: Double(color.red) / 255, green: Double(color.green) / 255,
        blue: Double(color.blue) / 255, alpha: Double(color.alpha) / 255)
      if let last = stops.last, last.alpha != next.alpha { stops += Self.between(last, next) }
      stops.append(next)
    }
  }

  private static func between(_ first: Stop, _ second: Stop) -> [Stop] {
    (0...steps).map { step in
      let share = Double(step) / Double(steps)
      let alpha = Double.mix(first.alpha, second.alpha, share)
      func mixed(_ path: KeyPath<Stop, Double>) -> Double {
        guard alpha > 0 else { return (first.alpha > 0 ? first : second)[keyPath: path] }
        return Double.mix(first[keyPath: path] * first.alpha, second[keyPath: path] * second.alpha, share) / alpha
      }
      return Stop(
        offset: Double.mix(first.offset, second.offset, share), red: mixed(\.red), green: mixed(\.green),
        blue: mixed(\.blue), alpha: alpha)
    }
  }
}
