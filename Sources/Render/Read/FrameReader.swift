internal import AV
internal import EDL
internal import MediaTime

/// Finds the picture on display at any time of one stream, exactly as a linear decode shows it.
///
/// Holds a *run* of neighbouring pictures, the last of which is the look-ahead that tells how long
/// the one before it lasts:
///
///     run:     [ p7 | p8 | p9 | p10 ]
///     shown:     ──── known ────  ↑ look-ahead (or the last picture of the file)
///
/// A wanted time inside the run costs nothing; just after it, decoding goes on; anywhere else, or
/// where a later key packet is nearer, it seeks. Played backwards it keeps a longer run, bounded
/// in bytes, and decodes a group of pictures again for each run's worth.
final class FrameReader {
  let path: String
  let info: VideoStreamInfo
  let feed: FrameFeed
  let clock: FrameClock
  private(set) var run: [Picture] = []
  private var runBytes = 0
  /// Whether the run starts with the first picture of the file.
  private var runStartsFile = false
  /// Whether the last picture of the run is the last one of the file.
  private(set) var hasEnded = false
  private var hasBegun = false
  private var isBackwards = false
  private var forwardSteps = 0
  private var seekLead: Int64 = 0
  /// What pictures played backwards may hold.
  private let backwardsBytes: Int

  init(path: String, stream: Int, info: VideoStreamInfo, backwardsBytes: Int = 64 << 20) throws(MediaError) {
    self.path = path
    self.info = info
    self.backwardsBytes = backwardsBytes
    let zero = try SourceClock.zero(ofPicturesIn: path)
    let demuxer: Demuxer
    do throws(AVError) {
      LibraryLog.begin()
      demuxer = try Demuxer(path: path)
    } catch {
      throw MediaError(opening: path, error, log: LibraryLog.end())
    }
    let streams = demuxer.pictureStreams
    guard streams.indices.contains(stream) else {
      throw MediaError(reading: path, at: nil, "it has no video stream \(stream)")
    }
    do {
      clock = try FrameClock(info: info, timeBase: streams[stream].timeBase, zero: zero)
    } catch {
      throw MediaError(overflow: path)
    }
    feed = try FrameFeed(
      path: path, stream: streams[stream].index, demuxer: demuxer, nominalTicks: clock.frameTicks)
    runStartsFile = true
  }

  /// The picture on display at a time, checked: never a damaged one, never one that stands in for
  /// a later one that the file promised.
  func picture(at time: Time) throws(MediaError) -> Picture {
    var lead: Int64 = 0
    while true {
      let index = try locate(time)
      let picture = run[index]
      let isLast = hasEnded && index == run.count - 1
      guard let complaint = complaint(about: picture, shownAt: time, isLast: isLast) else { return picture }
      try goFurtherBack(&lead, from: time, or: complaint)
    }
  }

  /// The picture after one that was just given; nil when that is the last.
  func picture(after picture: Picture) throws(MediaError) -> Picture? {
    var lead: Int64 = 0
    while true {
      let index = try locate(picture.time)
      if index + 1 < run.count {
        let next = run[index + 1]
        guard let complaint = complaint(about: next, shownAt: next.time, isLast: false) else { return next }
        try goFurtherBack(&lead, from: picture.time, or: complaint)
      } else {
        guard let end = info.duration, let complaint = complaint(about: run[index], shownAt: end, isLast: true) else {
          return nil
        }
        try goFurtherBack(&lead, from: picture.time, or: complaint)
      }
    }
  }

  /// After a seek a decoder may hold pictures for damaged, or lose the last ones, that come out
  /// well in a longer run: trouble counts only if a decode from the file's start has it too.
  private func goFurtherBack(_ lead: inout Int64, from time: Time, or complaint: MediaError) throws(MediaError) {
    guard !feed.isFromStart else { throw complaint }
    lead = min(max(lead * 4, clock.frameTicks * 50), 1 << 58)
    try place(at: time, lead: lead)
  }

  /// The look-ahead, the picture on display, those kept for playing backwards, and what decoders
  /// hold as references.
  var estimatedBytes: Int {
    let picture = run.last?.byteCount ?? info.codedSize.width * info.codedSize.height * 3
    return (8 << 20) + 6 * picture + (isBackwards ? backwardsBytes : 0)
  }

  /// Brings the run to a time and gives the place of its picture there.
  private func locate(_ time: Time) throws(MediaError) -> Int {
    if let first = run.first, !runStartsFile, try !appeared(first, at: time) {
      isBackwards = true
      forwardSteps = 0
      try place(at: time)
    }
    var mayJump = true
    var distrust: Int64 = 0
    while true {
      if feed.hasHole, let second = try? secondTicks() {
        // What came after the last jump is not all there: jump again, from further back.
        distrust = max(distrust * 2, second / 2)
        try place(at: time, lead: distrust)
        continue
      }
      if run.isEmpty {
        guard !hasEnded else { throw nothingDecoded() }
        // The first request of all: from the start, unless that is far away.
        if !hasBegun, try isFar(from: .zero, to: time) { try place(at: time) } else { try extend() }
        hasBegun = true
        mayJump = false
        continue
      }
      if let index = try indexShown(at: time) { return index }
      if mayJump, let last = run.last, !hasEnded, try isFar(from: last.time, to: time) {
        if try shouldJump(from: last, to: time) { try place(at: time) } else { try hurry(to: time) }
      } else {
        try extend()
      }
      mayJump = false
    }
  }

  /// The place in the run of the picture at a time; nil when decoding must go on to tell.
  private func indexShown(at time: Time) throws(MediaError) -> Int? {
    var index = run.count - 1
    while index > 0, try !appeared(run[index], at: time) { index -= 1 }
    return index + 1 < run.count || hasEnded ? index : nil
  }

  private func appeared(_ picture: Picture, at time: Time) throws(MediaError) -> Bool {
    do { return try clock.hasAppeared(picture.time, at: time) } catch { throw MediaError(overflow: path) }
  }

  // MARK: Going on

  /// Decodes one more picture onto the run's end.
  private func extend() throws(MediaError) {
    guard let picture = try nextPicture() else {
      hasEnded = true
      return
    }
    append(picture)
    forwardSteps += 1
    if forwardSteps > 50 { isBackwards = false }
  }

  private func nextPicture() throws(MediaError) -> Picture? {
    guard let decoded = try feed.next() else { return nil }
    do {
      let time = try clock.time(decoded.ticks)
      let length = decoded.frame.duration
      let duration = length > 0 ? try clock.duration(length) : nil
      return Picture(frame: decoded.takeFrame(), time: time, duration: duration)
    } catch {
      throw MediaError(overflow: path)
    }
  }

  private func append(_ picture: Picture) {
    run.append(picture)
    runBytes += picture.byteCount
    let limit = isBackwards ? max(backwardsBytes, 4 * picture.byteCount) : 0
    while run.count > 2, runBytes > limit {
      runBytes -= run.removeFirst().byteCount
      runStartsFile = false
    }
  }

  // MARK: Jumping

  /// Whether a key packet ahead makes a seek cheaper than decoding on.
  private func shouldJump(from last: Picture, to time: Time) throws(MediaError) -> Bool {
    guard !feed.isLinearOnly, let wanted = try? clock.ticks(at: time), let position = feed.position else {
      return false
    }
    if let key = feed.demuxer.indexedKey(stream: feed.stream, before: wanted), key.timestamp > position { return true }
    // Without a full index there may be key packets ahead all the same.
    if feed.demuxer.formatName.hasPrefix("mov") { return false }
    return (try? time - last.time).map { $0 > Time(seconds: Rational(4)) } ?? false
  }

  /// More than a dozen frames: what a seek costs at least.
  private func isFar(from start: Time, to time: Time) throws(MediaError) -> Bool {
    let frame = clock.frameDuration ?? (try? Rational(1, over: 25)) ?? .one
    guard let distance = try? (time - start).seconds, let limit = try? frame * Rational(12) else {
      throw MediaError(overflow: path)
    }
    return distance > limit
  }

  /// Puts the run's start at or before a time: by seeking, ever earlier, until what comes out can
  /// be trusted; by decoding from the start where nothing else helps.
  private func place(at time: Time, lead least: Int64 = 0) throws(MediaError) {
    run = []
    runBytes = 0
    runStartsFile = false
    hasEnded = false
    if !feed.isLinearOnly, let wanted = try? clock.ticks(at: time) {
      let start = (try? clock.ticks(at: .zero)) ?? 0
      let step = (try? secondTicks()) ?? 1
      var lead = max(seekLead, least)
      for attempt in 0..<12 where wanted - lead > start {
        if try startRun(seekingTo: wanted - lead, for: time, wanted: wanted) {
          if attempt > 0, least == 0, feed.demuxer.formatName.hasPrefix("mpeg") { seekLead = lead }
          return
        }
        lead = min(max(lead * 2, step / 2), 1 << 58)
      }
    }
    try feed.restart()
    runStartsFile = true
  }

  private func secondTicks() throws(TimeOverflow) -> Int64 {
    max(1, try clock.ticks(at: Time(seconds: Rational(1))) - clock.ticks(at: .zero))
  }

  /// One try: seeks, and takes the first trusted picture if it is early enough.
  private func startRun(seekingTo target: Int64, for time: Time, wanted: Int64) throws(MediaError) -> Bool {
    guard let key = feed.seek(to: target), key <= wanted else { return false }
    if let first = skipTarget(before: wanted), first > key {
      feed.skip(before: first)
      if try takeFirst(for: time) { return true }
      // A hole in the stream: the picture on display may be one of the skipped.
      guard feed.seek(to: target) != nil else { return false }
    }
    return try takeFirst(for: time)
  }

  /// Makes the next picture the run's first, if it has appeared by the wanted time.
  private func takeFirst(for time: Time) throws(MediaError) -> Bool {
    guard let picture = try nextPicture(), try appeared(picture, at: time) else { return false }
    run = []
    runBytes = 0
    runStartsFile = false
    append(picture)
    return true
  }

  /// Decodes on to a time that is far ahead, leaving out what nothing needs.
  private func hurry(to time: Time) throws(MediaError) {
    guard let wanted = try? clock.ticks(at: time), let first = skipTarget(before: wanted) else { return try extend() }
    feed.skip(before: first)
    if try !takeFirst(for: time) { try place(at: time) }
  }

  /// From where on pictures have to be decoded when only the one at `wanted` (and, backwards, those
  /// before it) will be shown; nil where that is not certain.
  ///
  /// Certain is: a constant rate, and codecs whose decoders know the pictures that no other needs.
  private func skipTarget(before wanted: Int64) -> Int64? {
    guard ["h264", "mpeg2video", "mpeg4"].contains(info.codec), !info.isVariableRate, clock.frameDuration != nil,
      !feed.isLinearOnly
    else { return nil }
    let bytes = max(1, info.codedSize.width * info.codedSize.height * 3 / 2)
    let frames = isBackwards ? 3 + Int64(backwardsBytes / bytes) : 3
    return wanted - frames * clock.frameTicks
  }

  // MARK: Promises

  /// What is wrong with showing a picture at a time; nil when nothing is.
  private func complaint(about picture: Picture, shownAt time: Time, isLast: Bool) -> MediaError? {
    if picture.frame.isCorrupt { return MediaError(reading: path, at: picture.time, "the picture is damaged") }
    for damage in feed.damage {
      guard let place = try? clock.time(damage.ticks), place > picture.time, place <= time else { continue }
      return MediaError(reading: path, at: place, "a picture cannot be decoded: \(damage.reason)")
    }
    return isLast ? earlyEnd(picture, time) : nil
  }

  /// The last picture may stand after its own end only where the file is really over.
  private func earlyEnd(_ last: Picture, _ time: Time) -> MediaError? {
    guard let promised = info.duration else { return nil }
    let frame = clock.frameDuration ?? .zero
    guard
      let end = try? last.time + Time(seconds: max(last.duration?.seconds ?? frame, frame)), time >= end,
      let slack = try? end + Time(seconds: max(frame, clock.timeBase * Rational(2)) / Rational(2)), slack < promised
    else { return nil }
    if let reason = feed.readFailure { return MediaError(reading: path, at: end, reason) }
    return MediaError(truncated: path, at: end, promised: promised)
  }

  private func nothingDecoded() -> MediaError {
    MediaError(
      reading: path, at: nil, feed.damage.first?.reason ?? feed.readFailure ?? "no picture in it can be decoded")
  }
}
