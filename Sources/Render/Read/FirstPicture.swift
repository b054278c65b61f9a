internal import AV
internal import MediaTime

/// Finds the first picture that a linear decode of a file would show.
enum FirstPicture {
  /// Opens the file and finds the time of its first picture on the container's clock, in seconds.
  static func find(path: String) throws(MediaError) -> Rational {
    let (facts, proven) = try judge(path: path)
    guard let facts else { return .zero }
    let ticks = if let proven { proven } else { try firstDecoded(path: path, stream: facts.index) }
    guard let time = try? Rational(ticks, over: 1) * facts.timeBase else { throw MediaError(overflow: path) }
    return time
  }

  /// The first stream of pictures, nil where its timestamps mean nothing, and its proven first timestamp.
  private static func judge(path: String) throws(MediaError) -> (StreamFacts?, Int64?) {
    do throws(AVError) {
      let demuxer = try SourceFile.open(path)
      guard let facts = demuxer.pictureStreams.first, !demuxer.lacksTimestamps else { return (nil, nil) }
      demuxer.select([facts.index])
      var evidence = FirstPictureEvidence()
      let packet = try Packet()
      while !evidence.isComplete, try demuxer.read(into: packet) {
        if packet.streamIndex == facts.index { evidence.add(packet) }
      }
      return (facts, evidence.provenTicks)
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
  }

  /// The timestamp of the first picture that decoding from the start gives.
  static func firstDecoded(path: String, stream: Int) throws(MediaError) -> Int64 {
    try decodeFirst(path: path, stream: stream).ticks
  }

  /// The first picture that decoding from the start gives.
  static func decodedFrame(path: String, stream: Int) throws(MediaError) -> Frame {
    try decodeFirst(path: path, stream: stream).takeFrame()
  }

  private static func decodeFirst(path: String, stream: Int) throws(MediaError) -> DecodedFrame {
    let demuxer: Demuxer
    do throws(AVError) {
      demuxer = try SourceFile.open(path)
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
    let feed = try FrameFeed(path: path, stream: stream, demuxer: demuxer, nominalTicks: 1)
    guard let first = try feed.next() else {
      let reason = feed.damage.first?.reason ?? feed.readFailure ?? "no picture in it can be decoded"
      throw MediaError(reading: path, at: nil, reason)
    }
    guard first.ticks.magnitude < FrameClock.farthest else { throw MediaError(overflow: path) }
    return first
  }
}

/// Judges from packets alone which picture is shown first.
///
/// Where decoding starts at a key packet, every later picture can be decoded, and the first one
/// shown is the one with the earliest time among those that no edit list hides. Pictures shown
/// before that key (open GOPs) or a start without a key take a decoder to tell.
struct FirstPictureEvidence {
  private var key: Int64?
  private var earliest: Int64?
  private var isDoubtful = false
  private var count = 0
  /// Whether no further packet can change the verdict.
  private(set) var isComplete = false

  /// The timestamp of the first picture where the packets prove it.
  var provenTicks: Int64? { isDoubtful ? nil : earliest }

  mutating func add(_ packet: borrowing Packet) {
    guard !isComplete else { return }
    count += 1
    guard let pts = packet.pts, !packet.isCorrupt, pts.magnitude < FrameClock.farthest else { return doubt() }
    if key == nil {
      guard packet.isKey else { return doubt() }
      key = pts
    }
    if let key, pts < key, !packet.isDiscarded { return doubt() }
    if !packet.isDiscarded { earliest = min(earliest ?? pts, pts) }
    // Decoding times never fall: once past the earliest picture, none before it can come.
    if let dts = packet.dts, let earliest, dts >= earliest { isComplete = true }
    if count >= 1000 { doubt() }
  }

  private mutating func doubt() {
    isDoubtful = true
    isComplete = true
  }
}

extension Demuxer {
  /// The streams of moving pictures or stills that can be decoded, in file order; cover pictures are not among them.
  var pictureStreams: [StreamFacts] { streams.filter { $0.kind == .video && !$0.isAttachedPicture && $0.hasDecoder } }

  /// The streams of sound that can be decoded, in file order.
  var soundStreams: [StreamFacts] {
    streams.filter { $0.kind == .audio && $0.hasDecoder && $0.sampleRate > 0 && $0.channels > 0 }
  }
}
