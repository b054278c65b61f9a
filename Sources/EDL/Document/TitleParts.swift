/// `font:` as written.
package struct FontDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var family: Located<String>?
  package var file: Located<String>?
  package var size: Located<CurveDocument<Length>>?
  package var weight: Located<CurveDocument<Double>>?
  package var isItalic: Located<Bool>?

  package init(at range: SourceRange) { self.range = range }
}

extension FontDocument {
  static let table = FieldTable<FontDocument>(
    "font", noun: "a font", doc: "The letters of a title.",
    fields: [
      Field(
        "family", .text("the name of a font family"), \.family, example: "Noto Sans",
        "The family's name; the system's sans-serif by default. One that is not installed is a warning."),
      Field(
        "file", .path("the path of a font file", schema: ["type": "string", "minLength": 1]), \.file,
        example: "fonts/Inter.ttf",
        "A font file of the project, used whatever is installed; instead of a family."),
      Field(
        "size", .curve(.fontSize).named("fontSize"), \.size, example: 72,
        "The size in pixels, or a share of the canvas's height; 48 by default."),
      Field(
        "weight", .curve(.weight).named("weight"), \.weight, example: "bold",
        "How heavy: 100 (thin) to 1000, or thin, extra-light, light, regular, medium, semi-bold, bold, extra-bold, "
          + "black; regular by default."),
      Field("italic", .flag, \.isItalic, "true slants the letters."),
    ])

  /// The mapping, or its family alone.
  static let type = ValueType<FontDocument>.either(
    table.type, when: [.mapping, .sequence],
    or: ValueType("the name of a font family", schema: ["type": "string"]) { node, name, diagnostics in
      guard let family = node.scalarText(as: "the name of a font family", name, &diagnostics) else { return nil }
      var font = FontDocument(at: node.range)
      font.family = Located(family, at: node.range)
      return font
    })
}

/// `outline:` as written.
package struct OutlineDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var width: Located<CurveDocument<Double>>?
  package var color: Located<CurveDocument<Color>>?

  package init(at range: SourceRange) { self.range = range }
}

extension OutlineDocument {
  static let table = FieldTable<OutlineDocument>(
    "outline", noun: "an outline", doc: "A line around letters.",
    fields: [
      Field(
        "width", .curve(.pixels).named("pixels"), \.width, example: 3,
        "How far it reaches out of the letters, in pixels; 2 by default."),
      Field("color", .curve(.color).named("colors"), \.color, example: "black", "Its colour; black by default."),
    ])

  /// The mapping, or its width alone.
  static let type = ValueType<OutlineDocument>.either(
    table.type, when: [.mapping, .sequence],
    or: ValueType("a width in pixels", schema: ValueType<Double>.pixels.schema) { node, name, diagnostics in
      guard let width = ValueType<Double>.pixels.decode(node, name, &diagnostics) else { return nil }
      var outline = OutlineDocument(at: node.range)
      outline.width = Located(CurveDocument(form: .constant(width)), at: node.range)
      return outline
    })
}

/// `shadow:` as written.
package struct ShadowDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var offset: Located<CurveDocument<Pair>>?
  package var blur: Located<CurveDocument<Double>>?
  package var color: Located<CurveDocument<Color>>?

  package init(at range: SourceRange) { self.range = range }
}

extension ShadowDocument {
  static let table = FieldTable<ShadowDocument>(
    "shadow", noun: "a shadow", doc: "A blurred silhouette behind what is drawn.",
    fields: [
      Field(
        "offset", .curve(.pixelOffset).named("offset"), \.offset, example: [0, 4],
        "How far it is moved to the right and down, in pixels; [0, 4] by default."),
      Field(
        "blur", .curve(.pixels).named("pixels"), \.blur, example: 12,
        "How soft it is, in pixels as in CSS; 8 by default."),
      Field(
        "color", .curve(.color).named("colors"), \.color, example: "rgba(0, 0, 0, 0.6)",
        "Its colour; black at 60% by default."),
    ])

  /// The mapping, or its colour alone.
  static let type = ValueType<ShadowDocument>.either(
    table.type, when: [.mapping, .sequence],
    or: ValueType("a colour", schema: ValueType<Color>.color.schema) { node, name, diagnostics in
      guard let color = ValueType<Color>.color.decode(node, name, &diagnostics) else { return nil }
      var shadow = ShadowDocument(at: node.range)
      shadow.color = Located(CurveDocument(form: .constant(color)), at: node.range)
      return shadow
    })
}

/// `box:` as written.
package struct TitleBoxDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var color: Located<PaintDocument>?
  package var padding: Located<CurveDocument<Extent>>?
  package var radius: Located<CurveDocument<CornerRadii>>?

  package init(at range: SourceRange) { self.range = range }
}

extension TitleBoxDocument {
  static let table = FieldTable<TitleBoxDocument>(
    "titleBox", noun: "a box of a title", doc: "A plate behind a text.",
    fields: [
      Field(
        "color", .paint, \.color, example: "navy",
        "Its colour, or a gradient; black at 60% by default."),
      Field(
        "padding", .curve(.lengths).named("lengths"), \.padding, example: [24, 12],
        "How far it reaches out of the text: one length, or one to the sides and one up and down; [16px, 8px] by default."
      ),
      Field(
        "radius", .curve(.radii).named("radii"), \.radius, example: 8,
        "How round its corners are: one radius, or four from the top-left one clockwise; shares are of the shorter side."
      ),
    ])

  /// The mapping, or its colour alone.
  static let type = ValueType<TitleBoxDocument>.either(
    table.type, when: [.mapping, .sequence],
    or: ValueType("a colour", schema: ValueType<Color>.color.schema) { node, name, diagnostics in
      guard let color = ValueType<Color>.color.decode(node, name, &diagnostics) else { return nil }
      var box = TitleBoxDocument(at: node.range)
      box.color = Located(.color(Located(CurveDocument(form: .constant(color)), at: node.range)), at: node.range)
      return box
    })
}
