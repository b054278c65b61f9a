internal import AV

/// In what an output is not as it was recorded: plain data, nothing looked up.
struct GoldenComparison: Sendable {
  /// A fact with other values than recorded; nil where there was, or is, none.
  struct Change: Hashable, Sendable {
    var name: String
    var recorded: String?
    var found: String?
  }

  /// What happened to one stream, by its number in the output.
  enum StreamChange: Hashable, Sendable {
    /// Its place holds what another stream was.
    case isFormer(Int)
    case lost
    case new
    case facts([Change])
  }

  /// The digests of one stream that are not as recorded.
  struct Digests: Hashable, Sendable {
    var stream: Int
    /// Stretches of what is rendered now; an empty one is where something recorded is gone.
    var ranges: [Range<Int>]
    /// How many there were and are.
    var recordedCount: Int
    var foundCount: Int
    /// Digests at the end that are the recorded ones, only earlier or later.
    var shiftedTail = 0
  }

  /// A chapter that is gone, new, or elsewhere.
  struct ChapterChange: Hashable, Sendable {
    var title: String
    var recorded: Int?
    var found: Int?
  }

  var facts: [Change] = []
  var tags: [Change] = []
  var chapters: [ChapterChange] = []
  var streams: [(number: Int, change: StreamChange)] = []
  var digests: [Digests] = []

  /// Whether all is as recorded.
  var isEqual: Bool { facts.isEmpty && tags.isEmpty && chapters.isEmpty && streams.isEmpty && digests.isEmpty }

  init(recorded: GoldenRecord.Output, found: GoldenRecord.Output) {
    facts = Self.changes(recorded.facts, found.facts)
    tags = Self.changes(recorded.tags, found.tags)
    chapters = Self.changes(recorded.chapters, found.chapters)
    for number in 0..<max(recorded.streams.count, found.streams.count) {
      guard number < found.streams.count else {
        streams.append((number, .lost))
        continue
      }
      let now = found.streams[number]
      guard number < recorded.streams.count, recorded.streams[number].isPicture == now.isPicture else {
        streams.append((number, .new))
        continue
      }
      let before = recorded.streams[number]
      if let former = Self.former(now, number, recorded.streams), former != number {
        streams.append((number, .isFormer(former)))
        continue
      }
      let changed = Self.changes(before.facts, now.facts)
      if !changed.isEmpty { streams.append((number, .facts(changed))) }
      if let digests = Self.compare(before.digests, now.digests, stream: number) { self.digests.append(digests) }
    }
  }

  /// The number of the recorded stream that this one is like in its samples, when its own place's is not.
  private static func former(
    _ now: GoldenRecord.Stream, _ number: Int, _ recorded: [GoldenRecord.Stream]
  ) -> Int? {
    guard recorded[number].digests != now.digests else { return number }
    return recorded.indices.first { recorded[$0].isPicture == now.isPicture && recorded[$0].digests == now.digests }
  }

  private static func changes(_ recorded: [GoldenRecord.Fact], _ found: [GoldenRecord.Fact]) -> [Change] {
    var names: [String] = []
    for fact in recorded + found where !names.contains(fact.name) { names.append(fact.name) }
    return names.compactMap { name in
      let (before, now) = (recorded[name], found[name])
      return before == now ? nil : Change(name: name, recorded: before, found: now)
    }
  }

  private static func changes(
    _ recorded: [GoldenRecord.Chapter], _ found: [GoldenRecord.Chapter]
  ) -> [ChapterChange] {
    var lost = recorded.filter { !found.contains($0) }
    var new = found.filter { !recorded.contains($0) }
    var changes: [ChapterChange] = []
    // The same title elsewhere is a chapter that moved.
    lost.removeAll { chapter in
      guard let index = new.firstIndex(where: { $0.title == chapter.title }) else { return false }
      changes.append(ChapterChange(title: chapter.title, recorded: chapter.frame, found: new[index].frame))
      new.remove(at: index)
      return true
    }
    changes += lost.map { ChapterChange(title: $0.title, recorded: $0.frame, found: nil) }
    changes += new.map { ChapterChange(title: $0.title, recorded: nil, found: $0.frame) }
    return changes.sorted { ($0.found ?? $0.recorded ?? 0, $0.title) < ($1.found ?? $1.recorded ?? 0, $1.title) }
  }

  /// The stretches that differ: frame by frame where the length is the same, else what lies between
  /// an equal beginning and an equal end.
  private static func compare(_ recorded: [Fingerprint], _ found: [Fingerprint], stream: Int) -> Digests? {
    guard recorded != found else { return nil }
    var result = Digests(stream: stream, ranges: [], recordedCount: recorded.count, foundCount: found.count)
    let shorter = min(recorded.count, found.count)
    let head = (0..<shorter).first { recorded[$0] != found[$0] } ?? shorter
    let tail =
      recorded.count == found.count
      ? 0
      : (0..<shorter - head).first { recorded[recorded.count - 1 - $0] != found[found.count - 1 - $0] } ?? shorter
        - head
    if tail > 0 {
      result.shiftedTail = tail
      result.ranges = [head..<found.count - tail]
      return result
    }
    for index in head..<found.count where index >= shorter || recorded[index] != found[index] {
      if let last = result.ranges.last, last.upperBound == index {
        result.ranges[result.ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        result.ranges.append(index..<index + 1)
      }
    }
    if found.count < recorded.count, result.ranges.last?.upperBound != found.count {
      result.ranges.append(found.count..<found.count)
    }
    return result
  }
}
