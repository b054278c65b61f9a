internal import MediaTime

/// Finds which item of one sequence is which of another, and says what became of each.
struct SequenceComparison {
  let old: Timeline
  let new: Timeline
  private(set) var changes: [ItemChange] = []

  init(old: Timeline, new: Timeline) {
    self.old = old
    self.new = new
  }

  mutating func compare(_ before: Sequence, _ after: Sequence, within path: String) {
    for index in 0..<max(before.tracks.count, after.tracks.count) {
      let name = "\(path)track \(index + 1)"
      let (first, second) = (
        before.tracks.indices.contains(index) ? before.tracks[index] : nil,
        after.tracks.indices.contains(index) ? after.tracks[index] : nil
      )
      compare(first?.items ?? [], second?.items ?? [], track: name)
      compare(first?.transitions ?? [], second?.transitions ?? [], track: name)
    }
  }

  // MARK: Items

  private mutating func compare(_ before: [Item], _ after: [Item], track: String) {
    let matches = ItemMatches(before, after, old, new)
    /// How much later everything is at this point.
    var shift = 0
    /// Whether the change just told explains a new shift.
    var explains = false
    var next = 0
    func removals(before end: Int) -> [ItemChange] {
      defer { next = max(next, end) }
      return (next..<max(next, end)).filter { matches.newIndex[$0] == nil }.map { index in
        ItemChange(
          kind: .removed, label: before[index].label, track: track, oldFrames: before[index].ownFrames,
          oldOrigin: before[index].origin, words: "removed (\(ItemWords.count(before[index].ownFrames.count)))")
      }
    }
    for (index, item) in after.enumerated() {
      guard let place = matches.oldIndex[index] else {
        changes.append(
          ItemChange(
            kind: .added, label: item.label, track: track, newFrames: item.ownFrames, newOrigin: item.origin,
            words: "added (\(ItemWords.count(item.ownFrames.count)))"))
        explains = true
        continue
      }
      let isMoved = matches.moved.contains(index)
      if !isMoved {
        let gone = removals(before: place)
        changes += gone
        explains = explains || !gone.isEmpty
      }
      let (was, offset) = (before[place], item.ownFrames.lowerBound - before[place].ownFrames.lowerBound)
      if isMoved {
        append(.moved, was, item, track, "moved from frame \(was.ownFrames.lowerBound) to \(item.ownFrames.lowerBound)")
        explains = true
      } else if offset != shift {
        let words = "\(ItemWords.count(abs(offset - shift))) \(offset < shift ? "earlier" : "later")"
        if explains, let last = changes.indices.last {
          changes[last].words += "; all after it \(words)"
        } else {
          append(.shifted, was, item, track, "it and all after it \(words)")
        }
        shift = offset
        explains = false
      } else if !isMoved {
        explains = false
      }
      guard matches.differs(index) else { continue }
      if case .sequence(let first) = was.content, case .sequence(let second) = item.content {
        compare(first, second, within: "\(track) / \(item.label) / ")
      }
      let phrases = ItemWords(old: was, new: item, oldTimeline: old, newTimeline: new).phrases
      guard !phrases.isEmpty else { continue }
      append(.changed, was, item, track, phrases.joined(separator: ", "))
      explains = true
    }
    changes += removals(before: before.count)
  }

  private mutating func append(_ kind: ItemChange.Kind, _ was: Item, _ item: Item, _ track: String, _ words: String) {
    changes.append(
      ItemChange(
        kind: kind, label: item.label, track: track, oldFrames: was.ownFrames, newFrames: item.ownFrames,
        oldOrigin: was.origin, newOrigin: item.origin, words: words))
  }

  // MARK: Transitions

  private mutating func compare(_ before: [Transition], _ after: [Transition], track: String) {
    func key(_ transition: Transition) -> String { "\(transition.outgoing ?? -1) \(transition.incoming ?? -1)" }
    let known = Dictionary(before.map { (key($0), $0) }) { first, _ in first }
    let kept = Set(after.map(key))
    for transition in after {
      let was = known[key(transition)]
      guard was?.kind != transition.kind || was?.frames.count != transition.frames.count else { continue }
      let length = ItemWords.count(transition.frames.count)
      changes.append(
        ItemChange(
          kind: was == nil ? .added : .changed, label: "transition", track: track, oldFrames: was?.frames,
          newFrames: transition.frames, oldOrigin: was?.origin.range, newOrigin: transition.origin.range,
          words: was.map { "\(ItemWords.count($0.frames.count)) → \(length)" } ?? "added (\(length))"))
    }
    for transition in before where !kept.contains(key(transition)) {
      changes.append(
        ItemChange(
          kind: .removed, label: "transition", track: track, oldFrames: transition.frames,
          oldOrigin: transition.origin.range, words: "removed"))
    }
  }
}

/// Which item of a track is which of another track: by its id, else by what it plays.
private struct ItemMatches {
  /// For each new item the old one.
  private(set) var oldIndex: [Int: Int] = [:]
  private(set) var newIndex: [Int: Int] = [:]
  /// New items that stand in another order than the old ones.
  private(set) var moved: Set<Int> = []
  private let oldFaces: [ItemFace]
  private let newFaces: [ItemFace]

  init(_ before: [Item], _ after: [Item], _ old: Timeline, _ new: Timeline) {
    let oldFaces = before.map { ItemFace($0, in: old) }
    let newFaces = after.map { ItemFace($0, in: new) }
    (self.oldFaces, self.newFaces) = (oldFaces, newFaces)
    var (start, end) = (0, 0)
    let shortest = min(before.count, after.count)
    func isSame(_ first: Int, _ second: Int) -> Bool {
      before[first].id == after[second].id && oldFaces[first] == newFaces[second]
    }
    while start < shortest, isSame(start, start) { start += 1 }
    while end < shortest - start, isSame(before.count - 1 - end, after.count - 1 - end) { end += 1 }
    for index in 0..<start { join(index, index) }
    for index in 0..<end { join(before.count - 1 - index, after.count - 1 - index) }
    let (left, right) = (start..<before.count - end, start..<after.count - end)
    match(left.filter { before[$0].id != nil }, right.filter { after[$0].id != nil }) {
      before[$0].id
    } _: {
      after[$0].id
    }
    match(Array(left), Array(right)) {
      oldFaces[$0]
    } _: {
      newFaces[$0]
    }
    for (left, right) in holes(before.count, after.count) {
      match(left, right) {
        oldFaces[$0].subject
      } _: {
        newFaces[$0].subject
      }
      // What was replaced at its place: never an item that its author told from others by name.
      match(left.filter { before[$0].id == nil }, right.filter { after[$0].id == nil }) {
        before[$0].content.kind
      } _: {
        after[$0].content.kind
      }
    }
    findMoved(after.count)
  }

  /// The items not joined yet, those between the same joined neighbours together.
  private func holes(_ oldCount: Int, _ newCount: Int) -> [(old: [Int], new: [Int])] {
    var holes: [(old: [Int], new: [Int])] = []
    var index = 0
    while index < newCount {
      guard oldIndex[index] == nil else {
        index += 1
        continue
      }
      let first = index
      while index < newCount, oldIndex[index] == nil { index += 1 }
      var place = first == 0 ? 0 : (oldIndex[first - 1] ?? -1) + 1
      let start = place
      while place < oldCount, newIndex[place] == nil { place += 1 }
      holes.append((Array(start..<place), Array(first..<index)))
    }
    return holes
  }

  /// Whether a new item is not what the old one was.
  func differs(_ index: Int) -> Bool { oldIndex[index].map { oldFaces[$0] != newFaces[index] } ?? true }

  private mutating func join(_ old: Int, _ new: Int) {
    oldIndex[new] = old
    newIndex[old] = new
  }

  /// Joins what is alike and not joined yet, in order.
  private mutating func match<Key: Hashable>(
    _ left: [Int], _ right: [Int], _ oldKey: (Int) -> Key, _ newKey: (Int) -> Key
  ) {
    var places: [Key: [Int]] = [:]
    for index in left.reversed() where newIndex[index] == nil { places[oldKey(index), default: []].append(index) }
    for index in right where oldIndex[index] == nil {
      if let place = places[newKey(index)]?.popLast() { join(place, index) }
    }
  }

  /// All but the longest run of items whose order stayed.
  private mutating func findMoved(_ count: Int) {
    let pairs = (0..<count).compactMap { index in oldIndex[index].map { (new: index, old: $0) } }
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].old < pair.old { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? tails[low - 1] : -1
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    moved = Set(pairs.map(\.new))
    var index = tails.last ?? -1
    while index >= 0 {
      moved.remove(pairs[index].new)
      index = before[index]
    }
  }
}

extension Item.Content {
  /// What it is, without what it shows.
  fileprivate var kind: String {
    switch self {
    case .clip: "clip"
    case .solid: "solid"
    case .sequence: "sequence"
    case .drawing(.title): "title"
    case .drawing(.shape): "shape"
    case .generator: "source"
    case .subtitles: "subtitles"
    case .adjustment: "adjustment"
    }
  }
}
