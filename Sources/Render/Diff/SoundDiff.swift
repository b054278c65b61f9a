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
    let remembers = (old.nodes + new.nodes).contains(where: \.remembers)
    let edges = Set(before.edges + after.edges + [0, common]).filter { (0...common).contains($0) }.sorted()
    for (start, end) in zip(edges, edges.dropFirst()) where before.matter(at: start) != after.matter(at: start) {
      // What a track or a bus goes through hears all, and may look ahead.
      if remembers { return [0..<longest] }
      ranges.add(start..<end)
    }
    ranges.add(common..<longest)
    return ranges.ranges
  }
}

/// The strips that sound from edge to edge, in common terms.
private struct ActiveStrips {
  /// A strip as it is heard, in the node that it is summed in.
  struct Matter: Equatable {
    var node: Int
    var strip: SoundStrip
  }

  let edges: [Int]
  private let strips: [(strip: SoundStrip, node: Int)]
  private let media: [Int]
  private let arrivals: [Int]
  private var next = 0
  private var active: [Int] = []

  init(_ plan: SoundPlan, _ media: [Int]) {
    strips = plan.nodes.enumerated().flatMap { index, node in node.strips.map { ($0, index) } }
    self.media = media
    // Between two of these every strip and every fade runs on in the same way.
    edges = plan.strips.flatMap { strip in
      [strip.samples.lowerBound, strip.samples.upperBound]
        + strip.level.edges.map { min(max($0, strip.samples.lowerBound), strip.samples.upperBound) }
    }
    let known = strips
    arrivals = known.indices.sorted {
      (known[$0].strip.samples.lowerBound, $0) < (known[$1].strip.samples.lowerBound, $1)
    }
  }

  /// What is summed from a sample on; asked for in ascending order.
  mutating func matter(at sample: Int) -> [Matter] {
    active.removeAll { strips[$0].strip.samples.upperBound <= sample }
    while next < arrivals.count, strips[arrivals[next]].strip.samples.lowerBound <= sample {
      let strip = arrivals[next]
      next += 1
      guard strips[strip].strip.samples.upperBound > sample else { continue }
      active.insert(strip, at: active.firstIndex { $0 > strip } ?? active.endIndex)
    }
    return active.compactMap { index in
      matter(of: strips[index].strip, at: sample).map { Matter(node: strips[index].node, strip: $0) }
    }
  }

  /// A strip as it is heard from a sample on, free of its place; nil where a fade silences it.
  private func matter(of strip: SoundStrip, at sample: Int) -> SoundStrip? {
    var matter = strip
    matter.media = strip.parts.isEmpty ? media[strip.media] : 0
    matter.samples = 0..<0
    matter.place = .wholeFile
    matter.parts = strip.parts.map { $0.moved(by: -sample, media) }
    matter.chain = strip.chain?.moved(by: -sample)
    if strip.tempo == .one, strip.ramp == nil, strip.chain == nil {
      matter.position += strip.isReversed ? strip.origin - sample : sample - strip.origin
      matter.origin = 0
    } else {
      matter.origin -= sample
    }
    guard let level = strip.level.shifted(to: sample) else { return nil }
    matter.level = level
    return matter
  }
}

extension SoundStrip {
  /// The same strip elsewhere on the programme, its media by other numbers.
  fileprivate func moved(by distance: Int, _ media: [Int]) -> SoundStrip {
    var strip = self
    strip.samples = samples.lowerBound + distance..<samples.upperBound + distance
    strip.origin += distance
    strip.media = parts.isEmpty ? media[self.media] : 0
    strip.place = .wholeFile
    strip.parts = parts.map { $0.moved(by: distance, media) }
    strip.chain = chain?.moved(by: distance)
    strip.level.fades = level.fades.map {
      SoundFade(silent: $0.silent + distance, full: $0.full + distance, shape: $0.shape)
    }
    strip.level.curves = level.curves.map { $0.moved(by: distance) }
    strip.level.pans = level.pans.map { SoundPan(curve: $0.curve.moved(by: distance), law: $0.law) }
    return strip
  }
}

extension SoundPlan {
  /// All of it but what sounds when.
  fileprivate var treatment: SoundPlan {
    var plan = withoutStrips
    (plan.samples, plan.begin, plan.programme) = (0..<0, 0, 0..<0)
    return plan
  }
}

extension SoundLevel {
  /// The samples where something in it begins or ends to change.
  fileprivate var edges: [Int] {
    // The sample of silence and that of full level belong to what is held.
    fades.flatMap { [$0.silent, $0.full, $0.silent + 1, $0.full + 1] } + curves.flatMap(\.edges)
      + pans.flatMap(\.curve.edges)
  }

  /// The level from a sample on, free of its place; nil where a fade silences it.
  fileprivate func shifted(to sample: Int) -> SoundLevel? {
    var level = self
    level.fades = []
    for fade in fades {
      let rises = fade.silent < fade.full
      // Silence is the same whatever it is made of, and what is at full level is not faded.
      if rises ? sample <= fade.silent : sample >= fade.silent { return nil }
      if rises ? sample >= fade.full : sample <= fade.full { continue }
      level.fades.append(SoundFade(silent: fade.silent - sample, full: fade.full - sample, shape: fade.shape))
    }
    level.curves = curves.map { $0.shifted(to: sample) }
    level.pans = pans.map { SoundPan(curve: $0.curve.shifted(to: sample), law: $0.law) }
    return level
  }
}

extension SampleCurve {
  fileprivate var edges: [Int] {
    segments.flatMap { [$0.samples.lowerBound, $0.samples.upperBound] }
  }
}
