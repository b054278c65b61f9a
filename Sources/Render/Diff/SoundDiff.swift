internal import EDL
internal import MediaTime

/// Compares what the samples of two programmes are mixed of.
struct SoundDiff {
  let old: SoundPlan
  let new: SoundPlan
  let oldMedia: [Int]
  let newMedia: [Int]

  /// The samples, by their number, that are not proven equal; those that one side lacks are among them.
  func differing() -> [Range<Int>] {
    var ranges = RangeList()
    let common = min(old.samples.upperBound, new.samples.upperBound)
    let longest = max(old.samples.upperBound, new.samples.upperBound)
    guard old.treatment == new.treatment else { return [0..<longest].filter { !$0.isEmpty } }
    var (before, after) = (ActiveStrips(old, oldMedia), ActiveStrips(new, newMedia))
    let edges = Set(before.edges + after.edges + [0, common]).filter { (0...common).contains($0) }.sorted()
    for (start, end) in zip(edges, edges.dropFirst()) where before.matter(at: start) != after.matter(at: start) {
      ranges.add(start..<end)
    }
    ranges.add(common..<longest)
    return ranges.ranges
  }
}

/// The strips that sound from edge to edge, in common terms.
private struct ActiveStrips {
  let edges: [Int]
  private let plan: SoundPlan
  private let media: [Int]
  private let arrivals: [Int]
  private var next = 0
  private var active: [Int] = []

  init(_ plan: SoundPlan, _ media: [Int]) {
    self.plan = plan
    self.media = media
    // Between two of these every strip and every fade runs on in the same way.
    edges = plan.strips.flatMap { strip in
      [strip.samples.lowerBound, strip.samples.upperBound]
        + strip.fades.flatMap { fade in
          // The sample of silence and that of full level belong to what is held.
          [fade.silent, fade.full, fade.silent + 1, fade.full + 1].map {
            min(max($0, strip.samples.lowerBound), strip.samples.upperBound)
          }
        }
    }
    arrivals = plan.strips.indices.sorted {
      (plan.strips[$0].samples.lowerBound, $0) < (plan.strips[$1].samples.lowerBound, $1)
    }
  }

  /// What is summed from a sample on; asked for in ascending order.
  mutating func matter(at sample: Int) -> [SoundStrip] {
    active.removeAll { plan.strips[$0].samples.upperBound <= sample }
    while next < arrivals.count, plan.strips[arrivals[next]].samples.lowerBound <= sample {
      let strip = arrivals[next]
      next += 1
      guard plan.strips[strip].samples.upperBound > sample else { continue }
      active.insert(strip, at: active.firstIndex { $0 > strip } ?? active.endIndex)
    }
    return active.compactMap { matter(of: plan.strips[$0], at: sample) }
  }

  /// A strip as it is heard from a sample on, free of its place; nil where a fade silences it.
  private func matter(of strip: SoundStrip, at sample: Int) -> SoundStrip? {
    var matter = strip
    matter.media = media[strip.media]
    matter.samples = 0..<0
    matter.place = .wholeFile
    if strip.tempo == .one {
      matter.position += strip.isReversed ? strip.origin - sample : sample - strip.origin
      matter.origin = 0
    } else {
      matter.origin -= sample
    }
    matter.fades = []
    for fade in strip.fades {
      let rises = fade.silent < fade.full
      // Silence is the same whatever it is made of, and what is at full level is not faded.
      if rises ? sample <= fade.silent : sample >= fade.silent { return nil }
      if rises ? sample >= fade.full : sample <= fade.full { continue }
      matter.fades.append(SoundFade(silent: fade.silent - sample, full: fade.full - sample, shape: fade.shape))
    }
    return matter
  }
}

extension SoundPlan {
  /// All of it but what sounds when.
  fileprivate var treatment: SoundPlan {
    var plan = self
    plan.strips = []
    plan.samples = 0..<0
    return plan
  }
}
