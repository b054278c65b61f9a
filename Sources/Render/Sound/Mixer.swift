package import AV

/// Plays a sound plan from its first sample to its last.
///
/// Float sums at unit gain in the plan's order; nothing is limited or normalised. What comes out
/// does not depend on how much is asked for at a time. A file is opened when it is first heard
/// and closed when it will not be heard again. Owned by one thread.
package final class Mixer {
  /// Samples beyond full scale.
  package struct Clipping: Hashable, Sendable {
    /// How many, all channels together.
    package var count = 0
    /// The programme's sample at which the first one is.
    package var first: Int?
  }

  /// The programme's sample that comes next.
  package private(set) var position: Int
  /// What went beyond full scale so far. The sums keep it; a format of whole numbers will not.
  package private(set) var clipping = Clipping()
  /// The number of channels.
  package let channelCount: Int

  private let plan: SoundPlan
  private let pool: SourcePool
  private let scratch: MixScratch
  /// The strips' indices by their first sample.
  private let arrivals: [Int]
  private var nextArrival = 0
  /// How many strips of a source have not ended.
  private var remaining: [SourceKey: Int]
  /// What sounds, in the plan's order.
  private var voices: [Voice] = []

  /// Creates a mixer; `open` opens an audio stream of a media entry.
  package init(
    _ plan: SoundPlan, open: @escaping (_ media: Int, _ stream: Int) throws -> any SampleSource
  ) throws(AVError) {
    self.plan = plan
    position = plan.samples.lowerBound
    channelCount = try AV.channelCount(ofLayout: plan.layout)
    scratch = MixScratch(channels: channelCount, capacity: 4096)
    arrivals = plan.strips.indices.sorted { first, second in
      let (start, other) = (plan.strips[first].samples.lowerBound, plan.strips[second].samples.lowerBound)
      return start == other ? first < second : start < other
    }
    remaining = plan.strips.reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
    pool = SourcePool { key in
      try CanvasSource(
        try open(key.media, key.stream), sampleRate: plan.sampleRate, layout: plan.layout,
        varispeed: key.varispeed)
    }
  }

  /// Fills the planes with the next samples, at most `count`; returns how many, 0 at the end.
  package func next(_ count: Int, into planes: SamplePlanes) throws(SoundFailure) -> Int {
    let total = min(count, plan.samples.upperBound - position)
    var done = 0
    while done < total {
      let step = min(total - done, scratch.capacity)
      try mix(position..<position + step, into: planes.slices(from: done, count: step))
      done += step
    }
    return total
  }

  private func mix(_ range: Range<Int>, into sum: SamplePlanes) throws(SoundFailure) {
    admitStrips(before: range.upperBound)
    sum.clear(range.count)
    for voice in voices {
      let heard = voice.strip.samples.clamped(to: range)
      let target = sum.slices(from: heard.lowerBound - range.lowerBound, count: heard.count)
      do { try voice.add(heard, to: target, from: pool, scratch: scratch) } catch {
        throw SoundFailure(
          place: voice.strip.place, media: voice.strip.media, sample: heard.lowerBound, cause: error)
      }
      // At once, so that the next clip of the same file reads on in this very block.
      if heard.upperBound == voice.strip.samples.upperBound { retire(voice) }
    }
    voices.removeAll { $0.strip.samples.upperBound <= range.upperBound }
    countClipping(in: sum, range: range)
    position = range.upperBound
  }

  private func admitStrips(before end: Int) {
    let known = voices.count
    while nextArrival < arrivals.count {
      let index = arrivals[nextArrival]
      guard plan.strips[index].samples.lowerBound < end else { break }
      voices.append(Voice(plan.strips[index], order: index))
      nextArrival += 1
    }
    if voices.count > known { voices.sort { $0.order < $1.order } }
  }

  private func retire(_ voice: Voice) {
    voice.finish(to: pool)
    let key = voice.strip.key
    let rest = (remaining[key] ?? 0) - 1
    remaining[key] = rest
    if rest <= 0 { pool.close(key) }
  }

  private func countClipping(in sum: SamplePlanes, range: Range<Int>) {
    var clipped: Int32 = 0
    for plane in sum {
      for index in 0..<range.count { clipped &+= abs(plane[index]) > 1 ? 1 : 0 }
    }
    guard clipped > 0 else { return }
    clipping.count += Int(clipped)
    guard clipping.first == nil else { return }
    let offsets = sum.compactMap { plane in (0..<range.count).first { abs(plane[$0]) > 1 } }
    clipping.first = offsets.min().map { range.lowerBound + $0 }
  }
}
