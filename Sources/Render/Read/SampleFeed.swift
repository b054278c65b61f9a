internal import AV
internal import MediaTime

/// Decodes one stream of sound forward from the file's start or from a seek.
final class SampleFeed {
  /// A run of decoded samples and the timestamp of the packet that they came from.
  struct Samples: ~Copyable {
    let frame: Frame
    let ticks: Int64?

    consuming func takeFrame() -> Frame { frame }
  }

  let path: String
  let stream: Int
  private(set) var facts: StreamFacts
  private(set) var demuxer: Demuxer
  private var decoder: Decoder
  private let packet: Packet
  private var isPacketPending = false
  private var isDraining = false
  private var hasReadFromStart = true
  /// The first packet that is heard: its timestamp, and the priming samples at its start.
  private(set) var origin: (ticks: Int64, skipped: Int)?
  /// Packets that could not be decoded since the last call: timestamp and reason.
  private(set) var damage: (ticks: Int64, reason: String)?
  private(set) var readFailure: String?
  /// Whether anything was decoded since the file's start.
  private(set) var hasDecoded = false

  init(path: String, number: Int) throws(MediaError) {
    self.path = path
    do throws(AVError) {
      LibraryLog.begin()
      demuxer = try Demuxer(path: path)
      packet = try Packet()
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
    let streams = demuxer.soundStreams
    guard streams.indices.contains(number) else {
      throw MediaError(reading: path, at: nil, "it has no sound stream \(number)")
    }
    facts = streams[number]
    stream = facts.index
    demuxer.select([stream])
    do throws(AVError) {
      decoder = try Decoder(demuxer, stream: stream)
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
  }

  /// Starts over at the first packet, in the state of a fresh open.
  func restart() throws(MediaError) {
    do throws(AVError) {
      LibraryLog.begin()
      demuxer = try Demuxer(path: path)
      demuxer.select([stream])
      decoder = try Decoder(demuxer, stream: stream)
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
    reset()
    hasReadFromStart = true
  }

  /// Jumps to a packet at or before a timestamp; false when the container can't. A decoder is
  /// made anew, so what follows depends on the place alone and not on what was read before.
  func seek(to ticks: Int64) throws(MediaError) -> Bool {
    guard demuxer.seek(stream: stream, to: ticks) else { return false }
    try renewDecoder()
    reset()
    hasReadFromStart = false
    return true
  }

  private func renewDecoder() throws(MediaError) {
    do throws(AVError) { decoder = try Decoder(demuxer, stream: stream) } catch {
      throw MediaError(opening: path, error, log: LibraryLog.take())
    }
  }

  private func reset() {
    isPacketPending = false
    isDraining = false
    damage = nil
    readFailure = nil
    hasDecoded = false
  }

  /// Reads on, decoding nothing, up to the first packet at or after a timestamp; gives its own.
  func skipPackets(before ticks: Int64) throws(MediaError) -> Int64? {
    var hasSkipped = false
    while isPacketPending || readPacket() {
      isPacketPending = true
      let time = packet.pts ?? packet.dts
      if let time, time >= ticks {
        if hasSkipped { try renewDecoder() }
        return time
      }
      isPacketPending = false
      hasSkipped = true
    }
    return nil
  }

  /// The next run of samples; nil at the end.
  func next() throws(MediaError) -> Samples? {
    LibraryLog.begin()
    damage = nil
    var failures = 0
    while failures < 64 || !isDraining {
      do throws(AVError) {
        switch try decoder.receive() {
        case .ready(let frame):
          hasDecoded = true
          let ticks = frame.pts
          return Samples(frame: frame, ticks: ticks)
        case .needsInput: try feed()
        case .finished: return nil
        }
      } catch {
        failures += 1
        let reason = LibraryLog.essence(of: LibraryLog.take()) ?? error.reason
        if damage == nil, let ticks = packet.pts ?? packet.dts { damage = (ticks, reason) }
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
    isPacketPending = false
    isPacketPending = try !decoder.send(packet)
  }

  private func readPacket() -> Bool {
    guard !isDraining else { return false }
    do throws(AVError) {
      repeat {
        guard try demuxer.read(into: packet) else { return false }
      } while packet.streamIndex != stream
      if origin == nil, hasReadFromStart, !packet.isDiscarded {
        origin = (packet.pts ?? packet.dts ?? 0, packet.skippedSamples.start)
      }
      return true
    } catch {
      readFailure = error.detail ?? LibraryLog.essence(of: LibraryLog.take()) ?? error.reason
      return false
    }
  }
}
