internal import AV
internal import MediaTime

/// Decodes one picture stream forward from the file's start or from a key packet.
///
/// After a seek nothing is decoded before the first key packet, and pictures that come out with
/// earlier timestamps than that key are dropped: they lean on pictures that were never decoded
/// (open GOPs), though the decoder may well hand them out.
final class FrameFeed {
  /// A packet that could not be decoded.
  struct Damage {
    let ticks: Int64
    let reason: String
  }

  let path: String
  let stream: Int
  private(set) var demuxer: Demuxer
  private var decoder: Decoder
  private let packet: Packet
  /// Packets that failed since the last start or seek; the first ones of many.
  private(set) var damage: [Damage] = []
  /// Why reading stopped before the end of the file.
  private(set) var readFailure: String?
  /// Whether decoding began at the file's first packet.
  private(set) var isFromStart = true
  /// The decoding time of the newest packet.
  private(set) var position: Int64?
  /// Pictures before this are dropped.
  private var dropBefore: Int64?
  /// Packets before this are decoded only if other pictures need theirs.
  private var skipBefore: Int64?
  /// Packets given to the decoder since a seek whose pictures have not come out; nil where that is
  /// not watched.
  private var awaited: Set<Int64>?
  /// Whether a picture that was asked for after a seek never came out: the decoder leant on what
  /// lies before the seek, and what it shows from there on cannot be trusted.
  private(set) var hasHole = false
  private var isPacketPending = false
  private var isDraining = false
  private var lastTicks: Int64?
  private var lastShown: Int64?
  /// The step for streams without timestamps, in ticks.
  private let nominalTicks: Int64

  init(path: String, stream: Int, demuxer: Demuxer, nominalTicks: Int64) throws(MediaError) {
    self.path = path
    self.stream = stream
    self.demuxer = demuxer
    self.nominalTicks = nominalTicks
    demuxer.select([stream])
    do throws(AVError) {
      LibraryLog.begin()
      packet = try Packet()
      decoder = try Decoder(demuxer, stream: stream)
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
  }

  /// Whether only a decode from the start gives the right pictures: without timestamps, and with
  /// decoders that do not recover from a jump.
  var isLinearOnly: Bool { demuxer.lacksTimestamps || demuxer.streams[stream].codec == "dirac" }

  /// Starts over at the file's first packet, in the very state of a fresh open.
  func restart() throws(MediaError) {
    do throws(AVError) {
      demuxer = try SourceFile.open(path)
      demuxer.select([stream])
      decoder = try Decoder(demuxer, stream: stream)
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
    reset()
    isFromStart = true
  }

  /// Jumps to a key packet at or before a timestamp, by the container's word, and gives the key's
  /// own timestamp; nil when there is none.
  func seek(to ticks: Int64) -> Int64? {
    guard demuxer.seek(stream: stream, to: ticks) else { return nil }
    decoder.flush()
    reset()
    isFromStart = false
    while readPacket() {
      // A decoding time would not do: pictures shown before the key may come after it.
      guard packet.isKey, let key = packet.pts else { continue }
      isPacketPending = true
      dropBefore = key
      if Self.leaning.contains(demuxer.streams[stream].codec) { awaited = [] }
      return key
    }
    return nil
  }

  /// Codecs whose pictures may lean on pictures before a key packet (open groups of pictures).
  private static let leaning: Set<String> = ["h264", "hevc", "mpeg1video", "mpeg2video", "mpeg4", "vc1", "vvc"]

  /// Drops pictures before a timestamp, and leaves those undecoded that nothing else needs.
  func skip(before ticks: Int64) {
    skipBefore = ticks
    dropBefore = max(dropBefore ?? ticks, ticks)
  }

  private func reset() {
    damage = []
    awaited = nil
    hasHole = false
    readFailure = nil
    position = nil
    dropBefore = nil
    skipBefore = nil
    isPacketPending = false
    isDraining = false
    lastTicks = nil
    lastShown = nil
    decoder.skipsNonReference = false
  }

  /// The next picture and its timestamp; nil at the end.
  func next() throws(MediaError) -> DecodedFrame? {
    LibraryLog.begin()
    // A decoder that fails again and again on its way out will not recover.
    var failures = 0
    while failures < 64 || !isDraining {
      do throws(AVError) {
        switch try decoder.receive() {
        case .ready(let frame):
          let ticks = timestamp(of: frame)
          if let dropBefore, ticks < dropBefore { continue }
          settle(upTo: ticks)
          return DecodedFrame(frame: frame, ticks: ticks)
        case .needsInput:
          try feed()
        case .finished:
          settle(upTo: nil)
          return nil
        }
      } catch {
        failures += 1
        noteDamage(error)
      }
    }
    return nil
  }

  private func feed() throws(AVError) {
    if !isPacketPending {
      guard readPacket() else {
        isDraining = true
        try decoder.finish()
        return
      }
    }
    if let skipBefore { decoder.skipsNonReference = packet.pts.map { $0 < skipBefore } ?? false }
    isPacketPending = false
    isPacketPending = try !decoder.send(packet)
    if !isPacketPending, !packet.isDiscarded, let pts = packet.pts { awaited?.insert(pts) }
  }

  /// Takes a picture off the list of those awaited; any with an earlier time will not come any more.
  ///
  /// Pictures lost before the first one that comes out after a seek are no hole: a stream that
  /// refreshes itself bit by bit begins to show only when it has recovered. Nor is the second field
  /// of a picture, half a frame after it, which has a packet but no picture of its own.
  private func settle(upTo ticks: Int64?) {
    guard let waiting = awaited else { return }
    if let lastShown {
      let isLost = waiting.contains {
        $0 > lastShown && $0 < ticks ?? .max && $0 >= dropBefore ?? .min && $0 &- lastShown >= nominalTicks * 3 / 4
      }
      if isLost { hasHole = true }
    }
    lastShown = ticks
    awaited = ticks.map { shown in waiting.filter { $0 > shown } } ?? []
  }

  private func readPacket() -> Bool {
    guard !isDraining else { return false }
    do throws(AVError) {
      repeat {
        guard try demuxer.read(into: packet) else { return false }
      } while packet.streamIndex != stream
      position = packet.dts ?? packet.pts ?? position
      return true
    } catch {
      readFailure = error.detail ?? LibraryLog.essence(of: LibraryLog.take()) ?? error.reason
      return false
    }
  }

  /// A stream without timestamps is counted at its nominal rate.
  private func timestamp(of frame: borrowing Frame) -> Int64 {
    var told = demuxer.lacksTimestamps ? nil : frame.pts
    if told == nil, !demuxer.lacksTimestamps, let guess = frame.bestEffortTimestamp, guess > lastTicks ?? .min {
      told = guess
    }
    let ticks = told ?? lastTicks.map { $0 &+ nominalTicks } ?? 0
    lastTicks = ticks
    return ticks
  }

  private func noteDamage(_ error: AVError) {
    let reason = LibraryLog.essence(of: LibraryLog.take()) ?? error.reason
    guard damage.count < 64, let ticks = packet.pts ?? packet.dts else { return }
    if let dropBefore, ticks < dropBefore { return }
    damage.append(Damage(ticks: ticks, reason: reason))
  }
}

/// A picture fresh from the decoder.
struct DecodedFrame: ~Copyable {
  let frame: Frame
  let ticks: Int64

  /// Gives the frame away.
  consuming func takeFrame() -> Frame { frame }
}
