internal import MediaTime

extension PictureFields {
  /// What is set beyond the usual, in words, one a field: for plans.
  package var words: [String] {
    var words: [String] = []
    if fit != .contain { words.append("fit \(fit.rawValue)") }
    if deinterlace != .auto { words.append("deinterlace \(deinterlace.rawValue)") }
    if let orientation { words.append("orientation \(orientation)") }
    if let colorTags { words.append("colour \(colorTags.words)") }
    if let box { words.append("size \(box.words { $0.words })") }
    switch backdrop {
    case .blur: words.append("backdrop blur")
    case .color(let color): words.append("backdrop \(color.hexText)")
    case nil: break
    }
    words += crop?.words ?? []
    words += motion?.words ?? []
    if let key { words.append(key.words) }
    if let mask { words.append(mask.words) }
    if let opacity { words.append("opacity \(opacity.words { $0.short })") }
    if let fade, fade.fadeIn > 0 { words.append("picture fades in \(fade.fadeIn)f") }
    if let fade, fade.fadeOut > 0 { words.append("picture fades out \(fade.fadeOut)f") }
    if let blend { words.append("blend \(blend.name)") }
    return words
  }
}

extension Curve {
  /// The value, or `{0s: …, 1s: … ease-in}`, the ease behind the value that it leads away from.
  func words(_ word: (Value) -> String) -> String {
    guard !isConstant else { return word(first) }
    let parts = keys.map { key in
      let ease = key.ease == .linear || key.time == keys.last?.time ? "" : " \(key.ease.name)"
      return "\(key.time.seconds)s: \(word(key.value))\(ease)"
    }
    return "{\(parts.joined(separator: ", "))}"
  }
}

extension Double {
  /// Up to nine decimals, without what rounding leaves behind them.
  package var short: String {
    let rounded = (self * 1e9).rounded() / 1e9
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension Length {
  fileprivate var words: String {
    let percent = "\((share * 100).short)%"
    if share == 0 { return "\(pixels.short)px" }
    return pixels == 0 ? percent : "\(pixels.short)px+\(percent)"
  }
}

extension Extent {
  fileprivate var words: String { "[\(x.words), \(y.words)]" }
}

extension Pair {
  fileprivate var words: String { x == y ? x.short : "[\(x.short), \(y.short)]" }
}

extension ColorTags {
  fileprivate var words: String { [space, primaries, transfer, range].map { $0 ?? "-" }.joined(separator: "/") }
}

extension Crop {
  fileprivate var words: [String] {
    [("left", left), ("top", top), ("right", right), ("bottom", bottom)].filter { $1 != Curve(Length()) }
      .map { "crop \($0) \($1.words { $0.words })" }
  }
}

extension Motion {
  fileprivate var words: [String] {
    var words: [String] = []
    if let corners {
      words.append(
        "corners "
          + corners.words {
            "[\([$0.topLeft, $0.topRight, $0.bottomRight, $0.bottomLeft].map(\.words).joined(separator: ", "))]"
          })
    }
    if let position { words.append("position \(position.words { $0.words })") }
    let usual = Motion()
    if anchor != usual.anchor { words.append("anchor \(anchor.words { $0.words })") }
    if scale != usual.scale { words.append("scale \(scale.words { $0.words })") }
    if rotation != usual.rotation { words.append("rotation \(rotation.words { $0.short })") }
    if isFlippedHorizontally { words.append("flip horizontal") }
    if isFlippedVertically { words.append("flip vertical") }
    return words
  }
}

extension ChromaKey {
  fileprivate var words: String {
    "key \(color.hexText) similarity \(similarity.words { $0.short }) blend \(blend.words { $0.short })"
      + " spill \(spill.words { $0.short })"
  }
}

extension Mask {
  fileprivate var words: String {
    let what =
      switch content {
      case .media(let index, _): "media \(index)"
      case .drawing: "shape"
      }
    return "mask \(what) \(channel.rawValue)\(isInverted ? " inverted" : "")"
      + (feather == Curve(0) ? "" : " feather \(feather.words { $0.short })px")
  }
}
