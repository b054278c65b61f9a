internal import AV
internal import EDL
internal import MediaTime

/// Mixes the two sides of a transition.
///
/// A frame's picture depends on the two images and on how far the way is, on nothing before it.
struct Crossing {
  private let context: LayerContext
  private let kind: Transition.Kind

  /// How far a transition is: a frame, possibly between two, of so many.
  struct Way {
    let frame: Rational
    let count: Int

    /// The share of the way, 0 to 1.
    var share: Double {
      guard count > 0 else { return 1 }
      return max(0, min(1, frame.approximate / Double(count)))
    }
  }

  init(_ context: LayerContext, _ kind: Transition.Kind) {
    self.context = context
    self.kind = kind
  }

  /// The image at a place of the way; nil where nothing shows. `luma` leads a wipe.
  func image(
    _ from: LayerImage?, _ to: LayerImage?, at way: Way, luma: LumaPlane?
  ) throws(AVError) -> LayerImage? {
    let share = way.share
    guard share > 0 else { return from }
    guard share < 1 else { return to }
    guard from != nil || to != nil else { return nil }
    switch kind {
    case .dissolve: return try dissolve(from, to, share)
    case .fadeThrough(let color):
      let middle = try context.composer.image(color)
      return share < 0.5 ? try dissolve(from, middle, share * 2) : try dissolve(middle, to, share * 2 - 1)
    case .xfade(let name): return try XfadeMixer(context, name).image(from, to, at: way)
    case .luma(_, let softness):
      guard let luma else { return from }
      return try wipe(from, to, luma.shares(at: share, softness: softness), luma)
    }
  }

  /// Each side by its share; the sum of both is never more than there is.
  private func dissolve(_ from: LayerImage?, _ to: LayerImage?, _ share: Double) throws(AVError) -> LayerImage? {
    guard share > 0 else { return from }
    if let sides = try context.covering(from, to) {
      return LayerImage(
        .opaque,
        try FrameMix.dissolve(sides.from.frame, sides.to.frame, share: UInt32((share * 65536).rounded())))
    }
    let canvas = try TransparentCanvas(context)
    if let from { try canvas.add(from, share: 1 - share) }
    if let to { try canvas.add(to, share: share) }
    return try canvas.image()
  }

  private func wipe(
    _ from: LayerImage?, _ to: LayerImage?, _ shares: [UInt16], _ luma: LumaPlane
  ) throws(AVError) -> LayerImage {
    if let sides = try context.covering(from, to) {
      return LayerImage(
        .opaque, try FrameMix.wipe(sides.from.frame, sides.to.frame, shares: shares, luma: luma.frame))
    }
    let sides = (from: try context.wholeCanvas(from), to: try context.wholeCanvas(to))
    return LayerImage(
      .premultiplied, try FrameMix.wipe(sides.from.frame, sides.to.frame, shares: shares, luma: luma.frame))
  }
}

extension LayerContext {
  /// Both images as pictures of the canvas's own size and format; nil unless both hide all.
  func covering(
    _ from: LayerImage?, _ to: LayerImage?
  ) throws(AVError) -> (from: LayerImage, to: LayerImage)? {
    guard let from, let to, from.covers(canvas), to.covers(canvas) else { return nil }
    return (try trimmed(from), try trimmed(to))
  }

  /// An opaque image that covers the canvas, without what lies beside it.
  private func trimmed(_ image: LayerImage) throws(AVError) -> LayerImage {
    if image.x == 0, image.y == 0, image.frame.width == canvas.size.width, image.frame.height == canvas.size.height {
      return image
    }
    let frame = try composer.plain()
    composer.lay(image, on: frame)
    return LayerImage(.opaque, frame)
  }

  /// An image as planar RGB and alpha of the canvas's size, the colour multiplied by alpha.
  func wholeCanvas(_ image: LayerImage?) throws(AVError) -> LayerImage {
    if let image {
      let plain = try premultiplied(image)
      if plain.x == 0, plain.y == 0, plain.frame.width == canvas.size.width, plain.frame.height == canvas.size.height {
        return plain
      }
      let whole = try TransparentCanvas(self)
      try whole.lay(plain, opacity: 1)
      return try whole.image()
    }
    return try TransparentCanvas(self).image()
  }
}
