internal import CDrawing
internal import EDL

/// A text whose every letter has its place and outline, in pixels from the layout's top-left.
///
/// Never changed once it is made; independent of Pango and of the size it is shown at.
final class TextLayout: @unchecked Sendable {
  /// What is drawn at a place.
  enum Art {
    case outline(OutlinePath)
    case picture(GlyphPicture)
    /// A line under or through the text, or what lies behind it.
    case bar(Pair)
  }

  /// One glyph, or a bar.
  struct Piece {
    var art: Art
    var place: Pair
    /// The text is read up to this byte when the piece is read.
    var end: Int
    /// The markup's own colour.
    var color: Color?
    /// What it covers, from the layout's top-left.
    var ink: Rect
  }

  /// What lies behind the letters.
  let backgrounds: [Piece]
  let letters: [Piece]
  /// The logical size: of lines with the room that the font asks for.
  let size: Pair
  /// Where each character ends in the text, in bytes.
  let characterEnds: [Int]
  /// What no font has a picture of.
  let missing: [Unicode.Scalar]
  /// The files of the fonts used, in order of use.
  let fontFiles: [String]
  /// The family that is used instead of the one asked for, when that is not installed.
  let substitute: String?

  init(
    backgrounds: [Piece], letters: [Piece], size: Pair, characterEnds: [Int], missing: [Unicode.Scalar],
    fontFiles: [String], substitute: String?
  ) {
    self.backgrounds = backgrounds
    self.letters = letters
    self.size = size
    self.characterEnds = characterEnds
    self.missing = missing
    self.fontFiles = fontFiles
    self.substitute = substitute
  }

  /// What all pieces cover.
  var ink: Rect { (backgrounds + letters).reduce(.empty) { $0.union($1.ink) } }

  /// The byte up to which the text is read with so many characters.
  func end(ofCharacters count: Int) -> Int {
    count <= 0 ? 0 : count <= characterEnds.count ? characterEnds[count - 1] : .max
  }
}

/// An outline that is filled, in pixels from its own origin. Never changed.
final class OutlinePath: @unchecked Sendable {
  let path: UnsafeMutablePointer<cairo_path_t>
  let bounds: Rect

  /// Takes the current path of a context.
  init?(of context: OpaquePointer) {
    guard let path = cairo_copy_path(context) else { return nil }
    self.path = path
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_path_extents(context, &left, &top, &right, &bottom)
    bounds = Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  deinit { cairo_path_destroy(path) }

  var isEmpty: Bool { path.pointee.num_data == 0 }
}

/// A glyph with colours of its own, drawn once at a size that is enough. Never changed.
final class GlyphPicture: @unchecked Sendable {
  let surface: OpaquePointer
  /// What it covers, in pixels of the layout from the glyph's origin.
  let bounds: Rect

  init(_ surface: OpaquePointer, bounds: Rect) {
    self.surface = surface
    self.bounds = bounds
  }

  deinit { cairo_surface_destroy(surface) }
}
