internal import AV
internal import Draw
internal import EDL

/// Draws titles, shapes and SVG files where they lie on the canvas, in the size they are seen in.
struct DrawnImage {
  let context: LayerContext

  private var canvas: PixelSize { context.canvas.size }

  /// A drawing without anything that moves, placed by the fields at a frame; nil where nothing shows.
  ///
  /// With `room` it is for effects, which come before all motion.
  func image(of drawing: Drawing, _ state: PictureState, room: DrawingRoom? = nil) throws(DrawError) -> LayerImage? {
    let bounds = try context.painter.bounds(of: drawing, on: canvas)
    guard !bounds.ink.isEmpty else { return nil }
    guard let motion = state.motion else {
      let corner = resting(bounds.frame)
      if let room, let region = room.region(around: corner.bounds(of: bounds.ink), on: canvas) {
        let raster = try context.painter.draw(drawing, on: canvas, corner, region: region)
        return LayerImage(.premultiplied, try Self.frame(raster, context.canvas.layerFormat), x: region.x, y: region.y)
      }
      return try image(corner.bounds(of: bounds.ink)) { region throws(DrawError) in
        try context.painter.draw(drawing, on: canvas, corner, region: region)
      }
    }
    let frame = Pair(max(bounds.frame.x, 1e-3), max(bounds.frame.y, 1e-3))
    let projection = Projection(motion, picture: frame, canvas: canvas)
    guard let place = Affine(projection) else {
      return try image(of: drawing, bounds, by: projection)
    }
    return try image(place.bounds(of: bounds.ink)) { region throws(DrawError) in
      try context.painter.draw(drawing, on: canvas, place, region: region)
    }
  }

  /// Where a box lies that nothing moves: in the middle. Nobody asked for a part of a pixel, so edges stay sharp.
  private func resting(_ frame: Pair) -> Affine {
    Affine(
      x0: ((Double(canvas.width) - frame.x) / 2).rounded(.down),
      y0: ((Double(canvas.height) - frame.y) / 2).rounded(.down))
  }

  /// The box of a drawing that nothing moves.
  func restingFrame(of drawing: Drawing) throws(DrawError) -> (corner: Pair, size: Pair) {
    let frame = try context.painter.bounds(of: drawing, on: canvas).frame
    let corner = resting(frame)
    return (Pair(corner.x0, corner.y0), Pair(max(frame.x, 1e-3), max(frame.y, 1e-3)))
  }

  /// What of an SVG file shows: placed as pictures are, but drawn anew in its final size.
  ///
  /// Nil outside where that cannot be done in vectors and its pixels have to do.
  func image(of document: SVGDocument, _ layer: Layer, _ state: PictureState) throws(DrawError) -> LayerImage?? {
    guard layer.picture.backdrop == nil, (layer.picture.orientation ?? 1) == 1 else { return nil }
    let pixels = document.pixels
    let place: Affine
    var shown = Rect(width: document.size.x, height: document.size.y)
    if state.motion == nil, state.box == nil, state.crop == nil {
      let fitting = Fitting(layer.picture.fit, display: pixels, canvas: canvas)
      place = Affine(
        xx: Double(fitting.scaled.width) / document.size.x, yy: Double(fitting.scaled.height) / document.size.y,
        x0: Double(fitting.originX - fitting.cropX), y0: Double(fitting.originY - fitting.cropY))
    } else {
      let geometry = Geometry(pixels: pixels, aspect: (1, 1), fit: layer.picture.fit, state: state, canvas: canvas)
      guard let projection = Affine(geometry.projection) else { return nil }
      // From the file's own units to those pixels that crops count in.
      let (sx, sy) = (document.size.x / Double(pixels.width), document.size.y / Double(pixels.height))
      let source = geometry.source
      shown = Rect(x: source.left * sx, y: source.top * sy, width: source.width * sx, height: source.height * sy)
      let (kx, ky) = (geometry.size.x / shown.width, geometry.size.y / shown.height)
      place = projection.after(Affine(xx: kx, yy: ky, x0: -shown.x * kx, y0: -shown.y * ky))
    }
    return .some(
      try image(place.bounds(of: shown)) { region throws(DrawError) in
        try document.draw(place, region: region, clip: shown)
      })
  }

  /// Draws the pixels that a rectangle of the canvas touches.
  private func image(
    _ area: Rect, _ draw: (PixelRect) throws(DrawError) -> Raster
  ) throws(DrawError) -> LayerImage? {
    guard let region = PixelRect(touching: area, on: canvas) else { return nil }
    let frame = try Self.frame(try draw(region), context.canvas.layerFormat)
    return LayerImage(.premultiplied, frame, x: region.x, y: region.y)
  }

  /// Corners that make no parallelogram: drawn flat, twice as large for its near side, then drawn out.
  private func image(
    of drawing: Drawing, _ bounds: DrawnBounds, by projection: Projection
  ) throws(DrawError) -> LayerImage? {
    let ink = bounds.ink
    let scale = min(2, 8192 / max(ink.width, ink.height))
    let (width, height) = (Int((ink.width * scale).rounded(.up)), Int((ink.height * scale).rounded(.up)))
    guard width > 0, height > 0 else { return nil }
    let (kx, ky) = (Double(width) / ink.width, Double(height) / ink.height)
    let place = Affine(xx: kx, yy: ky, x0: -ink.x * kx, y0: -ink.y * ky)
    let region = PixelRect(x: 0, y: 0, width: width, height: height)
    let flat = LayerImage(
      .premultiplied,
      try Self.frame(try context.painter.draw(drawing, on: canvas, place, region: region), context.canvas.layerFormat))
    var geometry = Geometry(
      pixels: PixelSize(width: width, height: height), aspect: (1, 1), fit: .none,
      state: PictureState(PictureFields(), at: nil, of: 1, canvas: context.canvas, rate: context.rate), canvas: canvas)
    // The corners are those of the frame; what is drawn may reach out of it.
    geometry.size = Pair(ink.width, ink.height)
    geometry.projection = projection.after(Projection([1, 0, ink.x, 0, 1, ink.y, 0, 0, 1]))
    do throws(AVError) {
      return try Placer(canvas: context.canvas).place(flat, by: geometry)
    } catch {
      throw DrawError("\(error)")
    }
  }

  /// Cairo's pixels as planes of a format of layers.
  static func frame(_ raster: Raster, _ format: PixelFormat = .planarRGBA) throws(DrawError) -> Frame {
    do throws(AVError) {
      let frame = try TransparentCanvas.clear(PixelSize(width: raster.width, height: raster.height), .planarRGBA)
      try fill(frame, from: raster)
      return format == .planarRGBA ? frame : try frame.redepthed(to: format)
    } catch {
      throw DrawError("\(error)")
    }
  }

  private static func fill(_ frame: borrowing Frame, from raster: Raster) throws(AVError) {
    guard let green = frame.plane(0), let blue = frame.plane(1), let red = frame.plane(2), let alpha = frame.plane(3)
    else { throw AVError(code: -12, operation: "av_frame_get_buffer") }
    let strides = (0..<4).map { frame.stride(ofPlane: $0) }
    let (width, height) = (raster.width, raster.height)
    raster.withPixels { pixels, stride in
      for y in 0..<height {
        let line = pixels + y * stride
        let (g, b, r, a) = (
          green + y * strides[0], blue + y * strides[1], red + y * strides[2], alpha + y * strides[3]
        )
        for x in 0..<width {
          let pixel = line[x]
          g[x] = UInt8(truncatingIfNeeded: pixel >> 8)
          b[x] = UInt8(truncatingIfNeeded: pixel)
          r[x] = UInt8(truncatingIfNeeded: pixel >> 16)
          a[x] = UInt8(truncatingIfNeeded: pixel >> 24)
        }
      }
    }
  }
}

extension SVGDocument {
  /// Its size in whole pixels, as probes tell it.
  var pixels: PixelSize {
    PixelSize(width: max(1, Int(size.x.rounded())), height: max(1, Int(size.y.rounded())))
  }
}

extension Affine {
  /// The same map, unless it needs a vanishing point.
  fileprivate init?(_ projection: Projection) {
    let m = projection.m
    guard m[6] == 0, m[7] == 0, m[8] != 0 else { return nil }
    self.init(
      xx: m[0] / m[8], yx: m[3] / m[8], xy: m[1] / m[8], yy: m[4] / m[8], x0: m[2] / m[8], y0: m[5] / m[8])
  }

  /// The map that does another one first.
  fileprivate func after(_ first: Affine) -> Affine {
    Affine(
      xx: xx * first.xx + xy * first.yx, yx: yx * first.xx + yy * first.yx, xy: xx * first.xy + xy * first.yy,
      yy: yx * first.xy + yy * first.yy, x0: xx * first.x0 + xy * first.y0 + x0,
      y0: yx * first.x0 + yy * first.y0 + y0)
  }
}

/// The room around a drawing that its effects spread into.
struct DrawingRoom: Hashable {
  /// The pixels on each side.
  var margin: Int
  /// Whether it is the same whatever is drawn, as filters that look at other frames need it.
  var isFixed: Bool

  /// The room for effects.
  init(for effects: [Effect]) {
    margin = FilterSpread.margin(effects)
    isFixed = FilterTraits.reach(effects).isTemporal
  }

  /// The pixels to draw: what is beside the canvas too, up to a canvas away, as it may yet be moved into it.
  func region(around ink: Rect, on canvas: PixelSize) -> PixelRect? {
    let whole = Rect(width: Double(canvas.width), height: Double(canvas.height))
    let area =
      isFixed
      ? whole.grown(by: Double(margin))
      : ink.intersection(whole.grown(by: whole.width, whole.height)).grown(by: Double(margin))
    guard !area.isEmpty else { return nil }
    let (x, y) = (Int(area.x.rounded(.down)), Int(area.y.rounded(.down)))
    return PixelRect(
      x: x, y: y, width: Int((area.x + area.width).rounded(.up)) - x,
      height: Int((area.y + area.height).rounded(.up)) - y)
  }
}
