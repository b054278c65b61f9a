internal import MediaTime

// What waits for a place when nothing moves any more.
extension Scheduler {
  /// Reports chains that wait for each other, each circle once, and gives up on them.
  mutating func reportCircles() {
    var seen: Set<Int> = []
    for track in blockers.keys.sorted() where !seen.contains(track) {
      var path: [Int] = []
      var current = track
      var isCircle = true
      while !seen.contains(current), let target = blockers[current] {
        seen.insert(current)
        path.append(current)
        if case .known = chainPlaces[target.track][target.index].start {
          reportOpenEnd(current, target)
          isCircle = false
          break
        }
        current = target.track
      }
      if isCircle, let first = path.firstIndex(of: current) { reportCircle(Array(path[first...])) }
    }
    for track in blockers.keys {
      for index in cursors[track]..<chains[track].count {
        chainPlaces[track][index] = Place(start: .unknown, end: .unknown)
      }
    }
  }

  private mutating func reportCircle(_ path: [Int]) {
    let heads = path.map { Position(track: $0, index: cursors[$0]) }
    var labels: [String] = []
    var notes: [Diagnostic.Note] = []
    for head in heads {
      let entry = chains[head.track][head.index]
      guard let target = blockers[head.track] else { continue }
      let goal = chains[target.track][target.index]
      labels.append(entry.label)
      notes.append(.init("\"\(entry.label)\" is placed by \"\(goal.label)\"", at: entry.at?.range))
      let next = Position(track: target.track, index: cursors[target.track])
      guard next != target else { continue }
      labels.append(goal.label)
      notes.append(.init("\"\(goal.label)\" plays after \"\(chains[next.track][next.index].label)\"", at: goal.origin))
    }
    guard let first = labels.first, let head = heads.first else { return }
    let chain = (labels + [first]).map { "\"\($0)\"" }.joined(separator: " → ")
    diagnostics.append(
      Diagnostic(
        .error, code: "time.circle", "the place of \"\(first)\" depends on itself: \(chain); give one of them a time",
        at: chains[head.track][head.index].at?.range, notes: notes))
  }

  private mutating func reportOpenEnd(_ track: Int, _ target: Position) {
    let entry = chains[track][cursors[track]]
    let goal = chains[target.track][target.index].label
    diagnostics.append(
      Diagnostic(
        .error, code: "time.circle",
        "\"\(goal)\" ends with the sequence, whose length depends on \"\(entry.label)\": place that by another item",
        at: entry.at?.range, notes: [.init("\"\(goal)\" is here", at: chains[target.track][target.index].origin)]))
  }
}
