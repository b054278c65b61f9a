internal import AV
internal import EDL

/// Brings pictures from one pixel format to another within the canvas's colour, exactly.
final class FormatConverter {
  private enum Way {
    case none
    case toRGB(PlanarColor)
    case toYUV(PlanarColor, PixelFormat)
    /// Built for the size of the picture.
    case scaler(String)
    /// The colour of `gbrap` alone.
    case dropAlpha
  }

  private let way: Way
  private let from: PixelFormat
  private let color: CanvasColor
  private var graph: (width: Int, height: Int, graph: FilterGraph)?

  init(from: PixelFormat, to: PixelFormat, _ color: CanvasColor) {
    self.from = from
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
      way = .scaler("scale=flags=\(exactScalerFlags)\(source)\(target),format=\(to.name)")
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
    case .scaler(let text):
      if graph?.width != frame.width || graph?.height != frame.height {
        graph = (
          frame.width, frame.height,
          try FilterGraph(
            "[in0]\(text)[out]",
            inputs: [
              .video(
                width: frame.width, height: frame.height, format: from, timeBase: (1, 1), sampleAspect: (1, 1))
            ])
        )
      }
      guard let scaler = graph?.graph else { return frame }
      frame.tag(nil)
      frame.makePlain()
      frame.pts = 0
      try scaler.push(frame)
      guard case .ready(let converted) = try scaler.pull() else {
        throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the graph gave no picture")
      }
      result = converted
    }
    result.makePlain()
    result.tag(result.pixelFormat.isRGB ? nil : color.stream)
    result.pts = pts
    return result
  }
}
