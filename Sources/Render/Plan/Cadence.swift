internal import MediaTime

/// Which frames of the programme an output's pictures show.
///
/// Picture *k* shows the frame on display at its time, the last one that has begun: with the
/// canvas's own rate each frame once, with another one some frames twice or not at all.
struct Cadence: Hashable, Sendable {
  /// Pictures for one frame, as a fraction.
  private let numerator: Int
  private let denominator: Int

  /// Each frame is one picture.
  static let plain = Cadence(numerator: 1, denominator: 1)

  private init(numerator: Int, denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The pictures of an output at a rate of its own.
  init(canvas: Rational, output: Rational) throws(TimeOverflow) {
    let share = try output / canvas
    (numerator, denominator) = (Int(share.numerator), Int(share.denominator))
  }

  /// Whether each frame is one picture.
  var isPlain: Bool { numerator == denominator }

  /// The pictures that show a stretch of frames, both counted from the output's first.
  func pictures(of frames: Range<Int>) -> Range<Int> { first(frames.lowerBound)..<first(frames.upperBound) }

  /// How many pictures show each of some frames.
  func repeats(of frames: Range<Int>) -> [Int] { frames.map { pictures(of: $0..<$0 + 1).count } }

  /// The first picture whose time a frame has begun at.
  private func first(_ frame: Int) -> Int { (frame * numerator + denominator - 1) / denominator }
}
