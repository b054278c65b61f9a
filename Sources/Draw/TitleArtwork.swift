internal import CDrawing
internal import EDL
internal import MediaTime

/// A title on a canvas.
///
/// Its frame is the text's logical box with the padding of its plate; of one that travels, the
/// frame is the way: as high as the canvas for a roll, as wide for a crawl, and nothing shows outside.
struct TitleArtwork: Artwork {
  private let title: Title
  private let layout: TextLayout
  /// Where the text's top-left lies.
  private let origin: Pair
  /// The plate.
  private let block: Rect
  let frame: Pair

  init(_ title: Title, _ layout: TextLayout, on canvas: PixelSize) {
    self.title = title
    self.layout = layout
    let padding = title.box?.padding.first.on(canvas) ?? Pair(0, 0)
    let size = Pair(max(0, layout.size.x + 2 * padding.x), max(0, layout.size.y + 2 * padding.y))
    let whole = Pair(Double(canvas.width), Double(canvas.height))
    var corner = Pair(0, 0)
    switch title.travel {
    case .roll(let way):
      corner.y = whole.y - (whole.y + size.y) * way.first
      frame = Pair(size.x, whole.y)
    case .crawl(let way):
      corner.x = whole.x - (whole.x + size.x) * way.first
      frame = Pair(whole.x, size.y)
    case nil: frame = size
    }
    block = Rect(x: corner.x, y: corner.y, width: size.x, height: size.y)
    origin = Pair(corner.x + padding.x, corner.y + padding.y)
  }

  var shadow: Shadow? { title.shadow }

  var clip: Rect? {
    // Along the way alone: what reaches out sideways, such as a shadow, stays.
    let far = 1e5
    switch title.travel {
    case .roll: return Rect(x: -far, y: 0, width: frame.x + 2 * far, height: frame.y)
    case .crawl: return Rect(x: 0, y: -far, width: frame.x, height: frame.y + 2 * far)
    case nil: return nil
    }
  }

  var ink: Rect {
    let text = layout.ink
    let reach = title.outline.map { max(0, $0.width.first) } ?? 0
    let letters = text.isEmpty ? Rect.empty : text.moved(by: origin).grown(by: reach + 1)
    return title.box == nil ? letters : letters.union(block)
  }

  func paintGround(_ pen: Pen) {
    guard let box = title.box, layout.size.x > 0 else { return }
    cairo_new_path(pen.context)
    pen.trace(block, box.radius.first)
    pen.dip(into: box.fill, box: block)
    cairo_fill(pen.context)
  }

  func paint(_ pen: Pen) {
    let cairo = pen.context
    cairo_save(cairo)
    cairo_translate(cairo, origin.x, origin.y)
    let reach = title.outline.map { max(0, $0.width.first) } ?? 0
    let visible = pen.visible.grown(by: reach + 2)
    let limit = readEnd
    let isSeen: (TextLayout.Piece) -> Bool = { $0.end <= limit && !$0.ink.intersection(visible).isEmpty }
    for piece in layout.backgrounds where isSeen(piece) {
      guard let color = piece.color else { continue }
      add(piece, pen)
      pen.dip(into: color)
      cairo_fill(cairo)
    }
    let letters = layout.letters.filter(isSeen)
    if let outline = title.outline, reach > 0 { paint(outline, around: letters, pen) }
    fill(letters, pen)
    cairo_restore(cairo)
  }

  /// The byte up to which the text is there.
  private var readEnd: Int {
    switch title.typewriter {
    case nil, .over, .rate: return .max
    case .count(let count): return layout.end(ofCharacters: count)
    case .share(let share):
      let count = (try? share * Rational(layout.characterEnds.count))?.floor ?? .max
      return layout.end(ofCharacters: Int(clamping: count))
    }
  }

  private func paint(_ outline: Title.Outline, around letters: [TextLayout.Piece], _ pen: Pen) {
    let cairo = pen.context
    for piece in letters { add(piece, pen) }
    pen.dip(into: outline.color.first)
    cairo_set_line_width(cairo, outline.width.first * 2)
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
    cairo_set_dash(cairo, [], 0, 0)
    guard isTranslucent else {
      cairo_stroke(cairo)
      return
    }
    // Through letters that are not opaque their own outline must not show.
    let path = cairo_copy_path(cairo)
    cairo_push_group(cairo)
    cairo_new_path(cairo)
    cairo_append_path(cairo, path)
    pen.dip(into: outline.color.first)
    cairo_stroke_preserve(cairo)
    cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_OUT)
    pen.dip(into: .black)
    cairo_fill(cairo)
    cairo_pop_group_to_source(cairo)
    cairo_paint(cairo)
    cairo_new_path(cairo)
    cairo_path_destroy(path)
  }

  private var isTranslucent: Bool {
    switch title.fill {
    case .color(let color): color.first.alpha < 255
    case .gradient(let gradient): gradient.stops.contains { $0.color.first.alpha < 255 }
    }
  }

  /// Fills letters of one colour together, so that no seam shows where they touch.
  private func fill(_ letters: [TextLayout.Piece], _ pen: Pen) {
    var colors: [Color?] = []
    for piece in letters where !colors.contains(piece.color) { colors.append(piece.color) }
    for color in colors {
      cairo_new_path(pen.context)
      for piece in letters where piece.color == color { add(piece, pen) }
      if let color {
        pen.dip(into: color)
      } else {
        pen.dip(into: title.fill, box: Rect(width: layout.size.x, height: layout.size.y))
      }
      cairo_fill(pen.context)
    }
    for piece in letters {
      if case .picture(let picture) = piece.art { paint(picture, at: piece.place, pen) }
    }
  }

  private func add(_ piece: TextLayout.Piece, _ pen: Pen) {
    switch piece.art {
    case .outline(let outline):
      cairo_save(pen.context)
      cairo_translate(pen.context, piece.place.x, piece.place.y)
      cairo_append_path(pen.context, outline.path)
      cairo_restore(pen.context)
    case .bar(let size): cairo_rectangle(pen.context, piece.place.x, piece.place.y, size.x, size.y)
    case .picture: break
    }
  }

  private func paint(_ picture: GlyphPicture, at place: Pair, _ pen: Pen) {
    let cairo = pen.context
    let (width, height) = (
      Double(cairo_image_surface_get_width(picture.surface)), Double(cairo_image_surface_get_height(picture.surface))
    )
    guard width > 0, height > 0 else { return }
    cairo_save(cairo)
    cairo_translate(cairo, place.x + picture.bounds.x, place.y + picture.bounds.y)
    cairo_scale(cairo, picture.bounds.width / width, picture.bounds.height / height)
    cairo_set_source_surface(cairo, picture.surface, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
    var alpha = 1.0
    if case .color(let color) = title.fill { alpha = Double(color.first.alpha) / 255 }
    cairo_paint_with_alpha(cairo, alpha)
    cairo_restore(cairo)
  }
}
