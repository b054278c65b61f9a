internal import AV
internal import EDL
internal import MediaTime

/// Lays the images of layers over each other, bottom first.
struct LayerStack {
  private let context: LayerContext

  init(_ context: LayerContext) { self.context = context }

  /// The layers on the canvas's background.
  func opaque(_ nodes: [LayerNode], at number: Int) throws(RenderError) -> Frame {
    var ground: Frame?
    for node in nodes {
      let image: LayerImage?
      if node.isAdjustment {
        let below = try node.making { () throws(AVError) in
          if let frame = ground.take() { return LayerImage(.opaque, frame) }
          return LayerImage(.opaque, try context.composer.plain())
        }
        image = try node.image(of: below, at: number)
        ground = try node.making { () throws(AVError) in try below.frame.copyReference() }
      } else {
        image = try node.image(at: number)
      }
      guard let image else { continue }
      do throws(AVError) {
        if let mode = node.layer.picture.blend {
          ground = try blend(image, mode, node.opacity, on: ground.take())
        } else if image.covers(context.canvas), node.opacity == 1 {
          ground = try image.frame.copyReference()
        } else {
          ground = try lay(image, node.opacity, on: ground.take())
        }
      } catch {
        throw node.failure(error)
      }
    }
    if let frame = ground.take() { return frame }
    do throws(AVError) {
      return try context.composer.plain()
    } catch {
      throw RenderError(.codec, error, doing: "make an empty frame")
    }
  }

  private func blend(
    _ image: LayerImage, _ mode: BlendMode, _ opacity: Double, on below: consuming Frame?
  ) throws(AVError) -> Frame {
    let ground: LayerImage
    if let frame = below {
      ground = LayerImage(.opaque, frame)
    } else {
      ground = LayerImage(.opaque, try context.composer.plain())
    }
    guard let mixed = try Blender(context: context).blended(image, mode, over: ground) else {
      return try ground.frame.copyReference()
    }
    return try lay(mixed, opacity, on: try ground.frame.copyReference())
  }

  private func lay(_ image: LayerImage, _ opacity: Double, on below: consuming Frame?) throws(AVError) -> Frame {
    guard let frame = below else {
      let frame = try context.composer.plain()
      context.composer.lay(image, opacity: opacity, on: frame)
      return frame
    }
    // A picture that others hold too, such as a decoder's, is copied before it is drawn on.
    try frame.makeWritable()
    context.composer.lay(image, opacity: opacity, on: frame)
    return frame
  }

  /// The layers on a transparent canvas of their own; opaque when the first one hides all.
  func image(_ nodes: [LayerNode], at number: Int) throws(RenderError) -> LayerImage? {
    guard let first = nodes.first else { return nil }
    if let image = try first.image(at: number), image.covers(context.canvas), first.opacity == 1 {
      if nodes.count == 1 { return image }
      return LayerImage(.opaque, try opaque(nodes, at: number))
    }
    var canvas = try first.making { () throws(AVError) in try TransparentCanvas(context) }
    for node in nodes {
      if node.isAdjustment {
        let below = try node.making { () throws(AVError) in try canvas.image() }
        guard let image = try node.image(of: below, at: number) else { continue }
        let replaced = node.layer.picture.mask == nil ? nil : try node.replaced(of: below, at: number)
        canvas = try node.making { () throws(AVError) in
          // Both by their shares, so that what is half transparent does not become denser.
          let next = try TransparentCanvas(context)
          if let replaced {
            try next.add(below, share: 1)
            try next.add(replaced, share: -node.opacity)
          } else if node.opacity < 1 {
            try next.add(below, share: 1 - node.opacity)
          }
          try next.add(image, share: node.opacity)
          return next
        }
        continue
      }
      guard let image = try node.image(at: number) else { continue }
      try node.making { () throws(AVError) in
        guard let mode = node.layer.picture.blend else { return try canvas.lay(image, opacity: node.opacity) }
        let below = try canvas.image()
        guard let mixed = try Blender(context: context).blended(image, mode, over: below) else { return }
        try canvas.lay(mixed, opacity: node.opacity)
      }
    }
    return try first.making { () throws(AVError) in try canvas.image() }
  }
}
