internal import AV
internal import EDL

/// Brings a film's pictures to its proxy: upright, smaller, 8-bit 4:2:0 in the film's own matrix and range.
final class ProxyScaler {
  /// What the proxy's stream says of its colour: what the film's says; of RGB, what it was made.
  let tags: ColorTags
  private let film: VideoStreamInfo
  private let text: String
  private var graph: (shape: PictureShape, graph: FilterGraph)?

  init(film: VideoStreamInfo, color: SourceColor, size: PixelSize) {
    self.film = film
    let isRGB = color.space == "gbr"
    tags = isRGB ? ColorTags(space: "bt709", primaries: "bt709", transfer: "bt709", range: "tv") : film.color
    let matrix = isRGB ? "bt709" : Conversion.scaleName(color.space)
    let input = isRGB ? "" : ":in_color_matrix=\(matrix):in_range=\(color.range)"
    let range = isRGB ? "tv" : color.range
    text =
      "scale=\(size.width):\(size.height):flags=\(exactScalerFlags)\(input)"
      + ":out_color_matrix=\(matrix):out_range=\(range),format=yuv420p"
  }

  func scaled(_ frame: borrowing Frame) throws(AVError) -> Frame {
    let shape = PictureShape(
      width: frame.width, height: frame.height, format: frame.pixelFormat, aspectX: 1, aspectY: 1)
    let input = try frame.copyReference()
    input.tag(nil)
    input.pts = 0
    if graph?.shape != shape {
      let turns = Conversion.orient(film.orientation, paletted: shape.format.isPaletted)
      graph = (
        shape,
        try FilterGraph(
          "[in0]\((turns + [text]).joined(separator: ","))[out]",
          inputs: [
            .video(
              width: shape.width, height: shape.height, format: shape.format, timeBase: (1, 1), sampleAspect: (1, 1))
          ])
      )
    }
    guard let graph = graph?.graph else { throw AVError(code: 0, operation: "scale") }
    try graph.push(input)
    guard case .ready(let result) = try graph.pull() else {
      throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the graph gave no picture")
    }
    return result
  }
}
