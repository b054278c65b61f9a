internal import MediaTime

/// What something is filled with, as written: a colour, keyframes of colours, or a gradient.
package enum PaintDocument: Sendable {
  case color(Located<CurveDocument<Color>>)
  case gradient(GradientDocument)
}

/// `gradient:` as written, and wherever a colour may be a gradient.
package struct GradientDocument: DocumentNode {
  package enum Kind: String, CaseIterable, Sendable {
    case linear, radial
  }

  /// One colour of it.
  package struct Stop: DocumentNode {
    package var range: SourceRange
    package var isFaulty = false
    package var at: Located<CurveDocument<Double>>?
    package var color: Located<CurveDocument<Color>>?

    package init(at range: SourceRange) { self.range = range }
  }

  package var range: SourceRange
  package var isFaulty = false
  package var kind: Located<Kind>?
  package var stops: Located<[Stop]>?
  package var angle: Located<CurveDocument<Double>>?
  package var from: Located<CurveDocument<Extent>>?
  package var to: Located<CurveDocument<Extent>>?
  package var center: Located<CurveDocument<Extent>>?
  package var radius: Located<CurveDocument<Extent>>?

  package init(at range: SourceRange) { self.range = range }
}

extension GradientDocument {
  static let table = FieldTable<GradientDocument>(
    "gradient", noun: "a gradient", doc: "Colours along a line, or from a centre outwards.",
    fields: [
      Field(
        "stops", stopsType, \.stops, required: true, example: ["navy", "black"],
        "Its colours in order, evenly spread, or each with its place: {at: 30%, color: red}."),
      Field("kind", .choice, \.kind, "linear (along a line, the default) or radial (outwards from a centre)."),
      Field(
        "angle", .curve(.degrees).named("rotation"), \.angle, example: 90,
        "The direction of a linear one in degrees, clockwise: 0 is upwards, 90 to the right, 180 (the default) "
          + "downwards; from corner to corner, as in CSS."),
      Field(
        "from", .curve(.extent).named("position"), \.from, example: ["0%", "0%"],
        "Where a linear one begins, in pixels or shares of what it fills; instead of an angle."),
      Field(
        "to", .curve(.extent).named("position"), \.to, example: ["100%", "0%"], "Where a linear one ends."),
      Field(
        "center", .curve(.extent).named("position"), \.center, example: ["50%", "50%"],
        "The middle of a radial one; by default that of what it fills."),
      Field(
        "radius", .curve(.lengths).named("lengths"), \.radius, example: "50%",
        "How far a radial one reaches: one length for a circle in pixels or an ellipse in shares of the sides, or two; "
          + "by default to the corners."),
    ])

  private static let stopTable = FieldTable<Stop>(
    "gradientStop", noun: "a stop of a gradient", doc: "A colour at a place of a gradient.",
    fields: [
      Field(
        "at", .curve(.share).named("share"), \.at, example: "30%", "Its place, from 0 to 1 or in percent."),
      Field("color", .curve(.color).named("colors"), \.color, required: true, example: "red", "Its colour."),
    ])

  /// Its definition in the schema.
  static var stopDefinition: JSONValue.Member { .init(key: stopTable.name, value: stopTable.definition) }

  private static let stopsType: ValueType<[Stop]> = .list(
    of: .either(
      stopTable.type, when: [.mapping, .sequence],
      or: ValueType("a colour", schema: ValueType<Color>.color.schema) { node, name, diagnostics in
        guard let color = ValueType<Color>.color.decode(node, name, &diagnostics) else { return nil }
        var stop = Stop(at: node.range)
        stop.color = Located(CurveDocument(form: .constant(color)), at: node.range)
        return stop
      }), "a list of colours such as [navy, black]")
}

extension ValueType where Value == PaintDocument {
  /// A colour over time, or a gradient.
  static let paint = ValueType(
    "a colour such as red, keyframes of colours, or a gradient such as {stops: [red, blue]}",
    schema: ["anyOf": [SchemaDefinitions.reference("colors"), SchemaDefinitions.reference("gradient")]]
  ) { node, name, diagnostics in
    if case .mapping(let entries) = node.content,
      entries.contains(where: { entry in GradientDocument.table.fields.contains { $0.name == entry.key } })
    {
      return GradientDocument.table.decode(node, name, &diagnostics).map { .gradient($0) }
    }
    return ValueType<CurveDocument<Color>>.curve(.color).decode(node, name, &diagnostics).map {
      .color(Located($0, at: node.range))
    }
  }
}
