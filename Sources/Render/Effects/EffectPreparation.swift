internal import AV
internal import EDL

/// Checks every effect of a timeline and makes it ready to run: options by their first names, paths
/// absolute, seeds fixed.
struct EffectPreparation {
  private var checker: EffectChecker
  /// What was prepared already: a look may be used a thousand times.
  private var known: [Key: Effect?] = [:]
  private var generators: [String: Generator?] = [:]
  private var media: [Media] = []

  private struct Key: Hashable {
    var effect: Effect
    var medium: EffectMedium
    var place: SourceRange
  }

  /// The timeline with its effects ready; what is wrong is reported and left out.
  static func prepared(
    _ timeline: Timeline, _ options: RenderOptions, _ diagnostics: inout DiagnosticList
  ) -> Timeline {
    var preparation = EffectPreparation(checker: EffectChecker(canvas: timeline.canvas, options: options))
    preparation.media = timeline.media
    var timeline = timeline
    let layouts = Dictionary(timeline.buses.map { ($0.name, $0.layout) }, uniquingKeysWith: { first, _ in first })
    preparation.prepare(&timeline.root, layouts, bus: Bus.main)
    // The programme lies on the background, so it is opaque.
    preparation.checker.checkTransparency(timeline.root.effects)
    for index in timeline.buses.indices {
      preparation.prepare(&timeline.buses[index].mix.effects, for: .sound(layout: timeline.buses[index].layout))
    }
    diagnostics.append(contentsOf: preparation.checker.diagnostics)
    return timeline
  }

  private init(checker: EffectChecker) { self.checker = checker }

  /// `layouts` are those of the buses, by name; the sound goes to a bus unless a track names another.
  private mutating func prepare(_ sequence: inout Sequence, _ layouts: [String: String], bus: String) {
    prepare(&sequence.effects, for: .picture)
    for track in sequence.tracks.indices {
      let bus = sequence.tracks[track].bus ?? bus
      prepare(&sequence.tracks[track].effects, for: .picture)
      prepare(&sequence.tracks[track].mix.effects, for: .sound(layout: layouts[bus] ?? "stereo"))
      for index in sequence.tracks[track].items.indices {
        prepare(&sequence.tracks[track].items[index], layouts, bus: bus)
      }
    }
  }

  private mutating func prepare(_ item: inout Item, _ layouts: [String: String], bus: String) {
    prepare(&item.picture.effects, for: .picture)
    if isOpaque(item) { checker.checkTransparency(item.picture.effects) }
    if var effects = item.sound?.mix.effects, !effects.isEmpty {
      prepare(&effects, for: .sound(layout: layouts[bus] ?? "stereo"))
      item.sound?.mix.effects = effects
    }
    switch item.content {
    case .sequence(var inner):
      prepare(&inner, layouts, bus: bus)
      item.content = .sequence(inner)
    case .generator(let generator):
      let ready = generators[generator.text] ?? checker.prepare(generator)
      generators[generator.text] = .some(ready)
      if let ready { item.content = .generator(ready) }
    case .subtitles(let subtitles): checker.check(subtitles)
    case .clip, .solid, .drawing, .adjustment: break
    }
  }

  /// Whether what its effects are given is opaque for certain.
  private func isOpaque(_ item: Item) -> Bool {
    guard item.picture.key == nil else { return false }
    switch item.content {
    case .clip(let index, let stream?, _):
      return media[index].info.video.indices.contains(stream) && !media[index].info.video[stream].hasAlpha
    case .solid(let color): return color.alpha == 255
    case .clip, .sequence, .drawing, .generator, .subtitles, .adjustment: return false
    }
  }

  private mutating func prepare(_ effects: inout [Effect], for medium: EffectMedium) {
    guard !effects.isEmpty else { return }
    effects = effects.compactMap { effect in
      let key = Key(effect: effect, medium: medium, place: effect.origin.range)
      if let ready = known[key] { return ready }
      let ready = checker.prepare(effect, for: medium)
      known[key] = .some(ready)
      return ready
    }
  }
}
