internal import Foundation

/// What tells, without reading it, that a file is still the one that was read.
///
/// The time of the last change of its status is part of it: whoever sets the time of modification
/// back cannot set that one.
struct FileStamp: Hashable, Sendable {
  let path: String
  let node: UInt64
  let byteCount: Int
  /// Nanoseconds since 1970.
  let modified: Int64
  let changed: Int64

  /// The stamp of a plain file; nil when there is none.
  init?(path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    self.path = path
    node = UInt64(facts.st_ino)
    byteCount = Int(facts.st_size)
    #if canImport(Darwin)
    let (modified, changed) = (facts.st_mtimespec, facts.st_ctimespec)
    #else
    let (modified, changed) = (facts.st_mtim, facts.st_ctim)
    #endif
    self.modified = Self.nanoseconds(modified)
    self.changed = Self.nanoseconds(changed)
  }

  /// Whether the file has rested long enough that another change would show in its times, which
  /// some systems keep to two seconds only.
  var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Self.nanoseconds(now) - max(modified, changed) > 3_000_000_000
  }

  /// One line.
  var text: String { "\(path) \(node) \(byteCount) \(modified) \(changed)" }

  /// The stamp of the program that runs.
  static var program: FileStamp? {
    #if os(Linux)
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    #else
    let path = Bundle.main.executablePath
    #endif
    return path.flatMap { FileStamp(path: $0) }
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
