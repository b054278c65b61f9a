internal import Foundation

/// What lies in a cache, and taking out of it what was not used for the longest.
struct CachePruner {
  let folder: CacheFolder

  /// A file of the cache.
  struct Item {
    var path: String
    var kind: CacheFolder.Kind
    var byteCount: Int64
    /// When it was written or used last, in seconds since 1970.
    var used: Int64
  }

  init(_ folder: CacheFolder) { self.folder = folder }

  /// Everything in it, in no order.
  func items() -> [Item] {
    CacheFolder.Kind.allCases.flatMap { kind in
      Self.names(folder.folder(kind)).flatMap { group in
        Self.names("\(folder.folder(kind))/\(group)").compactMap { name in
          Self.item("\(folder.folder(kind))/\(group)/\(name)", kind)
        }
      }
    }
  }

  /// Removes what was not used for the longest until the rest is below a share of the limit, if it is
  /// above the limit now. What another process uses meanwhile it makes again. Returns what went.
  @discardableResult
  func prune(to limit: Int64, margin: Double = 0.9) -> (count: Int, byteCount: Int64) {
    sweep()
    let items = items()
    var total = items.reduce(0) { $0 + $1.byteCount }
    guard total > limit else { return (0, 0) }
    var gone = (count: 0, byteCount: Int64(0))
    // Of two with one time the larger goes first; then their names decide, so that all agree.
    for item in items.sorted(by: { ($0.used, -$0.byteCount, $0.path) < ($1.used, -$1.byteCount, $1.path) }) {
      guard Double(total) > Double(limit) * margin else { break }
      total -= item.byteCount
      if unlink(item.path) == 0 { gone = (gone.count + 1, gone.byteCount + item.byteCount) }
    }
    return gone
  }

  /// Removes drafts of processes that were killed: those that nobody has written to for a day.
  private func sweep() {
    let old = Int64(Date().timeIntervalSince1970) - 86400
    for name in Self.names(folder.workshop) {
      guard let item = Self.item("\(folder.workshop)/\(name)", .entries), item.used < old else { continue }
      unlink(item.path)
    }
  }

  private static func names(_ folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  private static func item(_ path: String, _ kind: CacheFolder.Kind) -> Item? {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    #if canImport(Darwin)
    let used = facts.st_mtimespec.tv_sec
    #else
    let used = facts.st_mtim.tv_sec
    #endif
    // A small file takes a block as well.
    return Item(
      path: path, kind: kind, byteCount: max(Int64(facts.st_size), Int64(facts.st_blocks) * 512), used: Int64(used))
  }
}
