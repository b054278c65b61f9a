internal import AV
internal import EDL

/// A plane of the canvas's size that says what of a layer shows.
struct MaskStage {
  let context: LayerContext

  /// The plane of a mask's picture that lies on the canvas.
  func plane(of image: LayerImage, _ mask: Mask, feather: Double) throws(AVError) -> AlphaPlane {
    let canvas = context.canvas
    let rgb = try context.premultiplied(image)
    let ground = try TransparentCanvas(context)
    try ground.lay(rgb, opacity: 1)
    let drawn = try ground.image()
    let plane = try Frame.opacity(
      width: canvas.size.width, height: canvas.size.height, depth: canvas.layerFormat.bitDepth)
    if canvas.layerFormat.bitDepth > 8 {
      Self.fillWide(plane, from: drawn.frame, mask)
      if feather > 0 { plane.soften(plane: 0, deviation: feather) }
      return AlphaPlane(plane)
    }
    guard let g = drawn.frame.plane(0), let b = drawn.frame.plane(1), let r = drawn.frame.plane(2),
      let a = drawn.frame.plane(3),
      let out = plane.plane(0)
    else { return AlphaPlane(plane) }
    for row in 0..<canvas.size.height {
      let line = out + row * plane.stride(ofPlane: 0)
      let (gs, bs) = (g + row * drawn.frame.stride(ofPlane: 0), b + row * drawn.frame.stride(ofPlane: 1))
      let (rs, alphas) = (r + row * drawn.frame.stride(ofPlane: 2), a + row * drawn.frame.stride(ofPlane: 3))
      for x in 0..<canvas.size.width {
        // Brightness over black, so that what is transparent hides.
        let luma = (UInt32(rs[x]) &* 13933 &+ UInt32(gs[x]) &* 46871 &+ UInt32(bs[x]) &* 4732 &+ 32768) >> 16
        let value = mask.channel == .alpha ? alphas[x] : UInt8(truncatingIfNeeded: min(255, luma))
        line[x] = mask.isInverted ? 255 - value : value
      }
    }
    if feather > 0 { plane.soften(plane: 0, deviation: feather) }
    return AlphaPlane(plane)
  }

  private static func fillWide(_ plane: borrowing Frame, from drawn: borrowing Frame, _ mask: Mask) {
    let peak = UInt64(plane.peak)
    for row in 0..<plane.height {
      guard let line = plane.wideRow(0, row), let gs = drawn.wideRow(0, row), let bs = drawn.wideRow(1, row),
        let rs = drawn.wideRow(2, row), let alphas = drawn.wideRow(3, row)
      else { continue }
      for x in 0..<plane.width {
        let luma = (UInt64(rs[x]) &* 13933 &+ UInt64(gs[x]) &* 46871 &+ UInt64(bs[x]) &* 4732 &+ 32768) >> 16
        let value = mask.channel == .alpha ? UInt64(alphas[x]) : min(peak, luma)
        line[x] = UInt16(truncatingIfNeeded: mask.isInverted ? peak - value : value)
      }
    }
  }

  /// The image where the mask shows it.
  func apply(_ mask: AlphaPlane, to image: LayerImage) throws(AVError) -> LayerImage? {
    let source = image.kind == .opaqueFullChroma ? try context.premultiplied(image) : image
    if source.kind == .premultiplied {
      let frame = try source.frame.copyReference()
      try frame.makeWritable()
      for plane in 0..<4 { frame.multiply(plane, by: mask.frame, x: source.x, y: source.y) }
      return LayerImage(.premultiplied, frame, x: source.x, y: source.y)
    }
    let alpha: Frame
    if let own = source.alpha {
      alpha = try own.frame.copyReference()
      try alpha.makeWritable()
    } else {
      alpha = try Frame.opacity(
        width: source.frame.width, height: source.frame.height, depth: context.canvas.layerFormat.bitDepth)
    }
    alpha.multiply(0, by: mask.frame, x: source.x, y: source.y)
    return LayerImage(.masked, try source.frame.copyReference(), alpha: AlphaPlane(alpha), x: source.x, y: source.y)
  }
}
