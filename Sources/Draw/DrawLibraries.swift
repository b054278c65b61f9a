internal import CDrawing

/// The builds that drawn pictures depend on.
package enum DrawLibraries {
  /// The versions of all, on one line.
  package static let versions: String = {
    let fontconfig = FcGetVersion()
    return "pango \(text(pango_version_string())), cairo \(text(cairo_version_string())), "
      + "harfbuzz \(text(hb_version_string())), "
      + "fontconfig \(fontconfig / 10000).\(fontconfig / 100 % 100).\(fontconfig % 100), "
      + "librsvg \(rsvg_major_version).\(rsvg_minor_version).\(rsvg_micro_version)"
  }()

  private static func text(_ version: UnsafePointer<CChar>?) -> String { version.map { String(cString: $0) } ?? "" }
}
