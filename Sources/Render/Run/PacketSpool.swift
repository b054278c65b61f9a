internal import AV
internal import Foundation
internal import Synchronization

/// Finished packets, kept outside memory until the muxer takes them.
///
/// One temporary file without a name, so that nothing is left behind however the process ends. Where the
/// file system can't make one, it has a name for a moment.
/// Any thread may append and read; an extent never changes once it was handed out.
final class PacketSpool: Sendable {
  /// A stretch of the file.
  struct Extent: Sendable {
    var offset: Int
    var count: Int
  }

  private let descriptor: Int32
  private let end = Mutex(0)

  /// Makes the file in a folder.
  init(folder: String) throws(SystemError) {
    if let nameless = Self.openNameless(in: folder) {
      descriptor = nameless
    } else {
      descriptor = try Self.openUnlinked(in: folder)
    }
  }

  /// A file that never has a name; nil where there is none to be had.
  private static func openNameless(in folder: String) -> Int32? {
    #if os(Linux)
    // O_TMPFILE, a macro that Swift does not import: __O_TMPFILE is the same on all that Swift runs on.
    let nameless = 0o20_000_000 | O_DIRECTORY
    let descriptor = open(folder, nameless | O_RDWR | O_CLOEXEC, 0o600)
    return descriptor >= 0 ? descriptor : nil
    #else
    return nil
    #endif
  }

  /// A file whose name is taken away at once.
  private static func openUnlinked(in folder: String) throws(SystemError) -> Int32 {
    var template = Array("\(folder)/.edlrender-spool-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw SystemError(operation: "mkstemp") }
    unlink(template)
    return descriptor
  }

  deinit { close(descriptor) }

  /// Writes bytes at the end.
  func append(_ bytes: [UInt8]) throws(SystemError) -> Extent {
    let offset = end.withLock { end in
      defer { end += bytes.count }
      return end
    }
    try PlacedBytes.write(bytes, to: descriptor, at: offset)
    return Extent(offset: offset, count: bytes.count)
  }

  /// Reads an extent back.
  func read(_ extent: Extent) throws(SystemError) -> [UInt8] {
    let bytes = try PlacedBytes.read(extent.count, from: descriptor, at: extent.offset)
    guard bytes.count == extent.count else { throw SystemError(operation: "pread", code: EIO) }
    return bytes
  }
}

/// Gathers one stream's packets and hands them to the spool in pieces of a few megabytes.
struct PacketWriter {
  private let spool: PacketSpool
  private var bytes: [UInt8] = []
  private static let pieceSize = 4 << 20

  init(_ spool: PacketSpool) { self.spool = spool }

  /// Adds a packet; returns an extent when a piece went out.
  mutating func add(_ packet: borrowing Packet) throws(SystemError) -> PacketSpool.Extent? {
    packet.encode(into: &bytes)
    return bytes.count < Self.pieceSize ? nil : try flush()
  }

  /// Hands over what is left; nil when that is nothing.
  mutating func flush() throws(SystemError) -> PacketSpool.Extent? {
    guard !bytes.isEmpty else { return nil }
    defer { bytes.removeAll(keepingCapacity: true) }
    return try spool.append(bytes)
  }
}
