package import MediaTime

/// The fields of a title as written.
package struct TitleDocument: Sendable {
  /// `typewriter:`: a time, or a mapping.
  package struct Typewriter: DocumentNode {
    package var range: SourceRange
    package var isFaulty = false
    package var duration: Located<TimeExpression>?
    package var rate: Located<Rational>?
    package var delay: Located<TimeExpression>?

    package init(at range: SourceRange) { self.range = range }
  }

  /// `roll:` and `crawl:`: over the whole item, or as keyframes say.
  package enum Travel: Sendable {
    case whole(Bool)
    case keyed(CurveDocument<Double>)
  }

  package var isMarkup: Located<Bool>?
  package var font: Located<FontDocument>?
  package var color: Located<PaintDocument>?
  package var outline: Located<OutlineDocument>?
  package var shadow: Located<ShadowDocument>?
  package var box: Located<TitleBoxDocument>?
  package var align: Located<Title.Align>?
  package var maxWidth: Located<CurveDocument<Length>>?
  package var lineSpacing: Located<CurveDocument<Double>>?
  package var letterSpacing: Located<CurveDocument<Double>>?
  package var typewriter: Located<Typewriter>?
  package var roll: Located<Travel>?
  package var crawl: Located<Travel>?

  package init() {}
}

extension TitleDocument {
  static let fields: [Field<TitleDocument>] = [
    Field(
      "font", FontDocument.type, \.font, example: ["family": "Noto Sans", "size": 72],
      "The letters: family or file, size, weight, italic; or the family alone."),
    Field(
      "color", .paint, \.color, example: "white", "The colour of the letters, or a gradient; white by default."),
    Field(
      "outline", OutlineDocument.type, \.outline, example: ["width": 3, "color": "black"],
      "A line around the letters."),
    Field(
      "shadow", ShadowDocument.type, \.shadow, example: ["offset": [0, 4], "blur": 12],
      "The shadow of the letters and their outline."),
    Field(
      "box", TitleBoxDocument.type, \.box, example: ["color": "navy", "padding": [24, 12], "radius": 8],
      "A plate behind the text."),
    Field(
      "align", .choice, \.align,
      "How lines lie to each other: left, center (the default), right or justify. Lines of a script that runs from "
        + "right to left take left for right."),
    Field(
      "max_width", .curve(.length).named("side"), \.maxWidth, example: "80%",
      "The width at which lines break, in pixels or a share of the canvas's; without it only line ends break them."),
    Field(
      "line_spacing", .curve(factor).named("factor"), \.lineSpacing, example: .number("1.2"),
      "The distance of lines as a factor of the font's own; 1 by default."),
    Field(
      "letter_spacing", .curve(.signedPixels).named("signedPixels"), \.letterSpacing, example: 2,
      "Pixels added between letters."),
    Field(
      "markup", .flag, \.isMarkup,
      "true reads the text as Pango's markup: <b>, <i>, <u>, <span foreground=\"red\" size=\"larger\">."),
    Field(
      "typewriter", typewriterType, \.typewriter, example: "2s",
      "Characters appear one after the other within a time, or {rate: 20} a second, after a delay."),
    Field(
      "roll", travelType, \.roll, example: true,
      "true moves the text from below the canvas to above it over the item's length, as end credits; keyframes say "
        + "where it is, from 0 (below) to 1 (above)."),
    Field(
      "crawl", travelType, \.crawl, example: true,
      "true moves the text from right of the canvas to left of it over the item's length; or keyframes."),
  ]

  static let factor = ValueType<Double>.number(0.01...100, "a factor such as 1.2 or 120%", allowsPercent: true)

  static let typewriterTable = FieldTable<Typewriter>(
    "typewriter", noun: "a typewriter", doc: "Characters that appear one after the other.",
    fields: [
      Field("duration", .time, \.duration, example: "2s", "How long all of them take."),
      Field("rate", rateType, \.rate, example: 20, "How many appear in a second; instead of a duration."),
      Field("delay", .time, \.delay, example: "0.5s", "How long it waits."),
    ])

  private static let rateType = ValueType<Rational>.scalar(
    "characters a second from 0.01 to 10000", schema: (["type": "number"] as JSONValue).orVariable,
    code: "value.number"
  ) { text in
    guard let rate = DecimalText.parse(text), (0.01...10_000).contains(rate.approximate) else { return nil }
    return rate
  }

  private static let typewriterType = ValueType<Typewriter>.either(
    typewriterTable.type, when: [.mapping, .sequence],
    or: ValueType("a time such as 2s", schema: ValueType<TimeExpression>.time.schema) { node, name, diagnostics in
      guard let time = ValueType<TimeExpression>.time.decode(node, name, &diagnostics) else { return nil }
      var typewriter = Typewriter(at: node.range)
      typewriter.duration = Located(time, at: node.range)
      return typewriter
    })

  private static let travelType = ValueType<Travel>.either(
    ValueType<CurveDocument<Double>>.curve(way).named("way").map { .keyed($0) }, when: [.mapping, .sequence],
    or: ValueType<Bool>.flag.map { .whole($0) })

  static let way = ValueType<Double>.number(
    -10...10, "a place from 0 (before it shows) to 1 (after it has shown)", allowsPercent: true)
}

extension ValueType where Value == Double {
  /// Pixels of either sign.
  static let signedPixels = ValueType.scalar(
    "pixels from -1000 to 1000 such as 2 or -1.5px",
    schema: ([
      "anyOf": [["type": "number"], ["type": "string", "pattern": #"^[+-]?\d+(\.\d+)? ?(px)?$"#]]
    ] as JSONValue).orVariable, code: "value.number"
  ) { text in
    guard let length = ValueType<Length>.parse(text), length.share == 0, (-1000...1000).contains(length.pixels) else {
      return nil
    }
    return length.pixels
  }
}
