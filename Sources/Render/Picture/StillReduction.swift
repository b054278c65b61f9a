internal import AV
internal import EDL
internal import MediaTime

/// How small a still that moves is made, once, before each frame is resampled from it.
///
/// A photograph has several times the pixels of a canvas, and to resample them all for each frame of a
/// slow zoom costs nearly as much as to encode it. No frame of the motion shows a pixel of the smaller
/// picture larger than one of the canvas, and the mapping stays exact: only the pixels between are fewer.
struct StillReduction {
  private let size: PixelSize

  /// Nil where nothing, or not much, is gained. Follows from the layer's fields alone, whatever part of
  /// it is rendered and whichever play of the same fields is the first.
  init?(_ layer: Layer, _ request: Conversion.Request, _ context: LayerContext) {
    let fields = layer.picture
    guard case .media(let index, _) = layer.source, case .file = context.media[index].source,
      context.media[index].info.kind == .still, fields.key == nil, fields.backdrop == nil,
      let frames = Self.frames(fields, context.rate)
    else { return nil }
    var (x, y) = (0.0, 0.0)
    for frame in frames {
      let state = PictureState(fields, at: Rational(frame), of: 1, canvas: context.canvas, rate: context.rate)
      let geometry = Geometry(request, fit: fields.fit, state: state, canvas: context.canvas.size)
      // Warp makes what it turns or draws out small itself.
      guard geometry.projection.isUpright else { return nil }
      x = max(x, abs(geometry.projection.m[0]) * geometry.size.x / geometry.source.width)
      y = max(y, abs(geometry.projection.m[4]) * geometry.size.y / geometry.source.height)
    }
    let own = request.uprightSize
    guard x > 0, y > 0, x < 1, y < 1, x * y < 0.7 else { return nil }
    size = PixelSize(width: Self.even(own.width, x), height: Self.even(own.height, y))
  }

  /// Frames all along what moves, the last one too; nil where nothing does, or more than the place and the size.
  private static func frames(_ fields: PictureFields, _ rate: Rational) -> [Int]? {
    let motion = fields.motion ?? Motion()
    guard motion.rotation.isConstant, motion.corners == nil else { return nil }
    let keys: [Time] =
      (motion.position?.keys.map(\.time) ?? []) + motion.scale.keys.map(\.time)
      + (fields.box?.keys.map(\.time) ?? []) + (fields.crop?.times ?? [])
    guard let end = keys.max() else { return nil }
    let last = max(0, min(16_777_216, (end.seconds.approximate * rate.approximate).rounded(.up)))
    return Array(stride(from: 0, to: Int(last), by: max(1, Int(last) / 256))) + [Int(last)]
  }

  /// Whole samples of chroma, and some pixels at least.
  private static func even(_ length: Int, _ factor: Double) -> Int {
    min(length, max(16, (Int((Double(length) * factor).rounded(.up)) + 1) / 2 * 2))
  }

  /// The picture in that size.
  func reduced(_ image: LayerImage) throws(AVError) -> LayerImage {
    let whole = ImageScaler.Region(
      left: 0, top: 0, width: Double(image.frame.width), height: Double(image.frame.height))
    let frame =
      if image.isRGB {
        try ImageScaler.scalePlanes(image.frame, whole, width: size.width, height: size.height)
      } else {
        try ImageScaler.scaleYUV(
          image.frame, whole, width: size.width, height: size.height, format: image.frame.pixelFormat)
      }
    frame.makePlain()
    frame.copyColor(of: image.frame)
    return LayerImage(image.kind, frame)
  }
}

extension Conversion.Request {
  /// The picture's own pixels, upright.
  var uprightSize: PixelSize {
    orientation > 4
      ? PixelSize(width: shape.height, height: shape.width) : PixelSize(width: shape.width, height: shape.height)
  }
}

extension Geometry {
  /// Places the picture that a request is about.
  init(_ request: Conversion.Request, fit: PictureFields.Fit, state: PictureState, canvas: PixelSize) {
    let aspect = (request.shape.aspectX, request.shape.aspectY)
    self.init(
      pixels: request.uprightSize, aspect: request.orientation > 4 ? (aspect.1, aspect.0) : aspect, fit: fit,
      state: state, canvas: canvas)
  }
}

extension ImageScaler.Region {
  /// The same rectangle of the same picture in another size.
  func scaled(from own: PixelSize, to size: PixelSize) -> ImageScaler.Region {
    guard own != size else { return self }
    let (x, y) = (Double(size.width) / Double(own.width), Double(size.height) / Double(own.height))
    return ImageScaler.Region(left: left * x, top: top * y, width: width * x, height: height * y)
  }
}
