internal import MediaTime

extension Resolver {
  /// How many frames an item could show ahead of its first one and behind its last one; nil without end.
  ///
  /// A clip has what its media holds before `in` and after `out`, at its speed; a repeat or a loop
  /// goes on as it does anyway; what stands still, and a gap, has no end.
  func reach(of item: PreparedItem, _ edges: Edges) -> (before: Int?, after: Int?) {
    guard item.isVisible, let span = item.span, span.frozenAt == nil, let available = span.available,
      !item.document.isLooped
    else { return (nil, nil) }
    let rate = canvas.frameRate
    let unit = item.unit ?? (try? Time(frame: edges.upper - edges.lower, at: rate)) ?? .zero
    // Whole frames in the time that the play takes from having used up some content to more.
    func frames(_ from: Time, _ to: Time) -> Int64? {
      guard let start = try? span.time(ofContent: from), let end = try? span.time(ofContent: to) else { return nil }
      // A ramp reaches the content within a nanosecond.
      let hair = span.ramp == nil ? Rational.zero : (try? Rational(1, over: 100_000)) ?? .zero
      return (try? end.exactFrames(at: rate) - start.exactFrames(at: rate) + hair)?.floor
    }
    // What is left below the play and above it, on the side where the ramp gets there.
    let used = (try? span.content(at: unit)) ?? .zero
    func below() -> Int64? {
      guard let lowest = try? Time.zero - span.start else { return nil }
      return span.isReversed ? (try? used + span.start).flatMap { frames(used, $0) } : frames(lowest, .zero)
    }
    func above(_ content: Time) -> Int64? {
      span.isReversed
        ? (try? Time.zero - content).flatMap { frames($0, .zero) } : (try? used + content).flatMap { frames(used, $0) }
    }
    // What is made begins as much earlier as it is asked to.
    let low = item.content.isMade ? nil : below() ?? 0
    var high: Int64?
    // What is made on and on has no last moment.
    let shown = span.lastMoment > .zero ? span.lastMoment : available
    if span.extend == .error {
      high = 0
      if let end = try? span.start + used, end <= shown,
        let last = try? shown - end, let whole = try? available - end + span.tolerance,
        let shown = above(last), let covered = above(whole)
      {
        // The last of them shows a frame of its own, and ends where the content does, give or take a hair.
        high = min(shown + 1, covered)
      }
    }
    let (first, second) = span.isReversed ? (high, low) : (low, high)
    return (first.map { Int(clamping: max(0, $0)) }, second.map { Int(clamping: max(0, $0)) })
  }

  /// The item with one play longer by what it lends; a loop stays, its rounds go on.
  mutating func lengthened(_ item: PreparedItem, _ handles: Handles) -> PreparedItem? {
    guard handles.before + handles.after > 0, let unit = item.unit, let span = item.span, !item.document.isLooped else {
      return item
    }
    let rate = canvas.frameRate
    let ends = exactly(at: item.document.range) { _ throws(TimeOverflow) in
      (before: try Time(frame: handles.before, at: rate), after: try Time(frame: handles.after, at: rate))
    }
    guard let ends else { return nil }
    let reach = exactly(at: item.document.range) { _ throws(TimeOverflow) in
      (from: try Time.zero - ends.before, to: try unit + ends.after)
    }
    var result = item
    guard let reach,
      let span = exactly(
        at: item.document.range,
        { _ throws(TimeOverflow) in
          try item.content.isMade ? span.started(for: unit, reach) : span
        }), let pieces = pieces(of: span, unit: unit, reach: reach, item), !pieces.isEmpty
    else { return nil }
    let total = exactly(at: item.document.range) { _ throws(TimeOverflow) in try reach.to - reach.from }
    guard let total else { return nil }
    result.pieces = pieces
    result.unit = total
    return result
  }
}

extension PreparedItem.Content {
  /// Whether its pictures are made as they are asked for, so that it has as many as anybody wants.
  fileprivate var isMade: Bool { if case .generator = self { true } else { false } }
}

extension SourceSpan {
  /// The span begun so much later that its content is not asked for a time before its own start.
  fileprivate func started(for unit: Time, _ reach: (from: Time, to: Time)) throws(TimeOverflow) -> SourceSpan {
    var span = self
    let lowest = try isReversed ? content(at: unit) - content(at: reach.to) : content(at: reach.from)
    span.start = try max(start, Time.zero - lowest)
    return span
  }
}

extension ItemDocument {
  /// Whether it plays its content more than once.
  var isLooped: Bool { loop != nil || (repeats?.value ?? 1) > 1 }
}

extension [[Play]] {
  /// The plays with standing frames at both ends.
  func frozen(_ handles: Handles, at rate: Rational) throws(TimeOverflow) -> [[Play]] {
    var runs = self
    if handles.frozenBefore > 0, let first = runs.first?.first {
      let edge = first.frames.lowerBound
      runs[0].insert(Play(frames: edge - handles.frozenBefore..<edge, start: first.start, speed: .zero), at: 0)
    }
    if handles.frozenAfter > 0, let last = runs.last?.last {
      let edge = last.frames.upperBound
      let shown = try last.shown(at: edge - 1, rate)
      runs[runs.count - 1].append(Play(frames: edge..<edge + handles.frozenAfter, start: shown, speed: .zero))
    }
    return runs
  }
}
