internal import CDrawing
internal import EDL

extension TextLayout {
  /// Sets a text; throws for markup with a mistake or a font file that is none.
  static func make(_ style: TextStyle) throws(DrawError) -> TextLayout {
    try FontBook.withFonts(file: style.file) { map throws(DrawError) in
      var setter = try TextSetter(style, map)
      return setter.layout()
    }
  }
}

/// Lays a text out with Pango and takes its outlines. Only to be used under the lock of ``FontBook``.
///
/// Nothing is rounded to pixels and nothing is hinted, so that the text keeps its shape at every
/// size and place; outlines are taken at a multiple of the size, as fonts answer in 64ths of a pixel.
private struct TextSetter {
  private let style: TextStyle
  private let pango: Handle
  private let layoutObject: Handle
  private let pen: OpaquePointer
  private let penOwner: ContextOwner
  private let magnification: Double

  private var outlines: [GlyphKey: OutlinePath] = [:]
  private var pictures: [GlyphKey: GlyphPicture] = [:]
  private var backgrounds: [TextLayout.Piece] = []
  private var letters: [TextLayout.Piece] = []
  private var missing: [Unicode.Scalar] = []
  private var files: [String] = []
  private let substitute: String?

  private struct GlyphKey: Hashable {
    var font: UnsafeMutablePointer<PangoFont>
    var glyph: UInt32
    /// Of one that no font has: Pango draws a box in the middle of it.
    var boxWidth: Int32

    init(_ font: UnsafeMutablePointer<PangoFont>, _ info: PangoGlyphInfo) {
      self.font = font
      glyph = info.glyph
      boxWidth = info.glyph & SHIM_GLYPH_UNKNOWN == 0 ? 0 : info.geometry.width
    }
  }

  /// One reference to a GObject.
  private final class Handle {
    let pointer: OpaquePointer
    init(_ pointer: OpaquePointer) { self.pointer = pointer }
    deinit { shim_unref(UnsafeMutableRawPointer(pointer)) }
  }

  private final class ContextOwner {
    let context: OpaquePointer
    init(_ context: OpaquePointer) { self.context = context }
    deinit { cairo_destroy(context) }
  }

  init(_ style: TextStyle, _ map: UnsafeMutablePointer<PangoFontMap>) throws(DrawError) {
    self.style = style
    guard let context = pango_font_map_create_context(map), let layout = pango_layout_new(context),
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1), let pen = cairo_create(surface)
    else { throw DrawError("Pango has no memory") }
    cairo_surface_destroy(surface)
    pango = Handle(context)
    layoutObject = Handle(layout)
    penOwner = ContextOwner(pen)
    self.pen = pen
    magnification = max(1, min(16, 4096 / style.size))
    cairo_scale(pen, magnification, magnification)
    cairo_set_tolerance(pen, 0.01)

    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
    cairo_set_font_options(pen, options)
    cairo_font_options_destroy(options)
    pango_cairo_context_set_resolution(context, 96)
    pango_context_set_round_glyph_positions(context, 0)
    // Named, as it would be the locale's else.
    pango_context_set_language(context, pango_language_from_string("en"))

    let font = pango_font_description_new()
    defer { pango_font_description_free(font) }
    pango_font_description_set_family(font, style.file == nil ? style.family ?? "sans-serif" : FontBook.fileFamily)
    pango_font_description_set_absolute_size(font, style.size * Double(SHIM_PANGO_SCALE))
    pango_font_description_set_weight(font, PangoWeight(rawValue: PangoWeight.RawValue(style.weight)))
    pango_font_description_set_style(font, style.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    substitute = style.file == nil ? Self.substitute(for: style.family, font, map, context) : nil
    pango_layout_set_font_description(layout, font)

    let attributes: OpaquePointer?
    if style.isMarkup {
      attributes = try Self.setMarkup(style.text, layout)
    } else {
      attributes = pango_attr_list_new()
      pango_layout_set_text(layout, style.text, Int32(style.text.utf8.count))
    }
    if style.letterSpacing != 0 {
      pango_attr_list_insert_before(
        attributes, pango_attr_letter_spacing_new(Int32((style.letterSpacing * Double(SHIM_PANGO_SCALE)).rounded())))
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)

    switch style.align {
    case .left, .justify: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .right: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    pango_layout_set_justify(layout, style.align == .justify ? 1 : 0)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    if let width = style.maxWidth {
      pango_layout_set_width(layout, Int32(min(width * Double(SHIM_PANGO_SCALE), 2e9)))
    }
    pango_layout_set_line_spacing(layout, Float(style.lineSpacing))
  }

  private static func setMarkup(_ text: String, _ layout: OpaquePointer) throws(DrawError) -> OpaquePointer? {
    var attributes: OpaquePointer?
    var plain: UnsafeMutablePointer<CChar>?
    var fault: UnsafeMutablePointer<GError>?
    guard pango_parse_markup(text, Int32(text.utf8.count), 0, &attributes, &plain, nil, &fault) != 0, let plain else {
      let reason = fault.map { String(cString: $0.pointee.message) } ?? "it cannot be read"
      g_error_free(fault)
      throw DrawError(reason, isOfMarkup: true)
    }
    pango_layout_set_text(layout, plain, -1)
    g_free(plain)
    return attributes
  }

  /// The family that stands in for one that is not installed.
  private static func substitute(
    for family: String?, _ description: OpaquePointer?, _ map: UnsafeMutablePointer<PangoFontMap>,
    _ context: OpaquePointer
  ) -> String? {
    let generic: Set<String> = ["sans", "sans-serif", "serif", "mono", "monospace", "cursive", "fantasy", "system-ui"]
    guard let family, let font = pango_font_map_load_font(map, context, description) else { return nil }
    defer { shim_unref(font) }
    let wanted = family.split(separator: ",").map { word in
      String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).lowercased()
    }
    guard !wanted.contains(where: generic.contains), let pattern = shim_font_pattern(font) else { return nil }
    var names: [String] = []
    while let name = shim_pattern_text(pattern, FC_FAMILY, Int32(names.count)) { names.append(String(cString: name)) }
    return names.contains { wanted.contains($0.lowercased()) } ? nil : names.first
  }

  // MARK: Taking the letters

  mutating func layout() -> TextLayout {
    var logical = PangoRectangle()
    pango_layout_get_extents(layoutObject.pointer, nil, &logical)
    let origin = Pair(pixels(logical.x), pixels(logical.y))
    if let lines = pango_layout_get_iter(layoutObject.pointer) {
      defer { pango_layout_iter_free(lines) }
      repeat {
        guard let run = pango_layout_iter_get_run_readonly(lines) else { continue }
        var extents = PangoRectangle()
        pango_layout_iter_get_run_extents(lines, nil, &extents)
        let baseline = pixels(pango_layout_iter_get_run_baseline(lines)) - origin.y
        let top = pixels(extents.y) - origin.y
        take(
          run, at: Pair(pixels(extents.x) - origin.x, baseline), top: top, height: pixels(extents.height))
      } while pango_layout_iter_next_run(lines) != 0
    }
    let text = pango_layout_get_text(layoutObject.pointer).map { String(cString: $0) } ?? ""
    var (ends, end) = ([Int](), 0)
    for character in text {
      end += character.utf8.count
      ends.append(end)
    }
    return TextLayout(
      backgrounds: backgrounds, letters: letters, size: Pair(pixels(logical.width), pixels(logical.height)),
      characterEnds: ends, missing: missing, fontFiles: files, substitute: substitute)
  }

  private func pixels(_ units: Int32) -> Double { Double(units) / Double(SHIM_PANGO_SCALE) }

  private mutating func take(
    _ run: UnsafeMutablePointer<PangoLayoutRun>, at start: Pair, top: Double, height: Double
  ) {
    guard let item = run.pointee.item, let glyphs = run.pointee.glyphs, let font = item.pointee.analysis.font else {
      return
    }
    note(font)
    let look = RunLook(item.pointee.analysis, font)
    let ends = clusterEnds(glyphs, item)
    var x = start.x
    for index in 0..<Int(glyphs.pointee.num_glyphs) {
      let info = glyphs.pointee.glyphs[index]
      let width = pixels(info.geometry.width)
      let end = ends[index]
      if let color = look.background {
        add(bar: Rect(x: x, y: top, width: width, height: height), end, color, toBackgrounds: true)
      }
      let place = Pair(x + pixels(info.geometry.x_offset), start.y + pixels(info.geometry.y_offset))
      add(GlyphKey(font, info), at: place, end, look)
      for line in look.lines {
        let bar = Rect(x: x, y: start.y + line.offset, width: width, height: line.thickness)
        add(bar: bar, end, line.color ?? look.color, toBackgrounds: false)
      }
      x += width
    }
  }

  private mutating func add(bar: Rect, _ end: Int, _ color: Color?, toBackgrounds: Bool) {
    let piece = TextLayout.Piece(
      art: .bar(Pair(bar.width, bar.height)), place: Pair(bar.x, bar.y), end: end, color: color, ink: bar)
    if toBackgrounds { backgrounds.append(piece) } else { letters.append(piece) }
  }

  private mutating func add(
    _ key: GlyphKey, at place: Pair, _ end: Int, _ look: RunLook
  ) {
    let glyph = key.glyph
    guard glyph != SHIM_GLYPH_EMPTY else { return }
    if glyph & SHIM_GLYPH_UNKNOWN != 0, let scalar = Unicode.Scalar(glyph & ~SHIM_GLYPH_UNKNOWN),
      !missing.contains(scalar)
    {
      missing.append(scalar)
    }
    let isKnown = glyph & SHIM_GLYPH_UNKNOWN == 0
    if isKnown, look.hasColor, let picture = picture(key) {
      letters.append(
        .init(
          art: .picture(picture), place: place, end: end, color: look.color, ink: picture.bounds.moved(by: place)))
    } else if let outline = outline(key), !outline.isEmpty {
      letters.append(
        .init(art: .outline(outline), place: place, end: end, color: look.color, ink: outline.bounds.moved(by: place)))
    }
  }

  /// Where the text of each glyph's cluster ends, in bytes.
  private func clusterEnds(
    _ glyphs: UnsafeMutablePointer<PangoGlyphString>, _ item: UnsafeMutablePointer<PangoItem>
  ) -> [Int] {
    let count = Int(glyphs.pointee.num_glyphs)
    let starts = (0..<count).map { Int(glyphs.pointee.log_clusters[$0]) }
    let sorted = Set(starts).sorted() + [Int(item.pointee.length)]
    let next = Dictionary(zip(sorted, sorted.dropFirst()), uniquingKeysWith: { first, _ in first })
    return starts.map { Int(item.pointee.offset) + (next[$0] ?? Int(item.pointee.length)) }
  }

  private mutating func note(_ font: UnsafeMutablePointer<PangoFont>) {
    guard let pattern = shim_font_pattern(font), let file = shim_pattern_text(pattern, FC_FILE, 0) else { return }
    let path = String(cString: file)
    if !files.contains(path) { files.append(path) }
  }

  private mutating func outline(_ key: GlyphKey) -> OutlinePath? {
    if let known = outlines[key] { return known }
    let string = shim_single_glyph(key.glyph, key.boxWidth)
    defer { pango_glyph_string_free(string) }
    cairo_new_path(pen)
    cairo_move_to(pen, 0, 0)
    pango_cairo_glyph_string_path(pen, key.font, string)
    let outline = OutlinePath(of: pen)
    cairo_new_path(pen)
    outlines[key] = outline
    return outline
  }

  /// Draws a glyph with colours at its font's own size or above.
  private mutating func picture(_ key: GlyphKey) -> GlyphPicture? {
    if let known = pictures[key] { return known }
    var ink = PangoRectangle()
    pango_font_get_glyph_extents(key.font, key.glyph, &ink, nil)
    let bounds = Rect(x: pixels(ink.x), y: pixels(ink.y), width: pixels(ink.width), height: pixels(ink.height))
    let scale = max(1, min(8, 136 / style.size))
    let (width, height) = (Int((bounds.width * scale).rounded(.up)) + 2, Int((bounds.height * scale).rounded(.up)) + 2)
    guard !bounds.isEmpty, width < 8192, height < 8192,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      let pen = cairo_create(surface)
    else { return nil }
    cairo_scale(pen, scale, scale)
    cairo_translate(pen, 1 / scale - bounds.x, 1 / scale - bounds.y)
    cairo_set_source_rgba(pen, 1, 1, 1, 1)
    let string = shim_single_glyph(key.glyph, key.boxWidth)
    pango_cairo_show_glyph_string(pen, key.font, string)
    pango_glyph_string_free(string)
    cairo_destroy(pen)
    cairo_surface_flush(surface)
    let picture = GlyphPicture(
      surface,
      bounds: Rect(
        x: bounds.x - 1 / scale, y: bounds.y - 1 / scale, width: Double(width) / scale,
        height: Double(height) / scale))
    pictures[key] = picture
    return picture
  }
}

/// What markup says of a run's look.
private struct RunLook {
  struct Line {
    /// From the baseline down to its top.
    var offset: Double
    var thickness: Double
    var color: Color?
  }

  var color: Color?
  var background: Color?
  var lines: [Line] = []
  let hasColor: Bool

  init(_ analysis: PangoAnalysis, _ font: UnsafeMutablePointer<PangoFont>) {
    hasColor = shim_font_has_color(font) != 0
    var (alpha, backgroundAlpha) = (UInt8(255), UInt8(255))
    var (isUnderlined, isStruck) = (false, false)
    var (lineColor, strikeColor): (Color?, Color?)
    var link = analysis.extra_attrs
    while let entry = link {
      link = entry.pointee.next
      guard let data = entry.pointee.data else { continue }
      let attribute = UnsafePointer<PangoAttribute>(data.assumingMemoryBound(to: PangoAttribute.self))
      let kind = PangoAttrType(rawValue: PangoAttrType.RawValue(shim_attribute_kind(attribute)))
      switch kind {
      case PANGO_ATTR_FOREGROUND: color = Color(shim_attribute_color(attribute))
      case PANGO_ATTR_BACKGROUND: background = Color(shim_attribute_color(attribute))
      case PANGO_ATTR_FOREGROUND_ALPHA: alpha = UInt8(shim_attribute_integer(attribute) >> 8 & 255)
      case PANGO_ATTR_BACKGROUND_ALPHA: backgroundAlpha = UInt8(shim_attribute_integer(attribute) >> 8 & 255)
      case PANGO_ATTR_UNDERLINE: isUnderlined = shim_attribute_integer(attribute) != 0
      case PANGO_ATTR_UNDERLINE_COLOR: lineColor = Color(shim_attribute_color(attribute))
      case PANGO_ATTR_STRIKETHROUGH: isStruck = shim_attribute_integer(attribute) != 0
      case PANGO_ATTR_STRIKETHROUGH_COLOR: strikeColor = Color(shim_attribute_color(attribute))
      default: break
      }
    }
    color?.alpha = alpha
    background?.alpha = backgroundAlpha
    guard isUnderlined || isStruck, let metrics = pango_font_get_metrics(font, nil) else { return }
    defer { pango_font_metrics_unref(metrics) }
    func pixels(_ units: Int32) -> Double { Double(units) / Double(SHIM_PANGO_SCALE) }
    if isUnderlined {
      lines.append(
        Line(
          offset: -pixels(pango_font_metrics_get_underline_position(metrics)),
          thickness: pixels(pango_font_metrics_get_underline_thickness(metrics)), color: lineColor))
    }
    if isStruck {
      lines.append(
        Line(
          offset: -pixels(pango_font_metrics_get_strikethrough_position(metrics)),
          thickness: pixels(pango_font_metrics_get_strikethrough_thickness(metrics)), color: strikeColor))
    }
  }
}

extension Color {
  fileprivate init(_ color: PangoColor) {
    self.init(red: UInt8(color.red >> 8), green: UInt8(color.green >> 8), blue: UInt8(color.blue >> 8))
  }
}
