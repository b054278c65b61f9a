import EDL

/// A text with places marked in it by `⟦name⟧`; the marks are taken out.
///
///     let marked = MarkedText("a: ⟦1⟧*b⟦2⟧")
///     marked.text            // "a: *b"
///     marked["1"]            // line 1, column 4
///     marked.range("1", "2") // 1:4 to 1:6
struct MarkedText {
  let text: String
  private var places: [String: SourcePosition] = [:]

  init(_ marked: String) {
    var plain = String.UnicodeScalarView()
    var name: String?
    var (line, column) = (1, 1)
    for scalar in marked.unicodeScalars {
      switch (scalar, name) {
      case ("⟦", nil): name = ""
      case ("⟧", let mark?):
        places[mark] = SourcePosition(line: line, column: column)
        name = nil
      case (_, let mark?): name = mark + String(Character(scalar))
      default:
        plain.append(scalar)
        (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
      }
    }
    text = String(plain)
  }

  subscript(_ name: String) -> SourcePosition { places[name] ?? SourcePosition(line: 0, column: 0) }

  func range(_ start: String, _ end: String, file: Int = 0) -> SourceRange {
    SourceRange(file: file, start: self[start], end: self[end])
  }
}
