internal import AV
internal import EDL
internal import MediaTime

/// Sums the strips of a track, in their order.
final class StripSum {
  private let strips: [SoundStrip]
  private let pool: SourcePool
  let sampleRate: Int
  private let open: (_ media: Int, _ stream: Int) throws -> any SampleSource
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
    self.sampleRate = sampleRate
    self.open = open
    arrivals = strips.indices.sorted { first, second in
      let (start, other) = (strips[first].samples.lowerBound, strips[second].samples.lowerBound)
      return start == other ? first < second : start < other
    }
    remaining = strips.filter(\.parts.isEmpty).reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
    pool = SourcePool { key in
      try CanvasSource(
        try open(key.media, key.stream), sampleRate: sampleRate, layout: key.layout, channels: key.channels,
        isSpread: key.isSpread,
        varispeed: key.varispeed)
    }
  }

  /// Adds the samples of a range, which follows on the one before.
  func add(_ range: Range<Int>, to sum: SamplePlanes, scratch: MixScratch) throws(SoundFailure) {
    admit(before: range.upperBound)
    for voice in voices {
      let heard = voice.strip.samples.clamped(to: range)
      let target = sum.slices(from: heard.lowerBound - range.lowerBound, count: heard.count)
      do { try voice.add(heard, to: target, from: self, scratch: scratch) } catch let failure as SoundFailure {
        throw failure
      } catch {
        throw SoundFailure(
          place: voice.strip.place, media: voice.strip.media, sample: heard.lowerBound, cause: error)
      }
      // At once, so that the next clip of the same file reads on in this very block.
      if heard.upperBound == voice.strip.samples.upperBound { retire(voice) }
    }
    voices.removeAll { $0.strip.samples.upperBound <= range.upperBound }
  }

  /// The source of a strip, at the position where reading begins.
  func source(of strip: SoundStrip) throws -> CanvasSource { try pool.take(strip.key, at: strip.firstPosition) }

  /// What is summed in a strip, as a stream from the strip's play on.
  func parts(of strip: SoundStrip) throws -> any StripStream {
    try SumStream(
      StripSum(strip.parts, sampleRate: sampleRate, open: open), layout: strip.layout, from: strip.origin)
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
    guard voice.strip.parts.isEmpty else { return }
    let key = voice.strip.key
    let rest = (remaining[key] ?? 0) - 1
    remaining[key] = rest
    if rest <= 0 { pool.close(key) }
  }
}

/// Strips summed as a stream of their own.
final class SumStream: StripStream {
  private let strips: StripSum
  private let scratch: MixScratch
  private var position: Int

  init(_ strips: StripSum, layout: String, from position: Int) throws(AVError) {
    self.strips = strips
    self.position = position
    scratch = try MixScratch(layout: layout, capacity: MixNode.blockLength)
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    var done = 0
    while done < count {
      let step = min(count - done, scratch.capacity)
      let target = planes.slices(from: done, count: step)
      target.clear(step)
      try strips.add(position..<position + step, to: target, scratch: scratch)
      position += step
      done += step
    }
  }
}
