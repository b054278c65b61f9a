internal import EDL
internal import MediaTime

/// How stored pictures are turned to stand upright, as EXIF numbers it:
///
///     1 upright          2 mirrored          3 half a turn       4 upside down, mirrored
///     5 transposed       6 a quarter turn    7 transversed       8 a quarter turn back
enum Orientation {
  /// The EXIF number of a display matrix; 1 for a matrix that is no quarter turn.
  static func exif(displayMatrix matrix: [Int32]) -> Int {
    guard matrix.count >= 5 else { return 1 }
    // Row by row: x' = a·x + c·y, y' = b·x + d·y.
    let (a, b, c, d) = (Int64(matrix[0]), Int64(matrix[1]), Int64(matrix[3]), Int64(matrix[4]))
    let (straight, crossed) = (abs(a) + abs(d), abs(b) + abs(c))
    guard straight != crossed else { return 1 }
    if straight > crossed {
      guard a != 0, d != 0 else { return 1 }
      return a > 0 ? (d > 0 ? 1 : 4) : (d > 0 ? 2 : 3)
    }
    guard b != 0, c != 0 else { return 1 }
    return b > 0 ? (c > 0 ? 5 : 6) : (c > 0 ? 8 : 7)
  }

  /// The size as shown: pixels made square by widening or heightening, never by losing any; then turned.
  static func displaySize(of size: PixelSize, sampleAspect: Rational, orientation: Int) -> PixelSize {
    var (width, height) = (size.width, size.height)
    if sampleAspect > .one, let wide = try? Rational(width) * sampleAspect {
      width = sensible(wide.rounded) ?? width
    } else if sampleAspect < .one, let high = try? Rational(height) / sampleAspect {
      height = sensible(high.rounded) ?? height
    }
    return orientation >= 5 ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
  }

  /// A broken aspect ratio must not make a picture a million pixels wide.
  private static func sensible(_ value: Int64) -> Int? { (1...65536).contains(value) ? Int(value) : nil }
}
