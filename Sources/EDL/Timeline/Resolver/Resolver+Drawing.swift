internal import MediaTime

extension Resolver {
  /// What messages call contents without a length of their own.
  static let drawnNames: Set<String> = ["solid", "title", "shape", "gradient"]

  /// The start of a text, for messages.
  static func label(ofText text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    return line.count > 24 ? "\(line.prefix(23))…" : line.isEmpty ? "title" : String(line)
  }

  /// What an item draws, its keyframes counted in its length; nil after a report.
  mutating func drawing(of item: ItemDocument, length: Time) -> Drawing? {
    switch item.content {
    case .text(let text): title(text, item.title, length: length).map { .title($0) }
    case .shape(let kind): shape(kind, item.drawn, length: length).map { .shape($0) }
    case .gradient(let written):
      gradient(written.value, length: length).map { gradient in
        .shape(
          Shape(
            .rectangle(radius: Curve(CornerRadii())),
            size: item.drawn.size.flatMap { curve($0, length: length) { $0 } }, fill: .gradient(gradient)))
      }
    case .clip, .gap, .group, .stack, .solid, .adjustment, .generator, .subtitles, .transition, nil: nil
    }
  }

  // MARK: Shapes

  private mutating func shape(
    _ kind: Located<ShapeDocument.Kind>, _ written: ShapeDocument, length: Time
  ) -> Shape? {
    checkFields(kind, written)
    let form: Shape.Form
    switch kind.value {
    case .rectangle: form = .rectangle(radius: curve(written.radius, length: length, default: CornerRadii()))
    case .ellipse: form = .ellipse
    case .path:
      guard let path = written.path else {
        diagnostics.append(.shapeNeeds("a path needs \"path\", such as path: \"M 0 0 L 100 50 Z\"", at: kind.range))
        return nil
      }
      form = .path(path.value)
    case .polygon:
      if let points = written.points {
        guard let points = curve(points, length: length, { $0 }) else { return nil }
        form = .polygon(points)
      } else if let sides = written.sides {
        form = .regular(sides: sides.value)
      } else {
        diagnostics.append(.shapeNeeds("a polygon needs \"points\", or \"sides\" for a regular one", at: kind.range))
        return nil
      }
    }
    var shape = Shape(form, size: written.size.flatMap { curve($0, length: length) { $0 } })
    shape.stroke = written.stroke.flatMap { stroke($0.value, length: length) }
    shape.fill =
      written.fill.flatMap { paint($0.value, length: length) }
      ?? (written.stroke == nil ? .color(Curve(Color(red: 255, green: 255, blue: 255))) : nil)
    shape.shadow = written.shadow.flatMap { shadow($0.value, length: length) }
    return shape
  }

  /// Reports fields that other kinds of shapes have.
  private mutating func checkFields(_ kind: Located<ShapeDocument.Kind>, _ written: ShapeDocument) {
    let owned: [(name: String, range: SourceRange?, owner: ShapeDocument.Kind)] = [
      ("radius", written.radius?.range, .rectangle), ("points", written.points?.range, .polygon),
      ("sides", written.sides?.range, .polygon), ("path", written.path?.range, .path),
    ]
    for field in owned where field.owner != kind.value {
      guard let range = field.range else { continue }
      diagnostics.append(
        Diagnostic(
          .error, code: "shape.field",
          "\"\(field.name)\" is for a \(field.owner.rawValue), and this shape is \(kind.value.phrase): remove it",
          at: range))
    }
    if kind.value == .polygon, let points = written.points, let sides = written.sides {
      diagnostics.append(
        Diagnostic(
          .error, code: "item.conflict", "an item cannot have both \"sides\" and \"points\": remove one",
          at: sides.range, notes: [.init("\"points\" is here", at: points.range)]))
    }
  }

  // MARK: Paint

  mutating func paint(_ written: PaintDocument, length: Time) -> Paint? {
    switch written {
    case .color(let color): curve(color, length: length) { $0 }.map { .color($0) }
    case .gradient(let gradient): self.gradient(gradient, length: length).map { .gradient($0) }
    }
  }

  private mutating func gradient(_ written: GradientDocument, length: Time) -> Gradient? {
    guard !written.isFaulty, let stops = stops(of: written, length: length) else { return nil }
    let isRadial = written.kind?.value == .radial
    let misplaced: [(String, SourceRange?, String)] =
      isRadial
      ? [
        ("angle", written.angle?.range, "linear"), ("from", written.from?.range, "linear"),
        ("to", written.to?.range, "linear"),
      ] : [("center", written.center?.range, "radial"), ("radius", written.radius?.range, "radial")]
    for (name, range, kind) in misplaced {
      guard let range else { continue }
      let advice = isRadial ? "remove it" : "write \"kind: radial\""
      diagnostics.append(
        Diagnostic(.error, code: "gradient.field", "\"\(name)\" is for a \(kind) gradient: \(advice)", at: range))
    }
    if isRadial {
      return Gradient(
        .radial(
          center: curve(written.center, length: length, default: .middle),
          radius: written.radius.flatMap { curve($0, length: length) { $0 } }), stops: stops)
    }
    guard written.from != nil || written.to != nil else {
      return Gradient(.linear(angle: curve(written.angle, length: length, default: 180)), stops: stops)
    }
    guard let from = written.from, let to = written.to else {
      let (present, absent) = written.from == nil ? ("to", "from") : ("from", "to")
      diagnostics.append(
        Diagnostic(
          .error, code: "gradient.field", "\"\(present)\" needs \"\(absent)\" too",
          at: (written.from ?? written.to)?.range ?? written.range))
      return nil
    }
    if let angle = written.angle {
      diagnostics.append(
        Diagnostic(
          .error, code: "item.conflict", "a gradient cannot have both \"angle\" and \"from\": remove one",
          at: angle.range, notes: [.init("\"from\" is here", at: from.range)]))
    }
    return Gradient(
      .line(
        from: curve(from, length: length, default: .middle), to: curve(to, length: length, default: .middle)),
      stops: stops)
  }

  private mutating func stops(of written: GradientDocument, length: Time) -> [Gradient.Stop]? {
    guard let list = written.stops else { return nil }
    guard list.value.count >= 2, list.value.count <= 256 else {
      diagnostics.append(
        Diagnostic(
          .error, code: "gradient.stops",
          list.value.count < 2
            ? "a gradient needs two colours at least: stops: [red, blue]" : "a gradient has at most 256 stops",
          at: list.range))
      return nil
    }
    var stops: [Gradient.Stop] = []
    for (index, stop) in list.value.enumerated() {
      guard !stop.isFaulty, let color = stop.color else { return nil }
      let even = Double(index) / Double(list.value.count - 1)
      stops.append(
        .init(
          offset: curve(stop.at, length: length, default: even), color: curve(color, length: length, default: .black)))
    }
    return stops
  }

  private mutating func stroke(_ written: StrokeDocument, length: Time) -> Stroke? {
    guard !written.isFaulty else { return nil }
    return Stroke(
      paint: written.color.flatMap { paint($0.value, length: length) }
        ?? .color(Curve(Color(red: 255, green: 255, blue: 255))),
      width: curve(written.width, length: length, default: 2),
      dash: curve(written.dash, length: length, default: Numbers([])),
      dashOffset: curve(written.dashOffset, length: length, default: 0), cap: written.cap?.value ?? .butt,
      join: written.join?.value ?? .miter)
  }

  mutating func shadow(_ written: ShadowDocument, length: Time) -> Shadow? {
    guard !written.isFaulty else { return nil }
    return Shadow(
      offset: curve(written.offset, length: length, default: Pair(0, 4)),
      blur: curve(written.blur, length: length, default: 8),
      color: curve(written.color, length: length, default: Color(red: 0, green: 0, blue: 0, alpha: 153)))
  }
}

extension Resolver {
  /// A value over time; the written one where there is one that can be resolved.
  mutating func curve<Value: Animatable>(
    _ written: Located<CurveDocument<Value>>, length: Time, default value: Value
  ) -> Curve<Value> {
    curve(Optional(written), length: length, default: value)
  }
}

extension Extent {
  /// The middle of what it is measured on.
  static let middle = Extent(Length(share: 0.5), Length(share: 0.5))
}

extension ShapeDocument.Kind {
  fileprivate var phrase: String { self == .ellipse ? "an ellipse" : "a \(rawValue)" }
}

extension ItemDocument.Content {
  /// What messages call something drawn; nil for everything else.
  var drawnName: String? {
    switch self {
    case .text: "title"
    case .shape: "shape"
    case .gradient: "gradient"
    case .clip, .gap, .group, .stack, .solid, .adjustment, .generator, .subtitles, .transition: nil
    }
  }
}

extension Diagnostic {
  fileprivate static func shapeNeeds(_ message: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "shape.outline", message, at: range)
  }
}
