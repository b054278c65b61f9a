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
    func frames(_ time: Time) -> Int64? { (try? time.exactFrames(at: rate) / span.speed)?.floor }
    let low = frames(span.start) ?? 0
    var high: Int64?
    if span.extend == .error {
      high = 0
      if let end = try? span.start + unit * span.speed, end <= span.lastMoment,
        let last = try? span.lastMoment - end, let whole = try? available - end + span.tolerance,
        let shown = frames(last), let covered = frames(whole)
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
    let (low, high) = span.isReversed ? (ends.after, ends.before) : (ends.before, ends.after)
    let raised = exactly(at: item.document.range) { _ throws(TimeOverflow) in try unit + high }
    guard let raised, var pieces = pieces(of: span, unit: raised, item), !pieces.isEmpty else { return nil }
    let edge = span.isReversed ? pieces.count - 1 : 0
    let first = exactly(at: item.document.range) { _ throws(TimeOverflow) in
      try pieces[edge].lengthened(low, speed: span.speed)
    }
    guard let first, let total = exactly(at: item.document.range, { _ throws(TimeOverflow) in try raised + low }) else {
      return nil
    }
    pieces[edge] = first
    var result = item
    result.pieces = pieces
    result.unit = total
    return result
  }
}

extension ItemDocument {
  /// Whether it plays its content more than once.
  var isLooped: Bool { loop != nil || (repeats?.value ?? 1) > 1 }
}

extension Piece {
  /// The piece with more of its content, from before what it plays.
  fileprivate func lengthened(_ time: Time, speed: Rational) throws(TimeOverflow) -> Piece {
    guard time > .zero else { return self }
    let whole = try length + time
    switch mode {
    case .forward(let from): return Piece(mode: .forward(from: try from - time * speed), length: whole)
    case .backward(let from): return Piece(mode: .backward(from: try from - time * speed), length: whole)
    case .frozen, .blank: return Piece(mode: mode, length: whole)
    }
  }
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
      let shown = try last.start + Time(frame: last.frames.count - 1, at: rate) * last.speed
      runs[runs.count - 1].append(Play(frames: edge..<edge + handles.frozenAfter, start: shown, speed: .zero))
    }
    return runs
  }
}
