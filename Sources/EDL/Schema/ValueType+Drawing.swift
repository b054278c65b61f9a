internal import MediaTime

extension ValueType where Value == Length {
  /// The size of letters.
  static let fontSize = ValueType(
    "a size such as 72, 72px or 8% (of the canvas's height)", schema: ValueType.length.schema
  ) { node, name, diagnostics in
    let noun = "a size above 0 such as 72, 72px or 8%"
    guard let text = node.scalarText(as: noun, name, &diagnostics) else { return nil }
    if let length = parse(text), length.pixels + length.share > 0, length.pixels <= 16384, length.share <= 10 {
      return length
    }
    diagnostics.append(.badValue(text, name, code: "value.length", mustBe: noun, at: node.range))
    return nil
  }
}

extension ValueType where Value == Extent {
  /// Two lengths, or one for both directions.
  static let lengths = ValueType.either(
    .extent(lengthsNoun), when: [.sequence, .mapping], or: ValueType<Length>.length.map { Extent($0, $0) })
  private static let lengthsNoun = "two lengths such as [24px, 12px]"
}

extension ValueType where Value == Pair {
  /// Two numbers of pixels, of either sign.
  static let pixelOffset = ValueType(
    "two numbers of pixels such as [4, 6]", schema: ValueType<Extent>.extent.schema
  ) { node, name, diagnostics in
    guard let extent = ValueType<Extent>.extent("two numbers of pixels such as [4, 6]").decode(node, name, &diagnostics)
    else { return nil }
    guard extent.x.share == 0, extent.y.share == 0 else {
      diagnostics.append(
        Diagnostic(
          .error, code: "value.length", "\"\(name)\" must be two numbers of pixels such as [4, 6], not percentages",
          at: node.range))
      return nil
    }
    return Pair(extent.x.pixels, extent.y.pixels)
  }
}

extension ValueType where Value == CornerRadii {
  /// One radius, or four from the top-left corner clockwise.
  static let radii = ValueType(
    radiiNoun,
    schema: [
      "anyOf": [
        ValueType<Length>.length.schema,
        ["type": "array", "items": ValueType<Length>.length.schema, "minItems": 4, "maxItems": 4],
      ]
    ]
  ) { node, name, diagnostics in
    guard case .sequence(let nodes) = node.content else {
      return ValueType<Length>.length.decode(node, name, &diagnostics).map { CornerRadii($0) }
    }
    guard nodes.count == 4 else {
      diagnostics.append(.wrongShape(node, name, mustBe: radiiNoun))
      return nil
    }
    let radii = nodes.compactMap { ValueType<Length>.length.decode($0, name, &diagnostics) }
    guard radii.count == 4 else { return nil }
    return CornerRadii(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
  }

  private static let radiiNoun = "a radius such as 20px, or four from the top-left corner clockwise"
}

extension ValueType where Value == Numbers {
  /// The lengths of dashes and gaps.
  static let dashes = ValueType(
    "a list of pixels such as [12, 6]", schema: ["type": "array", "items": ValueType<Double>.pixels.schema]
  ) { node, name, diagnostics in
    ValueType<[Double]>.list(of: ValueType<Double>.pixels, "a list of pixels such as [12, 6]")
      .decode(node, name, &diagnostics).map { Numbers($0) }
  }
}

extension ValueType where Value == Points {
  /// The corners of a polygon.
  static let points = ValueType(
    pointsNoun, schema: ["type": "array", "items": ValueType<Extent>.extent.schema, "minItems": 3]
  ) { node, name, diagnostics in
    guard case .sequence(let nodes) = node.content, (3...10_000).contains(nodes.count) else {
      diagnostics.append(.wrongShape(node, name, mustBe: pointsNoun))
      return nil
    }
    let points = nodes.compactMap { ValueType<Extent>.extent.decode($0, name, &diagnostics) }
    return points.count == nodes.count ? Points(points) : nil
  }

  private static let pointsNoun = "a list of three or more points such as [[0, 0], [100%, 0], [50%, 100%]]"
}

extension ValueType where Value == Double {
  /// A weight of letters, by number or by name.
  static let weight = ValueType.scalar(
    weightNoun,
    schema: ([
      "anyOf": [
        ["type": "number", "minimum": 1, "maximum": 1000], ["enum": .array(weights.map { .string($0.name) })],
      ]
    ] as JSONValue).orVariable, code: "value.weight"
  ) { text in
    if let known = weights.first(where: { $0.name == text }) { return known.value }
    guard let value = DecimalText.parse(text)?.approximate, (1...1000).contains(value) else { return nil }
    return value
  }

  private static let weightNoun =
    "a weight from 1 to 1000, or one of \(weights.map(\.name).joined(separator: ", "))"
  private static let weights: [(name: String, value: Double)] = [
    ("thin", 100), ("extra-light", 200), ("light", 300), ("regular", 400), ("medium", 500), ("semi-bold", 600),
    ("bold", 700), ("extra-bold", 800), ("black", 900),
  ]
}

extension ValueType where Value == PathData {
  /// SVG's path data.
  static let path = ValueType(
    pathNoun, schema: (["type": "string", "pattern": #"^\s*[Mm]"#] as JSONValue).orVariable
  ) { node, name, diagnostics in
    guard let text = node.scalarText(as: pathNoun, name, &diagnostics) else { return nil }
    do throws(PathSyntaxError) {
      return try PathParser.parse(text)
    } catch {
      let scalars = Array(text.unicodeScalars)
      let found = error.offset < scalars.count ? "at \"\(excerpt(scalars[error.offset...]))\"" : "at its end"
      diagnostics.append(
        Diagnostic(
          .error, code: "shape.path", "the path is wrong \(found), character \(error.offset + 1): \(error.message)",
          at: place(of: error.offset, of: scalars, in: node.range)))
      return nil
    }
  }

  private static let pathNoun = "path data as in SVG, such as \"M 0 0 L 100 50 L 0 100 Z\""

  private static func excerpt(_ rest: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: rest.prefix(12).prefix { $0 != "\n" })
    return String(text)
  }

  /// The place of one of its characters, where the scalar stands on one line as it is.
  private static func place(of offset: Int, of text: [Unicode.Scalar], in range: SourceRange) -> SourceRange {
    let width = range.end.column - range.start.column
    guard range.start.line == range.end.line, width == text.count || width == text.count + 2 else { return range }
    let column = range.start.column + (width - text.count) / 2 + offset
    return SourceRange(
      file: range.file, start: SourcePosition(line: range.start.line, column: column),
      end: SourcePosition(line: range.start.line, column: column + 1))
  }
}
