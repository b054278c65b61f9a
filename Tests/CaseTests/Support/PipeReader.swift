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
  private var pending: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  init(descriptor: CInt, deadline: Date) {
    self.descriptor = descriptor
    self.deadline = deadline
  }

  /// The next `count` bytes, or nil when fewer are left.
  mutating func bytes(_ count: Int) throws -> [UInt8]? {
    while pending.count - start < count && !isAtEnd { try fill(atLeast: count) }
    guard pending.count - start >= count else { return nil }
    defer { start += count }
    return Array(pending[start..<start + count])
  }

  /// The bytes up to a line's end, which is consumed; nil at the end of the data.
  mutating func line() throws -> String? {
    var end = start
    while true {
      if let found = pending[end...].firstIndex(of: 10) {
        defer { start = found + 1 }
        return String(decoding: pending[start..<found], as: UTF8.self)
      }
      if isAtEnd { return nil }
      let scanned = pending.count - start
      try fill(atLeast: scanned + 1)
      end = start + scanned
    }
  }

  /// All that is left.
  mutating func rest() throws -> [UInt8] {
    while !isAtEnd { try fill(atLeast: pending.count - start + 1) }
    defer { start = pending.count }
    return Array(pending[start...])
  }

  private mutating func fill(atLeast wanted: Int) throws {
    if start > 0 {
      pending.removeFirst(start)
      start = 0
    }
    let room = max(65536, wanted - pending.count)
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let left = min(deadline.timeIntervalSinceNow, 3600)
    guard left > 0, poll(&wait, 1, CInt(left * 1000) + 1) > 0 else {
      // The wait for the process that follows kills it and reports the time.
      isAtEnd = true
      return
    }
    let old = pending.count
    pending.append(contentsOf: repeatElement(0, count: room))
    let got = pending.withUnsafeMutableBytes { buffer in
      read(descriptor, buffer.baseAddress?.advanced(by: old), room)
    }
    pending.removeLast(room - max(got, 0))
    if got == 0 { isAtEnd = true }
    if got < 0 && errno != EINTR && errno != EAGAIN { throw HarnessError("read: \(errno)") }
  }
}
