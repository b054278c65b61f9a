internal import MediaTime

extension Drawing {
  /// All that is drawn; a value over time is a list of its keyframes, what is not set is left out.
  var jsonValue: JSONValue {
    switch self {
    case .title(let title): title.jsonValue
    case .shape(let shape): shape.jsonValue
    }
  }
}

extension JSONValue {
  /// An object of the members that are there.
  fileprivate static func present(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }
}

extension Title {
  fileprivate var jsonValue: JSONValue {
    .present([
      ("text", .string(text)), ("markup", .bool(isMarkup)), ("font", font.jsonValue), ("fill", fill.jsonValue),
      ("outline", outline.map { ["width": $0.width.json, "color": $0.color.json] }),
      ("shadow", shadow?.jsonValue), ("box", box?.jsonValue), ("align", .string(align.rawValue)),
      ("max_width", maxWidth?.jsonValue(\.jsonValue)), ("line_spacing", lineSpacing.json),
      ("letter_spacing", letterSpacing.json), ("typewriter", typewriter?.jsonValue), ("travel", travel?.jsonValue),
    ])
  }
}

extension Title.Font {
  fileprivate var jsonValue: JSONValue {
    .present([
      ("family", family.map(JSONValue.string)), ("file", file.map(JSONValue.string)),
      ("size", size.jsonValue(\.jsonValue)), ("weight", weight.json), ("italic", .bool(isItalic)),
    ])
  }
}

extension Title.Box {
  fileprivate var jsonValue: JSONValue {
    [
      "fill": fill.jsonValue, "padding": padding.jsonValue(\.jsonValue), "radius": radius.jsonValue(\.jsonValue),
    ]
  }
}

extension Title.Typewriter {
  fileprivate var jsonValue: JSONValue {
    switch self {
    case .over(let length, let start): ["over": JSONValue(length), "from": JSONValue(start)]
    case .rate(let rate, let start): ["rate": JSONValue(rate), "from": JSONValue(start)]
    case .share(let share): ["share": JSONValue(share)]
    case .count(let count): ["count": .integer(count)]
    }
  }
}

extension Title.Travel {
  fileprivate var jsonValue: JSONValue {
    switch self {
    case .roll(let way): ["roll": way.json]
    case .crawl(let way): ["crawl": way.json]
    }
  }
}

extension Shape {
  fileprivate var jsonValue: JSONValue {
    form.jsonValue.adding(
      .present([
        ("size", size?.jsonValue(\.jsonValue)), ("fill", fill?.jsonValue), ("stroke", stroke?.jsonValue),
        ("shadow", shadow?.jsonValue),
      ]))
  }
}

extension Shape.Form {
  fileprivate var jsonValue: JSONValue {
    switch self {
    case .rectangle(let radius): ["shape": "rectangle", "radius": radius.jsonValue(\.jsonValue)]
    case .ellipse: ["shape": "ellipse"]
    case .polygon(let points):
      ["shape": "polygon", "points": points.jsonValue { .array($0.values.map(\.jsonValue)) }]
    case .regular(let sides): ["shape": "polygon", "sides": .integer(sides)]
    case .path(let path): ["shape": "path", "steps": .array(path.steps.map(\.jsonValue))]
    }
  }
}

extension PathData.Step {
  fileprivate var jsonValue: JSONValue {
    switch self {
    case .move(let place): ["move": place.jsonValue]
    case .line(let place): ["line": place.jsonValue]
    case .curve(let first, let second, let end): ["curve": [first.jsonValue, second.jsonValue, end.jsonValue]]
    case .close: "close"
    }
  }
}

extension Paint {
  fileprivate var jsonValue: JSONValue {
    switch self {
    case .color(let color): color.json
    case .gradient(let gradient): gradient.jsonValue
    }
  }
}

extension Gradient {
  fileprivate var jsonValue: JSONValue {
    let place: JSONValue =
      switch form {
      case .linear(let angle): ["gradient": "linear", "angle": angle.json]
      case .line(let from, let to):
        ["gradient": "linear", "from": from.jsonValue(\.jsonValue), "to": to.jsonValue(\.jsonValue)]
      case .radial(let center, let radius):
        [
          "gradient": "radial", "center": center.jsonValue(\.jsonValue),
          "radius": radius?.jsonValue(\.jsonValue) ?? .null,
        ]
      }
    return place.adding(["stops": .array(stops.map { ["offset": $0.offset.json, "color": $0.color.json] })])
  }
}

extension Stroke {
  fileprivate var jsonValue: JSONValue {
    [
      "paint": paint.jsonValue, "width": width.json, "dash": dash.jsonValue { .array($0.values.map(\.jsonValue)) },
      "dash_offset": dashOffset.json, "cap": .string(cap.rawValue), "join": .string(join.rawValue),
    ]
  }
}

extension Shadow {
  fileprivate var jsonValue: JSONValue {
    ["offset": offset.jsonValue(\.jsonValue), "blur": blur.json, "color": color.json]
  }
}

extension CornerRadii {
  fileprivate var jsonValue: JSONValue {
    [topLeft.jsonValue, topRight.jsonValue, bottomRight.jsonValue, bottomLeft.jsonValue]
  }
}

extension Curve<Double> {
  fileprivate var json: JSONValue { jsonValue(\.jsonValue) }
}

extension Curve<Color> {
  fileprivate var json: JSONValue { jsonValue { .string($0.hexText) } }
}

extension Effect {
  /// The filter with its options, or the graph, as libavfilter gets them.
  var jsonValue: JSONValue {
    switch action {
    case .graph(let text): ["graph": .string(text)]
    case .filter(let name, let options):
      [
        "filter": .string(name),
        "options": .array(options.map { ["name": JSONValue($0.name), "value": $0.value.jsonValue] }),
      ]
    }
  }
}

extension Effect.Value {
  fileprivate var jsonValue: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let curve): curve.json
    case .color(let curve): curve.json
    }
  }
}
