internal import AV
internal import EDL

/// The filters that bring a finished canvas to what an encoder takes: its size, its format.
struct CanvasConversion {
  let canvas: CanvasFormat
  let framing: Framing?
  let format: PixelFormat
  let color: StreamColor
  /// The EXIF orientation that pictures are stored in.
  var orientation = 1

  /// The graph's text; empty when there is nothing to do.
  var text: String {
    let turns = Conversion.orient(Self.inverse(of: orientation), paletted: false)
    // A quarter turn would swap the two subsamplings of chroma.
    guard orientation > 4, format.chromaShiftX != format.chromaShiftY, !format.isRGB,
      let full = PixelFormat(named: format.bitDepth > 8 ? "yuv444p\(format.bitDepth)le" : "yuv444p")
    else { return ([upright].filter { !$0.isEmpty } + turns).joined(separator: ",") }
    let before = CanvasConversion(canvas: canvas, framing: framing, format: full, color: color).upright
    let matrix = "in_color_matrix=\(color.scaleSpace):in_range=\(color.range)"
    let after =
      "scale=flags=\(exactScalerFlags):\(matrix):out_color_matrix=\(color.scaleSpace):out_range=\(color.range)"
    return ([before].filter { !$0.isEmpty } + turns + [after, "format=\(format.name)"]).joined(separator: ",")
  }

  /// What makes an upright picture one of an orientation.
  private static func inverse(of orientation: Int) -> Int {
    switch orientation {
    case 6: 8
    case 8: 6
    default: orientation
    }
  }

  private var upright: String {
    let size = framing?.size ?? canvas.size
    let isSameColor = color.space == canvas.color.stream.space && color.range == canvas.color.stream.range
    guard format != canvas.pixelFormat || size != canvas.size || !isSameColor else { return "" }
    let matrix = format.isRGB ? "" : ":out_color_matrix=\(color.scaleSpace)"
    let colors =
      "flags=\(exactScalerFlags):in_color_matrix=\(canvas.color.stream.scaleSpace):in_range=tv\(matrix)"
      + ":out_range=\(color.range)"
    guard size != canvas.size else { return "scale=\(colors),format=\(format.name)" }
    let steps = fitted(canvas.size, into: size, framing?.fit ?? .contain)
    return
      (steps.before + ["scale=\(steps.scaled.width):\(steps.scaled.height):\(colors)", "format=\(format.name)"]
      + steps.after).joined(separator: ",")
  }

  private struct Steps {
    var before: [String] = []
    var scaled: PixelSize
    var after: [String] = []
  }

  /// How one size goes into another: what is cut off before it is scaled, and what is put round it.
  private func fitted(_ from: PixelSize, into size: PixelSize, _ fit: PictureFields.Fit) -> Steps {
    // Above: one side as long as the box's, the other shorter or longer. A shape that differs by
    // less than a pixel is the same.
    let height = rounded(from.height * size.width, over: from.width)
    let width = rounded(from.width * size.height, over: from.height)
    if fit == .fill || abs(height - size.height) < 2 || abs(width - size.width) < 2 { return Steps(scaled: size) }
    switch fit {
    case .fill: return Steps(scaled: size)
    case .contain:
      let inner =
        height <= size.height
        ? PixelSize(width: size.width, height: height) : PixelSize(width: width, height: size.height)
      return Steps(scaled: inner, after: [pad(inner, to: size)])
    case .cover:
      let part =
        height >= size.height
        ? PixelSize(width: from.width, height: rounded(size.height * from.width, over: size.width))
        : PixelSize(width: rounded(size.width * from.height, over: size.height), height: from.height)
      return Steps(before: [crop(from, to: part)], scaled: size)
    case .none:
      let part = PixelSize(width: min(from.width, size.width), height: min(from.height, size.height))
      return Steps(
        before: part == from ? [] : [crop(from, to: part)], scaled: part,
        after: part == size ? [] : [pad(part, to: size)])
    }
  }

  private func crop(_ from: PixelSize, to part: PixelSize) -> String {
    "crop=\(part.width):\(part.height):\((from.width - part.width) / 4 * 2):\((from.height - part.height) / 4 * 2)"
  }

  private func pad(_ inner: PixelSize, to size: PixelSize) -> String {
    let background = canvas.background
    let hex = [background.red, background.green, background.blue].map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "pad=\(size.width):\(size.height):\((size.width - inner.width) / 4 * 2)"
      + ":\((size.height - inner.height) / 4 * 2):0x\(hex.joined())"
  }

  /// The nearest even number to a fraction: edges lie between samples of chroma.
  private func rounded(_ numerator: Int, over denominator: Int) -> Int {
    max(2, (numerator + denominator) / (2 * denominator) * 2)
  }
}
