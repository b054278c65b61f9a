internal import MediaTime

/// Finds when the items of one sequence start and end.
///
/// A track falls into chains, each of which begins with an item that has an `at` (or with the
/// first) and is worked through item by item. A chain whose `at` names an item that has no place
/// yet waits for it; what still waits when nothing moves any more is a circle. Every item is looked
/// at once for each thing it waits for, so ten thousand items take no longer than their number.
struct Scheduler {
  /// What is known of an item.
  struct Entry {
    let label: String
    let origin: SourceRange
    let at: TimeExpression?
    let total: PreparedItem.Total
    /// How long before the end of the item before it, it starts.
    var overlap = Time.zero
  }

  /// An item by its track, or by its chain.
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

  let chains: [[Entry]]
  /// The chain and the index in it of every item of every track.
  private let positions: [[Position]]
  private let anchors: [String: Anchor]
  private let otherIDs: [String: SourceRange]
  private let context: TimeContext
  var chainPlaces: [[Place]]
  /// The length of the sequence, nil when it is not known.
  private(set) var length: Time?
  var diagnostics = DiagnosticList()
  var cursors: [Int]
  private var waiting: [Position: [Int]] = [:]
  var blockers: [Int: Position] = [:]

  init(
    _ tracks: [[Entry]], anchors: [String: Anchor], otherIDs: [String: SourceRange], context: TimeContext
  ) {
    var chains: [[Entry]] = []
    positions = tracks.map { entries in
      entries.enumerated().map { index, entry in
        if index == 0 || entry.at != nil { chains.append([]) }
        chains[chains.count - 1].append(entry)
        return Position(track: chains.count - 1, index: chains[chains.count - 1].count - 1)
      }
    }
    self.chains = chains
    self.anchors = anchors
    self.otherIDs = otherIDs
    self.context = context
    chainPlaces = chains.map { Array(repeating: Place(), count: $0.count) }
    cursors = Array(repeating: 0, count: chains.count)
  }

  /// The places of the items of every track.
  var places: [[Place]] { positions.map { track in track.map { chainPlaces[$0.track][$0.index] } } }

  /// Finds all places and the length.
  mutating func run() {
    var runnable = Array(chains.indices.reversed())
    while let track = runnable.popLast() { advance(track, &runnable) }
    reportCircles()
    closeOpenEnds()
  }

  private mutating func advance(_ track: Int, _ runnable: inout [Int]) {
    blockers[track] = nil
    while cursors[track] < chains[track].count {
      let position = Position(track: track, index: cursors[track])
      let entry = chains[track][position.index]
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
        start = moved(endBefore(position), by: entry)
      }
      chainPlaces[track][position.index] = place(of: entry, from: start)
      cursors[track] += 1
      runnable += waiting.removeValue(forKey: position) ?? []
    }
  }

  private func endBefore(_ position: Position) -> Moment {
    guard position.index > 0 else { return .known(.zero) }
    let end = chainPlaces[position.track][position.index - 1].end
    // Nothing follows an item that lasts to the end; the resolver has said so.
    if case .pending = end { return .unknown }
    return end
  }

  /// A start pulled earlier by what the item overlaps the one before it.
  private mutating func moved(_ start: Moment, by entry: Entry) -> Moment {
    guard entry.overlap > .zero, let time = start.time else { return start }
    guard let earlier = try? time - entry.overlap else {
      diagnostics.append(.timeOverflow(at: entry.origin))
      return .unknown
    }
    return .known(earlier)
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
    case .item(let item):
      let position = positions[item.track][item.index]
      let place = chainPlaces[position.track][position.index]
      let moment = edge == .start ? place.start : place.end
      if case .pending = moment { return .wait(position) }
      return .found(moment)
    case .within(let item, let start, let end):
      let position = positions[item.track][item.index]
      let outer = chainPlaces[position.track][position.index].start
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

  /// Finds the length, which everything but the open ends sets, and then the open ends.
  private mutating func closeOpenEnds() {
    var longest = Time.zero
    for track in chainPlaces {
      for place in track {
        switch place.end {
        case .known(let time): longest = max(longest, time)
        case .unknown: return
        case .pending: continue
        }
      }
    }
    length = longest
    for (track, entries) in chains.enumerated() {
      for (index, entry) in entries.enumerated() {
        guard case .toEnd = entry.total, let start = chainPlaces[track][index].start.time else { continue }
        if start < longest {
          chainPlaces[track][index].end = .known(longest)
        } else {
          chainPlaces[track][index].end = .unknown
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
