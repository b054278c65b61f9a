internal import MediaTime

extension Resolver {
  /// Lays the transitions of a track over its items' edges, and tells what each item lends.
  ///
  ///     items       |── outgoing ──|── incoming ──|
  ///     center               |::::::::|                 both reach over the edge
  ///     start                      |::::::::|           the outgoing item goes on
  ///     end              |::::::::|                     the incoming one begins early
  ///     overlap     |── outgoing ──|
  ///                          |── incoming ──|           nobody lends anything
  mutating func crossings(
    _ joints: [Joint], _ items: [PreparedItem], _ edges: [Edges?]
  ) -> (crossings: [Crossing], handles: [Int: Handles]) {
    var crossings: [Crossing] = []
    var handles: [Int: Handles] = [:]
    for joint in joints {
      guard let out = edges[joint.outgoing], let into = edges[joint.incoming] else { continue }
      let taken = crossings.last.flatMap { $0.joint.incoming == joint.outgoing ? $0 : nil }
      if joint.isOverlap {
        guard into.lower < out.upper else { continue }
        let frames = into.lower..<out.upper
        guard isFree(frames, out, taken, joint, items) else { continue }
        crossings.append(Crossing(joint: joint, frames: frames, cut: frames.lowerBound + frames.count / 2))
        continue
      }
      guard out.upper == into.lower else {
        reportApart(joint, items, out, into)
        continue
      }
      guard let crossing = crossing(joint, items, out, into, taken, &handles) else { continue }
      crossings.append(crossing)
    }
    return (crossings, handles)
  }

  private mutating func crossing(
    _ joint: Joint, _ items: [PreparedItem], _ out: Edges, _ into: Edges, _ taken: Crossing?,
    _ handles: inout [Int: Handles]
  ) -> Crossing? {
    let rate = canvas.frameRate
    guard let count = exactly(at: joint.range, { _ throws(TimeOverflow) in try joint.length.frames(at: rate) }) else {
      return nil
    }
    let (before, after) = joint.align.split(count)
    // What the items have themselves on their side of the edge, and what they could lend beyond it.
    let room = (out: out.upper - max(out.lower, taken?.frames.upperBound ?? .min), into: into.upper - into.lower)
    let reach = (
      out: joint.freezes ? nil : reach(of: items[joint.outgoing], out).after,
      into: joint.freezes ? nil : reach(of: items[joint.incoming], into).before
    )
    guard before <= room.out, after <= room.into, after <= reach.out ?? .max, before <= reach.into ?? .max else {
      let limits = Limits(
        before: min(room.out, reach.into ?? .max), after: min(room.into, reach.out ?? .max))
      report(joint, items, count, (before, after), room: room, reach: reach, limits, taken)
      return nil
    }
    if after > 0 { lend(after, behind: joint.outgoing, items, out, &handles) }
    if before > 0 { lend(before, ahead: joint.incoming, items, into, &handles) }
    return Crossing(joint: joint, frames: out.upper - before..<out.upper + after, cut: out.upper)
  }

  private func lend(
    _ count: Int, behind index: Int, _ items: [PreparedItem], _ edges: Edges, _ handles: inout [Int: Handles]
  ) {
    let own = min(count, reach(of: items[index], edges).after ?? count)
    handles[index, default: Handles()].after = own
    handles[index, default: Handles()].frozenAfter = count - own
  }

  private func lend(
    _ count: Int, ahead index: Int, _ items: [PreparedItem], _ edges: Edges, _ handles: inout [Int: Handles]
  ) {
    let own = min(count, reach(of: items[index], edges).before ?? count)
    handles[index, default: Handles()].before = own
    handles[index, default: Handles()].frozenBefore = count - own
  }

  /// Overlapping transitions: the outgoing item is in another one up to a frame.
  private mutating func isFree(
    _ frames: Range<Int>, _ out: Edges, _ taken: Crossing?, _ joint: Joint, _ items: [PreparedItem]
  ) -> Bool {
    let start = max(out.lower, taken?.frames.upperBound ?? .min)
    guard frames.lowerBound < start else { return true }
    diagnostics.append(
      .transitionTooLong(
        joint, asked: frames.count, longest: max(0, out.upper - start),
        reason: "\"\(items[joint.outgoing].label)\" would be in two transitions at once",
        notes: taken.map { [.init("the transition before it is here", at: $0.joint.document.range)] } ?? []))
    return false
  }

  // MARK: Messages

  /// How far a transition may reach to each side of the edge.
  private struct Limits {
    let before: Int
    let after: Int

    /// The longest transition for an alignment.
    func longest(_ align: TransitionDocument.Align) -> Int {
      switch align {
      case .start: after
      case .end: before
      case .center: before < after ? 2 * before + 1 : 2 * after
      }
    }
  }

  private mutating func report(
    _ joint: Joint, _ items: [PreparedItem], _ count: Int, _ split: (before: Int, after: Int),
    room: (out: Int, into: Int), reach: (out: Int?, into: Int?), _ limits: Limits, _ taken: Crossing?
  ) {
    let (out, into) = (items[joint.outgoing].label, items[joint.incoming].label)
    let longest = limits.longest(joint.align)
    guard split.before <= room.out, split.after <= room.into else {
      let isOut = split.before > room.out
      let reason =
        isOut && taken != nil
        ? "\"\(out)\" would be in two transitions at once"
        : "it takes \(frames(isOut ? split.before : split.after)) of \"\(isOut ? out : into)\", which has "
          + "\(isOut ? room.out : room.into)"
      let notes = isOut ? taken.map { [Diagnostic.Note("the other one is here", at: $0.joint.document.range)] } : nil
      diagnostics.append(
        .transitionTooLong(joint, asked: count, longest: longest, reason: reason, notes: notes ?? []))
      return
    }
    var missing: [String] = []
    if let has = reach.out, split.after > has {
      missing.append("\"\(out)\" has \(has) of \(frames(split.after)) after its end, \(split.after - has) missing")
    }
    if let has = reach.into, split.before > has {
      missing.append(
        "\"\(into)\" has \(has) of \(frames(split.before)) before its start, \(split.before - has) missing")
    }
    let possible =
      longest > 0
      ? "the longest possible here is \(longest)f" : "with \"align: \(joint.align.rawValue)\" none is possible"
    var fixIts: [Diagnostic.FixIt] = []
    if longest > 0 { fixIts.append(.init("write \"\(longest)f\"", replacing: joint.range, with: "\(longest)f")) }
    let other = TransitionDocument.Align.allCases.first { $0 != joint.align && limits.longest($0) >= count }
    var notes = [Diagnostic.Note("write handles: freeze to let the frame at the edge stand in for them")]
    notes.append(.init("write mode: overlap to pull \"\(into)\" earlier, over \"\(out)\"'s own frames"))
    if let other { notes.append(.init("with align: \(other.rawValue) there are enough")) }
    diagnostics.append(
      Diagnostic(
        .error, code: "transition.handles",
        "the transition of \(count) frames needs frames that the items do not have: \(missing.joined(separator: "; ")); "
          + possible, at: joint.range, notes: notes, fixIts: fixIts))
  }

  private func frames(_ count: Int) -> String { count == 1 ? "1 frame" : "\(count) frames" }

  private mutating func reportApart(_ joint: Joint, _ items: [PreparedItem], _ out: Edges, _ into: Edges) {
    // An overlap of the items is reported as such.
    guard into.lower > out.upper else { return }
    diagnostics.append(
      Diagnostic(
        .error, code: "transition.place",
        "\"\(items[joint.incoming].label)\" starts \(frames(into.lower - out.upper)) after "
          + "\"\(items[joint.outgoing].label)\" ends, and a transition needs items that meet: move one, or write a gap "
          + "beside the transition", at: joint.document.range))
  }
}

extension TransitionDocument.Align {
  /// How many of a transition's frames lie before and after the edge.
  func split(_ count: Int) -> (before: Int, after: Int) {
    switch self {
    case .center: (count / 2, count - count / 2)
    case .start: (0, count)
    case .end: (count, 0)
    }
  }
}
