internal import CDrawing
package import EDL

/// How large a drawing is.
package struct DrawnBounds: Hashable, Sendable {
  /// The size by which it is placed: its box, from the origin on. A shadow or an outline reaches out of it.
  package var frame: Pair
  /// All that is drawn, in the same coordinates.
  package var ink: Rect
}

/// Draws titles and shapes at any size and place, sharp: nothing is drawn small and scaled up.
///
/// Works on drawings in which nothing moves any more (`Drawing.still(at:)`). The same drawing, place
/// and size give the same pixels, whatever else was drawn before. Owned by one thread.
package final class Painter {
  private var layouts: [TextStyle: TextLayout] = [:]

  package init() {}

  /// How large a drawing is, in pixels of the canvas.
  package func bounds(of drawing: Drawing, on canvas: PixelSize) throws(DrawError) -> DrawnBounds {
    let artwork = try artwork(of: drawing, on: canvas)
    var ink = artwork.ink
    if let shadow = artwork.shadow, !ink.isEmpty {
      ink = ink.union(ink.moved(by: shadow.offset.first).grown(by: shadow.blur.first * 1.5 + 1))
    }
    if let clip = artwork.clip { ink = ink.intersection(clip) }
    return DrawnBounds(frame: artwork.frame, ink: ink)
  }

  /// Draws what of a drawing falls on a region of the canvas.
  ///
  /// The transform takes the drawing's coordinates, whose origin is the top-left of its frame, to
  /// the canvas's pixels; it may move by parts of a pixel, scale and turn.
  package func draw(
    _ drawing: Drawing, on canvas: PixelSize, _ transform: Affine, region: PixelRect
  ) throws(DrawError) -> Raster {
    let artwork = try artwork(of: drawing, on: canvas)
    let raster = try Raster(width: region.width, height: region.height)
    let pen = try Pen(raster, originX: region.x, originY: region.y, transform)
    if let clip = artwork.clip {
      cairo_rectangle(pen.context, clip.x, clip.y, clip.width, clip.height)
      cairo_clip(pen.context)
    }
    artwork.paintGround(pen)
    if let shadow = artwork.shadow { try paint(shadow, of: artwork, pen, transform, region) }
    artwork.paint(pen)
    try pen.finish()
    return raster
  }

  private func artwork(of drawing: Drawing, on canvas: PixelSize) throws(DrawError) -> any Artwork {
    switch drawing {
    case .shape(let shape): return ShapeArtwork(shape, on: canvas)
    case .title(let title):
      let style = TextStyle(title, on: canvas)
      return TitleArtwork(title, try layout(style), on: canvas)
    }
  }

  private func layout(_ style: TextStyle) throws(DrawError) -> TextLayout {
    if let known = layouts[style] { return known }
    let layout = try TextLayout.make(style)
    if layouts.count >= 64 { layouts.removeAll() }
    layouts[style] = layout
    return layout
  }

  /// Draws the silhouette blurred: the artwork's own opacity, moved, in the shadow's colour.
  private func paint(
    _ shadow: Shadow, of artwork: any Artwork, _ pen: Pen, _ transform: Affine, _ region: PixelRect
  ) throws(DrawError) {
    guard shadow.color.first.alpha > 0 else { return }
    let blur = Blur(deviation: shadow.blur.first / 2 * transform.scale)
    let (width, height) = (region.width + 2 * blur.radius, region.height + 2 * blur.radius)
    let raster = try Raster(width: width, height: height)
    var moved = transform
    let origin = transform(shadow.offset.first)
    (moved.x0, moved.y0) = (origin.x, origin.y)
    let (left, top) = (region.x - blur.radius, region.y - blur.radius)
    let silhouette = try Pen(raster, originX: left, originY: top, moved)
    artwork.paint(silhouette)
    try silhouette.finish()
    var plane = [UInt8](repeating: 0, count: width * height)
    raster.withPixels { pixels, stride in
      for y in 0..<height {
        for x in 0..<width { plane[y * width + x] = UInt8(truncatingIfNeeded: pixels[y * stride + x] >> 24) }
      }
    }
    plane = blur.apply(plane, width: width, height: height)
    guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)),
      let data = cairo_image_surface_get_data(mask)
    else { throw DrawError("there is no memory for a shadow") }
    defer { cairo_surface_destroy(mask) }
    cairo_surface_flush(mask)
    let stride = Int(cairo_image_surface_get_stride(mask))
    for y in 0..<height {
      for x in 0..<width { data[y * stride + x] = plane[y * width + x] }
    }
    cairo_surface_mark_dirty(mask)
    cairo_save(pen.context)
    cairo_identity_matrix(pen.context)
    pen.dip(into: shadow.color.first)
    cairo_mask_surface(pen.context, mask, Double(-blur.radius), Double(-blur.radius))
    cairo_restore(pen.context)
  }
}

/// Something that can be drawn at any size; its frame's top-left is the origin.
protocol Artwork {
  /// The size by which it is placed.
  var frame: Pair { get }
  /// What it covers without its shadow.
  var ink: Rect { get }
  /// What it may cover at most.
  var clip: Rect? { get }
  var shadow: Shadow? { get }
  /// Draws what lies below the shadow.
  func paintGround(_ pen: Pen)
  /// Draws what throws the shadow.
  func paint(_ pen: Pen)
}
