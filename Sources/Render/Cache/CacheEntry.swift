internal import AV
internal import Foundation

/// One finished part of a film as a file: a segment of picture or a stream of sound.
///
/// All numbers little-endian:
///
///     magic (16), the key as text (64), length of the index (4), checksum of key and index (16)
///     index: facts as lines "name value" (length 4, text), number of pieces (4),
///            for each piece its length (8) and checksum (16)
///     pieces: packets, none of them across two pieces (see Packet.encode)
///
/// Every byte is under a checksum that is compared when it is read. Owned by one thread.
final class CacheEntry {
  /// What was noted beside the packets.
  let facts: [String: String]
  /// The number of pieces.
  var pieceCount: Int { pieces.count }

  private struct Piece {
    var offset: Int
    var count: Int
    var checksum: [UInt8]
  }

  private let file: FileBytes
  private let pieces: [Piece]
  /// The last piece that was read: most entries have one.
  private var last: (index: Int, bytes: [UInt8])?

  private static let magic = Array("edlrender.part.1".utf8)
  private static let headCount = 16 + 64 + 4 + 16
  /// More than any index is; a damaged length must not take the memory away.
  private static let mostIndexBytes = 64 << 20

  /// Opens an entry and compares every checksum; nil when anything is wrong with it.
  init?(path: String, key: String) {
    guard let file = FileBytes(path: path) else { return nil }
    var head = ByteReader(file.read(at: 0, Self.headCount))
    guard head.take(16) == Self.magic, head.take(64) == Array(key.utf8), let count: UInt32 = head.number(),
      count <= Self.mostIndexBytes, let checksum = head.take(16)
    else { return nil }
    let bytes = file.read(at: Self.headCount, Int(count))
    guard bytes.count == Int(count), checksum == Self.checksum([Array(key.utf8), bytes]),
      let (facts, pieces) = Self.index(bytes, at: Self.headCount + bytes.count),
      pieces.last.map({ $0.offset + $0.count }) ?? file.count == file.count
    else { return nil }
    self.file = file
    self.facts = facts
    self.pieces = pieces
    for index in pieces.indices where piece(index) == nil { return nil }
  }

  /// The packets of a piece; nil when they are damaged.
  func piece(_ index: Int) -> [UInt8]? {
    if let last, last.index == index { return last.bytes }
    let piece = pieces[index]
    let bytes = file.read(at: piece.offset, piece.count)
    guard bytes.count == piece.count, Self.checksum([bytes]) == piece.checksum else { return nil }
    last = (index, bytes)
    return bytes
  }

  private static func index(_ bytes: [UInt8], at end: Int) -> (facts: [String: String], pieces: [Piece])? {
    var reader = ByteReader(bytes)
    guard let length: UInt32 = reader.number(), let text = reader.take(Int(length)), let count: UInt32 = reader.number()
    else { return nil }
    var facts: [String: String] = [:]
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { facts[String(parts[0])] = String(parts[1]) }
    }
    var pieces: [Piece] = []
    var offset = end
    for _ in 0..<count {
      guard let size: UInt64 = reader.number(), size < 1 << 40, let checksum = reader.take(16) else { return nil }
      pieces.append(Piece(offset: offset, count: Int(size), checksum: checksum))
      offset += Int(size)
    }
    return (facts, pieces)
  }

  /// Writes an entry whose pieces are given one at a time.
  static func write(
    key: String, facts: [(String, String)], pieceCount: Int, to descriptor: Int32,
    piece: (Int) throws(SystemError) -> [UInt8]
  ) throws(SystemError) {
    let text = Array(facts.map { "\($0.0) \($0.1)\n" }.joined().utf8)
    var index: [UInt8] = []
    ByteReader.append(UInt32(text.count), to: &index)
    index += text
    ByteReader.append(UInt32(pieceCount), to: &index)
    // The pieces go first: what they are is known when they have been read.
    var offset = headCount + index.count + pieceCount * 24
    for number in 0..<pieceCount {
      let bytes = try piece(number)
      ByteReader.append(UInt64(bytes.count), to: &index)
      index += checksum([bytes])
      try PlacedBytes.write(bytes, to: descriptor, at: offset)
      offset += bytes.count
    }
    var head = magic + Array(key.utf8)
    ByteReader.append(UInt32(index.count), to: &head)
    head += checksum([Array(key.utf8), index])
    try PlacedBytes.write(head + index, to: descriptor, at: 0)
  }

  private static func checksum(_ parts: [[UInt8]]) -> [UInt8] {
    guard var checksum = try? Checksum() else { return [] }
    for part in parts { part.withUnsafeBytes { checksum.update($0) } }
    return checksum.finish()
  }
}

/// Reads numbers and bytes one after the other; nil behind the end.
private struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func number<Value: FixedWidthInteger>() -> Value? {
    take(Value.bitWidth / 8)?.reversed().reduce(Value(0)) { $0 << 8 | Value($1) }
  }

  static func append<Value: FixedWidthInteger>(_ value: Value, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
