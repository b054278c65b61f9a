internal import AV
internal import EDL

/// The encoded pieces of a stream of sound in the cache.
struct PieceStore {
  let cache: RenderCache
  let stream: Int
  let spool: PacketSpool

  /// Whether a piece is there, as far as its name tells.
  func has(_ piece: Int) -> Bool { cache.has(.soundPiece(stream, piece)) }

  /// A piece that is there, and what clipped in it.
  func load(_ piece: Int, from first: Int) -> (encoded: EncodedPiece, clipping: Mixer.Clipping)? {
    guard let entry = cache.open(.soundPiece(stream, piece)), let bytes = entry.piece(0),
      let clipping = SoundRenderer.Report(entry.facts)?.clippings.first,
      let packets = try? EncodedPiece.packets(bytes)
    else { return nil }
    return (EncodedPiece(first: first, packets: packets), clipping)
  }

  /// Keeps a piece.
  func keep(_ piece: Int, _ encoded: EncodedPiece, _ clipping: Mixer.Clipping) throws(SystemError) {
    let extent = try spool.append(Array(encoded.packets.joined()))
    cache.keep(
      .soundPiece(stream, piece), [extent],
      facts: [("kind", "piece of sound")] + SoundRenderer.Report(clippings: [clipping]).facts)
  }
}

extension EncodedPiece {
  /// Packets that were put one behind the other, each by itself.
  static func packets(_ bytes: [UInt8]) throws(AVError) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var offset = 0
    while offset < bytes.count {
      let start = offset
      guard try Packet().decode(bytes, at: &offset) else { return packets }
      packets.append(Array(bytes[start..<offset]))
    }
    return packets
  }
}
