internal import AV

/// One stream's packets in decoding order, with timestamps on the output's clock.
///
/// Waits for the workers; used by the muxing thread alone.
final class PacketFeed {
  private let path: String
  private let nextPart: (_ index: Int) throws(RenderError) -> Part?
  private var partIndex = 0
  private var bytes: [UInt8] = []
  private var offset = 0
  private var shift: Int64 = 0
  private var pending: Packet?
  private(set) var isFinished = false

  /// A stretch of packets and what to add to their timestamps.
  struct Part {
    /// Where packets lie.
    enum Place {
      /// In a spool: rendered just now.
      case spool(PacketSpool.Extent, of: PacketSpool)
      /// In the cache: a piece of an entry.
      case entry(CacheEntry, piece: Int)
      /// In memory: planned.
      case memory([UInt8])
    }

    var place: Place
    var shift: Int64
  }

  /// Makes a feed for the output at `path`; `nextPart` gives the stretches in order and nil after the
  /// last.
  init(path: String, nextPart: @escaping (_ index: Int) throws(RenderError) -> Part?) {
    self.path = path
    self.nextPart = nextPart
  }

  /// The decoding time of the next packet; nil at the end.
  func nextTime() throws(RenderError) -> Int64? {
    if pending == nil { try fill() }
    return pending?.dts
  }

  /// Takes the next packet.
  func take() -> Packet? { pending.take() }

  private func read(_ place: Part.Place) throws(RenderError) -> [UInt8] {
    switch place {
    case .spool(let extent, let spool):
      do throws(SystemError) { return try spool.read(extent) } catch { throw RenderError(error, output: path) }
    case .entry(let entry, let piece):
      // It was whole a moment ago, when it was opened: the disk itself fails.
      guard let bytes = entry.piece(piece) else {
        throw RenderError(
          .media, AVError(code: 0, operation: "read", detail: "the cache's folder changes what it holds"),
          doing: "read finished packets")
      }
      return bytes
    case .memory(let bytes): return bytes
    }
  }

  private func fill() throws(RenderError) {
    while offset >= bytes.count {
      guard let part = try nextPart(partIndex) else {
        isFinished = true
        return
      }
      partIndex += 1
      bytes = try read(part.place)
      offset = 0
      shift = part.shift
    }
    do throws(AVError) {
      var cursor = offset
      let packet = try Packet()
      let isWhole = try packet.decode(bytes, at: &cursor)
      guard isWhole else { throw AVError(code: 0, operation: "decode", detail: "a finished packet is damaged") }
      offset = cursor
      if let pts = packet.pts { packet.pts = pts + shift }
      if let dts = packet.dts { packet.dts = dts + shift }
      pending = consume packet
    } catch {
      throw RenderError(.media, error, doing: "read finished packets")
    }
  }
}
