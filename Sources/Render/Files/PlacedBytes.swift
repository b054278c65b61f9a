internal import Foundation

/// Whole reads and writes at a place of an open file: goes on after an interrupt and a partial one.
enum PlacedBytes {
  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(operation: "pwrite") }
      written += count
    }
  }

  /// Reads `count` bytes, fewer only where the file ends.
  static func read(_ count: Int, from descriptor: Int32, at offset: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = SystemError(operation: "pread") }
        guard got > 0 else { return }
        filled += got
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
