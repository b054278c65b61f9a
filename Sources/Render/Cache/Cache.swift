public import EDL
internal import Foundation

/// The cache of finished work as a whole: how much lies in it, whether it is sound, making room.
public struct Cache: Sendable {
  /// How much there is.
  public struct Statistics: Sendable {
    /// Finished segments and streams of sound.
    public var entries = 0
    /// Their bytes on the disk.
    public var entryBytes: Int64 = 0
    /// Records of files: digests, agreements of parts.
    public var records = 0
    /// Their bytes on the disk.
    public var recordBytes: Int64 = 0
    /// When the entry that was unused for the longest was used last, in seconds since 1970.
    public var oldest: Int64?

    /// All bytes on the disk.
    public var byteCount: Int64 { entryBytes + recordBytes }
  }

  private let folder: CacheFolder

  /// The cache in a folder, which need not exist.
  public init(folder: String) { self.folder = CacheFolder(path: folder) }

  /// Counts what is there.
  public func statistics() -> Statistics {
    var statistics = Statistics()
    for item in CachePruner(folder).items() {
      guard item.kind == .entries else {
        statistics.records += 1
        statistics.recordBytes += item.byteCount
        continue
      }
      statistics.entries += 1
      statistics.entryBytes += item.byteCount
      statistics.oldest = min(statistics.oldest ?? item.used, item.used)
    }
    return statistics
  }

  /// Removes what was not used for the longest until no more than a number of bytes is left.
  public func prune(to limit: Int64) -> (count: Int, byteCount: Int64) {
    CachePruner(folder).prune(to: limit, margin: 1)
  }

  /// Reads every entry, removes those that are damaged, and tells which they were.
  public func verify(cancellation: any RenderCancellation) -> (count: Int, findings: [Diagnostic]) {
    var (count, findings) = (0, [Diagnostic]())
    for item in CachePruner(folder).items() where item.kind == .entries && !cancellation.isCancelled {
      count += 1
      let key = URL(fileURLWithPath: item.path).lastPathComponent
      // One that was pruned meanwhile is not damaged.
      guard CacheEntry(path: item.path, key: key) == nil, FileBytes(path: item.path) != nil else { continue }
      findings.append(
        Diagnostic(.warning, code: "cache.damaged", "\"\(item.path)\" is damaged, and was removed", blame: .media))
      unlink(item.path)
    }
    return (count, findings)
  }
}
