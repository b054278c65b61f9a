internal import AV
internal import EDL

/// Brings pictures from one pixel format to another within the canvas's colour, exactly.
final class FormatConverter {
  private enum Way {
    case none
    case toRGB(PlanarColor)
    case toYUV(PlanarColor, PixelFormat)
    case scaler(PictureFilter)
    /// The colour of planar RGB and alpha alone.
    case dropAlpha
    case toDeepRGB(DeepColor, PixelFormat)
    case toDeepYUV(DeepColor, PixelFormat)
    /// Planar RGB of another depth.
    case depth(PixelFormat)
    case steps([FormatConverter])
  }

  private let way: Way
  private let color: CanvasColor

  init(from: PixelFormat, to: PixelFormat, _ color: CanvasColor) {
    self.color = color
    let planar = PlanarColor(kr: color.kr, kb: color.kb)
    if from == to {
      way = .none
    } else if from.name == "gbrap", to.name == "gbrp" {
      way = .dropAlpha
    } else if let deep = Self.deepWay(from, to, color) {
      way = deep
    } else if PlanarColor.takes(from), to.name == "gbrp" {
      way = .toRGB(planar)
    } else if from.name == "gbrp", PlanarColor.takes(to) {
      way = .toYUV(planar, to)
    } else {
      // What has no matrix of its own gets none named.
      let source = from.isRGB || from.isPaletted ? "" : ":in_color_matrix=\(color.stream.scaleSpace):in_range=tv"
      let target = to.isRGB ? "" : ":out_color_matrix=\(color.stream.scaleSpace):out_range=tv"
      way = .scaler(PictureFilter("scale=flags=\(exactScalerFlags)\(source)\(target),format=\(to.name)"))
    }
  }

  /// Where samples have more than 8 bits: what swscale, with white at 255 × 2ⁿ, would not do exactly.
  private static func deepWay(_ from: PixelFormat, _ to: PixelFormat, _ color: CanvasColor) -> Way? {
    guard from.bitDepth > 8 || to.bitDepth > 8 else { return nil }
    if from.isPlanarRGB, to.isPlanarRGB, from.isLittleEndian, to.isLittleEndian {
      let isSameDepth = from.bitDepth == to.bitDepth
      return isSameDepth && from.hasAlpha && !to.hasAlpha ? .dropAlpha : .depth(to)
    }
    if DeepColor.takes(from), DeepColor.makes(to) { return .toDeepRGB(color.deepColor, to) }
    if DeepColor.makes(from), DeepColor.takes(to) { return .toDeepYUV(color.deepColor, to) }
    // Formats of other families have 8 bits here; alpha is brought there, and back, exactly.
    guard (DeepColor.makes(from) && from.hasAlpha) || (DeepColor.makes(to) && to.hasAlpha) else { return nil }
    let middle = PixelFormat.planarRGBA
    guard from != middle, to != middle else { return nil }
    return .steps([FormatConverter(from: from, to: middle, color), FormatConverter(from: middle, to: to, color)])
  }

  /// The picture in the other format, its timestamp kept.
  func convert(_ frame: consuming Frame) throws(AVError) -> Frame {
    let pts = frame.pts
    let result: Frame
    switch way {
    case .none: return frame
    case .dropAlpha: result = try frame.withoutAlpha()
    case .toDeepRGB(let deep, let format): result = try deep.toRGB(frame, format)
    case .toDeepYUV(let deep, let format): result = try deep.toYUV(frame, format)
    case .depth(let format): result = try frame.redepthed(to: format)
    case .steps(let steps):
      var picture = frame
      for step in steps { picture = try step.convert(picture) }
      result = picture
    case .toRGB(let planar): result = try planar.toRGB(frame)
    case .toYUV(let planar, let format): result = try planar.toYUV(frame, format)
    case .scaler(let filter):
      frame.makePlain()
      result = try filter.convert(frame)
    }
    result.makePlain()
    result.tag(result.pixelFormat.isRGB ? nil : color.stream)
    result.pts = pts
    return result
  }
}
