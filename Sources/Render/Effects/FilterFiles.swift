internal import EDL
internal import MediaTime

/// The files that prepared effects and sources read.
enum FilterFiles {
  /// Their absolute paths, in order.
  static func paths(_ effects: [Effect]) -> [String] { effects.flatMap(paths) }

  /// The files of a source.
  static func paths(_ generator: Generator) -> [String] { paths(inGraph: generator.text) }

  /// The folders that effects look for fonts in.
  static func folders(_ effects: [Effect]) -> [String] {
    effects.flatMap { effect -> [String] in
      switch effect.action {
      case .graph(let text): paths(inGraph: text, where: { FilterPolicy.readsFolder($0, option: $1) })
      case .filter(let name, let options): paths(name, options, where: { FilterPolicy.readsFolder($0, option: $1) })
      }
    }
  }

  /// The names of the filters that run.
  static func filters(_ effects: [Effect]) -> [String] {
    effects.flatMap { effect -> [String] in
      switch effect.action {
      case .graph(let text): filters(inGraph: text)
      case .filter(let name, _): [name]
      }
    }
  }

  /// The filters of a source.
  static func filters(_ generator: Generator) -> [String] { filters(inGraph: generator.text) }

  /// The files of all effects, sources and subtitles of a programme.
  static func paths(_ timeline: Timeline) -> [String] {
    paths(timeline.root) + timeline.buses.flatMap { paths($0.mix.effects) }
  }

  /// The files of all effects, sources and subtitles of a sequence.
  static func paths(_ sequence: Sequence) -> [String] {
    paths(sequence.effects)
      + sequence.tracks.flatMap { track in
        paths(track.effects) + paths(track.mix.effects)
          + track.items.flatMap { item in
            paths(item.picture.effects) + paths(item.sound?.mix.effects ?? []) + paths(item.content)
          }
      }
  }

  private static func paths(_ content: Item.Content) -> [String] {
    switch content {
    case .sequence(let inner): paths(inner)
    case .generator(let generator): paths(generator)
    case .subtitles(let subtitles): [subtitles.path]
    case .clip, .solid, .drawing, .adjustment: []
    }
  }

  private static func paths(_ effect: Effect) -> [String] {
    switch effect.action {
    case .graph(let text): paths(inGraph: text)
    case .filter(let name, let options): paths(name, options, where: { FilterPolicy.readsFile($0, option: $1) })
    }
  }

  private static func paths(
    _ name: String, _ options: [Effect.Option], where isPath: (String, String) -> Bool
  ) -> [String] {
    options.compactMap { option in
      guard case .text(let path) = option.value, let own = option.name else { return nil }
      return isPath(name, own) ? path : nil
    }
  }

  private static func paths(
    inGraph text: String, where isPath: (String, String) -> Bool = { FilterPolicy.readsFile($0, option: $1) }
  ) -> [String] {
    let chains = (try? FilterText.parse(text)) ?? []
    return chains.joined().flatMap { call in
      call.options.compactMap { option in
        option.name.flatMap { isPath(call.name, $0) ? option.value : nil }
      }
    }
  }

  private static func filters(inGraph text: String) -> [String] {
    ((try? FilterText.parse(text)) ?? []).joined().map(\.name)
  }
}

extension Effect {
  /// The values of its keyframed options at a time of the item.
  func keyframedTexts(at time: Time) -> [String] {
    guard case .filter(_, let options) = action else { return [] }
    return options.filter(\.value.isKeyframed).map { $0.value.text(at: time) }
  }
}
