internal import AV
internal import Draw
internal import EDL
internal import MediaTime

/// Where the parts of a contact sheet lie.
///
///     title
///     [ cell ] [ cell ] …
///     00:00:01:00 …
struct SheetLayout {
  let sheet: ContactSheet

  init(_ sheet: ContactSheet) { self.sheet = sheet }

  /// The height of letters, by the size of a cell.
  var labelSize: Int { max(9, min(32, sheet.cell.width / 18)) }
  /// What a row of labels takes below its cells.
  var labelHeight: Int { sheet.hasLabels ? labelSize * 3 / 2 : 0 }
  /// The height of the title's letters.
  var titleSize: Int { labelSize * 2 }
  private var titleHeight: Int { sheet.title == nil ? 0 : titleSize * 3 / 2 + sheet.spacing }

  /// The size of the whole, in even numbers, so that chroma fits.
  var size: PixelSize {
    let width = sheet.spacing + sheet.columns * (sheet.cell.width + sheet.spacing)
    let height = sheet.spacing + titleHeight + sheet.rows * (sheet.cell.height + labelHeight + sheet.spacing)
    return PixelSize(width: (width + 1) / 2 * 2, height: (height + 1) / 2 * 2)
  }

  /// The top-left corner of a cell.
  func place(_ index: Int) -> (x: Int, y: Int) {
    let (row, column) = (index / sheet.columns, index % sheet.columns)
    return (
      sheet.spacing + column * (sheet.cell.width + sheet.spacing),
      sheet.spacing + titleHeight + row * (sheet.cell.height + labelHeight + sheet.spacing)
    )
  }
}

/// Puts a contact sheet together, cell by cell.
struct SheetDrawing {
  private let layout: SheetLayout
  private let rate: Rational
  private let painter = Painter()
  private(set) var picture: PictureSheet

  /// Begins a sheet with its title.
  init(_ sheet: ContactSheet, rate: Rational) throws(RenderError) {
    layout = SheetLayout(sheet)
    self.rate = rate
    picture = PictureSheet(layout.size, sheet.background)
    if let title = sheet.title {
      try write(title, height: layout.titleSize, left: sheet.spacing, top: sheet.spacing, widest: layout.size.width)
    }
  }

  /// Puts a frame into the next cell; `pixels` are packed RGB.
  mutating func add(_ pixels: [UInt8], frame: Int, index: Int) throws(RenderError) {
    let cell = layout.sheet.cell
    let (x, y) = layout.place(index)
    guard pixels.count == cell.width * cell.height * 3 else {
      throw RenderError(
        .codec, AVError(code: 0, operation: "decode", detail: "a cell has another size"),
        doing: "put a frame on the sheet")
    }
    picture.put(pixels, cell, x: x, y: y)
    guard layout.sheet.hasLabels else { return }
    let isDropFrame = rate == Self.dropFrameRate
    let text = (try? Timecode(frameNumber: frame, at: rate, isDropFrame: isDropFrame))?.description ?? "frame \(frame)"
    try write(text, height: layout.labelSize, left: x, top: y + cell.height, widest: cell.width)
  }

  private static let dropFrameRate = try? Rational(30000, over: 1001)

  /// Writes a line of text; its letters are as high as said, its box a little higher.
  private mutating func write(_ text: String, height: Int, left: Int, top: Int, widest: Int) throws(RenderError) {
    var title = Title(
      text: text, font: Title.Font(size: Curve(Length(pixels: Double(height)))),
      fill: .color(Curve(layout.sheet.color)))
    title.align = .left
    do throws(DrawError) {
      let size = layout.size
      let bounds = try painter.bounds(of: .title(title), on: size)
      let drawn = PixelRect(
        x: 0, y: 0, width: max(1, min(widest, Int(bounds.frame.x.rounded(.up)) + 2)),
        height: max(1, Int(bounds.frame.y.rounded(.up)) + 2))
      picture.lay(try painter.draw(.title(title), on: size, Affine(), region: drawn), x: left, y: top)
    } catch {
      throw RenderError(.codec, AVError(code: 0, operation: "draw", detail: "\(error)"), doing: "write \"\(text)\"")
    }
  }
}
