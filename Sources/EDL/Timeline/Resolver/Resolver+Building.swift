internal import MediaTime

extension Resolver {
  /// Makes a track of items whose places are known; what is not known is left out.
  mutating func build(
    _ track: TrackDocument, _ prepared: [PreparedItem], _ joints: [Joint], _ places: [Scheduler.Place],
    on grid: FrameGrid
  ) -> Track {
    let edges = zip(prepared, places).map { item, place in frameEdges(item, place, on: grid) }
    let (crossings, handles) = crossings(joints, prepared, edges)
    let overlaps: [Int: Int] = joints.filter(\.isOverlap).reduce(into: [:]) {
      $0[$1.incoming] = edges[$1.outgoing]?.upper
    }
    var items: [(item: Item, place: Int)] = []
    var spans: [OccupiedSpan] = []
    for (index, (item, place)) in zip(prepared, places).enumerated() {
      guard let start = place.start.time, let end = place.end.time else {
        reportAtLeast(item)
        continue
      }
      guard let edges = edges[index] else { continue }
      if !item.isDisabled {
        // What a transition overlaps is meant to.
        let lower = min(edges.upper, max(edges.lower, overlaps[index] ?? edges.lower))
        spans.append(OccupiedSpan(place: index, edges: Edges(lower: lower, upper: edges.upper)))
      }
      guard !item.isVisible || isLongEnough(item, edges, start, end) else { continue }
      checkGrid(item)
      guard item.isVisible else { continue }
      let built = build(item, start, end, edges, handles[index] ?? Handles(), on: grid)
      items += built.map { ($0, index) }
    }
    reportOverlaps(spans, of: prepared)
    let isInOrder = zip(items, items.dropFirst()).allSatisfy {
      $0.item.ownFrames.lowerBound <= $1.item.ownFrames.lowerBound
    }
    if !isInOrder {
      items.sort { ($0.item.ownFrames.lowerBound, $0.place) < ($1.item.ownFrames.lowerBound, $1.place) }
    }
    return Track(
      kind: track.kind?.value ?? .video, bus: track.bus?.value, items: items.map(\.item),
      transitions: crossings.map { transition($0, among: items.map(\.place)) }, origin: track.range)
  }

  private mutating func frameEdges(_ item: PreparedItem, _ place: Scheduler.Place, on grid: FrameGrid) -> Edges? {
    guard let start = place.start.time, let end = place.end.time else { return nil }
    return exactly(at: item.document.range) { _ throws(TimeOverflow) in
      try Edges(lower: grid.edge(start), upper: grid.edge(end))
    }
  }

  /// A transition between the items that came of the prepared ones at `places`.
  private func transition(_ crossing: Crossing, among places: [Int]) -> Transition {
    let joint = crossing.joint
    return Transition(
      frames: crossing.frames, kind: joint.kind, outgoing: places.lastIndex(of: joint.outgoing),
      incoming: places.firstIndex(of: joint.incoming), sound: joint.document.transition.audio?.value ?? .equalPower,
      cut: crossing.cut, origin: Origin(joint.document.range))
  }

  struct Edges {
    let lower: Int
    let upper: Int
  }

  private struct OccupiedSpan {
    /// The item's place among those prepared.
    let place: Int
    let edges: Edges
  }

  /// An item without a place still has mistakes of its own to tell.
  private mutating func reportAtLeast(_ item: PreparedItem) {
    guard case .fixed(let length) = item.total, item.isVisible else { return }
    let picture = picture(of: item, length: length, frames: .max)
    if case .drawing = item.content { _ = drawing(of: item.document, length: length) }
    _ = soundFields(of: item, length: length, fade: picture.fade)
  }

  private mutating func isLongEnough(_ item: PreparedItem, _ edges: Edges, _ start: Time, _ end: Time) -> Bool {
    let rate = canvas.frameRate
    let play = item.unit.flatMap { try? $0.frames(at: rate) } ?? 1
    guard edges.upper > edges.lower, play > 0 else {
      let length = play > 0 ? (try? end - start) ?? .zero : item.unit ?? .zero
      diagnostics.append(
        Diagnostic(
          .error, code: "item.empty",
          "\"\(item.label)\" is empty: its length of \(length) comes to no frame at \(FrameRate.name(of: rate)) fps",
          at: item.document.range))
      return false
    }
    return true
  }

  private mutating func reportOverlaps(_ spans: [OccupiedSpan], of prepared: [PreparedItem]) {
    let sorted = spans.sorted { $0.edges.lower < $1.edges.lower }
    var last: OccupiedSpan?
    for span in sorted {
      if let last, span.edges.lower < last.edges.upper, span.edges.upper > span.edges.lower {
        // Point at the one that was put in the other's way.
        let (item, lastItem) = (prepared[span.place], prepared[last.place])
        let (culprit, other) = item.document.at != nil ? (item, lastItem) : (lastItem, item)
        diagnostics.append(
          Diagnostic(
            .error, code: "track.overlap",
            "\"\(item.label)\" starts at frame \(span.edges.lower), before \"\(lastItem.label)\" ends at frame "
              + "\(last.edges.upper): move one, or put it on another track",
            at: culprit.document.at?.range ?? culprit.document.range,
            notes: [.init("\"\(other.label)\" is here", at: other.document.range)]))
      }
      if span.edges.upper >= last?.edges.upper ?? 0 { last = span }
    }
  }

  // MARK: One item

  private mutating func build(
    _ item: PreparedItem, _ start: Time, _ end: Time, _ edges: Edges, _ handles: Handles, on grid: FrameGrid
  ) -> [Item] {
    var item = item
    let document = item.document
    guard let length = exactly(at: document.range, { _ throws(TimeOverflow) in try end - start }) else { return [] }
    if item.unit == nil {
      // `duration: to-end`: only now is it known how much of the content that is.
      guard let span = item.span, let pieces = pieces(of: span, unit: length, item) else { return [] }
      item.unit = length
      item.pieces = pieces
    }
    let frames = edges.upper - edges.lower
    let picture = picture(of: item, length: length, frames: frames)
    let sound = soundFields(of: item, length: length, fade: picture.fade)
    guard let lent = lengthened(item, handles) else { return [] }
    let isLooped = document.isLooped
    let (most, rate) = (Self.mostPlays, canvas.frameRate)
    let runs = exactly(at: document.range) { _ throws(TimeOverflow) in
      let (before, after) = (try Time(frame: handles.before, at: rate), try Time(frame: handles.after, at: rate))
      let builder = PlayBuilder(
        item: lent, start: isLooped ? start : try start - before, lead: isLooped ? before : .zero,
        edges: edges.lower - handles.before..<edges.upper + handles.after,
        length: isLooped ? try length + after : try length + before + after, grid: grid, most: most)
      return try builder.runs()?.frozen(handles, at: rate)
    }
    guard let runs else { return [] }
    guard let runs else {
      diagnostics.append(.tooManyPlays(at: document.range))
      return []
    }
    guard let content = content(of: item, length: length) else { return [] }
    return runs.enumerated().compactMap { index, plays in
      guard let first = plays.first, let last = plays.last else { return nil }
      var result = Item(
        id: document.id?.value, label: item.label, frames: first.frames.lowerBound..<last.frames.upperBound,
        ownFrames: (first.frames.lowerBound..<last.frames.upperBound).clamped(to: edges.lower..<edges.upper),
        content: content, plays: plays, picture: picture, sound: sound, origin: document.range)
      // Cut in pieces by `extend: black`, an item still rises once and falls once.
      if index > 0 {
        guard let moved = moved(picture, by: first.frames.lowerBound - edges.lower, document) else { return nil }
        result.picture = moved
        result.picture.fade?.fadeIn = 0
        result.sound?.fadeIn = .zero
      }
      if index < runs.count - 1 {
        result.sound?.fadeOut = .zero
        result.picture.fade?.fadeOut = 0
      }
      return result
    }
  }

  /// What an item of a known length shows; nil after a report.
  private mutating func content(of item: PreparedItem, length: Time) -> Item.Content? {
    switch item.content {
    case .gap: .solid(Color(red: 0, green: 0, blue: 0, alpha: 0))
    case .solid(let color): .solid(color)
    case .drawing: drawing(of: item.document, length: length).map { .drawing($0) }
    case .media(let position, let video, let audio): .clip(media: position, videoStream: video, audioStream: audio)
    case .sequence(let sequence): .sequence(sequence.sequence)
    case .generator(let generator): .generator(generator)
    case .subtitles(let subtitles): .subtitles(subtitles)
    case .adjustment: .adjustment
    }
  }
}
