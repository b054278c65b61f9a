internal import EDL

/// Where a source's picture comes to lie on the canvas, in whole pixels.
///
/// The source, made square-pixelled and upright, is scaled to `scaled`; of that, `crop` is kept
/// and laid on the canvas with its top-left at `origin`. With subsampled chroma all edges are whole
/// chroma samples, so no plane is ever shifted by half of one.
struct Fitting: Hashable, Sendable {
  var scaled: PixelSize
  var cropX: Int
  var cropY: Int
  var size: PixelSize
  var originX: Int
  var originY: Int

  /// Fits a picture of `display` size into the canvas; `stepX` and `stepY` are the chroma grid.
  init(_ fit: PictureFields.Fit, display: PixelSize, canvas: PixelSize, stepX: Int, stepY: Int) {
    let (width, height) = Self.scale(fit, display, canvas)
    scaled = PixelSize(
      width: Self.snap(width, canvas.width, stepX), height: Self.snap(height, canvas.height, stepY))
    (cropX, originX) = Self.center(scaled.width, canvas.width, stepX)
    (cropY, originY) = Self.center(scaled.height, canvas.height, stepY)
    size = PixelSize(
      width: min(scaled.width, canvas.width), height: min(scaled.height, canvas.height))
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

  /// The nearest multiple of the chroma grid, but the canvas's own length where it is that.
  private static func snap(_ length: (Int, Int), _ canvas: Int, _ step: Int) -> Int {
    let rounded = (2 * length.0 + length.1) / (2 * length.1)
    if rounded == canvas { return canvas }
    let onGrid = (2 * length.0 + length.1 * step) / (2 * length.1 * step) * step
    return max(step, onGrid)
  }

  /// How much is cut before the canvas begins, or how far inside it the picture begins.
  private static func center(_ length: Int, _ canvas: Int, _ step: Int) -> (crop: Int, origin: Int) {
    let difference = abs(canvas - length) / 2 / step * step
    return length > canvas ? (difference, 0) : (0, difference)
  }
}
