/// Text laid out in lines of at most 80 columns.
enum Paragraphs {
  static let width = 80

  /// Breaks a paragraph at its blanks.
  static func wrapped(_ text: String, width: Int = width) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Two columns; a left side too wide for its column gets a line of its own.
  static func columns(_ rows: some Swift.Sequence<(String, String)>) -> String {
    let column = 26
    return rows.map { left, right in
      let lines = wrapped(right, width: width - column).split(separator: "\n").map(String.init)
      let indent = String(repeating: " ", count: column)
      let head = "  " + left
      let isWide = head.count > column - 2
      let padding = String(repeating: " ", count: isWide ? 0 : column - head.count)
      let first = isWide ? head + "\n" + indent : head + padding
      return first + lines.joined(separator: "\n" + indent)
    }.joined(separator: "\n")
  }
}
