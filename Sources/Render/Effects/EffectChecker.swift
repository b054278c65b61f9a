internal import AV
internal import EDL

/// Checks effects against libavfilter's own tables, then by building them once.
struct EffectChecker {
  let canvas: Canvas
  let options: RenderOptions
  var diagnostics = DiagnosticList()
  /// What the effect at hand is to run on.
  private var medium = EffectMedium.picture
  private var catalog: [String: FilterCatalog.Entry] = [:]
  /// The places of the subtitles that were looked at.
  var seenSubtitles: Set<SourceRange> = []
  /// Chains whose transparency was looked at.
  private var chains: Set<[Effect]> = []

  init(canvas: Canvas, options: RenderOptions) {
    self.canvas = canvas
    self.options = options
  }

  /// The effect ready to run on pictures or on sound; nil after a report.
  mutating func prepare(_ effect: Effect, for medium: EffectMedium = .picture) -> Effect? {
    self.medium = medium
    var ready = effect
    switch effect.action {
    case .filter(let name, let options):
      guard let entry = entry(name, at: effect.origin.range) else { return nil }
      guard entry.pads == medium.pads else {
        diagnostics.append(.wrongPads(entry, for: medium, at: effect.origin.range))
        return nil
      }
      let checked = options.map { option($0, of: entry, effect.folder) }
      guard !checked.contains(where: { $0 == nil }) else { return nil }
      ready.action = .filter(name, options: completed(checked.compactMap { $0 }, of: entry, effect.origin))
    case .graph(let text):
      guard let calls = graph(text, effect) else { return nil }
      ready.action = .graph(FilterText.text(calls))
    }
    guard builds(ready) else { return nil }
    if case .sound(let layout) = medium {
      ready.latency = LatencyProbe.latency(of: ready, sampleRate: canvas.sampleRate, layout: layout)
    }
    return ready
  }

  /// Finds a filter that may be used; nil after a report.
  mutating func entry(_ name: String, at range: SourceRange) -> FilterCatalog.Entry? {
    guard let entry = catalog[name] ?? FilterCatalog.find(name) else {
      diagnostics.append(.unknownFilter(name, for: medium, at: range))
      return nil
    }
    catalog[name] = entry
    if FilterPolicy.reserved.contains(name) {
      diagnostics.append(
        Diagnostic(
          .error, code: "effect.refused", "\"\(name)\" is no effect: it belongs to whoever runs a graph; remove it",
          at: range))
      return nil
    }
    if let reason = FilterPolicy.refusal(name), !options.allowedFilters.contains(name) {
      diagnostics.append(.refused(name, reason, at: range))
      return nil
    }
    return entry
  }

  /// Reports a filter that would lose the transparency that one before it makes of an opaque picture.
  mutating func checkTransparency(_ effects: [Effect]) {
    guard effects.count > 1, chains.insert(effects).inserted else { return }
    let format = CanvasFormat(
      size: canvas.size, pixelFormat: .planar420, color: CanvasColor(canvas.color), background: canvas.background)
    let stages = EffectStages(canvas: format, rate: canvas.frameRate)
    guard let index = stages.losingTransparency(effects) else { return }
    diagnostics.append(.losesTransparency(effects[index], at: effects[index].origin.range))
  }

  // MARK: Options

  private mutating func option(
    _ option: Effect.Option, of filter: FilterCatalog.Entry, _ folder: String
  ) -> Effect.Option? {
    var option = option
    let table = filter.options
    guard let written = option.name ?? table.order.first else {
      diagnostics.append(
        Diagnostic(
          .error, code: "effect.unknown-option", "\(filter.name) has no options: write - \(filter.name) alone",
          at: option.valueOrigin.range))
      return nil
    }
    if written == "enable", filter.hasTimeline { return option }
    guard let entry = table.entries[written] else {
      diagnostics.append(.unknownOption(written, of: filter, at: option.nameOrigin.range))
      return nil
    }
    if let reason = FilterPolicy.refusal(filter.name, option: entry.canonicalName),
      !options.allowedFilters.contains(filter.name)
    {
      diagnostics.append(.refused(filter.name, reason, at: option.nameOrigin.range))
      return nil
    }
    option.name = entry.canonicalName
    switch option.value {
    case .text(let text):
      guard let value = value(text, entry, of: filter, folder, option.valueOrigin.range) else { return nil }
      option.value = .text(value)
    case .number(let curve):
      guard isTunable(entry, of: filter, option) else { return nil }
      for number in curve.keys.map(\.value) + [curve.first] {
        let text = OptionNumber.text(number, isWhole: entry.isWhole)
        guard value(text, entry, of: filter, folder, option.valueOrigin.range) != nil else { return nil }
      }
    case .color(let curve):
      guard isTunable(entry, of: filter, option) else { return nil }
      guard value(OptionNumber.text(curve.first), entry, of: filter, folder, option.valueOrigin.range) != nil else {
        return nil
      }
    }
    return option
  }

  private mutating func isTunable(
    _ entry: OptionTable.Entry, of filter: FilterCatalog.Entry, _ option: Effect.Option
  ) -> Bool {
    let tunable = Tunable.options(of: filter)
    if tunable.contains(entry.canonicalName) || !option.value.isKeyframed { return true }
    let advice =
      tunable.isEmpty
      ? "none of \(filter.name)'s options can; write a value, or an expression of t where it takes one"
      : "of \(filter.name)'s options \(tunable.joined(separator: ", ")) can"
    diagnostics.append(
      Diagnostic(
        .error, code: "effect.not-tunable", "\"\(entry.name)\" cannot change while \(filter.name) runs: \(advice)",
        at: option.valueOrigin.range))
    return false
  }

  /// The value as the filter gets it; nil after a report.
  mutating func value(
    _ text: String, _ entry: OptionTable.Entry, of filter: FilterCatalog.Entry, _ folder: String,
    _ range: SourceRange
  ) -> String? {
    if let reason = FilterPolicy.refusal(filter.name, value: text) {
      diagnostics.append(
        Diagnostic(
          .error, code: "effect.option-value",
          "\"\(text)\" is refused as \(filter.name)'s option \"\(entry.name)\": \(reason)", at: range))
      return nil
    }
    if FilterPolicy.readsFile(filter.name, option: entry.canonicalName) {
      return file(text, folder, isFolder: false, range)
    }
    if FilterPolicy.readsFolder(filter.name, option: entry.canonicalName) {
      return file(text, folder, isFolder: true, range)
    }
    let verdict = filter.options.check(name: entry.name, value: text)
    let hidden = verdict == .fine ? Tunable.hiddenRange(filter.name, entry.canonicalName) : nil
    if let hidden, let number = Double(text), !hidden.contains(number) {
      diagnostics.append(.outOfRange(text, entry, of: filter, hidden, at: range))
      return nil
    }
    guard verdict == .fine else {
      diagnostics.append(.badOption(text, entry, of: filter, verdict, at: range))
      return nil
    }
    return text
  }

  /// An existing file or folder that may be read, by its absolute path; nil after a report.
  private mutating func file(_ text: String, _ folder: String, isFolder: Bool, _ range: SourceRange) -> String? {
    let path = LocalFiles.join(folder, text)
    func report(_ code: String, _ message: String, blame: Diagnostic.Blame = .project) -> String? {
      diagnostics.append(Diagnostic(.error, code: code, message, at: range, blame: blame))
      return nil
    }
    do {
      let resolved = try FileAccess(root: options.root).resolve(path)
      guard LocalFiles.kind(of: resolved) == (isFolder ? .folder : .file) else {
        return report("path.not-a-file", "\"\(text)\" is not a \(isFolder ? "folder" : "plain file")")
      }
      return LocalFiles.realPath(ofMaybeMissing: path)
    } catch {
      switch error {
      case .outsideRoot:
        return report(
          "path.outside-root",
          "\"\(text)\" is outside the folder given by --root: move it there, or allow a higher folder")
      case .system(let reason):
        return report("media.not-found", "cannot read \"\(text)\": \(reason)", blame: .media)
      case .notPlain, .tooLarge: return report("path.not-a-file", "\"\(text)\" is not a plain file")
      }
    }
  }

  /// Options that keep the pictures the same from run to run and from cut to cut.
  private func completed(
    _ written: [Effect.Option], of filter: FilterCatalog.Entry, _ origin: Origin
  ) -> [Effect.Option] {
    let names = Set(written.compactMap(\.name))
    return written
      + Tunable.fixed(filter).filter { !names.contains($0.name) }.map {
        Effect.Option(name: $0.name, value: .text($0.value), nameOrigin: origin, valueOrigin: origin)
      }
  }

  // MARK: Graphs

  private mutating func graph(_ text: String, _ effect: Effect) -> [[FilterText.Call]]? {
    let range = effect.origin.range
    var chains: [[FilterText.Call]]
    do throws(FilterText.Fault) {
      chains = try FilterText.parse(text)
    } catch {
      diagnostics.append(.badGraph(error.message, at: range))
      return nil
    }
    guard let checked = calls(chains, effect.folder, range) else { return nil }
    chains = checked
    let isOpen = { (label: String) in
      chains.joined().contains { $0.inputs.contains(label) || $0.outputs.contains(label) }
    }
    if !isOpen("in") { chains[0][0].inputs.insert("in", at: 0) }
    let last = (chains.count - 1, chains[chains.count - 1].count - 1)
    if !isOpen("out") { chains[last.0][last.1].outputs.append("out") }
    return chains
  }

  /// Checks the filters of a graph and their options; nil after a report.
  mutating func calls(_ chains: [[FilterText.Call]], _ folder: String, _ range: SourceRange) -> [[FilterText.Call]]? {
    var chains = chains
    var isFine = true
    for chain in chains.indices {
      for index in chains[chain].indices {
        if let call = call(chains[chain][index], folder, range) {
          chains[chain][index] = call
        } else {
          isFine = false
        }
      }
    }
    return isFine ? chains : nil
  }

  private mutating func call(_ call: FilterText.Call, _ folder: String, _ range: SourceRange) -> FilterText.Call? {
    guard let entry = entry(call.name, at: range) else { return nil }
    var call = call
    var positions = entry.options.order[...]
    var isFine = true
    call.options = call.options.compactMap { written in
      // A value alone belongs to the next option of the table.
      let name = written.name ?? positions.popFirst()
      if written.name != nil { positions = [] }
      let option = Effect.Option(
        name: name, value: .text(written.value), nameOrigin: Origin(range), valueOrigin: Origin(range))
      guard let checked = self.option(option, of: entry, folder), case .text(let value) = checked.value else {
        isFine = false
        return nil
      }
      return (checked.name, value)
    }
    let names = Set(call.options.compactMap(\.name))
    call.options += Tunable.fixed(entry).filter { !names.contains($0.name) }.map { ($0.name, $0.value) }
    return isFine ? call : nil
  }

  // MARK: Building

  /// Builds an effect for a picture of the canvas's size, or for sound; false after a report.
  private mutating func builds(_ effect: Effect) -> Bool {
    guard let reason = EffectText(effect, index: 0).fault(canvas, medium) else { return true }
    // Which option it is shows by leaving each one out.
    if case .filter(let name, let options) = effect.action, options.count > 1 {
      for index in options.indices {
        var rest = options
        rest.remove(at: index)
        var less = effect
        less.action = .filter(name, options: rest)
        guard EffectText(less, index: 0).fault(canvas, medium) == nil else { continue }
        diagnostics.append(.refusedSettings(name, options[index].name, reason, at: options[index].valueOrigin.range))
        return false
      }
    }
    switch effect.action {
    case .filter(let name, let options):
      let only = options.count == 1 ? options[0] : nil
      diagnostics.append(
        .refusedSettings(name, only?.name, reason, at: only?.valueOrigin.range ?? effect.origin.range))
    case .graph: diagnostics.append(.badGraph(reason, at: effect.origin.range))
    }
    return false
  }
}
