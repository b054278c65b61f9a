internal import AV
internal import EDL

/// A canvas that begins transparent: planar RGB and alpha, colour multiplied by alpha.
final class TransparentCanvas {
  private let context: LayerContext
  private let frame: Frame

  init(_ context: LayerContext) throws(AVError) {
    self.context = context
    frame = try Self.clear(context.canvas.size, context.canvas.layerFormat)
  }

  /// What was drawn, as an image.
  func image() throws(AVError) -> LayerImage { LayerImage(.premultiplied, try frame.copyReference()) }

  /// A wholly transparent picture.
  static func clear(_ size: PixelSize, _ format: PixelFormat) throws(AVError) -> Frame {
    let frame = try Frame.picture(width: size.width, height: size.height, format: format)
    frame.fill([0, 0, 0, 0])
    frame.makePlain()
    return frame
  }

  /// Lays an image over what is there: Porter and Duff's "over".
  func lay(_ image: LayerImage, opacity: Double) throws(AVError) {
    let image = try context.premultiplied(image)
    let share = UInt32((opacity * 65536).rounded())
    guard share > 0 else { return }
    if frame.pixelFormat.bitDepth > 8 {
      let peak = UInt64(frame.peak)
      eachRow(of: image) { below, above, alpha, count in
        Self.over(Self.wide(below), Self.wide(above), Self.wide(alpha), count, UInt64(share), peak)
      }
      return
    }
    // Alpha is the last plane, so the others still see what was there before.
    eachRow(of: image) { below, above, alpha, count in Self.over(below, above, alpha, count, share) }
  }

  /// Adds a share of an image to what is there, or takes one away; all shares come to 1.
  func add(_ image: LayerImage, share: Double) throws(AVError) {
    let image = try context.premultiplied(image)
    let share = Int32((share * 65536).rounded())
    if frame.pixelFormat.bitDepth > 8 {
      let peak = Int64(frame.peak)
      eachRow(of: image) { below, above, _, count in
        let (below, above) = (Self.wide(below), Self.wide(above))
        for index in 0..<count {
          let sum = Int64(below[index]) &+ (Int64(above[index]) &* Int64(share) &+ 32768) >> 16
          below[index] = UInt16(truncatingIfNeeded: max(0, min(peak, sum)))
        }
      }
      return
    }
    eachRow(of: image) { below, above, _, count in
      for index in 0..<count {
        let sum = Int32(below[index]) &+ (Int32(above[index]) &* share &+ 32768) >> 16
        below[index] = UInt8(truncatingIfNeeded: max(0, min(255, sum)))
      }
    }
  }

  /// Calls a function for each row of each plane where an image lies on the canvas: the canvas's
  /// samples, the image's, the image's alpha there, and how many there are.
  private func eachRow(
    of image: LayerImage,
    _ work: (UnsafeMutablePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>, Int) -> Void
  ) {
    let (left, top) = (max(0, image.x), max(0, image.y))
    let right = min(frame.width, image.x + image.frame.width)
    let bottom = min(frame.height, image.y + image.frame.height)
    guard left < right, top < bottom, let alpha = image.frame.plane(3) else { return }
    let bytes = frame.pixelFormat.bitDepth > 8 ? 2 : 1
    for plane in 0..<4 {
      guard let from = image.frame.plane(plane), let to = frame.plane(plane) else { continue }
      for row in top..<bottom {
        let above = from + (row - image.y) * image.frame.stride(ofPlane: plane) + (left - image.x) * bytes
        let shares = alpha + (row - image.y) * image.frame.stride(ofPlane: 3) + (left - image.x) * bytes
        work(to + row * frame.stride(ofPlane: plane) + left * bytes, above, shares, right - left)
      }
    }
  }

  /// above + below × (1 − alpha), rounded once.
  private static func over(
    _ below: UnsafeMutablePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ alpha: UnsafePointer<UInt8>,
    _ count: Int, _ share: UInt32
  ) {
    for index in 0..<count {
      // In 65,280ths: 255 × 256.
      let opaque = (UInt32(alpha[index]) &* share) >> 8
      let added = (UInt32(above[index]) &* share) >> 8
      let kept = UInt32(below[index]) &* (65280 &- opaque)
      below[index] = UInt8(truncatingIfNeeded: min(255, (added &* 255 &+ kept &+ 32640) / 65280))
    }
  }

  private static func over(
    _ below: UnsafeMutablePointer<UInt16>, _ above: UnsafePointer<UInt16>, _ alpha: UnsafePointer<UInt16>,
    _ count: Int, _ share: UInt64, _ peak: UInt64
  ) {
    let unit = peak << 16
    for index in 0..<count {
      let added = UInt64(above[index]) &* share &* peak
      let kept = UInt64(below[index]) &* (unit &- UInt64(alpha[index]) &* share)
      below[index] = UInt16(truncatingIfNeeded: min(peak, (added &+ kept &+ unit / 2) / unit))
    }
  }

  private static func wide(_ line: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(line).assumingMemoryBound(to: UInt16.self)
  }

  private static func wide(_ line: UnsafePointer<UInt8>) -> UnsafePointer<UInt16> {
    UnsafeRawPointer(line).assumingMemoryBound(to: UInt16.self)
  }
}

extension LayerContext {
  /// The image as planar RGB multiplied by alpha.
  func premultiplied(_ image: LayerImage) throws(AVError) -> LayerImage {
    guard image.kind != .premultiplied else { return image }
    let request = Conversion.Request(
      shape: PictureShape(
        width: image.frame.width, height: image.frame.height, format: image.frame.pixelFormat, aspectX: 1, aspectY: 1),
      color: .canvas(canvas.color), orientation: 1, fit: nil)
    let frame: Frame
    if canvas.layerFormat.bitDepth > 8, DeepColor.takes(image.frame.pixelFormat) {
      frame = try canvas.color.deepColor.toRGB(image.frame, canvas.layerFormat)
      frame.makePlain()
    } else {
      frame = try rgbGraph(request).convert(image.frame)
    }
    if let alpha = image.alpha { for plane in 0..<4 { frame.multiply(plane, by: alpha.frame, x: 0, y: 0) } }
    return LayerImage(.premultiplied, frame, x: image.x, y: image.y)
  }
}
