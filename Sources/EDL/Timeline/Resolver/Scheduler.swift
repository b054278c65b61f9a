internal import MediaTime

/// Finds when the items of one sequence start and end.
///
/// A track is worked through item by item; one whose `at` names an item that has no place yet
/// waits for it. What still waits when nothing moves any more is a circle. Every item is looked at
/// once for each thing it waits for, so ten thousand items take no longer than their number.
struct Scheduler {
  /// What is known of an item.
  struct Entry {
    let label: String
    let origin: SourceRange
    let at: TimeExpression?
    let total: PreparedItem.Total
  }

  struct Position: Hashable {
    let track: Int
    let index: Int
  }

  /// What an id leads to.
  enum Anchor {
    /// An item of this sequence.
    case item(Position)
    /// An item within one of this sequence, so long after its start.
    case within(Position, start: Time, end: Time)
    /// Something that has no single place; why.
    case ambiguous(String)
    case unknown
  }

  enum Moment {
    /// Not found yet.
    case pending
    case known(Time)
    /// Never to be found: something was reported.
    case unknown

    var time: Time? {
      guard case .known(let time) = self else { return nil }
      return time
    }
  }

  struct Place {
    var start = Moment.pending
    var end = Moment.pending
  }

  private let tracks: [[Entry]]
  private let anchors: [String: Anchor]
  private let otherIDs: [String: SourceRange]
  private let context: TimeContext
  private(set) var places: [[Place]]
  /// The length of the sequence, nil when it is not known.
  private(set) var length: Time?
  private(set) var diagnostics = DiagnosticList()
  private var cursors: [Int]
  private var waiting: [Position: [Int]] = [:]
  private var blockers: [Int: Position] = [:]

  init(
    _ tracks: [[Entry]], anchors: [String: Anchor], otherIDs: [String: SourceRange], context: TimeContext
  ) {
    self.tracks = tracks
    self.anchors = anchors
    self.otherIDs = otherIDs
    self.context = context
    places = tracks.map { Array(repeating: Place(), count: $0.count) }
    cursors = Array(repeating: 0, count: tracks.count)
  }

  /// Finds all places and the length.
  mutating func run() {
    var runnable = Array(tracks.indices.reversed())
    while let track = runnable.popLast() { advance(track, &runnable) }
    reportCircles()
    closeOpenEnds()
  }

  private mutating func advance(_ track: Int, _ runnable: inout [Int]) {
    blockers[track] = nil
    while cursors[track] < tracks[track].count {
      let position = Position(track: track, index: cursors[track])
      let entry = tracks[track][position.index]
      let start: Moment
      if let at = entry.at {
        switch moment(at) {
        case .wait(let target):
          blockers[track] = target
          waiting[target, default: []].append(track)
          return
        case .found(let found): start = found
        }
      } else {
        start = endBefore(position)
      }
      places[track][position.index] = place(of: entry, from: start)
      cursors[track] += 1
      runnable += waiting.removeValue(forKey: position) ?? []
    }
  }

  private func endBefore(_ position: Position) -> Moment {
    guard position.index > 0 else { return .known(.zero) }
    let end = places[position.track][position.index - 1].end
    // Nothing follows an item that lasts to the end; the resolver has said so.
    if case .pending = end { return .unknown }
    return end
  }

  private mutating func place(of entry: Entry, from start: Moment) -> Place {
    guard let time = start.time else { return Place(start: .unknown, end: .unknown) }
    switch entry.total {
    case .unknown: return Place(start: start, end: .unknown)
    case .toEnd: return Place(start: start, end: .pending)
    case .fixed(let length):
      guard let end = try? time + length else {
        diagnostics.append(.timeOverflow(at: entry.origin))
        return Place(start: start, end: .unknown)
      }
      return Place(start: start, end: .known(end))
    }
  }

  // MARK: Anchors

  private enum Found {
    case wait(Position)
    case found(Moment)
  }

  private mutating func moment(_ expression: TimeExpression) -> Found {
    var edges: [String: (start: Time?, end: Time?)] = [:]
    for term in expression.terms {
      guard case .item(let id, let edge) = term.quantity else { continue }
      switch self.edge(id, edge, expression) {
      case .wait(let position): return .wait(position)
      case .found(.known(let time)):
        if edge == .start {
          edges[id, default: (nil, nil)].start = time
        } else {
          edges[id, default: (nil, nil)].end = time
        }
      case .found: return .found(.unknown)
      }
    }
    var context = context
    context.itemEdge = { id, edge throws(TimeEvaluationError) in
      guard let time = edge == .start ? edges[id]?.start : edges[id]?.end else {
        throw TimeEvaluationError.unknownItem(id, known: [])
      }
      return time
    }
    guard let time = expression.evaluate(in: context, diagnostics: &diagnostics) else { return .found(.unknown) }
    guard time >= .zero else {
      diagnostics.append(
        Diagnostic(
          .error, code: "item.before-start",
          "\"\(expression.text)\" is \(time), before the sequence starts: give a later time",
          at: expression.range))
      return .found(.unknown)
    }
    return .found(.known(time))
  }

  private mutating func edge(_ id: String, _ edge: TimeExpression.Edge, _ expression: TimeExpression) -> Found {
    switch anchors[id] {
    case .item(let position):
      let place = places[position.track][position.index]
      let moment = edge == .start ? place.start : place.end
      if case .pending = moment { return .wait(position) }
      return .found(moment)
    case .within(let position, let start, let end):
      let outer = places[position.track][position.index].start
      if case .pending = outer { return .wait(position) }
      guard let time = outer.time else { return .found(.unknown) }
      guard let moment = try? time + (edge == .start ? start : end) else {
        diagnostics.append(.timeOverflow(at: expression.range))
        return .found(.unknown)
      }
      return .found(.known(moment))
    case .ambiguous(let reason):
      diagnostics.append(
        Diagnostic(.error, code: "time.no-single-place", "\"\(id)\" \(reason): name another item", at: expression.range)
      )
    case .unknown: break
    case nil: reportUnknown(id, expression)
    }
    return .found(.unknown)
  }

  private mutating func reportUnknown(_ id: String, _ expression: TimeExpression) {
    guard let elsewhere = otherIDs[id] else {
      let known = anchors.keys.sorted()
      diagnostics.append(TimeEvaluationError.unknownItem(id, known: known).diagnostic(at: expression.range))
      return
    }
    diagnostics.append(
      Diagnostic(
        .error, code: "time.other-sequence",
        "\"\(id)\" is in another sequence, whose times are not those of this one: name an item of this sequence",
        at: expression.range, notes: [.init("\"\(id)\" is here", at: elsewhere)]))
  }

  // MARK: Ends

  private mutating func reportCircles() {
    var seen: Set<Int> = []
    for track in blockers.keys.sorted() where !seen.contains(track) {
      var path: [Int] = []
      var current = track
      while !seen.contains(current), let target = blockers[current] {
        seen.insert(current)
        path.append(current)
        if case .known = places[target.track][target.index].start {
          reportOpenEnd(current, target)
          break
        }
        current = target.track
      }
      if let first = path.firstIndex(of: current), blockers[current] != nil { reportCircle(Array(path[first...])) }
    }
    for track in blockers.keys {
      for index in cursors[track]..<tracks[track].count {
        places[track][index] = Place(start: .unknown, end: .unknown)
      }
    }
  }

  private mutating func reportCircle(_ path: [Int]) {
    let heads = path.map { Position(track: $0, index: cursors[$0]) }
    var labels: [String] = []
    var notes: [Diagnostic.Note] = []
    for head in heads {
      let entry = tracks[head.track][head.index]
      guard let target = blockers[head.track] else { continue }
      let goal = tracks[target.track][target.index]
      labels.append(entry.label)
      notes.append(.init("\"\(entry.label)\" is placed by \"\(goal.label)\"", at: entry.at?.range))
      let next = Position(track: target.track, index: cursors[target.track])
      guard next != target else { continue }
      labels.append(goal.label)
      notes.append(.init("\"\(goal.label)\" plays after \"\(tracks[next.track][next.index].label)\"", at: goal.origin))
    }
    guard let first = labels.first, let head = heads.first else { return }
    let chain = (labels + [first]).map { "\"\($0)\"" }.joined(separator: " → ")
    diagnostics.append(
      Diagnostic(
        .error, code: "time.circle", "the place of \"\(first)\" depends on itself: \(chain); give one of them a time",
        at: tracks[head.track][head.index].at?.range, notes: notes))
  }

  private mutating func reportOpenEnd(_ track: Int, _ target: Position) {
    let entry = tracks[track][cursors[track]]
    let goal = tracks[target.track][target.index].label
    diagnostics.append(
      Diagnostic(
        .error, code: "time.circle",
        "\"\(goal)\" ends with the sequence, whose length depends on \"\(entry.label)\": place that by another item",
        at: entry.at?.range, notes: [.init("\"\(goal)\" is here", at: tracks[target.track][target.index].origin)]))
  }

  /// Finds the length, which everything but the open ends sets, and then the open ends.
  private mutating func closeOpenEnds() {
    var longest = Time.zero
    for track in places {
      for place in track {
        switch place.end {
        case .known(let time): longest = max(longest, time)
        case .unknown: return
        case .pending: continue
        }
      }
    }
    length = longest
    for (track, entries) in tracks.enumerated() {
      for (index, entry) in entries.enumerated() {
        guard case .toEnd = entry.total, let start = places[track][index].start.time else { continue }
        if start < longest {
          places[track][index].end = .known(longest)
        } else {
          places[track][index].end = .unknown
          reportNothingLeft(entry, start, longest)
        }
      }
    }
  }

  private mutating func reportNothingLeft(_ entry: Entry, _ start: Time, _ longest: Time) {
    let reason =
      longest == .zero
      ? "nothing else gives the sequence a length: give something a duration"
      : "it starts at \(start), and everything else has ended at \(longest): start it earlier"
    diagnostics.append(
      Diagnostic(
        .error, code: "item.to-end", "\"\(entry.label)\" lasts to the end of the sequence, but \(reason)",
        at: entry.origin))
    length = nil
  }
}

extension Diagnostic {
  static func timeOverflow(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "time.overflow", "the times here are too large or too fine to be held exactly: use simpler ones",
      at: range)
  }
}
