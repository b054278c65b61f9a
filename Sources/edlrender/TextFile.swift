#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Reads whole text files, and writes them whole or not at all.
enum TextFile {
  /// Why a text was not read or written: the system's words.
  struct Failure: Error {
    let reason: String
  }

  /// Reads a text; what is no UTF-8 in it becomes the replacement character.
  static func read(_ path: String) throws(Failure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    return String(decoding: try all(of: descriptor), as: UTF8.self)
  }

  /// Reads all of standard input.
  static func standardInput() throws(Failure) -> [UInt8] { try all(of: STDIN_FILENO) }

  private static func all(of descriptor: Int32) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      guard count > 0 || errno == EINTR else { throw failure() }
      bytes += piece.prefix(max(count, 0))
    }
  }

  /// Writes beside the path and puts the finished file in place.
  ///
  /// Without `replacing`, a file that appears meanwhile is kept.
  static func write(_ text: String, to path: String, replacing: Bool) throws(Failure) {
    let temporary = "\(path).\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure() }
    defer { unlink(temporary) }
    do {
      defer { close(descriptor) }
      // What takes a file's place keeps its permissions.
      var status = stat()
      if replacing, stat(path, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
      try fill(descriptor, with: Array(text.utf8))
    }
    let isPlaced = replacing ? rename(temporary, path) == 0 : link(temporary, path) == 0
    guard isPlaced else { throw failure() }
  }

  private static func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw failure() }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  private static func failure() -> Failure { Failure(reason: String(cString: strerror(errno))) }
}

/// The C library's `write`, which the method above hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// The C library's `read`, which the method above hides.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
