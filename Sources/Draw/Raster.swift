internal import CDrawing

/// A drawn picture: pixels of 32 bits, alpha in the highest byte, colour multiplied by alpha.
///
/// Owned by whoever drew it; not to be shared between threads while it is drawn on.
package final class Raster {
  package let width: Int
  package let height: Int
  let surface: OpaquePointer

  /// Creates a transparent picture.
  init(width: Int, height: Int) throws(DrawError) {
    guard (1...32767).contains(width), (1...32767).contains(height),
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
    else { throw DrawError("there is no memory for a picture of \(width)x\(height)") }
    self.width = width
    self.height = height
    self.surface = surface
  }

  deinit { cairo_surface_destroy(surface) }

  /// Hands out the pixels, and how many there are from one row to the next.
  package func withPixels<Value>(_ body: (UnsafeMutablePointer<UInt32>, Int) -> Value) -> Value? {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    defer { cairo_surface_mark_dirty(surface) }
    return data.withMemoryRebound(to: UInt32.self, capacity: stride * height) { body($0, stride) }
  }
}

/// Cairo's pen on a picture; the picture's pixels are those of the canvas from an origin on.
final class Pen {
  let context: OpaquePointer
  private let target: Raster

  init(_ target: Raster, originX: Int, originY: Int, _ transform: Affine) throws(DrawError) {
    guard let context = cairo_create(target.surface), cairo_status(context) == CAIRO_STATUS_SUCCESS else {
      throw DrawError("Cairo has no memory")
    }
    self.context = context
    self.target = target
    cairo_set_antialias(context, CAIRO_ANTIALIAS_GRAY)
    cairo_set_tolerance(context, 0.05)
    var matrix = transform.matrix
    matrix.x0 -= Double(originX)
    matrix.y0 -= Double(originY)
    cairo_set_matrix(context, &matrix)
  }

  deinit { cairo_destroy(context) }

  /// The part of the drawing, in its own coordinates, that is on the picture.
  var visible: Rect {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &left, &top, &right, &bottom)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Throws what went wrong, if anything did.
  func finish() throws(DrawError) {
    let status = cairo_status(context)
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw DrawError("Cairo cannot draw it: \(String(cString: cairo_status_to_string(status)))")
  }
}

extension Affine {
  var matrix: cairo_matrix_t { cairo_matrix_t(xx: xx, yx: yx, xy: xy, yy: yy, x0: x0, y0: y0) }
}
