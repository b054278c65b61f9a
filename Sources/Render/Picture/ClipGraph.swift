internal import AV
internal import EDL

/// Runs one conversion: one picture in, the same picture for the canvas out.
///
/// All its filters look at one picture at a time, so it remembers nothing between pictures.
final class ClipGraph {
  /// What it does.
  let conversion: Conversion
  private let canvas: CanvasFormat
  private let first: FilterGraph?
  private let second: FilterGraph?
  private let mapper: ColorMapper?

  init(_ conversion: Conversion, shape: PictureShape, canvas: CanvasFormat) throws(AVError) {
    self.conversion = conversion
    self.canvas = canvas
    first =
      conversion.graph.isEmpty
      ? nil
      : try FilterGraph(
        "[in0]\(conversion.graph)[out]",
        inputs: [
          .video(
            width: shape.width, height: shape.height, format: shape.format, timeBase: (1, 1),
            sampleAspect: (shape.aspectX, shape.aspectY))
        ])
    if let colors = conversion.colors {
      mapper = ColorMapper(colors.map, inputWhite: colors.white)
      second = try FilterGraph(
        "[in0]\(colors.graph)[out]",
        inputs: [
          .video(
            width: colors.size.width, height: colors.size.height, format: colors.format, timeBase: (1, 1),
            sampleAspect: (1, 1))
        ])
    } else {
      mapper = nil
      second = nil
    }
  }

  /// Converts a picture; without a graph the result shares its buffers.
  func convert(_ picture: borrowing Frame) throws(AVError) -> Frame {
    var frame = try picture.copyReference()
    frame.makePlain()
    if let first { frame = try first.convert(frame) }
    if let mapper, let second {
      try frame.makeWritable()
      mapper.convert(frame)
      frame = try second.convert(frame)
    }
    frame.makePlain()
    frame.tag(canvas.color.stream)
    return frame
  }
}
