internal import MediaTime

extension ValueType where Value == Extent {
  /// The size of a box: two lengths, one for both sides, or `640x360`.
  static let box = ValueType(
    boxNoun,
    schema: ([
      "anyOf": [
        ["type": "number", "exclusiveMinimum": 0],
        ["type": "string", "pattern": #"^(\+?\d+(\.\d+)? ?(px|%)?|\d+x\d+)$"#], ValueType.extent.schema,
      ]
    ] as JSONValue).orVariable
  ) { node, name, diagnostics in
    let extent: Extent?
    if case .scalar(let scalar) = node.content, !scalar.isNull {
      extent = box(scalar.text)
      if extent == nil {
        diagnostics.append(.badValue(scalar.text, name, code: "value.length", mustBe: boxNoun, at: node.range))
      }
    } else {
      extent = ValueType.extent(boxNoun).decode(node, name, &diagnostics)
    }
    guard let extent else { return nil }
    guard [extent.x, extent.y].allSatisfy({ $0.pixels + $0.share > 0 }) else {
      diagnostics.append(
        Diagnostic(
          .error, code: "value.length", "\"\(name)\" must be \(boxNoun): a side of it is not above 0", at: node.range))
      return nil
    }
    return extent
  }

  private static let boxNoun = "a size such as [50%, 360px], 640x360 or 50%"

  private static func box(_ text: String) -> Extent? {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    if sides.count == 2, !text.hasSuffix("px") {
      guard let width = ValueType<Length>.parse(String(sides[0])),
        let height = ValueType<Length>.parse(String(sides[1]))
      else { return nil }
      return Extent(width, height)
    }
    return ValueType<Length>.parse(text).map { Extent($0, $0) }
  }

  /// A point of a picture by its name, or two lengths of the picture.
  static let anchor = ValueType(
    anchorNoun,
    schema: [
      "anyOf": [
        (["enum": .array(anchors.map { .string($0.name) })] as JSONValue).orVariable, ValueType.extent.schema,
      ]
    ]
  ) { node, name, diagnostics in
    guard case .scalar(let scalar) = node.content, !scalar.isNull else {
      return ValueType.extent(anchorNoun).decode(node, name, &diagnostics)
    }
    if let known = anchors.first(where: { $0.name == scalar.text }) { return known.point }
    let fixIts = closestMatch(to: scalar.text, in: anchors.map(\.name)).map {
      [Diagnostic.FixIt("write \"\($0)\"", replacing: node.range, with: $0)]
    }
    diagnostics.append(
      .badValue(scalar.text, name, code: "value.choice", mustBe: anchorNoun, at: node.range, fixIts: fixIts ?? []))
    return nil
  }

  private static let anchorNoun =
    "one of \(anchors.map(\.name).joined(separator: ", ")), or two lengths such as [50%, 20px]"

  private static let anchors: [(name: String, point: Extent)] = [
    ("center", 0.5, 0.5), ("top", 0.5, 0), ("bottom", 0.5, 1), ("left", 0, 0.5), ("right", 1, 0.5),
    ("top-left", 0, 0), ("top-right", 1, 0), ("bottom-left", 0, 1), ("bottom-right", 1, 1),
  ].map { ($0, Extent(Length(share: $1), Length(share: $2))) }
}

extension ValueType where Value == Length {
  /// A length from 0, of a side of a picture.
  static let inset = ValueType(
    "a length from 0 such as 20px or 5%",
    schema: ([
      "anyOf": [["type": "number", "minimum": 0], ["type": "string", "pattern": #"^\+?\d+(\.\d+)? ?(px|%)?$"#]]
    ] as JSONValue).orVariable
  ) { node, name, diagnostics in
    let noun = "a length from 0 such as 20px or 5%"
    guard let text = node.scalarText(as: noun, name, &diagnostics) else { return nil }
    if let length = parse(text), length.pixels >= 0, (0..<1).contains(length.share) { return length }
    let advice = parse(text).map { $0.share >= 1 } == true ? "below 100%, or nothing is left" : noun
    diagnostics.append(.badValue(text, name, code: "value.length", mustBe: advice, at: node.range))
    return nil
  }
}

extension ValueType where Value == Pair {
  /// A factor for both directions, or one for each.
  static let scale = ValueType(
    scaleNoun,
    schema: [
      "anyOf": [factor.schema, ["type": "array", "items": factor.schema, "minItems": 2, "maxItems": 2]]
    ]
  ) { node, name, diagnostics in
    guard case .sequence(let nodes) = node.content else {
      return factor.decode(node, name, &diagnostics).map { Pair($0, $0) }
    }
    guard nodes.count == 2 else {
      diagnostics.append(.wrongShape(node, name, mustBe: scaleNoun))
      return nil
    }
    let factors = nodes.compactMap { factor.decode($0, name, &diagnostics) }
    return factors.count == 2 ? Pair(factors[0], factors[1]) : nil
  }

  private static let scaleNoun = "a factor such as 1.5 or 150%, or two of them, [1.5, 1]"
  private static let factor = ValueType<Double>.number(
    0...1000, "a factor from 0 to 1000, such as 1.5 or 150%; flip mirrors", allowsPercent: true)
}

extension ValueType where Value == Double {
  /// Degrees: `45` or `45deg`.
  static let degrees = ValueType.scalar(
    "degrees such as 45 or -90deg, clockwise",
    schema: (["anyOf": [["type": "number"], ["type": "string", "pattern": #"^[+-]?\d+(\.\d+)? ?(deg)?$"#]]] as JSONValue)
      .orVariable, code: "value.number"
  ) { text in
    var number = text.hasSuffix("deg") ? text.dropLast(3) : text[...]
    if number.hasSuffix(" "), number.count < text.count { number = number.dropLast() }
    guard let value = DecimalText.parse(number)?.approximate, abs(value) <= 1_000_000 else { return nil }
    return value
  }

  /// Pixels: `8` or `8px`.
  static let pixels = ValueType.scalar(
    "pixels from 0 to 1000 such as 8 or 8px",
    schema: ([
      "anyOf": [
        ["type": "number", "minimum": 0, "maximum": 1000], ["type": "string", "pattern": #"^\d+(\.\d+)? ?(px)?$"#],
      ]
    ] as JSONValue).orVariable, code: "value.number"
  ) { text in
    guard let length = ValueType<Length>.parse(text), length.share == 0, (0...1000).contains(length.pixels) else {
      return nil
    }
    return length.pixels
  }
}

extension ValueType where Value == Corners {
  /// Four points of the canvas, from the top-left corner clockwise.
  static let corners = ValueType(
    noun, schema: ["type": "array", "items": ValueType<Extent>.extent.schema, "minItems": 4, "maxItems": 4]
  ) { node, name, diagnostics in
    guard case .sequence(let nodes) = node.content, nodes.count == 4 else {
      diagnostics.append(.wrongShape(node, name, mustBe: noun))
      return nil
    }
    let points = nodes.compactMap { ValueType<Extent>.extent.decode($0, name, &diagnostics) }
    guard points.count == 4 else { return nil }
    return Corners(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
  }

  private static let noun =
    "four points, from the top-left corner clockwise: [[0, 0], [100%, 0], [100%, 100%], [0, 100%]]"
}

extension ValueType where Value == Int {
  /// What makes a stored picture upright, as the EXIF orientation that asks for it.
  static let orientation = choice(orientations.map(\.key)) { word in
    orientations.first { $0.key == word }?.value
  }

  private static let orientations: KeyValuePairs<String, Int> = [
    "ignore": 1, "0": 1, "90": 6, "180": 3, "270": 8, "flip-horizontal": 2, "flip-vertical": 4, "transpose": 5,
    "transverse": 7, "exif-1": 1, "exif-2": 2, "exif-3": 3, "exif-4": 4, "exif-5": 5, "exif-6": 6, "exif-7": 7,
    "exif-8": 8,
  ]
}

extension ValueType where Value == PictureFields.Backdrop {
  /// `blur`, or a colour.
  static let backdrop = ValueType(
    "blur, or a colour such as navy", schema: ["anyOf": [["const": "blur"], ValueType<Color>.color.schema]]
  ) { node, name, diagnostics in
    if case .scalar(let scalar) = node.content, scalar.text == "blur" { return .blur }
    return ValueType<Color>.color.decode(node, name, &diagnostics).map { .color($0) }
  }
}
