internal import AV
internal import MediaTime

/// Finds the rate that a stream's timestamps really follow.
///
/// Headers claim many things (9000, 90000, twice the rate of interlaced material); a claim is
/// believed if every timestamp lies on its grid, within the container's rounding.
struct FrameRate {
  let rate: Rational
  let isVariable: Bool

  init(facts: StreamFacts, runs: [[Int64]], demuxer: Demuxer, isWhole: Bool) {
    let usual = try? Rational(25, over: 1)
    let fallback = [facts.nominalRate, facts.averageRate].compactMap(\.self).first { Self.isSensible($0) }
    let runs = runs.map(Self.distinct).filter { !$0.isEmpty }
    let times = runs.max { $0.count < $1.count } ?? []
    guard times.count >= 2, !demuxer.lacksTimestamps else {
      rate = fallback ?? usual ?? .one
      isVariable = false
      return
    }
    let average = Self.average(of: times, timeBase: facts.timeBase) ?? fallback ?? .one
    var best: (rate: Rational, share: Rational)?
    for candidate in Self.candidates(facts, times: times, average: average) {
      guard let fit = Self.fit(runs, to: candidate, timeBase: facts.timeBase) else { continue }
      if fit.share == .one, Self.indexAgrees(facts, demuxer, rate: fit.rate, isWhole: isWhole) {
        rate = fit.rate
        isVariable = false
        return
      }
      if fit.share > best?.share ?? .zero { best = fit }
    }
    isVariable = true
    // Mostly regular with a few holes: the regular rate is what its frames are counted by.
    if let best, let most = try? Rational(3, over: 5), best.share >= most {
      rate = best.rate
    } else {
      rate = Self.standard(near: average) ?? average
    }
  }

  private static func isSensible(_ rate: Rational) -> Bool {
    rate > .zero && rate <= Rational(1000)
  }

  private static func distinct(_ times: [Int64]) -> [Int64] {
    let sorted = times.sorted()
    return sorted.indices.filter { $0 == 0 || sorted[$0] != sorted[$0 - 1] }.map { sorted[$0] }
  }

  private static func average(of times: [Int64], timeBase: Rational) -> Rational? {
    guard let first = times.first, let last = times.last, last > first,
      let span = try? Rational(last - first, over: 1) * timeBase
    else { return nil }
    return try? Rational(times.count - 1) / span
  }

  private static func candidates(_ facts: StreamFacts, times: [Int64], average: Rational) -> [Rational] {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    let median = (try? Rational(steps[steps.count / 2], over: 1) * facts.timeBase).flatMap { try? Rational.one / $0 }
    let claimed = [facts.nominalRate, facts.averageRate, standard(near: average), median, average].compactMap(\.self)
    return claimed.filter(isSensible)
  }

  /// The common rates, NTSC's before their whole neighbours.
  private static let standards: [Rational] = {
    let ntsc = [24, 30, 48, 60, 120].compactMap { try? Rational($0 * 1000, over: 1001) }
    return ntsc + [5, 6, 8, 10, 12, 15, 20, 24, 25, 30, 48, 50, 60, 90, 100, 120].map { Rational($0) }
  }()

  /// The nearest common rate within one part in a hundred.
  private static func standard(near average: Rational) -> Rational? {
    func distance(_ rate: Rational) -> Double { abs(rate.approximate / average.approximate - 1) }
    return standards.min { distance($0) < distance($1) }.flatMap { distance($0) < 0.01 ? $0 : nil }
  }

  /// How well timestamps lie on the grid of a rate: nil when they don't; else the rate (divided
  /// where only every other place is used) and the share of frames that last one step.
  private static func fit(
    _ runs: [[Int64]], to candidate: Rational, timeBase: Rational
  ) -> (rate: Rational, share: Rational)? {
    // A step of few ticks fits anything.
    guard let step = try? Rational.one / candidate / timeBase, step >= Rational(4) || step.isWhole else { return nil }
    guard let origin = runs.first?.first else { return nil }
    var gaps: [Int64] = []
    var count = 0
    for run in runs {
      var places: [Int64] = []
      for time in run {
        guard let place = try? Rational(time - origin, over: 1) / step else { return nil }
        let nearest = place.rounded
        guard let off = try? (place - Rational(nearest, over: 1)) * step, off <= .one, off >= Rational(-1) else {
          return nil
        }
        places.append(nearest)
      }
      // Two at one place: packets that are decoded but not shown (VP9's hidden reference frames).
      gaps += zip(places, places.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
      count += places.count
    }
    guard let smallest = gaps.min(), smallest > 0, gaps.count >= count * 3 / 4 - runs.count else { return nil }
    let common = gaps.reduce(0) { Self.greatestCommonDivisor($0, $1) }
    let single = gaps.count { $0 == common }
    guard let rate = try? candidate / Rational(common, over: 1),
      let share = try? Rational(Int64(single), over: Int64(gaps.count))
    else { return nil }
    return (rate, share)
  }

  private static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
    var (high, low) = (first, second)
    while low != 0 { (high, low) = (low, high % low) }
    return high
  }

  /// Whether the frames that were not read are as regular, by the container's own index.
  private static func indexAgrees(_ facts: StreamFacts, _ demuxer: Demuxer, rate: Rational, isWhole: Bool) -> Bool {
    guard !isWhole, demuxer.formatName.hasPrefix("mov") else { return true }
    let count = demuxer.indexCount(stream: facts.index)
    guard count > 1, count <= 500_000, let step = try? Rational.one / rate / facts.timeBase,
      let first = demuxer.indexEntry(stream: facts.index, at: 0)
    else { return true }
    for number in 1..<count {
      guard let entry = demuxer.indexEntry(stream: facts.index, at: number),
        let expected = try? (step * Rational(number)).rounded
      else { return false }
      if abs(entry.timestamp - first.timestamp - expected) > 1 { return false }
    }
    return true
  }
}
