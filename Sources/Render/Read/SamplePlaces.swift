internal import AV
internal import EDL
internal import MediaTime

/// Turns packet timestamps into sample numbers of the source's clock.
///
/// Where the container's tick is coarser than a sample a timestamp says only about where a packet
/// lies; if all packets hold equally many samples the exact place is the nearest multiple.
struct SamplePlaces {
  let sampleRate: Int
  /// The first sample that is heard, and the place after the last one.
  let range: Range<Int>
  /// Samples of every packet; 0 when they differ.
  var packetSamples = 0
  private let timeBase: Rational
  private var originTicks: Int64 = 0
  private var originSample = 0
  /// Where packets really lie against their timestamps, from a timestamp on, in order: empty for
  /// all but files with jittering timestamps.
  private var corrections: [(ticks: Int64, offset: Int)] = []

  init(info: AudioStreamInfo, facts: StreamFacts) throws(TimeOverflow) {
    sampleRate = info.sampleRate
    timeBase = facts.timeBase
    let start = try info.start.samples(at: sampleRate)
    let length = max(0, try info.duration.samples(at: sampleRate))
    let (end, overflow) = start.addingReportingOverflow(length)
    if overflow || start.magnitude > Self.farthest || end.magnitude > Self.farthest { throw TimeOverflow() }
    range = start..<end
    originSample = start
  }

  /// Samples beyond this are nonsense; staying below, sums and differences cannot overflow.
  private static let farthest: UInt = 1 << 60

  /// Ties the first heard packet to the first heard sample.
  mutating func setOrigin(ticks: Int64, skipped: Int) {
    originTicks = ticks
    originSample = range.lowerBound - skipped
  }

  /// Whether ticks are too coarse to tell samples apart.
  var isCoarse: Bool {
    guard let ticks = try? Rational.one / (timeBase * Rational(sampleRate)) else { return true }
    return ticks < .one
  }

  /// Samples of one tick, rounded up.
  private var samplesPerTick: Int { Int(clamping: (try? timeBase * Rational(sampleRate))?.ceiling ?? 1) }

  /// Where a packet's timestamp lies, as far as the tick can tell.
  func nearest(_ ticks: Int64) throws(TimeOverflow) -> Int {
    let distance = try Rational(ticks, over: 1) - Rational(originTicks, over: 1)
    let samples = try (distance * timeBase * Rational(sampleRate)).rounded
    let (place, overflow) = Int(samples).addingReportingOverflow(originSample)
    if overflow || place.magnitude > Self.farthest { throw TimeOverflow() }
    return place
  }

  /// The exact place of a packet found by seeking; nil where only counting from the start tells.
  func exact(_ ticks: Int64) throws(TimeOverflow) -> Int? {
    let near = try nearest(ticks)
    guard isCoarse else { return near + correction(at: ticks) }
    guard packetSamples > 4 * samplesPerTick else { return nil }
    let packets = try Rational(Int64(near - originSample), over: Int64(packetSamples)).rounded
    let place = originSample + Int(packets) * packetSamples
    // Farther off than rounding explains: the packets are not all alike.
    let slack = max(samplesPerTick + samplesPerTick / 2 + 1, packetSamples / 16)
    return abs(place - near) <= slack ? place : nil
  }

  /// The place of a packet that is not where the one before it ends: jitter is smoothed over,
  /// a real hole or jump is kept.
  func place(near: Int, expected: Int?) -> Int {
    guard let expected, abs(near - expected) <= sampleRate / 40 else { return near }
    return expected
  }

  /// Follows the index of a movie file from the start, as decoding would, and notes where packets
  /// come to lie elsewhere than their timestamps say. (Phones write jittering durations.)
  mutating func learnJitter(_ demuxer: Demuxer, facts: StreamFacts) throws(TimeOverflow) {
    guard demuxer.formatName.hasPrefix("mov"), !isCoarse, facts.frameSize > 1 else { return }
    corrections = []
    var expected: Int?
    for number in 0..<demuxer.indexCount(stream: facts.index) {
      guard let entry = demuxer.indexEntry(stream: facts.index, at: number) else { return }
      let near = try nearest(entry.timestamp)
      let place = place(near: near, expected: expected)
      if place - near != corrections.last?.offset ?? 0 { corrections.append((entry.timestamp, place - near)) }
      expected = place + facts.frameSize
    }
  }

  private func correction(at ticks: Int64) -> Int {
    var (low, high) = (0, corrections.count)
    while low < high {
      let middle = (low + high) / 2
      if corrections[middle].ticks <= ticks { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? corrections[low - 1].offset : 0
  }

  /// The last tick at or before a sample.
  func ticks(at sample: Int) throws(TimeOverflow) -> Int64 {
    let offset = try Rational(Int64(sample - originSample), over: Int64(sampleRate)) / timeBase
    return try (offset + Rational(originTicks, over: 1)).floor
  }
}
