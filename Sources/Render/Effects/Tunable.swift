internal import AV
internal import EDL

/// What is known of filters' options beyond libavfilter's tables.
enum Tunable {
  /// Measured: what a running filter makes of a new value differs from a filter that began with it.
  private static let broken: Set<String> = ["v360"]
  /// The vertical option keeps its first value unless it is sent too.
  static let companions: [String: [String: String]] = [
    "gblur": ["sigma": "sigmaV"], "avgblur": ["sizeX": "sizeY"], "median": ["radius": "radiusV"],
  ]

  /// The options that keyframes may change, by their first names in the table's order.
  static func options(of filter: FilterCatalog.Entry) -> [String] {
    guard !broken.contains(filter.name) else { return [] }
    return filter.options.order.filter { filter.options.entries[$0]?.isTunable == true }
  }

  /// Options that are fixed unless the author sets them: seeds that would be drawn anew each run,
  /// and `vignette`'s dither, which would make each frame depend on how many came before.
  static func fixed(_ filter: FilterCatalog.Entry) -> [(name: String, value: String)] {
    var options: [(String, String)] = []
    for name in ["seed", "random_seed"] {
      if let entry = filter.options.entries[name], entry.defaultNumber == -1 || entry.defaultNumber == 4_294_967_295 {
        options.append((entry.canonicalName, "1"))
      }
    }
    // Without it the limiter is late by its attack; with it libavfilter makes up for that itself.
    if filter.name == "alimiter", filter.options.entries["latency"] != nil { options.append(("latency", "1")) }
    if filter.name == "vignette" { options.append(("dither", "0")) }
    return options
  }

  /// The range of an option that takes an expression, whose value the filter would clip in silence.
  static func hiddenRange(_ filter: String, _ option: String) -> ClosedRange<Double>? {
    ranges["\(filter).\(option)"]
  }

  private static let ranges: [String: ClosedRange<Double>] = [
    "eq.contrast": -1000...1000, "eq.brightness": -1...1, "eq.saturation": 0...3, "eq.gamma": 0.1...10,
    "eq.gamma_r": 0.1...10, "eq.gamma_g": 0.1...10, "eq.gamma_b": 0.1...10, "eq.gamma_weight": 0...1,
    "hue.s": -10...10, "hue.b": -10...10,
  ]
}

/// A value of a keyframed option as text.
enum OptionNumber {
  static func text(_ value: Double, isWhole: Bool = false) -> String {
    let whole = value.rounded()
    if isWhole || (value == whole && abs(value) < 1e15) { return "\(Int(max(-1e15, min(1e15, whole))))" }
    return "\(value)"
  }

  static func text(_ color: Color) -> String {
    let digits = [color.red, color.green, color.blue, color.alpha].map { byte in
      let hex = String(byte, radix: 16)
      return hex.count == 1 ? "0" + hex : hex
    }
    return "0x" + digits.joined()
  }
}
