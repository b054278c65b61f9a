public import MediaTime

/// A playing speed over time, and its integral: how much of its content a play has used up.
///
/// Speeds are above zero, so the integral rises. Between keyframes in a straight line, on a `hold`,
/// and outside of the keyframes it is an exact fraction, and so is the sum at every keyframe; within
/// another ease it is the closed form of the ease's integral, rounded to the nanosecond. What is too
/// fine to be held exactly is rounded to the nanosecond, too.
public struct SpeedCurve: Hashable, Sendable {
  /// A speed at a moment.
  public struct Key: Hashable, Sendable {
    /// The moment, from the play's start.
    public var time: Time
    /// Content seconds for one second.
    public var speed: Rational
    /// How it goes on to the next key.
    public var ease: Ease

    /// Creates a keyframe.
    public init(time: Time, speed: Rational, ease: Ease = .linear) {
      self.time = time
      self.speed = speed
      self.ease = ease
    }
  }

  /// The keys in order of time, each later than the one before; at least one.
  public let keys: [Key]
  /// The content used up at each key, in seconds from the play's start; below zero before it.
  private var sums: [Rational]

  /// Creates a curve from keys in order of time; nil for none.
  public init?(keys: [Key]) throws(TimeOverflow) {
    guard !keys.isEmpty else { return nil }
    self.keys = keys
    var sums = [Rational.zero]
    for (key, next) in zip(keys, keys.dropFirst()) {
      let mean = try key.speed + (next.speed - key.speed) * key.ease.area
      sums.append(try sums[sums.count - 1] + mean * (next.time - key.time).seconds)
    }
    self.sums = sums
    let zero = try sum(at: .zero)
    for index in sums.indices { self.sums[index] = try sums[index] - zero }
  }

  /// The content used up from the play's start to a moment.
  public func content(at time: Time) throws(TimeOverflow) -> Time { Time(seconds: try sum(at: time.seconds)) }

  /// The moment at which so much content is used up: exact where it is a fraction, else the last
  /// nanosecond before it.
  public func time(ofContent content: Time) throws(TimeOverflow) -> Time {
    let wanted = content.seconds
    guard let after = sums.firstIndex(where: { $0 > wanted }) else {
      return try straight(from: keys.count - 1, to: wanted)
    }
    guard after > 0 else { return try straight(from: 0, to: wanted) }
    let (key, next) = (keys[after - 1], keys[after])
    if key.ease == .hold || key.speed == next.speed { return try straight(from: after - 1, to: wanted) }
    if key.ease == .linear, let exact = try? solution(after - 1, wanted) { return Time(seconds: exact) }
    // The sum rises with the time.
    var (low, high) = (Int64(0), try ((next.time - key.time).seconds * Rational(Int(Self.nanoseconds))).ceiling)
    while high - low > 1 {
      let middle = (low + high) / 2
      if try sum(at: key.time.seconds + Rational(middle, over: Self.nanoseconds)) <= wanted {
        low = middle
      } else {
        high = middle
      }
    }
    return Time(seconds: try key.time.seconds + Rational(low, over: Self.nanoseconds))
  }

  /// The first moment whose speed an ease takes to zero or below; nil if there is none.
  var backwards: Time? {
    for (key, next) in zip(keys, keys.dropFirst()) where key.ease.overshoots {
      for step in 1..<512 {
        let share = Double(step) / 512
        guard Double.mix(key.speed.approximate, next.speed.approximate, key.ease(share)) <= 0 else { continue }
        let moment = try? key.time + (next.time - key.time) * Rational(Int64(step), over: 512)
        return moment ?? key.time
      }
    }
    return nil
  }

  // MARK: Exactly

  private static let nanoseconds: Int64 = 1_000_000_000

  private func sum(at seconds: Rational) throws(TimeOverflow) -> Rational {
    let index = keys.lastIndex { $0.time.seconds <= seconds } ?? 0
    let key = keys[index]
    let passed = try seconds - key.time.seconds
    guard index + 1 < keys.count, passed > .zero, key.ease != .hold, keys[index + 1].speed != key.speed else {
      return try sums[index] + key.speed * passed
    }
    if key.ease == .linear, let exact = try? linear(index, passed) { return exact }
    let rounded = (inner(index, passed.approximate) * Double(Self.nanoseconds)).rounded()
    guard let count = Int64(exactly: rounded) else { throw TimeOverflow() }
    return try sums[index] + Rational(count, over: Self.nanoseconds)
  }

  /// The sum within a segment whose speed goes in a straight line.
  private func linear(_ index: Int, _ passed: Rational) throws(TimeOverflow) -> Rational {
    try sums[index] + passed * (keys[index].speed + slope(index) * passed / Rational(2))
  }

  /// How fast the speed changes, a second.
  private func slope(_ index: Int) throws(TimeOverflow) -> Rational {
    try (keys[index + 1].speed - keys[index].speed) / (keys[index + 1].time - keys[index].time).seconds
  }

  private func straight(from index: Int, to wanted: Rational) throws(TimeOverflow) -> Time {
    Time(seconds: try keys[index].time.seconds + (wanted - sums[index]) / keys[index].speed)
  }

  /// The root of the quadratic equation, where it is a fraction; nil where not.
  private func solution(_ index: Int, _ wanted: Rational) throws(TimeOverflow) -> Rational? {
    let (speed, slope) = (keys[index].speed, try slope(index))
    let discriminant = try speed * speed + Rational(2) * slope * (wanted - sums[index])
    guard let root = discriminant.squareRoot else { return nil }
    return try keys[index].time.seconds + (root - speed) / slope
  }

  // MARK: Nearly

  /// The content used up, in floating point: what sound is read by.
  package func content(at seconds: Double) -> Double {
    let index = keys.lastIndex { $0.time.seconds.approximate <= seconds } ?? 0
    let passed = seconds - keys[index].time.seconds.approximate
    let isBetween = index + 1 < keys.count && passed > 0
    return sums[index].approximate + (isBetween ? inner(index, passed) : keys[index].speed.approximate * passed)
  }

  /// The speed at a moment.
  package func speed(at seconds: Double) -> Double {
    let index = keys.lastIndex { $0.time.seconds.approximate <= seconds } ?? 0
    let key = keys[index]
    guard index + 1 < keys.count, seconds > key.time.seconds.approximate else { return key.speed.approximate }
    let (start, end) = (key.time.seconds.approximate, keys[index + 1].time.seconds.approximate)
    return Double.mix(
      key.speed.approximate, keys[index + 1].speed.approximate, key.ease((seconds - start) / (end - start)))
  }

  /// What a segment uses up until some seconds from its key.
  private func inner(_ index: Int, _ passed: Double) -> Double {
    let (key, next) = (keys[index], keys[index + 1])
    let length = next.time.seconds.approximate - key.time.seconds.approximate
    let (speed, change) = (key.speed.approximate, next.speed.approximate - key.speed.approximate)
    return speed * passed + change * length * key.ease.integral(passed / length)
  }
}

extension SpeedCurve {
  /// `1 at 0s, 1/4 at 2s ease-in-out, 1 at 3s`.
  public var words: String {
    keys.map { key in
      "\(key.speed) at \(key.time)\(key.ease == .linear || key == keys.last ? "" : " \(key.ease.name)")"
    }.joined(separator: ", ")
  }
}

extension Rational {
  /// The square root, where that is a fraction.
  fileprivate var squareRoot: Rational? {
    guard !isNegative, let top = Self.root(numerator), let bottom = Self.root(denominator) else { return nil }
    return try? Rational(top, over: bottom)
  }

  private static func root(_ square: Int64) -> Int64? {
    let near = Int64(Double(square).squareRoot().rounded())
    return (near - 1...near + 1).first { $0 >= 0 && $0.multipliedReportingOverflow(by: $0) == (square, false) }
  }
}
