internal import EDL

/// What was opened for one frame, kept for the next: whoever looks at the same moment after an edit need not decode
/// its pictures again. Used by one thread.
public final class FrameSession {
  private var pool = FrameSession.emptyPool()
  private var stamps: [String: FileStamp] = [:]

  /// Creates one in which nothing is open.
  public init() {}

  private static func emptyPool() -> ReaderPool { ReaderPool(maxReaders: 24, maxIdle: 12, maxIdleBytes: 512 << 20) }

  /// The readers that are open; none where a file has changed since.
  func readers(of media: [Media]) -> ReaderPool {
    let paths = Set(media.flatMap { $0.files + ($0.proxy.map { [$0.path] } ?? []) })
    let now = Dictionary(paths.map { ($0, FileStamp(path: $0)) }) { first, _ in first }
    if now.contains(where: { path, stamp in stamps[path].map { $0 != stamp } ?? false }) {
      pool = Self.emptyPool()
      stamps = [:]
    }
    for (path, stamp) in now { stamps[path] = stamp }
    return pool
  }
}
