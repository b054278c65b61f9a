internal import AV
internal import EDL
internal import MediaTime

/// Reads a file's packets, without decoding, to learn when its streams start and end.
///
/// A small file is read whole. Of a large one the head is read, then the tail: the end of a stream
/// is where its last packets end, whatever the header says.
struct PacketSurvey {
  /// What the packets of one stream tell.
  struct Track {
    var first = FirstPictureEvidence()
    /// Presentation times of pictures, hidden ones left out: one run for each stretch that was
    /// read without a hole.
    var runs: [[Int64]] = [[]]
    var times: [Int64] { runs.flatMap(\.self) }
    /// Whether some pictures lack a presentation time.
    var lacksTimes = false
    var packetCount = 0
    /// When sound starts.
    var sound = SoundStart()
    /// The latest end of a packet; with samples to take off for padding.
    var end: (ticks: Int64, padding: Int)?
    /// Whether the packet with the latest end says itself how long it is.
    var endIsTold = false
    /// The newest decoding time since reading began or jumped.
    var newest: Int64?
    /// Where decoding times fall back by more than a second: the place before, and the one after.
    var fallsBack: (from: Int64, to: Int64)?
  }

  let path: String
  private(set) var demuxer: Demuxer
  private(set) var tracks: [Int: Track] = [:]
  /// Whether every packet has been seen.
  private(set) var isWhole = false
  /// What ended reading before the end of the file.
  private(set) var readFailure: String?

  /// Up to this size a file is read whole.
  private static let smallFile: Int64 = 6 << 20
  /// Pictures that are enough to tell a frame rate.
  private static let enoughPictures = 240
  private static let headLimit = 4000

  init(path: String, demuxer: Demuxer) {
    self.path = path
    self.demuxer = demuxer
  }

  private var surveyed: [StreamFacts] { demuxer.pictureStreams + demuxer.soundStreams }

  mutating func run() throws(MediaError) {
    for facts in surveyed { tracks[facts.index] = Track() }
    demuxer.select(Set(surveyed.map(\.index)))
    let packet: Packet
    do throws(AVError) { packet = try Packet() } catch { throw MediaError(opening: path, error, log: []) }
    let readsAll = demuxer.byteCount <= Self.smallFile
    var count = 0
    while readsAll || !(isHeadEnough || count > Self.headLimit) {
      guard read(packet) else {
        isWhole = true
        return
      }
      count += 1
    }
    try findEnds(packet)
  }

  private var isHeadEnough: Bool {
    surveyed.allSatisfy { facts in
      guard let track = tracks[facts.index] else { return true }
      return facts.kind == .video
        ? track.first.isComplete && track.runs.reduce(0, { $0 + $1.count }) >= Self.enoughPictures
        : track.sound.origin != nil
    }
  }

  /// Reads and notes one packet; false at the end of the data.
  private mutating func read(_ packet: borrowing Packet) -> Bool {
    do throws(AVError) {
      guard try demuxer.read(into: packet) else { return false }
    } catch {
      readFailure = LibraryLog.essence(of: LibraryLog.take()) ?? error.reason
      return false
    }
    note(packet)
    return true
  }

  private mutating func note(_ packet: borrowing Packet) {
    let index = packet.streamIndex
    guard tracks[index] != nil else { return }
    tracks[index]?.packetCount += 1
    let facts = demuxer.streams[index]
    if facts.kind == .video { tracks[index]?.first.add(packet) } else { tracks[index]?.sound.add(packet, of: facts) }
    noteOrder(packet, facts)
    if facts.kind == .video, packet.pts == nil { tracks[index]?.lacksTimes = true }
    guard !packet.isDiscarded, let time = packet.pts ?? packet.dts, time.magnitude < FrameClock.farthest else { return }
    let skipped = packet.skippedSamples
    if facts.kind == .video { noteTime(time, isKey: packet.isKey, index) }
    let isTold =
      packet.duration > 0 && packet.duration < Int64(FrameClock.farthest)
      && (facts.kind == .video || packet.duration < facts.ticksPerSecond * 60)
    let (end, overflow) = time.addingReportingOverflow(isTold ? packet.duration : facts.nominalPacketTicks)
    if !overflow, end > tracks[index]?.end?.ticks ?? .min {
      // Ogg's demuxer has taken the padding off the duration already.
      tracks[index]?.end = (end, demuxer.formatName == "ogg" ? 0 : skipped.end)
      tracks[index]?.endIsTold = isTold
    }
  }

  /// After a jump pictures count from the first key on: those shown before it lack their neighbours.
  private mutating func noteTime(_ time: Int64, isKey: Bool, _ index: Int) {
    guard let last = tracks[index]?.runs.indices.last else { return }
    if last > 0 {
      guard let first = tracks[index]?.runs[last].first ?? (isKey ? time : nil), time >= first else { return }
    }
    tracks[index]?.runs[last].append(time)
  }

  /// Chained and glued streams start their clock anew in the middle: no one clock fits them.
  private mutating func noteOrder(_ packet: borrowing Packet, _ facts: StreamFacts) {
    guard let time = packet.dts ?? packet.pts else { return }
    if let newest = tracks[facts.index]?.newest, time &+ facts.ticksPerSecond < newest,
      tracks[facts.index]?.fallsBack == nil
    {
      tracks[facts.index]?.fallsBack = (newest, time)
    }
    tracks[facts.index]?.newest = time
  }

  /// Reads the tail, from ever earlier, until the last packets of every stream were seen.
  private mutating func findEnds(_ packet: borrowing Packet) throws(MediaError) {
    var missing = surveyed.map(\.index)
    for distance in [4, 30, 240] {
      guard let lead = missing.first, let target = ticksBeforeEnd(of: lead, seconds: distance) else { break }
      demuxer.select(Set(missing))
      guard demuxer.seek(stream: lead, to: target) else { break }
      let before = missing.map { tracks[$0]?.packetCount ?? 0 }
      for index in missing { beginRun(index) }
      while read(packet) {}
      missing = zip(missing, before).filter { tracks[$0]?.packetCount == $1 }.map(\.0)
      if missing.isEmpty { return }
    }
    // The container can't find its own end: all packets have to be looked at.
    do throws(AVError) { demuxer = try SourceFile.analyse(path) } catch {
      throw MediaError(opening: path, error, log: LibraryLog.take())
    }
    demuxer.select(Set(surveyed.map(\.index)))
    for facts in surveyed { tracks[facts.index] = Track() }
    while read(packet) {}
    isWhole = true
  }

  /// After a jump: what was read so far is a run of its own, without the pictures whose
  /// neighbours (in order of showing) were not read any more.
  private mutating func beginRun(_ index: Int) {
    if let newest = tracks[index]?.newest, let last = tracks[index]?.runs.indices.last {
      tracks[index]?.runs[last].removeAll { $0 > newest }
    }
    tracks[index]?.runs.append([])
    tracks[index]?.newest = nil
  }

  /// A moment shortly before the end that the header claims.
  private func ticksBeforeEnd(of stream: Int, seconds: Int) -> Int64? {
    let facts = demuxer.streams[stream]
    guard let length = demuxer.duration?.seconds,
      let start = tracks[stream]?.times.first ?? facts.startTime ?? 0 as Int64?,
      let target = try? ((length - Rational(seconds)) / facts.timeBase + Rational(start, over: 1)).floor
    else { return nil }
    return max(target, start)
  }

  /// Whether the whole file holds one picture.
  func isSinglePicture(_ stream: Int) -> Bool { isWhole && tracks[stream]?.packetCount == 1 }
}

extension StreamFacts {
  /// Ticks of one second, at least one.
  var ticksPerSecond: Int64 { max(1, (try? Rational.one / timeBase)?.rounded ?? 1) }

  /// How long a packet that does not say so lasts, in ticks.
  var nominalPacketTicks: Int64 {
    let seconds =
      switch kind {
      case .video: (averageRate ?? nominalRate).flatMap { try? Rational.one / $0 }
      case .audio where sampleRate > 0: try? Rational(Int64(frameSize), over: Int64(sampleRate))
      default: nil as Rational?
      }
    guard let seconds, let ticks = try? seconds / timeBase else { return 0 }
    return max(0, ticks.rounded)
  }
}
