internal import AV
internal import EDL

/// Fills the bars beside a picture that does not fill its box.
struct BackdropStage {
  let context: LayerContext

  /// The box as one picture: the backdrop, and the fitted picture on it; and where that lies.
  func boxed(
    _ picture: LayerImage, _ geometry: Geometry, _ backdrop: PictureFields.Backdrop, _ state: PictureState
  ) throws(AVError) -> (LayerImage, Geometry) {
    let canvas = context.canvas
    let exact = state.box ?? Pair(Double(canvas.size.width), Double(canvas.size.height))
    let box = CanvasFormat(
      size: PixelSize(width: Self.even(exact.x), height: Self.even(exact.y)), pixelFormat: canvas.pixelFormat,
      color: canvas.color, background: canvas.background)
    let composer = Composer(box)
    let ground: Frame
    switch backdrop {
    case .color(let color): ground = try composer.plain(color)
    case .blur: ground = try blurred(picture, geometry.source, box)
    }
    var still = state
    still.motion = nil
    still.box = Pair(Double(box.size.width), Double(box.size.height))
    // What the fit kept of the picture, centred in the box.
    var inner = geometry
    let factor = Pair(Double(box.size.width) / exact.x, Double(box.size.height) / exact.y)
    inner.size = Pair(geometry.size.x * factor.x, geometry.size.y * factor.y)
    inner.projection = Projection(.none, picture: inner.size, canvas: box.size)
    if let image = try Placer(canvas: box).place(picture, by: inner) { composer.lay(image, on: ground) }
    var outer = geometry
    outer.size = exact
    outer.source = ImageScaler.Region(
      left: 0, top: 0, width: Double(box.size.width), height: Double(box.size.height))
    outer.projection = Projection(state.motion ?? .none, picture: exact, canvas: canvas.size)
    return (LayerImage(.opaque, ground), outer)
  }

  /// The picture covering the box, out of focus: made small, softened, made large again.
  private func blurred(
    _ picture: LayerImage, _ source: ImageScaler.Region, _ box: CanvasFormat
  ) throws(AVError) -> Frame {
    let (width, height) = (Double(box.size.width), Double(box.size.height))
    let factor = max(width / source.width, height / source.height)
    let kept = Pair(width / factor, height / factor)
    let region = ImageScaler.Region(
      left: source.left + (source.width - kept.x) / 2, top: source.top + (source.height - kept.y) / 2,
      width: kept.x, height: kept.y)
    let small = PixelSize(width: max(8, Self.even(width / 12)), height: max(8, Self.even(height / 12)))
    let opaque = try context.opaqueYUV(picture)
    let tiny = try ImageScaler.scaleYUV(
      opaque.frame, region, width: small.width, height: small.height, format: box.pixelFormat)
    for plane in 0..<3 { tiny.soften(plane: plane, deviation: plane == 0 ? 2.5 : 1.25) }
    let whole = ImageScaler.Region(left: 0, top: 0, width: Double(small.width), height: Double(small.height))
    let frame = try ImageScaler.scaleYUV(
      tiny, whole, width: box.size.width, height: box.size.height, format: box.pixelFormat)
    frame.makePlain()
    frame.tag(box.color.stream)
    return frame
  }

  private static func even(_ length: Double) -> Int { max(2, Int((length / 2).rounded()) * 2) }
}

extension LayerContext {
  /// A picture with alpha laid on the background; any other as it is.
  fileprivate func opaqueYUV(_ image: LayerImage) throws(AVError) -> LayerImage {
    guard image.isRGB || image.alpha != nil else { return image }
    let size = PixelSize(width: (image.frame.width + 1) & ~1, height: (image.frame.height + 1) & ~1)
    let ground = CanvasFormat(
      size: size, pixelFormat: canvas.pixelFormat, color: canvas.color, background: canvas.background)
    let composer = Composer(ground)
    let frame = try composer.plain()
    composer.lay(LayerImage(image.kind, try image.frame.copyReference(), alpha: image.alpha), on: frame)
    return LayerImage(.opaque, frame)
  }
}
