internal import AV
package import EDL
internal import MediaTime

/// Reads the samples of one sound stream at any place, at its own rate, on the source's clock.
///
/// Sample 0 belongs to the first displayed picture of the file. Before the sound's start, after
/// its end and in its holes there is silence; encoder priming and padding are not part of it.
/// Owned by one thread.
package final class AudioReader {
  package let sampleRate: Int
  package let channels: Int
  package let layout: String
  private let path: String
  private let feed: SampleFeed
  private var places: SamplePlaces
  /// The decoded run that is being copied out, and the sample number of its start.
  private var current: SampleRun?
  /// The sample number after the newest decoded run; nil when nothing is known after a jump.
  private var expected: Int?
  private var hasEnded = false
  /// Runs in a row that did not follow the one before.
  private var holes = 0
  private var isOriginSet = false
  /// Whether only counting from the start gives exact places.
  private var isCounted = false

  /// Opens a file's *n*-th sound stream (as ``MediaInfo/audio`` counts them).
  package init(path: String, stream: Int, info: MediaInfo) throws(MediaError) {
    guard info.audio.indices.contains(stream) else {
      throw MediaError(reading: path, at: nil, "it has no sound stream \(stream)")
    }
    let facts = info.audio[stream]
    self.path = path
    sampleRate = facts.sampleRate
    channels = facts.channels
    layout = facts.layout
    feed = try SampleFeed(path: path, number: stream)
    do { places = try SamplePlaces(info: facts, facts: feed.facts) } catch { throw MediaError(overflow: path) }
  }

  /// Fills each channel's plane with `count` samples from a sample number on.
  package func read(
    at position: Int, count: Int, into planes: [UnsafeMutableBufferPointer<Float>]
  ) throws(MediaError) {
    for plane in planes { plane.prefix(count).update(repeating: 0) }
    let (end, overflow) = position.addingReportingOverflow(count)
    guard count > 0, !overflow else { return }
    let wanted = (position..<end).clamped(to: places.range)
    guard !wanted.isEmpty else { return }
    try prepare(for: wanted.lowerBound)
    var next = wanted.lowerBound
    while next < wanted.upperBound {
      guard let run = try run(reaching: next, wanted: wanted), run.start < wanted.upperBound else { break }
      let overlap = max(next, run.start)..<min(wanted.upperBound, run.end)
      let local = overlap.lowerBound - run.start..<overlap.upperBound - run.start
      run.frame.copySamples(local, into: planes, at: overlap.lowerBound - position)
      next = overlap.upperBound
    }
  }

  /// The run that holds a sample, or the next one after it; nil when the sound is over.
  private func run(reaching sample: Int, wanted: Range<Int>) throws(MediaError) -> SampleRun? {
    while true {
      if let current, current.end > sample { return current }
      guard let run = try decode(wanted: wanted) else {
        try checkEnd(wanted)
        return nil
      }
      current = run
    }
  }

  /// Decodes the next run and finds its place.
  private func decode(wanted: Range<Int>) throws(MediaError) -> SampleRun? {
    while !hasEnded {
      let samples = try feed.next()
      tieOrigin()
      guard let samples else {
        hasEnded = true
        break
      }
      try checkDamage(wanted)
      guard samples.frame.sampleRate == sampleRate, samples.frame.channelCount == channels else {
        throw MediaError(
          code: "media.unsupported", path: path, time: time(of: expected ?? wanted.lowerBound),
          message:
            "\"\(path)\" changes its sample rate or channels at \(time(of: expected ?? wanted.lowerBound).readable)")
      }
      let before = expected
      let start = try place(of: samples.ticks)
      guard let start else { continue }
      if holes > 8 { throw holey(at: start) }
      expected = start + samples.frame.sampleCount
      return SampleRun(samples.takeFrame(), at: start, after: before)
    }
    return nil
  }

  /// Sound goes on where it left off unless a timestamp says otherwise by more than jitter.
  private func place(of ticks: Int64?) throws(MediaError) -> Int? {
    do {
      guard let ticks else { return expected }
      let near = try places.nearest(ticks)
      guard let expected else { return try isCounted ? near : places.exact(ticks) ?? near }
      let place = places.place(near: near, expected: expected)
      holes = place == expected ? 0 : holes + 1
      return place
    } catch { throw MediaError(overflow: path) }
  }

  private func tieOrigin() {
    guard !isOriginSet, let origin = feed.origin else { return }
    places.setOrigin(ticks: origin.ticks, skipped: origin.skipped)
    isOriginSet = true
  }

  // MARK: Jumping

  /// Makes sure that decoding on reaches a sample.
  private func prepare(for sample: Int) throws(MediaError) {
    let reached = current?.floor ?? expected
    if let reached {
      if sample >= reached, sample - reached <= sampleRate { return }
      if sample >= reached, isCounted { return }
    } else if !isOriginSet, sample - places.range.lowerBound <= sampleRate {
      return
    }
    try learnGrid()
    if !Preroll.canJump(codec: feed.facts.codec) { isCounted = true }
    if !isCounted, try jump(to: sample) { return }
    isCounted = true
    // Counting goes on from here, or from the start.
    if let reached, sample >= reached, expected != nil { return }
    try startOver()
  }

  private func startOver() throws(MediaError) {
    try feed.restart()
    current = nil
    expected = nil
    holes = 0
    hasEnded = false
  }

  /// Before the first jump: where the sound starts, and whether packets hold equally many samples.
  private func learnGrid() throws(MediaError) {
    guard !hasLearnedGrid else { return }
    hasLearnedGrid = true
    try startOver()
    var sizes: [Int] = []
    while sizes.count < 4, let samples = try feed.next() {
      tieOrigin()
      sizes.append(samples.frame.sampleCount)
    }
    // The first may be cut by the codec's own start.
    let steady = Set(sizes.dropFirst(sizes.count > 2 ? 1 : 0))
    places.packetSamples = steady.count == 1 ? steady.first ?? 0 : 0
    do { try places.learnJitter(feed.demuxer, facts: feed.facts) } catch { throw MediaError(overflow: path) }
    current = nil
    expected = nil
    holes = 0
    hasEnded = false
  }

  private var hasLearnedGrid = false

  /// Jumps to some time before a sample; false where the place found is not exact.
  private func jump(to sample: Int) throws(MediaError) -> Bool {
    current = nil
    expected = nil
    holes = 0
    hasEnded = false
    guard let (target, block) = try landing(for: sample) else {
      try startOver()
      return true
    }
    if Preroll.canSeek(format: feed.demuxer.formatName) {
      guard try feed.seek(to: target, block: block) else { return false }
    } else {
      try feed.walk(to: target, block: block)
    }
    guard let landed = try feed.skipPackets(before: target) else { return false }
    do {
      guard let place = try places.exact(landed) else { return false }
      return place <= max(sample, places.range.lowerBound)
    } catch {
      throw MediaError(overflow: path)
    }
  }

  /// Where decoding must begin for a sample: the timestamp and the block. Nil: at the file's start.
  private func landing(for sample: Int) throws(MediaError) -> (ticks: Int64, block: Int64)? {
    if let blocks = feed.blocks {
      guard let ticks = try? places.ticks(at: sample), let number = feed.packetNumber(ticks, blocks) else {
        throw MediaError(overflow: path)
      }
      // The rounded number may be that of the next packet, whose block begins after the sample.
      let block = blocks.block(ofPacket: number - 1)
      guard let first = blocks.firstPacket(ofBlock: block) else { return nil }
      guard let target = feed.ticks(beforePacket: first, blocks) else { throw MediaError(overflow: path) }
      return (target, block)
    }
    let lead = Preroll.samples(codec: feed.facts.codec, sampleRate: sampleRate)
    guard let ticks = try? places.ticks(at: sample - lead) else { throw MediaError(overflow: path) }
    return (ticks &- ticksOfPacket, 0)
  }

  /// One packet, so that the one that holds a sample is not skipped.
  private var ticksOfPacket: Int64 {
    let count = max(places.packetSamples, feed.facts.frameSize, 1)
    guard let length = try? Rational(Int64(count), over: Int64(sampleRate)) / feed.facts.timeBase else { return 1 }
    return length.ceiling + 1
  }

  // MARK: Promises

  /// A hole after each of many packets is not a hole in the sound but a decoder that gives only a
  /// part of each.
  private func holey(at sample: Int) -> MediaError {
    MediaError(
      code: "media.unsupported", path: path, time: time(of: sample),
      message: "\"\(path)\" cannot be used: only a part of its sound (\(feed.facts.codec)) can be decoded")
  }

  private func checkDamage(_ wanted: Range<Int>) throws(MediaError) {
    // The first packets of a stream may lean on what was cut away before them; junk after the last
    // one is not missed.
    guard let damage = feed.damage, expected != nil, let place = try? places.nearest(damage.ticks),
      wanted.contains(place)
    else { return }
    throw MediaError(reading: path, at: time(of: place), "the sound cannot be decoded: \(damage.reason)")
  }

  /// Silence after the end only where the file does not promise sound.
  private func checkEnd(_ wanted: Range<Int>) throws(MediaError) {
    let end = expected ?? places.range.lowerBound
    let slack = max(2 * places.packetSamples, sampleRate / 20, feed.facts.frameSize * 2)
    guard end + slack < min(wanted.upperBound, places.range.upperBound) else { return }
    if let reason = feed.readFailure { throw MediaError(reading: path, at: time(of: end), reason) }
    throw MediaError(truncated: path, at: time(of: end), promised: time(of: places.range.upperBound))
  }

  private func time(of sample: Int) -> Time { (try? Time(sample: sample, at: sampleRate)) ?? .zero }
}
