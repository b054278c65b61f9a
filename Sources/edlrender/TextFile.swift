#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Writes a whole text file, or nothing.
enum TextFile {
  /// Why a text was not written: the system's words.
  struct Failure: Error {
    let reason: String
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
