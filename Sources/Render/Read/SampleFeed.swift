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
  /// The next block's decoder while it takes its lead-in.
  private var warming: Decoder?
  private var block: Int64 = 0
  private let packet: Packet
  private var isPacketPending = false
  private var isDraining = false
  private var hasReadFromStart = true
  /// A packet of the beginning, and how many samples after its start the sound begins.
  var origin: (ticks: Int64, skipped: Int)? { start.origin }
  private var start = SoundStart()
  /// The timestamp of the newest packet.
  private var position: Int64?
  /// The packet that could not be decoded before the last run of samples: timestamp and reason.
  private(set) var damage: (ticks: Int64, reason: String)?
  private(set) var readFailure: String?
  /// Whether anything was decoded since the start or the last jump.
  private(set) var hasDecoded = false
  /// The blocks to decode apart; nil for codecs that need none.
  let blocks: SampleBlocks?

  init(path: String, number: Int) throws(MediaError) {
    self.path = path
    do throws(AVError) {
      demuxer = try SourceFile.open(path)
      packet = try Packet()
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
    let streams = demuxer.soundStreams
    guard streams.indices.contains(number) else {
      throw MediaError(reading: path, at: nil, "it has no sound stream \(number)")
    }
    facts = streams[number]
    blocks = SampleBlocks(facts)
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
      demuxer = try SourceFile.open(path)
      demuxer.select([stream])
      decoder = try Decoder(demuxer, stream: stream)
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
    reset(block: 0)
    position = nil
    hasReadFromStart = true
  }

  /// Jumps to a packet at or before a timestamp; false when the container can't. A decoder is
  /// made anew, so what follows depends on the place alone and not on what was read before.
  func seek(to ticks: Int64, block: Int64) throws(MediaError) -> Bool {
    guard demuxer.seek(stream: stream, to: ticks) else { return false }
    try renewDecoder()
    reset(block: block)
    hasReadFromStart = false
    return true
  }

  /// Goes to a place by reading on, or over again from the start, for formats that cannot seek.
  func walk(to ticks: Int64, block: Int64) throws(MediaError) {
    if let position, position <= ticks, !isDraining {
      try renewDecoder()
      let pending = isPacketPending
      reset(block: block)
      isPacketPending = pending
    } else {
      try restart()
      self.block = block
    }
  }

  private func renewDecoder() throws(MediaError) {
    do throws(AVError) { decoder = try Decoder(demuxer, stream: stream) } catch {
      throw MediaError(opening: path, error, log: LibraryLog.take())
    }
  }

  private func reset(block: Int64) {
    self.block = block
    warming = nil
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
    try changeBlocks()
    isPacketPending = try !decoder.send(packet)
  }

  /// Hands over to a new block's decoder where one begins, and warms the next one up before that.
  private func changeBlocks() throws(AVError) {
    guard let blocks, let ticks = packet.pts ?? packet.dts, let number = packetNumber(ticks, blocks) else { return }
    let block = blocks.block(ofPacket: number)
    if block > self.block {
      decoder = if let warming { warming } else { try Decoder(demuxer, stream: stream) }
      warming = nil
      self.block = block
    }
    guard blocks.block(ofPacket: number + blocks.leadIn) > self.block else { return }
    let next = if let warming { warming } else { try Decoder(demuxer, stream: stream) }
    warming = next
    _ = try? next.send(packet)
    while case .ready? = try? next.receive() {}
  }

  /// Counts packets from the sound's first one, by timestamp.
  func packetNumber(_ ticks: Int64, _ blocks: SampleBlocks) -> Int64? {
    guard let origin, let packet = try? Rational(Int64(blocks.packetSamples), over: Int64(facts.sampleRate)),
      let number = try? (Rational(ticks, over: 1) - Rational(origin.ticks, over: 1)) * facts.timeBase / packet
    else { return nil }
    return number.rounded
  }

  /// The timestamp half a packet before a packet of that number.
  func ticks(beforePacket number: Int64, _ blocks: SampleBlocks) -> Int64? {
    guard let origin, let packet = try? Rational(Int64(blocks.packetSamples), over: Int64(facts.sampleRate)),
      let ticks = try? packet * (Rational(number, over: 1) - Rational(1, over: 2)) / facts.timeBase
    else { return nil }
    return origin.ticks &+ ticks.ceiling
  }

  private func readPacket() -> Bool {
    guard !isDraining else { return false }
    do throws(AVError) {
      repeat {
        guard try demuxer.read(into: packet) else { return false }
      } while packet.streamIndex != stream
      if hasReadFromStart { start.add(packet, of: facts) }
      position = packet.pts ?? packet.dts ?? position
      return true
    } catch {
      readFailure = error.detail ?? LibraryLog.essence(of: LibraryLog.take()) ?? error.reason
      return false
    }
  }
}

/// A decoded run of samples in its place.
final class SampleRun {
  let frame: Frame
  let start: Int
  /// From here on there is nothing before `start`: where the run before ended, if there is a hole.
  let floor: Int
  let count: Int

  init(_ frame: consuming Frame, at start: Int, after end: Int?) {
    count = frame.sampleCount
    self.frame = frame
    self.start = start
    floor = min(start, end ?? start)
  }

  /// The place after the last sample.
  var end: Int { start + count }
}
