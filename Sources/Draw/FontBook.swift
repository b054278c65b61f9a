internal import CDrawing
internal import Synchronization

/// The fonts that text is set in: the installed ones, and files of projects.
///
/// Fontconfig and Pango keep state that threads share, so all that asks them goes through one lock.
final class FontBook: @unchecked Sendable {
  /// The family name that a font file gets.
  static let fileFamily = "edlrender-font-file"

  private static let shared = Mutex(FontBook())
  private var maps: [String?: UnsafeMutablePointer<PangoFontMap>] = [:]

  private init() {}

  /// Runs something that asks Pango or fontconfig, alone.
  static func withFonts<Value: Sendable>(
    file: String?, _ body: (UnsafeMutablePointer<PangoFontMap>) throws(DrawError) -> Value
  ) throws(DrawError) -> Value {
    let result = shared.withLock { book -> Result<Value, DrawError> in
      do throws(DrawError) {
        return .success(try body(try book.map(file)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func map(_ file: String?) throws(DrawError) -> UnsafeMutablePointer<PangoFontMap> {
    if let known = maps[file] { return known }
    guard let config = FcInitLoadConfigAndFonts(),
      let map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT)
    else { throw DrawError("the system's fonts cannot be read") }
    defer { FcConfigDestroy(config) }
    if let file, shim_add_font_file(config, file, Self.fileFamily) == 0 {
      shim_unref(map)
      throw DrawError("\"\(file)\" is no font that can be read")
    }
    shim_set_config(map, config)
    maps[file] = map
    return map
  }
}
