internal import MediaTime

/// Lays an item's plays onto the frame grid.
///
/// Play *k* lies at `start + k × unit`, each edge rounded on its own, so that a hundred repeats are
/// where a hundred exact lengths would put them:
///
///     unit 2.5 frames   |--|---|--|---|--|     edges 0 3 5 8 10 13
struct PlayBuilder {
  let item: PreparedItem
  /// Where the first play of the item's own begins.
  let start: Time
  /// How far before that a play may begin: what a loop lends to a transition.
  var lead = Time.zero
  /// The frame edges at which the item is cut.
  let edges: Range<Int>
  /// How long after ``start`` it goes on.
  let length: Time
  let grid: FrameGrid
  /// The most plays that are made.
  let most: Int

  /// Returns the plays, a new list after each hole that `extend: black` leaves; nil for too many.
  func runs() throws(TimeOverflow) -> [[Play]]? {
    guard let unit = item.unit, unit > .zero else { return [] }
    let count = (try length.seconds / unit.seconds).ceiling
    let early = (try lead.seconds / unit.seconds).ceiling
    guard count + early <= most / max(item.pieces.count, 1) else { return nil }
    var runs: [[Play]] = [[]]
    for round in -Int(early)..<Int(count) {
      var from = try start + unit * Rational(round)
      for piece in item.pieces {
        let to = try from + piece.length
        let lower = try grid.edge(from)
        let upper = try grid.edge(to)
        from = to
        guard max(lower, edges.lowerBound) < min(upper, edges.upperBound) else { continue }
        let plays = try plays(of: piece, lower, upper)
        if plays.isEmpty {
          if runs.last?.isEmpty == false { runs.append([]) }
        } else {
          runs[runs.count - 1] += plays
        }
      }
    }
    return runs.filter { !$0.isEmpty }
  }

  /// Makes the play of one piece, cut at the item's edges; none for a hole.
  ///
  /// Where a nested sequence's raised end gives the piece a frame more than it has, the last one stays.
  private func plays(of piece: Piece, _ lower: Int, _ upper: Int) throws(TimeOverflow) -> [Play] {
    let span = item.span ?? SourceSpan()
    let own = Int(try piece.length.exactFrames(at: grid.rate).ceiling)
    let whole = lower..<min(upper, lower + own)
    /// What the first frames of the piece use up.
    func content(_ frames: Int) throws(TimeOverflow) -> Time {
      let end = try piece.offset + Time(frame: frames, at: grid.rate)
      return try span.content(at: end) - span.content(at: piece.offset)
    }
    let ramp = span.ramp.map { Play.Ramp(curve: $0, offset: piece.offset) }
    let speed = ramp == nil ? span.speed : .one
    let play: Play
    let held: Time
    switch piece.mode {
    case .blank: return []
    case .frozen(let time): return try cut([Play(frames: lower..<upper, start: time, speed: .zero)])
    case .forward(let from):
      play = Play(frames: whole, start: from, speed: speed, ramp: ramp)
      held = try from + content(whole.count - 1)
    case .backward(let from):
      // Counted from the whole play, also where the item is cut before its end.
      let soundEnd = try from + content(whole.count)
      play = Play(
        frames: whole, start: try soundEnd - content(1), soundStart: soundEnd, speed: try -speed, ramp: ramp)
      held = from
    }
    return try cut([play, Play(frames: whole.upperBound..<upper, start: held, speed: .zero)])
  }

  private func cut(_ plays: [Play]) throws(TimeOverflow) -> [Play] {
    var kept: [Play] = []
    for var play in plays {
      let (lower, upper) = (
        max(play.frames.lowerBound, edges.lowerBound), min(play.frames.upperBound, edges.upperBound)
      )
      guard lower < upper else { continue }
      try play.advance(by: lower - play.frames.lowerBound, at: grid.rate)
      play.frames = lower..<upper
      kept.append(play)
    }
    return kept
  }
}
