internal import AV
internal import EDL

/// Checks every effect of a timeline and makes it ready to run: options by their first names, paths
/// absolute, seeds fixed.
struct EffectPreparation {
  private var checker: EffectChecker
  /// What was prepared already: a look may be used a thousand times.
  private var known: [Key: Effect?] = [:]
  private var generators: [String: Generator?] = [:]

  private struct Key: Hashable {
    var effect: Effect
    var place: SourceRange
  }

  /// The timeline with its effects ready; what is wrong is reported and left out.
  static func prepared(
    _ timeline: Timeline, _ options: RenderOptions, _ diagnostics: inout DiagnosticList
  ) -> Timeline {
    var preparation = EffectPreparation(checker: EffectChecker(canvas: timeline.canvas, options: options))
    var timeline = timeline
    preparation.prepare(&timeline.root)
    diagnostics.append(contentsOf: preparation.checker.diagnostics)
    return timeline
  }

  private init(checker: EffectChecker) { self.checker = checker }

  private mutating func prepare(_ sequence: inout Sequence) {
    prepare(&sequence.effects)
    for track in sequence.tracks.indices where sequence.tracks[track].kind == .video {
      prepare(&sequence.tracks[track].effects)
      for index in sequence.tracks[track].items.indices { prepare(&sequence.tracks[track].items[index]) }
    }
  }

  private mutating func prepare(_ item: inout Item) {
    prepare(&item.picture.effects)
    switch item.content {
    case .sequence(var inner):
      prepare(&inner)
      item.content = .sequence(inner)
    case .generator(let generator):
      let ready = generators[generator.text] ?? checker.prepare(generator)
      generators[generator.text] = .some(ready)
      if let ready { item.content = .generator(ready) }
    case .subtitles(let subtitles): checker.check(subtitles)
    case .clip, .solid, .drawing, .adjustment: break
    }
  }

  private mutating func prepare(_ effects: inout [Effect]) {
    guard !effects.isEmpty else { return }
    effects = effects.compactMap { effect in
      let key = Key(effect: effect, place: effect.origin.range)
      if let ready = known[key] { return ready }
      let ready = checker.prepare(effect)
      known[key] = .some(ready)
      return ready
    }
  }
}
