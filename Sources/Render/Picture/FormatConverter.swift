internal import AV
internal import EDL

/// Brings pictures from one pixel format to another within the canvas's colour, exactly.
final class FormatConverter {
  private enum Way {
    case none
    case toRGB(PlanarColor)
    case toYUV(PlanarColor, PixelFormat)
    case scaler(PictureFilter)
    /// The colour of `gbrap` alone.
    case dropAlpha
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

  /// The picture in the other format, its timestamp kept.
  func convert(_ frame: consuming Frame) throws(AVError) -> Frame {
    let pts = frame.pts
    let result: Frame
    switch way {
    case .none: return frame
    case .dropAlpha: result = try frame.withoutAlpha()
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
