internal import EDL

/// Where a source's picture comes to lie on the canvas, in whole pixels.
///
/// The source, made square-pixelled and upright, is scaled to `scaled`; of that, `crop` is kept
/// and laid on the canvas with its top-left at `origin`.
struct Fitting: Hashable, Sendable {
  var scaled: PixelSize
  var cropX: Int
  var cropY: Int
  var size: PixelSize
  var originX: Int
  var originY: Int

  /// Fits a picture of `display` size into the canvas, centred.
  init(_ fit: PictureFields.Fit, display: PixelSize, canvas: PixelSize) {
    let (width, height) = Self.scale(fit, display, canvas)
    scaled = PixelSize(width: Self.rounded(width), height: Self.rounded(height))
    (cropX, originX) = Self.center(scaled.width, canvas.width)
    (cropY, originY) = Self.center(scaled.height, canvas.height)
    size = PixelSize(
      width: min(scaled.width, canvas.width), height: min(scaled.height, canvas.height))
  }

  /// Keeps a picture's own pixels, its top-left at the canvas's.
  init(own size: PixelSize) {
    scaled = size
    self.size = size
    (cropX, cropY, originX, originY) = (0, 0, 0, 0)
  }

  /// Whether the picture covers every pixel of the canvas.
  func covers(_ canvas: PixelSize) -> Bool { size == canvas }

  /// The exact scaled size, as numerators over `denominator`, before it is brought to whole pixels.
  private static func scale(
    _ fit: PictureFields.Fit, _ display: PixelSize, _ canvas: PixelSize
  ) -> (width: (Int, Int), height: (Int, Int)) {
    // Compares canvas.width / display.width with canvas.height / display.height without dividing.
    let isWider = canvas.width * display.height < canvas.height * display.width
    switch fit {
    case .none: return ((display.width, 1), (display.height, 1))
    case .fill: return ((canvas.width, 1), (canvas.height, 1))
    case .contain where isWider, .cover where !isWider:
      return ((canvas.width, 1), (display.height * canvas.width, display.width))
    case .contain, .cover:
      return ((display.width * canvas.height, display.height), (canvas.height, 1))
    }
  }

  /// Whether all edges are whole samples of a chroma grid.
  func lies(onGrid stepX: Int, _ stepY: Int) -> Bool {
    [cropX, originX, size.width].allSatisfy { $0 % stepX == 0 }
      && [cropY, originY, size.height].allSatisfy { $0 % stepY == 0 }
  }

  /// The nearest whole number of pixels, at least one.
  private static func rounded(_ length: (Int, Int)) -> Int { max(1, (2 * length.0 + length.1) / (2 * length.1)) }

  /// How much is cut before the canvas begins, or how far inside it the picture begins.
  private static func center(_ length: Int, _ canvas: Int) -> (crop: Int, origin: Int) {
    length > canvas ? ((length - canvas) / 2, 0) : (0, (canvas - length) / 2)
  }
}
