extension ProjectDocument {
  /// Calls a function for every clip that takes part, in the order of the programme: the tracks
  /// bottom first, and the inside of groups, stacks and named sequences where they are first used.
  ///
  /// A sequence that nothing uses takes no part, nor does a disabled item that says how long it is.
  func forEachClip(_ visit: (Located<String>, Track.Kind) -> Void) {
    var walk = ClipWalk(self)
    walk.enter(tracks?.value ?? []) { name, kind in if let kind { visit(name, kind) } }
  }

  /// Calls a function for everything that is read as media: clips, the masks of items, and the
  /// pictures of wipes.
  func forEachMedia(_ visit: (Located<String>) -> Void) {
    var walk = ClipWalk(self)
    walk.enter(tracks?.value ?? []) { name, _ in visit(name) }
  }
}

private struct ClipWalk {
  /// Takes a name, and the kind of track that plays it; nil for what does not play itself.
  typealias Visit = (Located<String>, Track.Kind?) -> Void

  private let media: Set<String>
  private var depth = 0
  private var unseen: [String: SequenceDocument]

  init(_ document: ProjectDocument) {
    media = Set((document.media?.value ?? []).map(\.name))
    unseen = Dictionary(
      (document.sequences?.value ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func enter(_ tracks: [TrackDocument], _ visit: Visit) {
    for track in tracks { enter(track.items?.value ?? [], track.kind?.value ?? .video, visit) }
  }

  private mutating func enter(_ items: [ItemDocument], _ kind: Track.Kind, _ visit: Visit) {
    for item in items where !item.isPlaceholder {
      for shown in [item] + item.framings.map(\.value) {
        if let mask = shown.picture.mask?.value.media { visit(mask, nil) }
      }
      switch item.content {
      case .clip(let clip):
        visit(clip, kind)
        guard !media.contains(clip.value), let sequence = unseen.removeValue(forKey: clip.value) else { continue }
        // Deeper than this the resolver refuses it.
        guard depth <= Resolver.deepestNesting else { continue }
        depth += 1
        enter(sequence.allTracks, visit)
        depth -= 1
      case .group(let items): enter(items, kind, visit)
      case .stack(let tracks): enter(tracks, visit)
      case .transition(let kind):
        if case .wipe(let luma, _) = kind.value, item.isEnabled?.value != false { visit(luma, nil) }
      case .gap, .solid, .text, .shape, .gradient, .adjustment, .generator, .subtitles, nil: continue
      }
    }
  }
}

extension ItemDocument {
  /// Whether it is disabled and says itself how long it is, so that what it names is not looked at.
  var isPlaceholder: Bool { isEnabled?.value == false && duration != nil }
}
