/// The fields of a shape as written.
package struct ShapeDocument: Sendable {
  /// What the leading key says.
  package enum Kind: String, CaseIterable, Sendable {
    case rectangle, ellipse, polygon, path
  }

  package var size: Located<CurveDocument<Extent>>?
  package var radius: Located<CurveDocument<CornerRadii>>?
  package var points: Located<CurveDocument<Points>>?
  package var sides: Located<Int>?
  package var path: Located<PathData>?
  package var fill: Located<PaintDocument>?
  package var stroke: Located<StrokeDocument>?
  package var shadow: Located<ShadowDocument>?

  package init() {}
}

extension ShapeDocument {
  static let sizeField = Field(
    "size", .curve(.drawnSize).named("drawnSize"), \ShapeDocument.size, example: [400, 200],
    "Its width and height, in pixels or shares of the canvas; the canvas by default, for a path its own size.")

  static let fields: [Field<ShapeDocument>] = [
    sizeField,
    Field(
      "radius", .curve(.radii).named("radii"), \.radius, example: 24,
      "How round a rectangle's corners are: one radius, or four from the top-left one clockwise; shares are of the "
        + "shorter side."),
    Field(
      "points", .curve(.points).named("points"), \.points, example: nil,
      "The corners of a polygon, in pixels or shares of its size."),
    Field(
      "sides", .integer(3...1000, "a whole number from 3 to 1000"), \.sides, example: 6,
      "How many corners a regular polygon has; one is on top."),
    Field(
      "path", .path, \.path, example: "M 0 0 L 100 50 L 0 100 Z",
      "Lines and curves as in the d of an SVG path; what they cover is stretched to the size."),
    Field(
      "fill", .paint, \.fill, example: "tomato",
      "Its colour, or a gradient; white by default, and nothing beside a stroke."),
    Field(
      "stroke", StrokeDocument.type, \.stroke, example: ["color": "white", "width": 4],
      "The line along its edge, half of it on either side."),
    Field(
      "shadow", ShadowDocument.type, \.shadow, example: ["offset": [0, 8], "blur": 24], "The shadow that it throws."),
  ]
}

/// `stroke:` as written.
package struct StrokeDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var color: Located<PaintDocument>?
  package var width: Located<CurveDocument<Double>>?
  package var dash: Located<CurveDocument<Numbers>>?
  package var dashOffset: Located<CurveDocument<Double>>?
  package var cap: Located<Stroke.Cap>?
  package var join: Located<Stroke.Join>?

  package init(at range: SourceRange) { self.range = range }
}

extension StrokeDocument {
  static let table = FieldTable<StrokeDocument>(
    "stroke", noun: "a stroke", doc: "A line along a shape's edge.",
    fields: [
      Field("color", .paint, \.color, example: "white", "Its colour, or a gradient; white by default."),
      Field("width", .curve(.pixels).named("pixels"), \.width, example: 4, "Its width in pixels; 2 by default."),
      Field(
        "dash", .curve(.dashes).named("dashes"), \.dash, example: [12, 6],
        "The lengths of dashes and gaps in turn, in pixels."),
      Field(
        "dash_offset", .curve(dashOffsetType).named("dashOffset"), \.dashOffset, example: 10,
        "How far into the dashes the line starts, in pixels; keyframes make them run."),
      Field("cap", .choice, \.cap, "How it ends, and its dashes: butt (the default), round or square."),
      Field("join", .choice, \.join, "How its corners look: miter (pointed, the default), round or bevel."),
    ])

  static let dashOffsetType = ValueType<Double>.number(-1_000_000...1_000_000, "pixels such as 10 or -10")

  /// The mapping, or its colour alone.
  static let type = ValueType<StrokeDocument>.either(
    table.type, when: [.mapping, .sequence],
    or: ValueType("a colour", schema: ValueType<Color>.color.schema) { node, name, diagnostics in
      guard let color = ValueType<Color>.color.decode(node, name, &diagnostics) else { return nil }
      var stroke = StrokeDocument(at: node.range)
      stroke.color = Located(.color(Located(CurveDocument(form: .constant(color)), at: node.range)), at: node.range)
      return stroke
    })
}

extension ValueType where Value == Extent {
  /// A size that may be nothing, so that shapes can grow from it.
  static let drawnSize = ValueType(
    drawnSizeNoun,
    schema: ([
      "anyOf": [
        ["type": "number", "minimum": 0],
        ["type": "string", "pattern": #"^(\+?\d+(\.\d+)? ?(px|%)?|\d+x\d+)$"#], ValueType.extent.schema,
      ]
    ] as JSONValue).orVariable
  ) { node, name, diagnostics in
    if case .sequence = node.content {
      guard let extent = ValueType.extent(drawnSizeNoun).decode(node, name, &diagnostics) else { return nil }
      if [extent.x, extent.y].allSatisfy({ $0.pixels + $0.share >= 0 }) { return extent }
      diagnostics.append(
        Diagnostic(
          .error, code: "value.length", "\"\(name)\" must be \(drawnSizeNoun): a side is below 0", at: node.range))
      return nil
    }
    guard let text = node.scalarText(as: drawnSizeNoun, name, &diagnostics) else { return nil }
    let sides = text.hasSuffix("px") ? [text[...]] : text.split(separator: "x", omittingEmptySubsequences: false)
    let lengths = sides.compactMap { ValueType<Length>.parse(String($0)) }.filter { $0.pixels + $0.share >= 0 }
    guard lengths.count == sides.count, let first = lengths.first, let last = lengths.last, lengths.count <= 2 else {
      diagnostics.append(.badValue(text, name, code: "value.length", mustBe: drawnSizeNoun, at: node.range))
      return nil
    }
    return Extent(first, last)
  }

  private static let drawnSizeNoun = "a size such as [50%, 360px], 640x360 or 50%"
}
