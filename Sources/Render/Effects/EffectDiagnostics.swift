internal import AV
internal import EDL

extension Diagnostic {
  static func unknownFilter(_ name: String, for medium: EffectMedium, at range: SourceRange) -> Diagnostic {
    let near = closestMatch(to: name, in: FilterCatalog.names(medium.pads))
    let looks = ["toon", "wash", "sepia", "noir", "film"]
    var notes: [Note] = []
    if medium == .picture, looks.contains(name) {
      notes.append(.init("there is a look of that name: write look: \(name)"))
    }
    return Diagnostic(
      .error, code: "effect.unknown-filter",
      "no filter is called \"\(name)\" in this FFmpeg" + (near.map { ": did you mean \"\($0)\"?" } ?? ""), at: range,
      notes: notes, fixIts: near.map { [.init("write \"\($0)\"", replacing: range, with: $0)] } ?? [])
  }

  static func wrongPads(
    _ filter: FilterCatalog.Entry, for medium: EffectMedium, at range: SourceRange
  ) -> Diagnostic {
    let (what, advice) =
      switch filter.pads {
      case .source: ("makes pictures of its own", "write it as an item, source: \(filter.name)")
      case .sound: ("works on sound", "write it under the effects of an item's audio, of an audio track or of a bus")
      case .other(let pads): ("has \(pads)", "write a graph: \"[in]…[out]\" that feeds it")
      case .picture: ("works on pictures", "write it under the effects of an item or a track that shows something")
      }
    return Diagnostic(
      .error, code: "effect.pads",
      "\"\(filter.name)\" \(what), and an effect here takes one \(medium.noun) and gives one: \(advice)",
      at: range)
  }

  static func losesTransparency(_ effect: Effect, at range: SourceRange) -> Diagnostic {
    let name = if case .filter(let name, _) = effect.action { "\"\(name)\"" } else { "the graph" }
    return Diagnostic(
      .error, code: "effect.transparency",
      "\(name) takes no transparency, and a filter before it makes some: put it before that one", at: range)
  }

  static func refused(_ filter: String, _ reason: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "effect.refused",
      "\"\(filter)\" is refused, as \(reason): remove it, or trust it with --allow-filter \(filter)", at: range)
  }

  static func unknownOption(_ name: String, of filter: FilterCatalog.Entry, at range: SourceRange) -> Diagnostic {
    let known = Array(filter.options.entries.keys) + (filter.hasTimeline ? ["enable"] : [])
    let near = closestMatch(to: name, in: known.sorted())
    return Diagnostic(
      .error, code: "effect.unknown-option",
      "\(filter.name) has no option \"\(name)\"" + (near.map { ": did you mean \"\($0)\"?" } ?? ""), at: range,
      notes: [.init("it has \(filter.options.order.joined(separator: ", "))")],
      fixIts: near.map { [.init("write \"\($0)\"", replacing: range, with: $0)] } ?? [])
  }

  static func badOption(
    _ value: String, _ option: OptionTable.Entry, of filter: FilterCatalog.Entry, _ verdict: OptionTable.Verdict,
    at range: SourceRange
  ) -> Diagnostic {
    let fault = verdict == .outOfRange ? "is out of range for" : "is not a value of"
    let isList = value.contains(":") && filter.options.order.count > 1 && option.isNumeric
    return Diagnostic(
      .error, code: "effect.option-value",
      "\"\(value)\" \(fault) \(filter.name)'s option \"\(option.name)\": it takes \(option.words)", at: range,
      notes: isList ? [.init("give several options by name: \(filter.name): {\(option.name): …}")] : [])
  }

  static func outOfRange(
    _ value: String, _ option: OptionTable.Entry, of filter: FilterCatalog.Entry, _ limits: ClosedRange<Double>,
    at range: SourceRange
  ) -> Diagnostic {
    let (low, high) = (OptionNumber.text(limits.lowerBound), OptionNumber.text(limits.upperBound))
    return Diagnostic(
      .error, code: "effect.option-value",
      "\"\(value)\" is out of range for \(filter.name)'s option \"\(option.name)\": it takes a number from \(low) to "
        + "\(high)", at: range)
  }

  static func refusedSettings(_ filter: String, _ option: String?, _ reason: String, at range: SourceRange)
    -> Diagnostic
  {
    Diagnostic(
      .error, code: "effect.settings",
      "\(filter) refuses \(option.map { "its \"\($0)\"" } ?? "these settings"): \(reason)", at: range)
  }

  static func badGraph(_ reason: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "effect.graph", "this is not a graph from [in] to [out]: \(reason)", at: range)
  }
}

extension OptionTable.Entry {
  /// What it takes, with its range where it has one, ending `it takes …`.
  var words: String {
    let limit = 2_147_483_647.0
    let isBounded = isNumeric && (minimum > -limit || maximum < limit)
    var text = type
    if isBounded {
      text +=
        maximum >= limit
        ? " from \(OptionNumber.text(minimum))"
        : minimum <= -limit
          ? " up to \(OptionNumber.text(maximum))"
          : " from \(OptionNumber.text(minimum)) to \(OptionNumber.text(maximum))"
    }
    guard !constants.isEmpty else { return text }
    return (isNumeric ? "\(text), or one of " : "\(text): ") + constants.prefix(24).joined(separator: ", ")
  }
}
