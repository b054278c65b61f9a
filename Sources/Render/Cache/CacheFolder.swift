internal import Foundation
internal import Synchronization

/// The folder that finished work is kept in, for one process or for many machines at once.
///
/// Every file in it is written under a name of its own and then renamed, and never changed after
/// that; so whoever reads sees a whole file or none, and nobody needs a lock. Nothing is flushed to
/// the disk: what a power cut tears, its checksum tells, and it is made again.
struct CacheFolder: Sendable {
  /// Where it is.
  let path: String

  /// What lies in it, each in folders of its own.
  enum Kind: String, CaseIterable, Sendable {
    /// Finished segments and streams.
    case entries
    /// What is known of files that were read: digests, facts.
    case files
    /// How the parts of one render agreed to share it out.
    case parts
  }

  /// The layout's own version: another one lies beside it and is left alone.
  private static let layout = "v1"

  init(path: String) { self.path = path }

  /// The folder of a kind.
  func folder(_ kind: Kind) -> String { "\(path)/\(Self.layout)/\(kind.rawValue)" }

  /// Where files are written before they get their name.
  var workshop: String { "\(path)/\(Self.layout)/tmp" }

  /// The path of something by its key, a text of hexadecimal digits.
  func path(_ kind: Kind, _ key: String) -> String { "\(folder(kind))/\(key.prefix(2))/\(key)" }

  /// The whole of a small file; nil when there is none.
  func read(_ kind: Kind, _ key: String) -> [UInt8]? {
    guard let file = FileBytes(path: path(kind, key)) else { return nil }
    let bytes = file.read(at: 0, file.count)
    return bytes.count == file.count ? bytes : nil
  }

  /// Puts something there, replacing what has the same key.
  func write(_ kind: Kind, _ key: String, _ fill: (Int32) throws(SystemError) -> Void) throws(SystemError) {
    let target = path(kind, key)
    let draft = "\(workshop)/\(getpid())-\(Self.serial())-\(key.prefix(16))"
    let descriptor = try create(draft)
    do throws(SystemError) {
      defer { close(descriptor) }
      try fill(descriptor)
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, target) != 0 else { return }
    if errno == ENOENT, (try? Self.make(URL(fileURLWithPath: target).deletingLastPathComponent().path)) != nil,
      rename(draft, target) == 0
    {
      return
    }
    let error = SystemError(operation: "rename")
    unlink(draft)
    throw error
  }

  /// Puts a few bytes there unless something is there already; whether they were put there.
  func claim(_ kind: Kind, _ key: String, _ bytes: [UInt8]) -> Bool {
    let draft = "\(kind.rawValue)-\(key.prefix(16))-\(getpid())-\(Self.serial())"
    let (name, target) = ("\(workshop)/\(draft)", path(kind, key))
    guard let descriptor = try? create(name) else { return false }
    defer { unlink(name) }
    defer { close(descriptor) }
    guard (try? PlacedBytes.write(bytes, to: descriptor, at: 0)) != nil else { return false }
    if link(name, target) == 0 { return true }
    guard errno == ENOENT else { return false }
    try? Self.make(URL(fileURLWithPath: target).deletingLastPathComponent().path)
    return link(name, target) == 0
  }

  /// Puts a few bytes there; whether that worked is of no consequence.
  func note(_ kind: Kind, _ key: String, _ bytes: [UInt8]) {
    try? write(kind, key) { descriptor throws(SystemError) in try PlacedBytes.write(bytes, to: descriptor, at: 0) }
  }

  /// Marks something as used now, which keeps it from being pruned for the longest.
  func touch(_ kind: Kind, _ key: String) { utimensat(AT_FDCWD, path(kind, key), nil, 0) }

  private func create(_ draft: String) throws(SystemError) -> Int32 {
    // Others may share the folder: the umask decides, not we.
    var descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0, errno == ENOENT {
      try Self.make(workshop)
      descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw SystemError(operation: "open") }
    return descriptor
  }

  /// Removes something.
  func remove(_ kind: Kind, _ key: String) { unlink(path(kind, key)) }

  /// Makes a folder and those above it.
  static func make(_ folder: String) throws(SystemError) {
    if mkdir(folder, 0o777) == 0 || errno == EEXIST { return }
    let above = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    guard errno == ENOENT, above != folder else { throw SystemError(operation: "mkdir") }
    try make(above)
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw SystemError(operation: "mkdir") }
  }

  /// A text that no other draft has: processes of several machines may have one number.
  private static func serial() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return "\(machine)-\(number)"
  }

  private static let count = Mutex(0)
  private static let machine = String(UInt64.random(in: 0...UInt64.max), radix: 36)
}
