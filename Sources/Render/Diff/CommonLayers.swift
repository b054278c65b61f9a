internal import EDL
internal import MediaTime

/// Says the layers and strips of two timelines in common terms: media by the same numbers, files by
/// the names of their contents. What is equal then is made of the same.
struct CommonLayers {
  private let names: FileNames
  /// The common number of each media entry.
  let media: [Int]
  /// What the sequences of both timelines show.
  let stills: CommonStills

  /// Makes the terms of two timelines.
  static func pair(_ old: Timeline, _ new: Timeline) -> (old: CommonLayers, new: CommonLayers) {
    let names = FileNames(old.contentFiles, new.contentFiles)
    var numbers: [String: Int] = [:]
    var stills = CommonStills()
    let sides = [old, new].map { timeline in
      timeline.media.map { media in
        let text = Self.text(media, names)
        let number = numbers[text] ?? numbers.count
        numbers[text] = number
        stills.note(media, as: number, names)
        return number
      }
    }
    return (
      CommonLayers(names: names, media: sides[0], stills: stills),
      CommonLayers(names: names, media: sides[1], stills: stills)
    )
  }

  private static func text(_ media: Media, _ names: FileNames) -> String {
    let files =
      switch media.source {
      case .file(let path): names(path)
      case .stills(let frames, let end):
        frames.map { "\(names($0.path))@\($0.time.seconds)" }.joined(separator: ",") + "-\(end.seconds)"
      }
    // The project may correct what a file says of itself.
    return "\(files) \(media.info.video) \(media.info.audio)"
  }

  func layers(_ layers: [Layer]) -> [Layer] { layers.map(layer) }

  private func layer(_ layer: Layer) -> Layer {
    var layer = layer
    switch layer.source {
    case .media(let index, let stream): layer.source = .media(index: media[index], stream: stream)
    case .solid, .adjustment: break
    case .drawing(let drawing): layer.source = .drawing(self.drawing(drawing))
    case .generator(var generator):
      generator.text = names.replaced(in: generator.text, FilterFiles.paths(generator))
      layer.source = .generator(generator)
    case .subtitles(var subtitles):
      subtitles.path = names(subtitles.path)
      layer.source = .subtitles(subtitles)
    case .composite(let inner): layer.source = .composite(layers(inner))
    case .program(var program):
      program.pieces = program.pieces.map { Piece(count: $0.count, layers: layers($0.layers)) }
      layer.source = .program(program)
    case .crossing(var crossing):
      crossing.outgoing = layers(crossing.outgoing)
      crossing.incoming = layers(crossing.incoming)
      if case .luma(let index, let softness) = crossing.kind {
        crossing.kind = .luma(media: media[index], softness: softness)
      }
      layer.source = .crossing(crossing)
    }
    layer.picture.effects = layer.picture.effects.map(effect)
    switch layer.picture.mask?.content {
    case .media(let index, let stream): layer.picture.mask?.content = .media(media[index], videoStream: stream)
    case .drawing(let drawing, let position):
      layer.picture.mask?.content = .drawing(self.drawing(drawing), position: position)
    case nil: break
    }
    return layer
  }

  private func effect(_ effect: Effect) -> Effect {
    var effect = effect
    let paths = FilterFiles.paths([effect])
    effect.folder = ""
    guard !paths.isEmpty else { return effect }
    switch effect.action {
    case .graph(let text): effect.action = .graph(names.replaced(in: text, paths))
    case .filter(let name, var options):
      for index in options.indices {
        if case .text(let text) = options[index].value { options[index].value = .text(names.replaced(in: text, paths)) }
      }
      effect.action = .filter(name, options: options)
    }
    return effect
  }

  private func drawing(_ drawing: Drawing) -> Drawing {
    guard case .title(var title) = drawing, let file = title.font.file else { return drawing }
    title.font.file = names(file)
    return .title(title)
  }
}
