internal import MediaTime

extension Resolver {
  /// Where a sequence stands, which decides who may name its items and how its end is rounded.
  enum SequencePlace {
    case root
    /// A group or a stack; items around it may name those in it.
    case inline
    case named
  }

  /// The most items that a project may come to when every use of a sequence counts.
  private static let mostItems = 1_000_000
  /// How many named sequences may be inside each other.
  static let deepestNesting = 50

  /// Resolves a named sequence, once for all of its uses.
  mutating func resolveNamed(_ name: String, usedAt range: SourceRange) -> ResolvedSequence? {
    if let known = sequences[name] { return known }
    guard let index = document.sequences?.value.firstIndex(where: { $0.name == name }),
      let named = document.sequences?.value[index]
    else { return nil }
    if let open = openSequences.firstIndex(of: name) {
      let chain = (openSequences[open...] + [name]).map { "\"\($0)\"" }.joined(separator: " → ")
      diagnostics.append(
        Diagnostic(
          .error, code: "sequence.recursion", "the sequence \"\(name)\" contains itself: \(chain); remove one of them",
          at: range, notes: [.init("\"\(name)\" is here", at: named.nameRange)]))
      return nil
    }
    guard openSequences.count < Self.deepestNesting else {
      diagnostics.append(
        Diagnostic(
          .error, code: "sequence.too-deep",
          "sequences are nested more than \(Self.deepestNesting) deep here: flatten some", at: range))
      return nil
    }
    openSequences.append(name)
    defer { openSequences.removeLast() }
    let resolved =
      named.value.isFaulty
      ? nil : resolveSequence(named.value.allTracks, place: .named, effects: named.value.effects?.value)
    sequences[name] = .some(resolved)
    return resolved
  }

  /// Resolves the tracks of one sequence; nil after a report.
  mutating func resolveSequence(
    _ tracks: [TrackDocument], place: SequencePlace, effects: [EffectDocument]? = nil
  ) -> ResolvedSequence? {
    let prepared = tracks.map { track in prepareItems(of: track) }
    let joined = zip(tracks, prepared).map { track, items in joints(of: track, items) }
    let anchors = anchors(of: prepared)
    let entries = zip(prepared, joined).map { items, joints in
      let overlaps: [Int: Time] = joints.reduce(into: [:]) { overlaps, joint in
        if joint.isOverlap { overlaps[joint.incoming] = joint.length }
      }
      return items.enumerated().map { index, item in
        Scheduler.Entry(
          label: item.label, origin: item.document.range, at: item.document.at?.value, total: item.total,
          overlap: overlaps[index] ?? .zero)
      }
    }
    var scheduler = Scheduler(entries, anchors: anchors, otherIDs: ids, context: context())
    scheduler.run()
    diagnostics.append(contentsOf: scheduler.diagnostics)
    let isWhole = !tracks.contains(where: \.isFaulty)
    let places = scheduler.places
    let grid = FrameGrid(rate: canvas.frameRate, raisedEnd: isRoot(place) ? nil : scheduler.length)
    var built = zip(tracks, prepared).enumerated().map { index, pair in
      build(pair.0, pair.1, joined[index], places[index], on: grid)
    }
    let whole = scheduler.length ?? .zero
    for (index, track) in tracks.enumerated() {
      built[index].effects = self.effects(track.effects?.value, length: whole)
      built[index].mix = mix(track.mix, length: whole)
      checkBus(track.bus)
      checkChannels(
        track.mix.channels, of: "this track", onBus: track.bus?.value ?? (isRoot(place) ? Bus.main : nil))
    }
    let ownEffects = self.effects(effects, length: whole)
    guard let length = scheduler.length, isWhole, let frames = frameCount(length, grid, tracks, place) else {
      remains += built
      return nil
    }
    let resolved = ResolvedSequence(
      sequence: Sequence(tracks: built, frameCount: frames, effects: ownEffects), length: length,
      hasSound: built.contains { $0.items.contains { $0.sound != nil } },
      hasPicture: built.contains { $0.kind == .video && !$0.items.isEmpty },
      itemCount: prepared.joined().reduce(0) { count, item in count + 1 + item.innerCount },
      anchors: place.exportsAnchors ? spans(of: anchors, places) : [:])
    guard resolved.itemCount <= Self.mostItems else {
      diagnostics.append(
        Diagnostic(
          .error, code: "sequence.too-large",
          "with all its sequences in place this has more than \(Self.mostItems) items: use fewer",
          at: origin(of: tracks)))
      return nil
    }
    return resolved
  }

  private func isRoot(_ place: SequencePlace) -> Bool {
    if case .root = place { return true }
    return false
  }

  private mutating func prepareItems(of track: TrackDocument) -> [PreparedItem] {
    let kind = track.kind?.value ?? .video
    let items = (track.items?.value ?? []).filter { !$0.isTransition }.map { item in prepare(item, on: kind) }
    for (index, item) in items.enumerated().dropLast() {
      guard case .toEnd = item.total else { continue }
      let next = items[index + 1]
      diagnostics.append(
        Diagnostic(
          .error, code: "item.after-to-end",
          "nothing can follow \"\(item.label)\" on its track, as it lasts to the end: put \"\(next.label)\" on another track",
          at: next.document.range, notes: [.init("\"\(item.label)\" is here", at: item.document.range)]))
      break
    }
    return items
  }

  private func origin(of tracks: [TrackDocument]) -> SourceRange { tracks.first?.range ?? document.range }

  private mutating func frameCount(
    _ length: Time, _ grid: FrameGrid, _ tracks: [TrackDocument], _ place: SequencePlace
  ) -> Int? {
    let range = origin(of: tracks)
    guard length > .zero else {
      let name = isRoot(place) ? "the programme" : "the sequence"
      diagnostics.append(
        Diagnostic(.error, code: "sequence.empty", "\(name) is empty: its length is 0; give a track an item", at: range)
      )
      return nil
    }
    guard !hasOverflown else { return nil }
    let sampleRate = canvas.sampleRate
    return exactly(at: range) { _ throws(TimeOverflow) in
      let frames = try grid.edge(length)
      // Whoever renders counts samples as well.
      _ = try length.samples(at: sampleRate)
      guard frames < 1 << 40 else { throw TimeOverflow() }
      return frames
    }
  }

  // MARK: Ids

  /// Takes in every id; two items may not share one.
  mutating func collectIDs() {
    collectIDs(in: document.tracks?.value ?? [])
    for sequence in document.sequences?.value ?? [] { collectIDs(in: sequence.value.allTracks) }
  }

  private mutating func collectIDs(in tracks: [TrackDocument]) {
    for id in tracks.flatMap(\.allIDs) {
      guard let first = ids.updateValue(id.range, forKey: id.value) else { continue }
      ids[id.value] = first
      diagnostics.append(
        Diagnostic(
          .error, code: "item.duplicate-id",
          "two items have the id \"\(id.value)\" (lines \(first.start.line) and "
            + "\(id.range.start.line)): rename one", at: id.range, notes: [.init("the first is here", at: first)]))
    }
  }

  private func anchors(of prepared: [[PreparedItem]]) -> [String: Scheduler.Anchor] {
    var anchors: [String: Scheduler.Anchor] = [:]
    for (track, items) in prepared.enumerated() {
      for (index, item) in items.enumerated() {
        let position = Scheduler.Position(track: track, index: index)
        if let id = item.document.id, anchors[id.value] == nil { anchors[id.value] = .item(position) }
        for (id, anchor) in innerAnchors(of: item, at: position) where anchors[id] == nil { anchors[id] = anchor }
      }
    }
    return anchors
  }

  /// The items within a group or a stack, seen from around it.
  private func innerAnchors(
    of item: PreparedItem, at position: Scheduler.Position
  ) -> [(String, Scheduler.Anchor)] {
    guard let content = item.document.content, content.isInline else { return [] }
    guard case .sequence(let sequence) = item.content, let span = item.span else {
      return item.document.innerIDs.map { ($0.value, .unknown) }
    }
    let isOnce = (item.document.repeats?.value ?? 1) == 1 && item.document.loop == nil
    return sequence.anchors.map { id, anchor in
      switch anchor {
      case .ambiguous(let reason): return (id, .ambiguous(reason))
      case .unknown: return (id, .unknown)
      case .span(let start, let end):
        guard isOnce, !span.isReversed, span.frozenAt == nil else {
          return (id, .ambiguous("is in \"\(item.label)\", which plays more than once, backwards or frozen"))
        }
        guard let first = try? span.time(ofContent: start - span.start),
          let last = try? span.time(ofContent: end - span.start)
        else { return (id, .unknown) }
        return (id, .within(position, start: first, end: last))
      }
    }
  }

  private func spans(
    of anchors: [String: Scheduler.Anchor], _ places: [[Scheduler.Place]]
  ) -> [String: ResolvedSequence.Anchor] {
    anchors.mapValues { anchor in
      switch anchor {
      case .ambiguous(let reason): return .ambiguous(reason)
      case .unknown: return .unknown
      case .item(let position):
        let place = places[position.track][position.index]
        guard let start = place.start.time, let end = place.end.time else { return .unknown }
        return .span(start: start, end: end)
      case .within(let position, let first, let last):
        guard let outer = places[position.track][position.index].start.time, let start = try? outer + first,
          let end = try? outer + last
        else { return .unknown }
        return .span(start: start, end: end)
      }
    }
  }
}

extension Resolver.SequencePlace {
  /// Whether items outside may name those inside: markers and outputs name those of the programme.
  fileprivate var exportsAnchors: Bool {
    switch self {
    case .root, .inline: true
    case .named: false
    }
  }
}

extension PreparedItem {
  /// The items in its content.
  fileprivate var innerCount: Int {
    guard case .sequence(let sequence) = content else { return 0 }
    return sequence.itemCount
  }
}
