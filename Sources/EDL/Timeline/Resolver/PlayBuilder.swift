internal import MediaTime

/// Lays an item's plays onto the frame grid.
///
/// Play *k* lies at `start + k × unit`, each edge rounded on its own, so that a hundred repeats are
/// where a hundred exact lengths would put them:
///
///     unit 2.5 frames   |--|---|--|---|--|     edges 0 3 5 8 10 13
struct PlayBuilder {
  let item: PreparedItem
  let start: Time
  /// The frame edge at which the item is cut.
  let end: Int
  let length: Time
  let grid: FrameGrid
  /// The most plays that are made.
  let most: Int

  /// Returns the plays, a new list after each hole that `extend: black` leaves; nil for too many.
  func runs() throws(TimeOverflow) -> [[Play]]? {
    guard let unit = item.unit, unit > .zero else { return [] }
    let count = (try length.seconds / unit.seconds).ceiling
    guard count <= most / max(item.pieces.count, 1) else { return nil }
    var runs: [[Play]] = [[]]
    for round in 0..<Int(count) {
      var from = try start + unit * Rational(round)
      for piece in item.pieces {
        let to = try from + piece.length
        let lower = try grid.edge(from)
        let upper = try grid.edge(to)
        from = to
        guard lower < min(upper, end) else { continue }
        if let play = try play(piece, lower, upper) {
          runs[runs.count - 1].append(play)
        } else if runs.last?.isEmpty == false {
          runs.append([])
        }
      }
    }
    return runs.filter { !$0.isEmpty }
  }

  /// Makes the play of one piece, cut at the item's end; nil for a hole.
  private func play(_ piece: Piece, _ lower: Int, _ upper: Int) throws(TimeOverflow) -> Play? {
    let frames = lower..<min(upper, end)
    let speed = item.span?.speed ?? .one
    switch piece.mode {
    case .blank: return nil
    case .frozen(let time): return Play(frames: frames, start: time, speed: .zero)
    case .forward(let from): return Play(frames: frames, start: from, speed: speed)
    case .backward(let from):
      // Counted from the whole play, also where the item is cut before its end.
      let last = try from + Time(frame: upper - lower - 1, at: grid.rate) * speed
      let soundEnd = try from + Time(frame: upper - lower, at: grid.rate) * speed
      return Play(frames: frames, start: last, soundStart: soundEnd, speed: try -speed)
    }
  }
}
