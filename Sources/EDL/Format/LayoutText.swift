/// A text by lines, so that the places of libyaml's events lead to what is written there.
struct LayoutText {
  /// Each line without its end.
  let lines: [[Unicode.Scalar]]

  /// A comment, or a blank line, between two values.
  struct Remark {
    var trivia: LayoutTrivia
    /// Where the comment begins, from 1; 0 behind a dash, where its place on the line tells nothing.
    var column: Int
    /// Whether a value ends on the comment's line before it.
    var isBehindValue: Bool
  }

  init(_ text: String) {
    var lines: [[Unicode.Scalar]] = [[]]
    var afterReturn = false
    for scalar in text.unicodeScalars {
      defer { afterReturn = scalar == "\r" }
      if scalar == "\n", afterReturn { continue }
      if scalar == "\n" || scalar == "\r" { lines.append([]) } else { lines[lines.count - 1].append(scalar) }
    }
    self.lines = lines
  }

  /// A line without its end, from 1; nothing where there is none.
  func line(_ number: Int) -> ArraySlice<Unicode.Scalar> {
    lines.indices.contains(number - 1) ? lines[number - 1][...] : []
  }

  /// What stands from one place to another, line by line.
  func slice(from start: SourcePosition, to end: SourcePosition) -> [String] {
    guard start < end else { return [""] }
    return (start.line...end.line).map { number in
      let line = line(number)
      let last = number == end.line ? min(end.column - 1, line.count) : line.count
      let first = number == start.line ? min(start.column - 1, last) : 0
      return string(line[first..<last])
    }
  }

  /// The character at a place; nil at the end of its line.
  func scalar(at position: SourcePosition) -> Unicode.Scalar? {
    let line = line(position.line)
    return line.indices.contains(position.column - 1) ? line[position.column - 1] : nil
  }

  /// The comments and blank lines between two values.
  ///
  /// Nothing else stands there but blanks and the marks of collections, so a `#` begins a comment.
  func remarks(from start: SourcePosition, to end: SourcePosition, isAfterValue: Bool) -> [Remark] {
    var remarks: [Remark] = []
    guard start < end else { return [] }
    for number in start.line...end.line {
      let line = line(number)
      let first = number == start.line ? min(start.column - 1, line.count) : 0
      let last = number == end.line ? min(end.column - 1, line.count) : line.count
      guard first <= last else { continue }
      if let hash = line[first..<last].firstIndex(of: "#") {
        let isBehindValue = isAfterValue && number == start.line
        let isAlone = isBlank(line[first..<hash])
        remarks.append(
          Remark(
            trivia: .comment(string(line[hash...])), column: isAlone ? hash + 1 : 0, isBehindValue: isBehindValue))
      } else if number > start.line || (start.column == 1 && !isAfterValue), number < end.line, isBlank(line) {
        remarks.append(Remark(trivia: .blank, column: 0, isBehindValue: false))
      }
    }
    return remarks
  }

  private func isBlank(_ line: ArraySlice<Unicode.Scalar>) -> Bool { line.allSatisfy { $0 == " " || $0 == "\t" } }

  private func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
