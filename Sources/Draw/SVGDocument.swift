internal import CDrawing
package import EDL

/// An SVG file, drawn by librsvg at any size.
///
/// Nothing outside of the file is read: it is opened without an address of its own, and what refers
/// elsewhere is found before and refused. Owned by one thread.
package final class SVGDocument {
  /// The most bytes that are read of a file.
  package static let mostBytes = 64 << 20
  private static let longestSide = 16384.0

  private let handle: UnsafeMutablePointer<RsvgHandle>
  /// The size that it has by itself, in pixels.
  package let size: Pair

  /// Reads a file's text.
  package init(_ bytes: [UInt8]) throws(DrawError) {
    if let reference = SVGScan.outsideReference(bytes) {
      throw DrawError(
        "it refers to \"\(reference)\", and nothing outside of the file is read: put it into the file as a data: URL")
    }
    var fault: UnsafeMutablePointer<GError>?
    guard let handle = shim_svg_open(bytes, gsize(bytes.count), &fault) else {
      let reason = fault.map { String(cString: $0.pointee.message) } ?? "it is no SVG"
      g_error_free(fault)
      throw DrawError(reason)
    }
    self.handle = handle
    rsvg_handle_set_dpi(handle, 96)
    size = Self.naturalSize(handle)
    guard size.x >= 0.5, size.y >= 0.5 else { throw DrawError("its picture has no size") }
    guard size.x <= Self.longestSide, size.y <= Self.longestSide else {
      throw DrawError("its picture is larger than \(Int(Self.longestSide)) pixels: give it a smaller width and height")
    }
  }

  deinit { shim_unref(handle) }

  /// Its width and height, or those of its view box, or of what is drawn.
  private static func naturalSize(_ handle: UnsafeMutablePointer<RsvgHandle>) -> Pair {
    var (width, height) = (0.0, 0.0)
    if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) != 0 { return Pair(width, height) }
    var (hasWidth, hasHeight, hasBox) = (gboolean(0), gboolean(0), gboolean(0))
    var (wide, high, box) = (RsvgLength(), RsvgLength(), RsvgRectangle())
    rsvg_handle_get_intrinsic_dimensions(handle, &hasWidth, &wide, &hasHeight, &high, &hasBox, &box)
    if hasBox != 0 { return Pair(box.width, box.height) }
    var ink = RsvgRectangle()
    guard rsvg_handle_get_geometry_for_element(handle, nil, &ink, nil, nil) != 0 else { return Pair(0, 0) }
    return Pair(ink.width, ink.height)
  }

  /// Draws what falls on a region of the canvas; the transform takes the file's own pixels, from
  /// 0 to ``size``, to the canvas's. Nothing outside of `clip`, in the file's pixels, is drawn.
  package func draw(_ transform: Affine, region: PixelRect, clip: Rect?) throws(DrawError) -> Raster {
    let raster = try Raster(width: region.width, height: region.height)
    let pen = try Pen(raster, originX: region.x, originY: region.y, transform)
    if let clip {
      cairo_rectangle(pen.context, clip.x, clip.y, clip.width, clip.height)
      cairo_clip(pen.context)
    }
    var viewport = RsvgRectangle(x: 0, y: 0, width: size.x, height: size.y)
    var fault: UnsafeMutablePointer<GError>?
    guard rsvg_handle_render_document(handle, pen.context, &viewport, &fault) != 0 else {
      let reason = fault.map { String(cString: $0.pointee.message) } ?? "it cannot be drawn"
      g_error_free(fault)
      throw DrawError(reason)
    }
    try pen.finish()
    return raster
  }
}
