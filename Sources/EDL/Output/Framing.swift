public import MediaTime

/// A second framing of the programme: another size or speed than the canvas has.
public struct Framing: Hashable, Sendable {
  /// The size in pixels.
  public var size: PixelSize
  /// How the canvas goes into a size of another shape.
  public var fit: PictureFields.Fit
  /// Frames a second.
  public var frameRate: Rational

  /// Creates a framing.
  public init(size: PixelSize, fit: PictureFields.Fit = .contain, frameRate: Rational) {
    self.size = size
    self.fit = fit
    self.frameRate = frameRate
  }
}

extension Profile {
  /// The size that a picture gets: its own, or the largest of the same shape that is allowed, with
  /// even sides.
  func size(of picture: PixelSize) -> PixelSize {
    guard let largest else { return picture }
    let isUpright = (picture.width < picture.height) != (largest.width < largest.height)
    let (width, height) = isUpright ? (largest.height, largest.width) : (largest.width, largest.height)
    guard picture.width > width || picture.height > height else { return picture }
    // Whichever side is too large by more decides; the other one is rounded to the nearest even number.
    func even(_ side: Int, _ numerator: Int, _ denominator: Int) -> Int {
      max(2, (side * numerator + denominator) / (2 * denominator) * 2)
    }
    return picture.width * height >= picture.height * width
      ? PixelSize(width: width / 2 * 2, height: even(picture.height, width, picture.width))
      : PixelSize(width: even(picture.width, height, picture.height), height: height / 2 * 2)
  }

  /// The rate that a picture gets: its own, or every second, third … frame of it.
  func rate(of rate: Rational) throws(TimeOverflow) -> Rational {
    guard let fastest else { return rate }
    var step: Int64 = 1
    while try rate / Rational(Int(step)) > fastest { step += 1 }
    return try rate / Rational(Int(step))
  }
}
