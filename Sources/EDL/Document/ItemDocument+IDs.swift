extension ItemDocument.Content {
  /// Whether it holds items in place.
  var isInline: Bool {
    switch self {
    case .group, .stack: true
    case .clip, .gap, .solid, .text, .shape, .gradient, .adjustment, .generator, .subtitles, .transition: false
    }
  }
}

extension ItemDocument {
  /// The ids of the items in it.
  var innerIDs: [Located<String>] {
    switch content {
    case .group(let items): items.flatMap { [$0.id].compactMap(\.self) + $0.innerIDs }
    case .stack(let tracks): tracks.flatMap(\.allIDs)
    case .clip, .gap, .solid, .text, .shape, .gradient, .adjustment, .generator, .subtitles, .transition, nil: []
    }
  }
}

extension TrackDocument {
  /// The ids of its items and of those in them.
  var allIDs: [Located<String>] {
    (items?.value ?? []).flatMap { [$0.id].compactMap(\.self) + $0.innerIDs }
  }
}
