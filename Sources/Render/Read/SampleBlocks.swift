internal import AV
internal import MediaTime

/// Cuts a stream of sound into blocks that are decoded each for itself.
///
/// Some decoders carry a state that no lead-in brings back: AAC's noise bands and the fixed-point
/// decoders' dither come from a random generator that runs on from packet to packet. Starting a
/// fresh decoder at fixed packets, with a lead-in for the overlap, makes every sample depend on
/// its place alone and not on where reading began:
///
///     packets:   … 125 126 127 │ 128 129 …
///     old decoder  ───────────→│
///     new decoder    lead-in ──│────────→
struct SampleBlocks {
  /// Packets of a block.
  private static let packets: Int64 = 128
  /// Packets of lead-in.
  let leadIn: Int64
  /// Samples of a packet.
  let packetSamples: Int

  /// Blocks for the codecs that need them; nil for all others.
  init?(_ facts: StreamFacts) {
    guard facts.frameSize > 1, !facts.isParametric else { return nil }
    switch facts.codec {
    case "aac", "ac3", "eac3": leadIn = 4
    // The bit reservoir reaches back several packets.
    case "mp3", "mp2": leadIn = 12
    default: return nil
    }
    packetSamples = facts.frameSize
  }

  /// The block of a packet; what comes before the sound's first packet belongs to the first block.
  func block(ofPacket number: Int64) -> Int64 { number <= 0 ? 0 : number / Self.packets }

  /// The first packet to decode for a block; nil for the first block, which starts with the file.
  func firstPacket(ofBlock block: Int64) -> Int64? { block > 0 ? block * Self.packets - leadIn : nil }
}
