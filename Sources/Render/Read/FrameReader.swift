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
  var run: [Picture] = []
  var runBytes = 0
  /// Whether the run starts with the first picture of the file.
  var runStartsFile = false
  /// Whether the last picture of the run is the last one of the file.
  var hasEnded = false
  private var hasBegun = false
  var isBackwards = false
  private var forwardSteps = 0
  var seekLead: Int64 = 0
  /// What pictures played backwards may hold.
  let backwardsBytes: Int

  init(path: String, stream: Int, info: VideoStreamInfo, backwardsBytes: Int = 64 << 20) throws(MediaError) {
    self.path = path
    self.info = info
    self.backwardsBytes = backwardsBytes
    let zero = try SourceClock.zero(ofPicturesIn: path)
    let demuxer: Demuxer
    do throws(AVError) {
      demuxer = try SourceFile.open(path)
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
    // In the end beyond any timestamp, which is a decode from the start.
    lead = lead > 1 << 58 ? 1 << 61 : max(lead * 4, clock.frameTicks * 50)
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
      // A step back is played backwards; a leap is another clip, for which nothing is kept.
      isBackwards = try !isFar(from: time, to: first.time, frames: 25)
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
        mayJump = false
        hasBegun = true
        continue
      }
      if run.isEmpty {
        guard !hasEnded else { throw nothingDecoded() }
        // The first request of all: from the start, unless that is far away.
        if !hasBegun, try isFar(from: .zero, to: time, frames: 12) { try place(at: time) } else { try extend() }
        hasBegun = true
        mayJump = false
        continue
      }
      if let index = try indexShown(at: time) { return index }
      if mayJump, let last = run.last, !hasEnded, try isFar(from: last.time, to: time, frames: 5) {
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

  func appeared(_ picture: Picture, at time: Time) throws(MediaError) -> Bool {
    do { return try clock.hasAppeared(picture.time, at: time) } catch { throw MediaError(overflow: path) }
  }

  // MARK: Going on

  /// Decodes one more picture onto the run's end.
  func extend() throws(MediaError) {
    guard let picture = try nextPicture() else {
      hasEnded = true
      return
    }
    append(picture)
    forwardSteps += 1
    if forwardSteps > 50 { isBackwards = false }
  }

  func nextPicture() throws(MediaError) -> Picture? {
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

  func append(_ picture: Picture) {
    run.append(picture)
    runBytes += picture.byteCount
    let limit = isBackwards ? max(backwardsBytes, 4 * picture.byteCount) : 0
    while run.count > 2, runBytes > limit {
      runBytes -= run.removeFirst().byteCount
      runStartsFile = false
    }
  }

  private func nothingDecoded() -> MediaError {
    MediaError(
      reading: path, at: nil, feed.damage.first?.reason ?? feed.readFailure ?? "no picture in it can be decoded")
  }
}
