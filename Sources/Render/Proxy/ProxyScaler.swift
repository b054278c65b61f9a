internal import AV
internal import EDL

/// Brings a film's pictures to its proxy: upright, smaller, 8-bit 4:2:0 in the film's own matrix and range.
final class ProxyScaler {
  /// What the proxy's stream says of its colour: what the film's says; of RGB, what it was made.
  let tags: ColorTags
  private let filter: PictureFilter

  init(film: VideoStreamInfo, color: SourceColor, size: PixelSize) {
    let isRGB = color.space == "gbr"
    tags = isRGB ? ColorTags(space: "bt709", primaries: "bt709", transfer: "bt709", range: "tv") : film.color
    let matrix = isRGB ? "bt709" : Conversion.scaleName(color.space)
    let input = isRGB ? "" : ":in_color_matrix=\(matrix):in_range=\(color.range)"
    let range = isRGB ? "tv" : color.range
    let scale =
      "scale=\(size.width):\(size.height):flags=\(exactScalerFlags)\(input)"
      + ":out_color_matrix=\(matrix):out_range=\(range),format=yuv420p"
    filter = PictureFilter { format in
      (Conversion.orient(film.orientation, paletted: format.isPaletted) + [scale]).joined(separator: ",")
    }
  }

  func scaled(_ frame: borrowing Frame) throws(AVError) -> Frame {
    try filter.convert(frame.copyReference())
  }
}
