internal import AV
internal import Draw
internal import EDL

/// A picture in packed RGB that parts are put into.
struct PictureSheet {
  let size: PixelSize
  private var pixels: [UInt8]

  /// Creates a picture of one colour.
  init(_ size: PixelSize, _ color: Color) {
    self.size = size
    pixels = []
    pixels.reserveCapacity(size.width * size.height * 3)
    for _ in 0..<size.width * size.height {
      pixels.append(color.red)
      pixels.append(color.green)
      pixels.append(color.blue)
    }
  }

  /// Copies a picture in packed RGB, row after row, to a place within.
  mutating func put(_ part: [UInt8], _ partSize: PixelSize, x: Int, y: Int) {
    let bytes = partSize.width * 3
    for row in 0..<partSize.height {
      let start = ((y + row) * size.width + x) * 3
      pixels.replaceSubrange(start..<start + bytes, with: part[row * bytes..<(row + 1) * bytes])
    }
  }

  /// Fills a rectangle.
  mutating func fill(_ color: Color, x: Int, y: Int, width: Int, height: Int) {
    for row in max(0, y)..<max(0, min(y + height, size.height)) {
      for column in max(0, x)..<max(0, min(x + width, size.width)) {
        let place = (row * size.width + column) * 3
        (pixels[place], pixels[place + 1], pixels[place + 2]) = (color.red, color.green, color.blue)
      }
    }
  }

  /// Lays a drawing over it.
  mutating func lay(_ raster: Raster, x: Int, y: Int) {
    let (size, width, height) = (self.size, raster.width, raster.height)
    let columns = max(0, -x)..<max(0, -x, min(width, size.width - x))
    let rows = max(0, -y)..<max(0, -y, min(height, size.height - y))
    var copy = pixels
    pixels = []
    raster.withPixels { drawn, stride in
      for row in rows {
        for column in columns {
          let pixel = drawn[row * stride + column]
          let rest = 255 - Int(pixel >> 24)
          guard rest < 255 else { continue }
          let place = ((y + row) * size.width + x + column) * 3
          for (offset, shift) in [(0, UInt32(16)), (1, 8), (2, 0)] {
            // Colour is multiplied by its opacity already.
            copy[place + offset] = UInt8(
              min(255, Int(pixel >> shift & 255) + (Int(copy[place + offset]) * rest + 127) / 255))
          }
        }
      }
    }
    pixels = copy
  }

  /// Encodes it; a container is told the parameters of the encoder.
  func encoded(_ encoding: PictureEncoding, by encoder: Encoder) throws(AVError) -> Packet {
    guard let rgb = PixelFormat(named: "rgb24") else {
      throw AVError(code: 0, operation: "encode", detail: "there is no rgb24")
    }
    var frame = try Frame.picture(width: size.width, height: size.height, format: rgb)
    if let plane = frame.plane(0) {
      let stride = frame.stride(ofPlane: 0)
      pixels.withUnsafeBufferPointer { source in
        guard let base = source.baseAddress else { return }
        for row in 0..<size.height {
          (plane + row * stride).update(from: base + row * size.width * 3, count: size.width * 3)
        }
      }
    }
    if !encoding.conversion.isEmpty { frame = try PictureFilter(encoding.conversion).convert(frame) }
    if case .video(_, _, _, _, let color) = encoding.settings.input { frame.tag(color) }
    frame.pts = 0
    try encoder.send(frame)
    try encoder.finish()
    guard case .ready(let packet) = try encoder.receive() else {
      throw AVError(code: 0, operation: "avcodec_receive_packet", detail: "the encoder gave no picture")
    }
    return packet
  }
}
