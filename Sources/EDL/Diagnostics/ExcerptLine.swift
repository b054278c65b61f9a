/// A line of source as a terminal shows it, with the columns of a mark under it.
///
/// Tabs become spaces, wide characters count two columns, and of a long line only the part around
/// the mark is shown, `…` standing for the rest.
struct ExcerptLine {
  /// What is shown of the line.
  private(set) var text = ""
  /// The columns before the mark.
  private(set) var markIndent = 0
  /// The columns of the mark, at least 1.
  private(set) var markWidth = 1

  /// Lays out a line, or the part of it that is near the mark; `mark` counts the part's scalars and
  /// may reach past its end.
  init(_ part: LineIndex.Part, marking mark: Range<Int>, width: Int) {
    let scalars = part.scalars
    let mark = min(mark.lowerBound, scalars.count)..<max(mark.upperBound, mark.lowerBound)
    let window = Self.window(part, around: mark, width: width)
    var column = 0
    func put(_ string: String, _ columns: Int) {
      text += string
      column += columns
    }
    if part.start > 0 || window.lowerBound > 0 { put("…", 1) }
    var markEnd: Int?
    for index in window {
      if index == mark.lowerBound { markIndent = column }
      if index == mark.upperBound { markEnd = column }
      let scalar = scalars[index]
      if scalar == "\t" {
        let spaces = Self.tabWidth - column % Self.tabWidth
        put(String(repeating: " ", count: spaces), spaces)
      } else if TerminalText.isPrintable(scalar) {
        put(String(Character(scalar)), TerminalText.columns(of: scalar))
      } else {
        put("\u{FFFD}", 1)
      }
    }
    if mark.lowerBound >= window.upperBound { markIndent = column }
    markWidth = max(1, (markEnd ?? column) - markIndent)
    if part.isCutAfter || window.upperBound < scalars.count { put("…", 1) }
  }

  private static let tabWidth = 4

  /// Returns the scalars to show: all of a short line, else those from a little before the mark on.
  private static func window(_ part: LineIndex.Part, around mark: Range<Int>, width: Int) -> Range<Int> {
    let scalars = part.scalars
    let isWhole = part.start == 0 && !part.isCutAfter
    if isWhole, scalars.reduce(0, { $0 + columns($1) }) <= width { return scalars.indices }
    var start = 0
    let upToMark = scalars.prefix(mark.upperBound).reduce(0) { $0 + columns($1) }
    if part.start > 0 || upToMark > width * 3 / 4 {
      start = mark.lowerBound
      var used = 0
      while start > 0, used + columns(scalars[start - 1]) <= width / 3 {
        start -= 1
        used += columns(scalars[start])
      }
    }
    var end = start
    var used = 0
    while end < scalars.count, used + columns(scalars[end]) <= width {
      used += columns(scalars[end])
      end += 1
    }
    return start..<end
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    scalar == "\t" ? tabWidth : TerminalText.isPrintable(scalar) ? TerminalText.columns(of: scalar) : 1
  }
}
