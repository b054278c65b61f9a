/// The kinds of scalars that the schema names once and refers to.
enum SchemaDefinitions {
  /// A text with a variable in it may turn out to be anything.
  static let variable: JSONValue = ["type": "string", "pattern": #"\$\{[^}]*\}"#]

  /// The definitions by name, in the order in which the schema lists them.
  static let all: [JSONValue.Member] = [
    .init(key: "variable", value: variable),
    .init(key: "time", value: ["anyOf": [["const": 0], timeText, reference("variable")]]),
    .init(
      key: "length",
      value: ["anyOf": [["const": 0], ["const": "to-end"], timeText, reference("variable")]]),
    .init(key: "color", value: ["anyOf": [colorNames, colorText, reference("variable")]]),
    .init(key: "ease", value: easeText.orVariable),
    .init(key: "point", value: ValueType<Extent>.extentSchema),
    curve("box", .box), curve("position", .extent), curve("anchor", .anchor), curve("scale", .scale),
    curve("rotation", .degrees), curve("corners", .corners), curve("share", .share), curve("pixels", .pixels),
    curve("inset", .inset), curve("colors", .color), curve("side", ValueType<Length>.length),
    curve("lengths", .lengths),
    curve("fontSize", .fontSize), curve("weight", .weight), curve("factor", TitleDocument.factor),
    curve("signedPixels", .signedPixels), curve("way", TitleDocument.way), curve("offset", .pixelOffset),
    curve("radii", .radii), curve("points", .points), curve("dashes", .dashes),
    curve("dashOffset", StrokeDocument.dashOffsetType), curve("drawnSize", .drawnSize),
    curve("gain", ValueType<Gain>.gain), curve("pan", ValueType<Double>.pan),
  ]

  /// A kind of value over time.
  private static func curve<Element>(_ name: String, _ element: ValueType<Element>) -> JSONValue.Member {
    .init(key: name, value: ValueType<CurveDocument<Element>>.curve(element).schema)
  }

  private static let easeText: JSONValue = [
    "anyOf": [
      ["enum": .array(Ease.names.map(JSONValue.string))],
      ["type": "string", "pattern": #"^cubic-bezier\(.*\)$"#],
    ]
  ]

  /// A use of a definition.
  static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/definitions/\(name)")] }

  private static let timeText: JSONValue = ["type": "string", "pattern": .string(TimePattern.text)]

  private static let colorNames: JSONValue = [
    "enum": .array(Color.cssNames.keys.sorted().map(JSONValue.string) + ["transparent"])
  ]

  private static let colorText: JSONValue = [
    "type": "string",
    "pattern": #"^(#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[A-Za-z]+|(rgb|hsl)a?\([^()]+\))$"#,
  ]
}

extension JSONValue {
  /// The schema of a scalar, in whose place a variable may stand.
  var orVariable: JSONValue {
    let choices: [JSONValue] =
      if let anyOf = members.first(where: { $0.key == "anyOf" }), case .array(let known) = anyOf.value {
        known
      } else {
        [self]
      }
    return ["anyOf": .array(choices + [SchemaDefinitions.reference("variable")])]
  }
}
