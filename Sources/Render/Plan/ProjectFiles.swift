public import EDL

/// The files that a programme is made of beside the texts of its project.
public enum ProjectFiles {
  /// All that a render may open, each once: media, proxies, and what effects, sources, subtitles and
  /// titles name (look-up tables, subtitle files, fonts by file).
  public static func read(by timeline: Timeline, options: RenderOptions = RenderOptions()) -> [String] {
    var seen: Set<String> = []
    let media = timeline.media.flatMap { $0.files + ($0.proxy.map { [$0.path] } ?? []) }
    return (media + readBesideMedia(by: timeline, options: options)).filter { seen.insert($0).inserted }
  }

  /// What effects, sources, subtitles, titles and outputs name, each once.
  public static func readBesideMedia(by timeline: Timeline, options: RenderOptions = RenderOptions()) -> [String] {
    var ignored = DiagnosticList()
    var paths: [String] = []
    for framing in timeline.allFramings {
      let prepared = EffectPreparation.prepared(framing, options, &ignored)
      paths += FilterFiles.paths(prepared) + fonts(prepared.root)
    }
    var seen: Set<String> = []
    return (paths + besideStreams(of: timeline)).filter { seen.insert($0).inserted }
  }

  /// The files that outputs put into theirs as they are.
  static func besideStreams(of timeline: Timeline) -> [String] {
    timeline.outputs.flatMap { $0.subtitles.map(\.path) + ($0.cover.map { [$0.path] } ?? []) }
  }

  /// The font files that titles name.
  static func fonts(_ sequence: Sequence) -> [String] {
    sequence.tracks.flatMap(\.items).flatMap { item -> [String] in
      switch item.content {
      case .sequence(let inner): return fonts(inner)
      case .drawing(.title(let title)): return title.font.file.map { [$0] } ?? []
      case .clip, .solid, .drawing, .generator, .subtitles, .adjustment: return []
      }
    }
  }
}
