internal import EDL

/// Finds files that hold one picture twice: a camera's raw file with its JPEG, a film with its proxy.
///
/// Names propose (the same but for the ending, a word such as `_proxy` or `.720p`, a folder
/// `proxies`), facts decide: shape, rate and length must agree.
enum Variants {
  /// A file in a folder that could not be read as media, and its diagnostic.
  struct Unread {
    let path: String
    let message: String
  }

  /// The entries with variants under the one that they are of, and the files that are none's.
  static func gathered(
    _ entries: [LibraryEntry], unread: [Unread]
  ) -> (entries: [LibraryEntry], unread: [Unread]) {
    var groups: [String: [Int]] = [:]
    for (index, entry) in entries.enumerated() where entry.kind != .audio && entry.kind != .sequence {
      groups[key(entry.path), default: []].append(index)
    }
    var entries = entries
    var taken: Set<Int> = []
    for members in groups.values where members.count > 1 {
      // The largest picture is the original; of equals the one with most bytes, which lost least.
      let order = members.sorted { isBetter(entries[$0], entries[$1]) }
      var mains: [Int] = []
      for index in order {
        if let main = mains.first(where: { agree(entries[$0], entries[index]) }) {
          entries[main].variants.append(variant(entries[index], of: entries[main]))
          taken.insert(index)
        } else {
          mains.append(index)
        }
      }
    }
    var left: [Unread] = []
    for file in unread {
      let role: LibraryEntry.Variant.Role? = isRaw(file.path) ? .raw : isHEIF(file.path) ? .heif : nil
      let main = role == nil ? nil : groups[key(file.path)]?.first { !taken.contains($0) && entries[$0].kind == .still }
      if let role, let main {
        entries[main].variants.append(.init(role: role, path: file.path, info: nil))
      } else {
        left.append(file)
      }
    }
    return (entries.indices.filter { !taken.contains($0) }.map { entries[$0] }, left)
  }

  /// Whether a name's ending is that of a camera's raw file.
  static func isRaw(_ path: String) -> Bool { rawEndings.contains(FilePaths.ending(of: path)) }

  private static func isHEIF(_ path: String) -> Bool { ["heic", "heif", "hif"].contains(FilePaths.ending(of: path)) }

  private static let rawEndings: Set<String> = [
    "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "iiq", "kdc", "mef", "mos", "mrw", "nef", "nrw", "orf",
    "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
  ]

  private static let proxyFolders: Set<String> = ["proxy", "proxies"]

  /// The folder and the name without what tells variants apart.
  private static func key(_ path: String) -> String {
    var (folder, _) = LocalFiles.split(path)
    let (above, last) = LocalFiles.split(folder)
    if proxyFolders.contains(last.lowercased()) { folder = above }
    var stem = FilePaths.stem(of: path).lowercased()
    if let separator = stem.lastIndex(where: { "._-".contains($0) }), separator > stem.startIndex {
      let word = stem[stem.index(after: separator)...]
      let isLineCount = word.last == "p" && (3...4).contains(word.count - 1) && word.dropLast().allSatisfy(\.isNumber)
      if word == "proxy" || isLineCount { stem = String(stem[..<separator]) }
    }
    return "\(folder)\u{0}\(stem)"
  }

  private static func isBetter(_ lhs: LibraryEntry, _ rhs: LibraryEntry) -> Bool {
    let (left, right) = (isRaw(lhs.path), isRaw(rhs.path))
    if left != right { return right }
    let (leftSize, rightSize) = (pixels(lhs), pixels(rhs))
    if leftSize != rightSize { return leftSize > rightSize }
    if lhs.info.byteCount != rhs.info.byteCount { return lhs.info.byteCount > rhs.info.byteCount }
    return lhs.path < rhs.path
  }

  private static func pixels(_ entry: LibraryEntry) -> Int {
    entry.info.video.first.map { $0.displaySize.width * $0.displaySize.height } ?? 0
  }

  /// Whether two files show the same as far as facts can tell.
  private static func agree(_ main: LibraryEntry, _ other: LibraryEntry) -> Bool {
    guard main.info.kind == other.info.kind, let one = main.info.video.first, let two = other.info.video.first else {
      return false
    }
    if isRaw(main.path) || isRaw(other.path) { return true }
    return ProxyFit.sameShape(one.displaySize, two.displaySize) && ProxyFit.sameTimes(one, two)
  }

  private static func variant(_ entry: LibraryEntry, of main: LibraryEntry) -> LibraryEntry.Variant {
    let role: LibraryEntry.Variant.Role =
      isRaw(entry.path) ? .raw : pixels(entry) < pixels(main) ? .proxy : .copy
    return .init(role: role, path: entry.path, info: entry.info)
  }
}
