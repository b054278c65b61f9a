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
  private let alpha: FilterGraph?

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
    guard let colors = conversion.colors else {
      (mapper, second, alpha) = (nil, nil, nil)
      return
    }
    let peak = colors.deepAlpha == nil ? ColorMapper.white : colors.format.peak
    mapper = ColorMapper(colors.map, inputWhite: colors.white, outputWhite: peak)
    alpha = try colors.deepAlpha.map { deep throws(AVError) in
      try FilterGraph(
        "[in0]\(deep.graph)[out]",
        inputs: [
          .video(
            width: shape.width, height: shape.height, format: shape.format, timeBase: (1, 1),
            sampleAspect: (shape.aspectX, shape.aspectY))
        ])
    }
    second =
      colors.graph.isEmpty
      ? nil
      : try FilterGraph(
        "[in0]\(colors.graph)[out]",
        inputs: [
          .video(
            width: colors.size.width, height: colors.size.height,
            format: colors.deepAlpha == nil ? colors.format : canvas.layerFormat, timeBase: (1, 1),
            sampleAspect: (1, 1))
        ])
  }

  /// Converts a picture; without a graph the result shares its buffers.
  func convert(_ picture: borrowing Frame) throws(AVError) -> Frame {
    var frame = try picture.copyReference()
    frame.makePlain()
    if let first { frame = try first.convert(frame) }
    if let mapper {
      try frame.makeWritable()
      mapper.convert(frame)
      if let deep = conversion.colors?.deepAlpha {
        let source = try picture.copyReference()
        source.makePlain()
        frame = try multiplied(frame, by: source, deep)
      }
      if let second { frame = try second.convert(frame) }
    }
    frame.makePlain()
    frame.tag(canvas.color.stream)
    return frame
  }

  /// The colour of a picture with the alpha of its source, multiplied by it and scaled.
  private func multiplied(
    _ picture: consuming Frame, by source: consuming Frame, _ deep: Conversion.DeepAlpha
  ) throws(AVError) -> Frame {
    let frame = try picture.redepthed(to: canvas.layerFormat)
    if let alpha {
      let grey = try alpha.convert(source)
      frame.setAlpha(try grey.redepthed(to: try .grey(depth: frame.pixelFormat.bitDepth)))
    }
    frame.premultiply()
    guard let size = deep.scaled else { return frame }
    let whole = ImageScaler.Region(left: 0, top: 0, width: Double(frame.width), height: Double(frame.height))
    let scaled = try ImageScaler.scalePlanes(frame, whole, width: size.width, height: size.height)
    scaled.makePlain()
    return scaled
  }
}
