private import Glibc

/// Reads bytes at any place of a file, for the few facts that libav does not hand out.
final class FileBytes {
  let count: Int
  private let descriptor: Int32

  /// Opens a plain file; nil when that fails (whoever asks then does without).
  init?(path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    let opened = open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    descriptor = opened
    count = Int(facts.st_size)
  }

  deinit { close(descriptor) }

  /// Up to `length` bytes from `offset` on; fewer at the end of the file.
  func read(at offset: Int, _ length: Int) -> [UInt8] {
    guard offset >= 0, offset < count, length > 0 else { return [] }
    let wanted = min(length, count - offset)
    return [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      let got = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
      filled = max(0, got)
    }
  }

  /// A big-endian number of `width` bytes; nil beyond the end.
  func number(at offset: Int, _ width: Int) -> Int? { Self.number(read(at: offset, width), width, bigEndian: true) }

  /// A little-endian number of `width` bytes; nil beyond the end.
  func littleNumber(at offset: Int, _ width: Int) -> Int? {
    Self.number(read(at: offset, width), width, bigEndian: false)
  }

  /// Four characters, such as a chunk's name.
  func name(at offset: Int) -> String? {
    let bytes = read(at: offset, 4)
    return bytes.count == 4 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func number(_ bytes: [UInt8], _ width: Int, bigEndian: Bool) -> Int? {
    guard bytes.count == width, width <= 8 else { return nil }
    let value = (bigEndian ? bytes : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}
