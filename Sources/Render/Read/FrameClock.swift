internal import EDL
internal import MediaTime

/// Turns a stream's ticks into exact times of the source's clock.
///
/// Containers with a coarse unit (Matroska's millisecond) round every timestamp. Where the rate is
/// constant the exact time is known all the same: the *n*-th frame is at *n*/rate, and a timestamp
/// within one tick of that place means it (half a tick for its own rounding, half for that of the
/// first). Where the rate varies the wanted moment may be half a tick short.
struct FrameClock {
  let timeBase: Rational
  /// The container's time of the source's zero, in seconds.
  let zero: Rational
  /// One frame at the nominal rate; nil when the stream has none.
  let frameDuration: Rational?
  /// The rate that rounded timestamps are brought back to.
  private let grid: Rational?
  private let tolerance: Rational

  init(info: VideoStreamInfo, timeBase: Rational, zero: Rational) throws(TimeOverflow) {
    self.timeBase = timeBase
    self.zero = zero
    let rate = info.frameRate.flatMap { $0 > .zero ? $0 : nil }
    var isRounded = false
    if let rate {
      let duration = try Rational.one / rate
      isRounded = try !(duration / timeBase).isWhole
      frameDuration = duration
    } else {
      frameDuration = nil
    }
    grid = isRounded && !info.isVariableRate ? rate : nil
    tolerance = isRounded && info.isVariableRate ? try timeBase / Rational(2) : .zero
  }

  /// When the picture with this timestamp appears.
  func time(_ ticks: Int64) throws(TimeOverflow) -> Time {
    let raw = try Rational(ticks, over: 1) * timeBase - zero
    guard let grid else { return Time(seconds: raw) }
    let exact = try Rational((raw * grid).rounded, over: 1) / grid
    let distance = try exact - raw
    let opposite = try -distance
    return Time(seconds: max(distance, opposite) <= timeBase ? exact : raw)
  }

  /// The unit in which all times that this clock gives are whole: a frame at a constant rate that the
  /// container rounds, else the container's own.
  var tick: Rational {
    get throws(TimeOverflow) {
      guard let grid else { return timeBase }
      return try Rational.one / grid
    }
  }

  /// A length in ticks as seconds.
  func duration(_ ticks: Int64) throws(TimeOverflow) -> Time {
    Time(seconds: try Rational(ticks, over: 1) * timeBase)
  }

  /// Whether a picture that appears at `start` is, or has been, on display at `time`.
  func hasAppeared(_ start: Time, at time: Time) throws(TimeOverflow) -> Bool {
    if tolerance.isZero { return start <= time }
    return start.seconds <= (try time.seconds + tolerance)
  }

  /// The last tick at or before a time of the source's clock.
  func ticks(at time: Time) throws(TimeOverflow) -> Int64 {
    let ticks = try ((time.seconds + zero + tolerance) / timeBase).floor
    guard ticks.magnitude < Self.farthest else { throw TimeOverflow() }
    return ticks
  }

  /// Ticks beyond this are nonsense; staying below, sums and differences of ticks cannot overflow.
  static let farthest: UInt64 = 1 << 60

  /// Ticks of one nominal frame, rounded up, at least one.
  var frameTicks: Int64 {
    guard let frameDuration, let ticks = try? frameDuration / timeBase else { return 1 }
    return min(max(1, ticks.ceiling), 1 << 40)
  }
}
