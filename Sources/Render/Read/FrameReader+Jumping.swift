internal import AV
internal import EDL
internal import MediaTime

extension FrameReader {
  /// Whether a key packet ahead makes a seek cheaper than decoding on.
  func shouldJump(from last: Picture, to time: Time) throws(MediaError) -> Bool {
    // A dozen frames are decoded sooner than a seek is done.
    guard !feed.isLinearOnly, try isFar(from: last.time, to: time, frames: 12), let wanted = try? clock.ticks(at: time),
      let position = feed.position
    else {
      return false
    }
    if let key = feed.demuxer.indexedKey(stream: feed.stream, before: wanted), key.timestamp > position { return true }
    // Without a full index there may be key packets ahead all the same.
    if feed.demuxer.formatName.hasPrefix("mov") { return false }
    return (try? time - last.time).map { $0 > Time(seconds: Rational(4)) } ?? false
  }

  /// Whether a time is more than so many frames ahead.
  func isFar(from start: Time, to time: Time, frames: Int) throws(MediaError) -> Bool {
    let frame = clock.frameDuration ?? (try? Rational(1, over: 25)) ?? .one
    guard let distance = try? (time - start).seconds, let limit = try? frame * Rational(frames) else {
      throw MediaError(overflow: path)
    }
    return distance > limit
  }

  /// Puts the run's start at or before a time: by seeking, ever earlier, until what comes out can
  /// be trusted; by decoding from the start where nothing else helps.
  func place(at time: Time, lead least: Int64 = 0) throws(MediaError) {
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

  /// Ticks of one second.
  func secondTicks() throws(TimeOverflow) -> Int64 {
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
  func hurry(to time: Time) throws(MediaError) {
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
}
