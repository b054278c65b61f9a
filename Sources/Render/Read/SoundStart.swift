internal import AV

/// Finds where a stream's sound begins from its first packets.
///
/// Encoders put samples before the sound that only prime the decoder; containers say so in
/// different ways, on the first packet of all, which an edit list may hide as a whole.
struct SoundStart {
  /// A packet, and how many samples after its own start the sound begins.
  private(set) var origin: (ticks: Int64, skipped: Int)?
  private var packetCount = 0

  mutating func add(_ packet: borrowing Packet, of facts: StreamFacts) {
    guard origin == nil, let ticks = packet.pts ?? packet.dts else { return }
    packetCount += 1
    let skipped = packet.skippedSamples.start
    if skipped > 0 {
      origin = (ticks, skipped)
    } else if facts.codec == "opus", packetCount == 1, facts.initialPadding > 0 {
      // Matroska states Opus' priming in the header only.
      origin = (ticks, facts.initialPadding)
    } else if facts.codec == "vorbis", packetCount == 1 {
      // The first packet of Vorbis gives no samples, it only begins the overlap.
      return
    } else if !packet.isDiscarded {
      origin = (ticks, 0)
    }
  }
}
