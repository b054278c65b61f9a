internal import AV
internal import EDL

/// Mixes the two sides of a transition.
struct Crossing {
  private let context: LayerContext
  private let kind: Transition.Kind

  init(_ context: LayerContext, _ kind: Transition.Kind) {
    self.context = context
    self.kind = kind
  }

  /// The image at a share of the way, 0 being the outgoing side alone; nil where nothing shows.
  func image(_ from: LayerImage?, _ to: LayerImage?, at progress: Double) throws(AVError) -> LayerImage? {
    switch kind {
    case .dissolve: return try dissolve(from, to, progress)
    case .fadeThrough(let color):
      let middle = try context.composer.image(color)
      return progress < 0.5
        ? try dissolve(from, middle, progress * 2) : try dissolve(middle, to, progress * 2 - 1)
    case .xfade, .luma: return progress < 0.5 ? from : to
    }
  }

  /// Each side by its share; the sum of both is never more than there is.
  private func dissolve(_ from: LayerImage?, _ to: LayerImage?, _ progress: Double) throws(AVError) -> LayerImage? {
    guard progress > 0 else { return from }
    guard progress < 1 else { return to }
    if let from, let to, from.covers(context.canvas), to.covers(context.canvas) {
      let frame = try from.frame.copyReference()
      try frame.makeWritable()
      context.composer.lay(to, opacity: progress, on: frame)
      return LayerImage(.opaque, frame)
    }
    let canvas = try TransparentCanvas(context)
    if let from { try canvas.add(from, share: 1 - progress) }
    if let to { try canvas.add(to, share: progress) }
    return try canvas.image()
  }
}
