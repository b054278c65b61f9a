internal import MediaTime

extension PictureFields {
  /// All fields; a value over time is a list of its keyframes, a field that is not set is left out.
  var jsonValue: JSONValue {
    let head: JSONValue = [
      "fit": .string(fit.rawValue), "deinterlace": .string(deinterlace.rawValue),
      "orientation": orientation.map(JSONValue.integer) ?? .null,
    ]
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(.init(key: key, value: value)) }
    }
    add("color_tags", colorTags?.jsonValue)
    add("size", box?.jsonValue(\.jsonValue))
    switch backdrop {
    case .blur: add("backdrop", .string("blur"))
    case .color(let color): add("backdrop", .string(color.hexText))
    case nil: break
    }
    add("crop", crop?.jsonValue)
    add("motion", motion?.jsonValue)
    add("key", key?.jsonValue)
    add("mask", mask?.jsonValue)
    add("opacity", opacity?.jsonValue(\.jsonValue))
    add("fade", fade.map { ["in": .integer($0.fadeIn), "out": .integer($0.fadeOut)] })
    add("blend", blend.map { .string($0.name) })
    if !effects.isEmpty { add("effects", .array(effects.map(\.jsonValue))) }
    return head.adding(.object(members))
  }
}

extension ColorTags {
  var jsonValue: JSONValue {
    [
      "space": JSONValue(space), "primaries": JSONValue(primaries), "transfer": JSONValue(transfer),
      "range": JSONValue(range),
    ]
  }
}

extension Curve {
  /// The value, or `[{"at": SECONDS, "value": …, "ease": NAME}, …]`.
  func jsonValue(_ value: (Value) -> JSONValue) -> JSONValue {
    guard !isConstant else { return value(first) }
    return .array(
      keys.map { ["at": JSONValue($0.time), "value": value($0.value), "ease": .string($0.ease.name)] })
  }
}

extension Double {
  /// The shortest text that reads as the same number.
  var jsonValue: JSONValue { .number(self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)") }
}

extension Length {
  var jsonValue: JSONValue { ["px": pixels.jsonValue, "share": share.jsonValue] }
}

extension Extent {
  var jsonValue: JSONValue { [x.jsonValue, y.jsonValue] }
}

extension Pair {
  var jsonValue: JSONValue { [x.jsonValue, y.jsonValue] }
}

extension Corners {
  fileprivate var jsonValue: JSONValue {
    [topLeft.jsonValue, topRight.jsonValue, bottomRight.jsonValue, bottomLeft.jsonValue]
  }
}

extension Crop {
  fileprivate var jsonValue: JSONValue {
    [
      "left": left.jsonValue(\.jsonValue), "top": top.jsonValue(\.jsonValue), "right": right.jsonValue(\.jsonValue),
      "bottom": bottom.jsonValue(\.jsonValue),
    ]
  }
}

extension Motion {
  fileprivate var jsonValue: JSONValue {
    [
      "position": position?.jsonValue(\.jsonValue) ?? .null, "anchor": anchor.jsonValue(\.jsonValue),
      "scale": scale.jsonValue(\.jsonValue), "rotation": rotation.jsonValue(\.jsonValue),
      "flip_horizontal": .bool(isFlippedHorizontally), "flip_vertical": .bool(isFlippedVertically),
      "corners": corners?.jsonValue(\.jsonValue) ?? .null,
    ]
  }
}

extension ChromaKey {
  fileprivate var jsonValue: JSONValue {
    [
      "color": .string(color.hexText), "similarity": similarity.jsonValue(\.jsonValue),
      "blend": blend.jsonValue(\.jsonValue), "spill": spill.jsonValue(\.jsonValue),
    ]
  }
}

extension Mask {
  fileprivate var jsonValue: JSONValue {
    let what: JSONValue =
      switch content {
      case .media(let index, let stream): ["media": .integer(index), "video_stream": .integer(stream)]
      case .drawing(let drawing, _): ["drawing": drawing.jsonValue]
      }
    return what.adding([
      "channel": .string(channel.rawValue), "invert": .bool(isInverted), "feather": feather.jsonValue(\.jsonValue),
    ])
  }
}
