internal import AV
internal import EDL
internal import MediaTime

/// Sums the strips of a track, in their order.
final class StripSum {
  private let strips: [SoundStrip]
  private let pool: SourcePool
  /// The strips' indices by their first sample.
  private let arrivals: [Int]
  private var nextArrival = 0
  /// How many strips of a source have not ended.
  private var remaining: [SourceKey: Int]
  /// What sounds, in the plan's order.
  private var voices: [Voice] = []

  init(
    _ strips: [SoundStrip], sampleRate: Int,
    open: @escaping (_ media: Int, _ stream: Int) throws -> any SampleSource
  ) {
    self.strips = strips
    arrivals = strips.indices.sorted { first, second in
      let (start, other) = (strips[first].samples.lowerBound, strips[second].samples.lowerBound)
      return start == other ? first < second : start < other
    }
    remaining = strips.reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
    pool = SourcePool { key in
      try CanvasSource(
        try open(key.media, key.stream), sampleRate: sampleRate, layout: key.layout, channels: key.channels,
        varispeed: key.varispeed)
    }
  }

  /// Adds the samples of a range, which follows on the one before.
  func add(_ range: Range<Int>, to sum: SamplePlanes, scratch: MixScratch) throws(SoundFailure) {
    admit(before: range.upperBound)
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
  }

  private func admit(before end: Int) {
    let known = voices.count
    while nextArrival < arrivals.count {
      let index = arrivals[nextArrival]
      guard strips[index].samples.lowerBound < end else { break }
      voices.append(Voice(strips[index], order: index))
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
}
