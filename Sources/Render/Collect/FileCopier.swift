internal import AV
internal import Foundation

/// Copies large files in pieces, going on where an earlier attempt stopped, and proves the copy.
public struct FileCopier {
  /// Why a file was not copied.
  public enum Failure: Error {
    /// The system said no; its words.
    case system(String)
    /// The copy on the disk is not what was written to it.
    case damaged
    /// The file changed while it was read.
    case changed
    /// Asked to stop; what is there is kept for going on.
    case interrupted
  }

  private static let pieceSize = 4 << 20

  private let cancellation: any RenderCancellation

  /// Creates a copier that stops when it is asked to.
  public init(cancellation: any RenderCancellation) { self.cancellation = cancellation }

  /// SHA-256 of a file.
  public func digest(_ path: String) throws(Failure) -> String {
    let file = try OpenFile(path, O_RDONLY)
    var digest = Digest()
    var offset = 0
    while true {
      if cancellation.isCancelled { throw .interrupted }
      let piece = try file.read(at: offset, Self.pieceSize)
      if piece.isEmpty { return digest.finish() }
      piece.withUnsafeBytes { digest.update($0) }
      offset += piece.count
    }
  }

  /// Copies a file beside its new name, reads it back, and puts it in place; gives its SHA-256.
  ///
  /// What an earlier attempt left is compared with the file, and kept as far as it agrees.
  /// `progress` gets the bytes that are done.
  public func copy(_ source: String, to target: String, progress: (Int) -> Void) throws(Failure) -> String {
    let from = try OpenFile(source, O_RDONLY)
    let part = Self.part(of: target)
    let to = try OpenFile(part, O_RDWR | O_CREAT)
    var digest = Digest()
    let size = try from.size
    var offset = 0
    var isNew = false
    while offset < size {
      if cancellation.isCancelled { throw .interrupted }
      let piece = try from.read(at: offset, Self.pieceSize)
      guard !piece.isEmpty else { throw .changed }
      piece.withUnsafeBytes { digest.update($0) }
      if !isNew { isNew = try to.read(at: offset, piece.count) != piece }
      if isNew { try to.write(piece, at: offset) }
      offset += piece.count
      progress(offset)
    }
    guard try from.size == size, try from.read(at: offset, 1).isEmpty else { throw .changed }
    try to.finish(size: size)
    let written = digest.finish()
    guard try self.digest(part) == written else {
      unlink(part)
      throw .damaged
    }
    guard rename(part, target) == 0 else { throw .system(String(cString: strerror(errno))) }
    return written
  }

  /// What a copy is called until it is complete.
  public static func part(of target: String) -> String {
    let url = URL(fileURLWithPath: target)
    return url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).part").path
  }

  /// The bytes that are free for this user where a path is.
  public static func freeBytes(at path: String) -> Int64? {
    var facts = statvfs()
    guard statvfs(path, &facts) == 0 else { return nil }
    return Int64(clamping: UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue)
  }
}

/// An open file, read and written at any place.
private struct OpenFile: ~Copyable {
  private let descriptor: Int32

  init(_ path: String, _ flags: Int32) throws(FileCopier.Failure) {
    descriptor = open(path, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure() }
  }

  deinit { close(descriptor) }

  var size: Int {
    get throws(FileCopier.Failure) {
      var facts = stat()
      guard fstat(descriptor, &facts) == 0 else { throw Self.failure() }
      return Int(facts.st_size)
    }
  }

  func read(at offset: Int, _ count: Int) throws(FileCopier.Failure) -> [UInt8] {
    do throws(SystemError) {
      return try PlacedBytes.read(count, from: descriptor, at: offset)
    } catch {
      throw .system(error.reason)
    }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileCopier.Failure) {
    do throws(SystemError) {
      try PlacedBytes.write(bytes, to: descriptor, at: offset)
    } catch {
      throw .system(error.reason)
    }
  }

  /// Cuts off what is too much, and waits for the disk.
  func finish(size: Int) throws(FileCopier.Failure) {
    guard ftruncate(descriptor, off_t(size)) == 0, fsync(descriptor) == 0 else { throw Self.failure() }
  }

  private static func failure() -> FileCopier.Failure { .system(String(cString: strerror(errno))) }
}
