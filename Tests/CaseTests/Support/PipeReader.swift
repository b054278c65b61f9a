internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Reads a descriptor in whole pieces, with a deadline.
struct PipeReader {
  private let descriptor: CInt
  private let deadline: Date
  private var buffer = [UInt8](repeating: 0, count: 65536)
  /// The part of the buffer that is read but not yet handed out.
  private var pending = 0..<0
  private var isAtEnd = false

  init(descriptor: CInt, deadline: Date) {
    self.descriptor = descriptor
    self.deadline = deadline
  }

  /// The next `count` bytes, or nil when fewer are left.
  mutating func bytes(_ count: Int) throws -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    while result.count < count {
      if pending.isEmpty {
        try fill()
        if isAtEnd { return nil }
      }
      let end = min(pending.upperBound, pending.lowerBound + count - result.count)
      result.append(contentsOf: buffer[pending.lowerBound..<end])
      pending = end..<pending.upperBound
    }
    return result
  }

  /// The bytes up to a line's end, which is consumed; nil at the end of the data.
  mutating func line() throws -> String? {
    var line: [UInt8] = []
    while let byte = try bytes(1)?.first {
      if byte == 10 { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// All that is left.
  mutating func rest() throws -> [UInt8] {
    var result: [UInt8] = []
    while !isAtEnd {
      result.append(contentsOf: buffer[pending])
      pending = 0..<0
      try fill()
    }
    return result
  }

  private mutating func fill() throws {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let left = min(deadline.timeIntervalSinceNow, 3600)
    guard left > 0, poll(&wait, 1, CInt(left * 1000) + 1) > 0 else {
      // The wait for the process that follows kills it and reports the time.
      isAtEnd = true
      return
    }
    let got = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if got < 0 && errno != EINTR && errno != EAGAIN { throw HarnessError("read: \(errno)") }
    isAtEnd = got == 0
    pending = 0..<max(got, 0)
  }
}
