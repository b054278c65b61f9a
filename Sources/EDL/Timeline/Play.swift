public import MediaTime

/// One run through an item's content.
///
/// Frame *n* of `frames` shows the content at `start + (n − frames.lowerBound) / fps × speed`.
/// Played backwards, `start` is the time of the last forward frame and `speed` is negative.
/// For sound, an edge counts: forward, the first sample edge is at `soundStart`; backwards, sound
/// runs down from `soundStart`, the exclusive end. A freeze has speed zero and no sound.
///
/// With a ramp the content runs from `soundStart` by what the ramp's curve uses up, and frame *n*
/// shows where it stands at the frame's first edge, or, backwards, at its second one.
public struct Play: Hashable, Sendable {
  /// A speed that changes while it plays.
  public struct Ramp: Hashable, Sendable {
    /// The speeds.
    public var curve: SpeedCurve
    /// The curve's time at the first frame.
    public var offset: Time

    /// Creates a ramp.
    public init(curve: SpeedCurve, offset: Time = .zero) {
      self.curve = curve
      self.offset = offset
    }
  }

  /// The frames of the item's sequence that it covers.
  public var frames: Range<Int>
  /// The content's time at the first frame.
  public var start: Time
  /// The content's time at the first sample edge.
  public var soundStart: Time
  /// Content seconds for one second of the sequence: negative backwards, zero frozen; with a ramp
  /// 1, or -1 backwards.
  public var speed: Rational
  /// How the speed changes; nil where it does not.
  public var ramp: Ramp?

  /// Creates a play.
  public init(
    frames: Range<Int>, start: Time, soundStart: Time? = nil, speed: Rational = .one, ramp: Ramp? = nil
  ) {
    self.frames = frames
    self.start = start
    self.soundStart = soundStart ?? start
    self.speed = speed
    self.ramp = ramp
  }

  /// Whether it plays forward as it is.
  public var isPlain: Bool { speed == .one && ramp == nil }
}

extension Play {
  /// Leaves out the first frames, but for their number.
  package mutating func advance(by count: Int, at frameRate: Rational) throws(TimeOverflow) {
    let passed = try Time(frame: count, at: frameRate)
    guard let ramp else {
      start = try start + passed * speed
      soundStart = try soundStart + passed * speed
      return
    }
    let first = frames.lowerBound
    let (shown, heard) = (try shown(at: first + count, frameRate), try heard(at: first + count, frameRate))
    self.ramp?.offset = try ramp.offset + passed
    (start, soundStart) = (shown, heard)
  }

  /// The content's time that a frame of the sequence shows.
  package func shown(at frame: Int, _ frameRate: Rational) throws(TimeOverflow) -> Time {
    let times = TimeMap(offset: .zero, scale: try Rational.one / frameRate)
    return Time(seconds: try shown(times, at: frameRate)(frame))
  }

  /// The content's time that is heard at a frame's first edge.
  package func heard(at frame: Int, _ frameRate: Rational) throws(TimeOverflow) -> Time {
    let times = TimeMap(offset: .zero, scale: try Rational.one / frameRate)
    return Time(seconds: try heard(times, at: frameRate)(frame))
  }

  /// The content's time, in seconds, by that of the sequence around it, for what is shown.
  ///
  /// Backwards a frame shows the content that it ends with, so that the last one shows the first.
  package func shown(_ times: TimeMap, at frameRate: Rational) throws(TimeOverflow) -> TimeMap {
    let passed = try times.scaled(by: .one, plus: -(Time(frame: frames.lowerBound, at: frameRate).seconds))
    guard let ramp else { return try passed.scaled(by: speed, plus: start.seconds) }
    let frame = try speed.isNegative ? Rational.one / frameRate : .zero
    return try content(passed.scaled(by: .one, plus: frame), ramp)
  }

  /// The content's time, in seconds, by that of the sequence around it, for what is heard.
  package func heard(_ times: TimeMap, at frameRate: Rational) throws(TimeOverflow) -> TimeMap {
    let passed = try times.scaled(by: .one, plus: -(Time(frame: frames.lowerBound, at: frameRate).seconds))
    guard let ramp else { return try passed.scaled(by: speed, plus: soundStart.seconds) }
    return try content(passed, ramp)
  }

  private func content(_ passed: TimeMap, _ ramp: Ramp) throws(TimeOverflow) -> TimeMap {
    let direction = Rational(speed.isNegative ? -1 : 1)
    let used = try ramp.curve.content(at: ramp.offset).seconds
    return try passed.scaled(by: .one, plus: ramp.offset.seconds).bent(by: ramp.curve)
      .scaled(by: direction, plus: soundStart.seconds - direction * used)
  }
}
