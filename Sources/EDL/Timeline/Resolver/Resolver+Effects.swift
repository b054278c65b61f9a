internal import MediaTime

extension Resolver {
  /// Resolves a list of effects for an item, a track or a sequence of a length; looks are unfolded.
  ///
  /// What is wrong is reported and left out.
  mutating func effects(_ written: [EffectDocument]?, length: Time) -> [Effect] {
    var effects: [Effect] = []
    for effect in written ?? [] { add(effect, to: &effects, length: length, open: []) }
    return effects
  }

  /// Reports looks that use each other in a circle, and unknown ones inside looks.
  mutating func checkLooks() {
    for look in document.looks?.value ?? [] {
      for effect in look.value {
        guard case .look(let name, _) = effect.action else { continue }
        if let chain = circle(from: look.name, through: name.value) {
          let text = chain.map { "\"\($0)\"" }.joined(separator: " → ")
          diagnostics.append(
            Diagnostic(
              .error, code: "look.recursion", "the look \"\(look.name)\" uses itself: \(text); remove one of them",
              at: name.range))
          faultyLooks.insert(look.name)
        } else if lookBody(name.value) == nil, BuiltInLook(rawValue: name.value) == nil {
          diagnostics.append(unknownLook(name))
        }
      }
    }
  }

  private func lookBody(_ name: String) -> [EffectDocument]? {
    document.looks?.value.first { $0.name == name }?.value
  }

  /// The way from a look back to itself.
  private func circle(from start: String, through next: String) -> [String]? {
    var seen: Set<String> = []
    func walk(_ name: String, _ path: [String]) -> [String]? {
      if name == start { return path + [name] }
      guard seen.insert(name).inserted, let body = lookBody(name) else { return nil }
      for effect in body {
        guard case .look(let inner, _) = effect.action else { continue }
        if let found = walk(inner.value, path + [name]) { return found }
      }
      return nil
    }
    return walk(next, [start])
  }

  private mutating func add(
    _ written: EffectDocument, to effects: inout [Effect], length: Time, open: [String]
  ) {
    let folder = sources.directory(ofFile: written.range.file)
    switch written.action {
    case .graph(let text):
      effects.append(Effect(action: .graph(text.value), origin: Origin(text.range), folder: folder))
    case .filter(let name, let options):
      let resolved = options.map { option(filter: name, $0, length: length) }
      guard !resolved.contains(where: { $0 == nil }) else { return }
      effects.append(
        Effect(
          action: .filter(name, options: resolved.compactMap { $0 }), origin: Origin(written.range), folder: folder))
    case .look(let name, let options):
      // A circle was reported where the look is defined.
      guard !open.contains(name.value), !faultyLooks.contains(name.value) else { return }
      if let body = lookBody(name.value) {
        if let first = options.first {
          diagnostics.append(
            Diagnostic(
              .error, code: "look.setting", "the look \"\(name.value)\" is the project's own and takes no settings",
              at: first.name?.range ?? first.value.range))
        }
        for effect in body { add(effect, to: &effects, length: length, open: open + [name.value]) }
      } else if let builtIn = BuiltInLook(rawValue: name.value) {
        guard let settings = settings(of: builtIn, options, length: length) else { return }
        effects += builtIn.steps(settings).map { Effect($0, at: written.range, folder: folder) }
      } else if open.isEmpty {
        diagnostics.append(unknownLook(name))
      }
    }
  }

  private func unknownLook(_ name: Located<String>) -> Diagnostic {
    let known = (document.looks?.value ?? []).map(\.name) + BuiltInLook.allCases.map(\.rawValue)
    let near = closestMatch(to: name.value, in: known)
    return Diagnostic(
      .error, code: "look.unknown",
      "there is no look \"\(name.value)\"" + (near.map { ": did you mean \"\($0)\"?" } ?? ""), at: name.range,
      notes: [.init("looks are \(known.joined(separator: ", "))")],
      fixIts: near.map { [.init("write \"\($0)\"", replacing: name.range, with: $0)] } ?? [])
  }

  private mutating func settings(
    of look: BuiltInLook, _ options: [EffectDocument.Option], length: Time
  ) -> BuiltInLook.Settings? {
    var settings = BuiltInLook.Settings()
    var isFine = true
    for option in options {
      let name = option.name?.value ?? look.settings.first ?? ""
      guard look.settings.contains(name) else {
        let known = look.settings.isEmpty ? "it has none" : "it has \(look.settings.joined(separator: " and "))"
        diagnostics.append(
          Diagnostic(
            .error, code: "look.setting", "the look \"\(look.rawValue)\" has no setting \"\(name)\": \(known)",
            at: option.name?.range ?? option.value.range))
        isFine = false
        continue
      }
      if name == "color" {
        guard case .constant(let text) = option.value.value.form, let color = Color(text: text) else {
          diagnostics.append(.badSetting(name, "a colour such as red or \"#ff8800\"", at: option.value.range))
          isFine = false
          continue
        }
        settings.color = color
      } else {
        let amounts = option.value.value.compactMap { text in
          DecimalText.parseFactor(text).map(\.approximate).flatMap { (0...1).contains($0) ? $0 : nil }
        }
        guard let amounts else {
          diagnostics.append(.badSetting(name, "a number from 0 to 1, or a percentage", at: option.value.range))
          isFine = false
          continue
        }
        guard let curve = curve(Located(amounts, at: option.value.range), length: length, { $0 }) else { return nil }
        settings.amount = curve
      }
    }
    return isFine ? settings : nil
  }

  private mutating func option(
    filter: String, _ written: EffectDocument.Option, length: Time
  ) -> Effect.Option? {
    func make(_ value: Effect.Value) -> Effect.Option {
      Effect.Option(
        name: written.name?.value, value: value, nameOrigin: Origin(written.name?.range ?? written.value.range),
        valueOrigin: Origin(written.value.range))
    }
    let value = written.value
    if case .constant(let text) = value.value.form { return make(.text(text)) }
    if let numbers = value.value.compactMap({ DecimalText.parse($0)?.approximate }) {
      return curve(Located(numbers, at: value.range), length: length) { $0 }.map { make(.number($0)) }
    }
    if let colors = value.value.compactMap({ Color(text: $0) }) {
      return curve(Located(colors, at: value.range), length: length) { $0 }.map { make(.color($0)) }
    }
    diagnostics.append(
      Diagnostic(
        .error, code: "effect.keyframes",
        "keyframes of \"\(written.name?.value ?? filter)\" must all be numbers, or all colours", at: value.range))
    return nil
  }
}

extension CurveDocument {
  /// The same keyframes of another kind of value; nil where any has none.
  fileprivate func compactMap<Other>(_ transform: (Value) -> Other?) -> CurveDocument<Other>? {
    switch form {
    case .constant(let value): return transform(value).map { CurveDocument<Other>(form: .constant($0)) }
    case .keys(let keys, let ease):
      let mapped = keys.compactMap { key in
        transform(key.value).map { CurveDocument<Other>.Key(at: key.at, value: $0, ease: key.ease) }
      }
      return mapped.count == keys.count ? CurveDocument<Other>(form: .keys(mapped, ease: ease)) : nil
    }
  }
}

extension Effect {
  /// A filter of a built-in look, as if it were written where the look is named.
  fileprivate init(_ step: BuiltInLook.Step, at range: SourceRange, folder: String) {
    let origin = Origin(range)
    let options = step.options.map { Option(name: $0.name, value: $0.value, nameOrigin: origin, valueOrigin: origin) }
    self.init(
      action: step.graph.map { .graph($0) } ?? .filter(step.filter, options: options), origin: origin, folder: folder)
  }
}

extension Diagnostic {
  fileprivate static func badSetting(_ name: String, _ noun: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "look.setting", "\"\(name)\" of a look must be \(noun)", at: range)
  }
}
