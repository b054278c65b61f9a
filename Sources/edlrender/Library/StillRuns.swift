internal import EDL

/// Finds the stills that are frames of one sequence: numbered names of one folder, alike in all facts.
enum StillRuns {
  /// Fewer than this are pictures that happen to be numbered.
  private static let least = 3

  /// The entries with each sequence as one, in the place of its first still.
  static func gathered(_ entries: [LibraryEntry]) -> [LibraryEntry] {
    var runs: [String: [(number: Int, digits: Int, isPadded: Bool, index: Int)]] = [:]
    for (index, entry) in entries.enumerated() where entry.kind == .still {
      guard let name = NumberedName(entry.path), let video = entry.info.video.first else { continue }
      let facts = "\(video.codec) \(video.codedSize) \(video.orientation) \(video.pixelFormat)"
      runs["\(name.prefix)\u{0}\(name.suffix)\u{0}\(facts)", default: []]
        .append((name.number, name.digits.utf8.count, name.digits.count > 1 && name.digits.hasPrefix("0"), index))
    }
    var sequences: [Int: LibraryEntry] = [:]
    var taken: Set<Int> = []
    for (_, members) in runs {
      let members = members.sorted { $0.number < $1.number }
      guard members.count >= least, let first = members.first, let last = members.last,
        Set(members.map(\.number)).count == members.count,
        // A lost frame here and there is a sequence still; a few numbers here and there are not.
        last.number - first.number < members.count + members.count / 4
      else { continue }
      let isPadded = members.contains { $0.isPadded }
      guard !isPadded || Set(members.map(\.digits)).count == 1 else { continue }
      let numbers = Set(members.map(\.number))
      let model = entries[first.index]
      guard let name = NumberedName(model.path) else { continue }
      var entry = LibraryEntry(path: name.pattern(digits: isPadded ? first.digits : nil), info: model.info)
      entry.info.byteCount = members.reduce(0) { $0 + entries[$1.index].info.byteCount }
      entry.stills = LibraryEntry.Stills(
        first: first.number, last: last.number, count: members.count,
        missing: (first.number...last.number).filter { !numbers.contains($0) })
      let indices = members.map(\.index)
      sequences[indices.min() ?? first.index] = entry
      taken.formUnion(indices)
    }
    return entries.indices.compactMap { index in
      sequences[index] ?? (taken.contains(index) ? nil : entries[index])
    }
  }
}

/// A path whose name ends in a number before its ending: `frames/shot-0012.png`.
struct NumberedName {
  /// All before the number, the folder too.
  let prefix: String
  let digits: String
  let number: Int
  /// The ending with its dot.
  let suffix: String

  init?(_ path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let digits = String(path[..<dot].reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    guard !digits.isEmpty, digits.utf8.count <= 9, let number = Int(digits) else { return nil }
    prefix = String(path[..<dot].dropLast(digits.count))
    self.digits = digits
    self.number = number
    suffix = String(path[dot...])
  }

  /// The path as `media` takes it for the whole sequence.
  func pattern(digits: Int?) -> String {
    let field = digits.map { "%0\($0)d" } ?? "%d"
    // A percent sign is doubled in the name alone; folders are not read as patterns.
    let name = FilePaths.name(of: prefix + "x").dropLast()
    return prefix.dropLast(name.count) + Self.escaped(name) + field + Self.escaped(suffix[...])
  }

  private static func escaped(_ text: Substring) -> String { String(text).replacing("%", with: "%%") }
}
