internal import AV
internal import EDL
internal import MediaTime

/// PNG files made of canvas pictures.
struct StillPNG {
  let canvas: CanvasFormat

  /// The picture as 8-bit RGB of SDR.
  func colored(_ picture: borrowing Frame) throws(AVError) -> Frame {
    let input = "scale=flags=\(exactScalerFlags):in_color_matrix=\(canvas.color.stream.scaleSpace):in_range=tv"
    guard canvas.color.system != .sdr, let middle = PixelFormat(named: "gbrp12le") else {
      return try run("\(input),format=rgb24", picture, canvas.size, canvas.pixelFormat)
    }
    let wide = try run("\(input),format=\(middle.name)", picture, canvas.size, canvas.pixelFormat)
    try wide.makeWritable()
    let (color, sdr) = (canvas.color, ColorSystem.sdr)
    ColorMapper(ColorMap(from: color.system, to: sdr, toneMap: color.toneMap, white: color.white)).convert(wide)
    return try run("scale=flags=\(exactScalerFlags),format=rgb24", wide, canvas.size, middle)
  }

  private func run(
    _ text: String, _ picture: borrowing Frame, _ size: PixelSize, _ format: PixelFormat
  ) throws(AVError) -> Frame {
    let graph = try FilterGraph(
      "[in0]\(text)[out]",
      inputs: [
        .video(width: size.width, height: size.height, format: format, timeBase: (1, 1), sampleAspect: (1, 1))
      ])
    let input = try picture.copyReference()
    input.tag(nil)
    input.pts = 0
    try graph.push(input)
    guard case .ready(let converted) = try graph.pull() else {
      throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the graph gave no picture")
    }
    return converted
  }

  /// The bytes of the file of a canvas picture, scaled down to a width where one is given.
  func bytes(of picture: borrowing Frame, width: Int? = nil) throws(AVError) -> [UInt8] {
    let size = canvas.size
    let whole = try colored(picture)
    guard let width, width < size.width else { return try encoded(whole) }
    let height = max(1, (size.height * width + size.width / 2) / size.width)
    let text = "scale=\(width):\(height):flags=area+accurate_rnd+bitexact"
    return try encoded(try run(text, whole, size, whole.pixelFormat))
  }

  /// The bytes of the file of a picture in 8-bit RGB.
  func encoded(_ picture: borrowing Frame) throws(AVError) -> [UInt8] {
    // A PNG is looked at as sRGB.
    let primaries = canvas.color.system == .sdr ? canvas.color.stream.primaries : "bt709"
    let encoder = try Encoder(
      EncoderSettings(
        encoder: "png",
        input: .video(
          width: picture.width, height: picture.height, format: picture.pixelFormat, rate: .one,
          color: StreamColor(space: "gbr", primaries: primaries, transfer: "iec61966-2-1", range: "pc")),
        options: [], hasGlobalHeader: false))
    picture.pts = 0
    try encoder.send(picture)
    try encoder.finish()
    guard case .ready(let packet) = try encoder.receive() else { return [] }
    return packet.payload
  }
}
