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
      return try PictureFilter("\(input),format=rgb24").convert(picture.copyReference())
    }
    let wide = try PictureFilter("\(input),format=\(middle.name)").convert(picture.copyReference())
    try wide.makeWritable()
    let (color, sdr) = (canvas.color, ColorSystem.sdr)
    ColorMapper(ColorMap(from: color.system, to: sdr, toneMap: color.toneMap, white: color.white)).convert(wide)
    return try PictureFilter("scale=flags=\(exactScalerFlags),format=rgb24").convert(wide)
  }

  /// The bytes of the file of a canvas picture, scaled down to a width where one is given.
  func bytes(of picture: borrowing Frame, width: Int? = nil) throws(AVError) -> [UInt8] {
    let size = canvas.size
    let whole = try colored(picture)
    guard let width, width < size.width else { return try encoded(whole) }
    let height = max(1, (size.height * width + size.width / 2) / size.width)
    let text = "scale=\(width):\(height):flags=area+accurate_rnd+bitexact"
    return try encoded(try PictureFilter(text).convert(whole))
  }

  /// The bytes of the file of a picture in 8-bit RGB.
  func encoded(_ picture: borrowing Frame) throws(AVError) -> [UInt8] {
    // A PNG is looked at as sRGB.
    try Self.encoded(picture, primaries: canvas.color.system == .sdr ? canvas.color.stream.primaries : "bt709")
  }

  /// The bytes of the file of a picture in 8-bit RGB of some primaries.
  static func encoded(_ picture: borrowing Frame, primaries: String) throws(AVError) -> [UInt8] {
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
