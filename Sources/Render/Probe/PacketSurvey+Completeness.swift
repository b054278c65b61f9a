internal import AV
internal import MediaTime

extension PacketSurvey {
  /// Refuses files that end before their promised end, and files whose clock is not one.
  func checkCompleteness() throws(MediaError) {
    try checkOneClock()
    if let end = firstMissingPacket() { throw try cutOff(at: end) }
    if ContainerEnd(path: path, format: demuxer.formatName).isBeyondFile || readFailure != nil {
      throw try cutOff(at: try dataEnd())
    }
    for facts in demuxer.pictureStreams + demuxer.soundStreams { try checkPromise(facts) }
  }

  /// Chained and glued streams start their clock anew in the middle.
  private func checkOneClock() throws(MediaError) {
    for facts in demuxer.pictureStreams + demuxer.soundStreams {
      guard let place = tracks[facts.index]?.fallsBack else { continue }
      let from = Time(seconds: try seconds(place.from, facts.timeBase)).readable
      let to = Time(seconds: try seconds(place.to, facts.timeBase)).readable
      throw MediaError(
        code: "media.unsupported", path: path,
        message: "\"\(path)\" is glued from pieces: its clock jumps from \(from) back to \(to)")
    }
  }

  /// Movie files list where each packet lies: the time of the first one that is not all there.
  private func firstMissingPacket() -> Rational? {
    guard demuxer.formatName.hasPrefix("mov") else { return nil }
    var earliest: Rational?
    for facts in demuxer.pictureStreams + demuxer.soundStreams {
      let count = demuxer.indexCount(stream: facts.index)
      func isMissing(_ number: Int) -> Bool {
        guard let entry = demuxer.indexEntry(stream: facts.index, at: number) else { return false }
        return entry.position.addingReportingOverflow(Int64(entry.byteCount)).partialValue > demuxer.byteCount
      }
      guard (max(0, count - 64)..<count).contains(where: isMissing), let first = (0..<count).first(where: isMissing),
        let entry = demuxer.indexEntry(stream: facts.index, at: first),
        let time = try? Rational(entry.timestamp, over: 1) * facts.timeBase
      else { continue }
      earliest = min(earliest ?? time, time)
    }
    return earliest
  }

  /// The latest moment that any stream's packets reach, on the container's clock.
  private func dataEnd() throws(MediaError) -> Rational {
    var latest = Rational.zero
    for facts in demuxer.pictureStreams + demuxer.soundStreams {
      if let end = tracks[facts.index]?.end { latest = max(latest, try seconds(end.ticks, facts.timeBase)) }
    }
    return latest
  }

  private func cutOff(at end: Rational) throws(MediaError) -> MediaError {
    let zero = (try? zero()) ?? .zero
    guard let time = try? end - zero else { return MediaError(overflow: path) }
    let promised = demuxer.durationIsGuess ? nil : demuxer.duration.flatMap { $0.seconds > time ? $0 : nil }
    return MediaError(truncated: path, at: Time(seconds: max(time, .zero)), promised: promised)
  }

  /// Formats whose header states how long each stream is, and means it.
  private static let promisingFormats: Set<String> = [
    "flac", "aiff", "caf", "w64", "au", "mp3", "avi", "flv", "asf", "mxf", "ape", "tta", "wv", "tak",
  ]

  private func checkPromise(_ facts: StreamFacts) throws(MediaError) {
    guard Self.promisingFormats.contains(demuxer.formatName), !demuxer.durationIsGuess, let promised = facts.duration,
      promised.magnitude < FrameClock.farthest, let track = tracks[facts.index], let end = track.end
    else { return }
    let start = facts.kind == .audio ? track.sound.origin?.ticks : track.times.min()
    let missing = try seconds(promised &- (end.ticks &- (start ?? 0)), facts.timeBase)
    let whole = try seconds(promised, facts.timeBase)
    // Headers round, and count priming or a frame more or less.
    guard missing.approximate > max(0.5, whole.approximate / 50) else { return }
    throw try cutOff(at: try seconds(end.ticks, facts.timeBase))
  }
}

/// Compares what a container's outermost boxes claim with the size of the file.
struct ContainerEnd {
  /// Whether the file ends inside of a box that holds media.
  private(set) var isBeyondFile = false

  init(path: String, format: String) {
    guard let bytes = FileBytes(path: path) else { return }
    if format.hasPrefix("matroska") {
      isBeyondFile = Self.segmentIsCut(bytes)
    } else if format == "wav" || format == "avi" {
      isBeyondFile = Self.riffIsCut(bytes)
    }
  }

  /// The segment is the second element, after the EBML header.
  private static func segmentIsCut(_ bytes: FileBytes) -> Bool {
    guard let header = element(bytes, at: 0), header.identity == 0x1A45_DFA3, let size = header.size,
      let segment = element(bytes, at: header.body + size), segment.identity == 0x1853_8067, let length = segment.size
    else { return false }
    return length > bytes.count - segment.body
  }

  /// An EBML element: its number, where its body starts, and the body's size (nil: to the end).
  private static func element(_ bytes: FileBytes, at place: Int) -> (identity: Int, body: Int, size: Int?)? {
    guard let first = bytes.number(at: place, 1), first != 0 else { return nil }
    let identityWidth = UInt8(first).leadingZeroBitCount + 1
    guard identityWidth <= 4, let identity = bytes.number(at: place, identityWidth),
      let marker = bytes.number(at: place + identityWidth, 1), marker != 0
    else { return nil }
    let width = UInt8(marker).leadingZeroBitCount + 1
    guard let raw = bytes.number(at: place + identityWidth, width) else { return nil }
    let mask = (1 << (7 * width)) - 1
    return (identity, place + identityWidth + width, raw & mask == mask ? nil : raw & mask)
  }

  /// The chunk with the samples or frames; sizes of 0 and nearly 4 GiB stand for "unknown".
  private static func riffIsCut(_ bytes: FileBytes) -> Bool {
    guard bytes.name(at: 0) == "RIFF" else { return false }
    var place = 12
    for _ in 0..<10_000 {
      guard let name = bytes.name(at: place), let size = bytes.littleNumber(at: place + 4, 4) else { return false }
      let holdsMedia = name == "data" || (name == "LIST" && bytes.name(at: place + 8) == "movi")
      if holdsMedia { return size != 0 && size < 0xFFFF_0000 && size > bytes.count - place - 8 }
      place += 8 + size + size % 2
    }
    return false
  }
}
