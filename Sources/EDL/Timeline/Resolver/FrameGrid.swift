internal import MediaTime

/// The frame grid of one sequence: the only place where an edge of a timeline is rounded.
struct FrameGrid {
  let rate: Rational
  /// The exact end of a nested sequence. It is rounded up, because where the sequence stands in
  /// another one its frames may come to one more than the nearest number, and that frame must exist.
  let raisedEnd: Time?

  /// Returns the frame edge nearest to a time; ties go up.
  func edge(_ time: Time) throws(TimeOverflow) -> Int {
    guard let raisedEnd, time == raisedEnd else { return try time.frames(at: rate) }
    return Int(try time.exactFrames(at: rate).ceiling)
  }
}
