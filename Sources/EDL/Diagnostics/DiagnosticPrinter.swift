/// Turns diagnostics into text for people, or into JSON for programs.
///
/// The text form:
///
///     film.yaml:12:15: error[time.bare-number]: "120" has no unit: frames (f) or seconds (s)?
///       12 |   - {clip: a, duration: 120}
///          |                         ^~~
///          = fix: write "120f" for frames
///          |   - {clip: a, duration: 120f}
///
/// Whatever a project's text holds, no control character of it reaches the terminal.
public struct DiagnosticPrinter: Sendable {
  /// Whether the text form is coloured.
  public enum Style: Sendable {
    /// Text alone.
    case plain
    /// With ANSI colours.
    case colored
  }

  private let sources: SourceMap
  private let style: Style
  private let width: Int

  /// Creates a printer of diagnostics about some texts; lines of the texts are cut to `width` columns.
  public init(sources: SourceMap, style: Style = .plain, width: Int = 100) {
    self.sources = sources
    self.style = style
    self.width = max(width, 20)
  }

  /// Returns the text form, ending in a newline.
  public func text(_ diagnostic: Diagnostic) -> String {
    var lines: [String] = [heading(diagnostic)]
    if let range = diagnostic.range { lines += excerpt(of: range) }
    for note in diagnostic.notes { lines += self.lines(of: note) }
    for fixIt in diagnostic.fixIts { lines += self.lines(of: fixIt) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the text form of all findings, ending with how many were left out if any were.
  public func text(_ list: DiagnosticList) -> String {
    let omitted = list.omittedCount > 0 ? "… and \(list.omittedCount) more\n" : ""
    return list.all.map(text).joined() + omitted
  }

  // MARK: Lines

  private func heading(_ diagnostic: Diagnostic) -> String {
    let word = "\(diagnostic.severity.rawValue)[\(diagnostic.code)]:"
    return place(diagnostic.range) + paint(word, severityColor(diagnostic.severity)) + " "
      + paint(printable(diagnostic.message), .bold)
  }

  private func lines(of note: Diagnostic.Note) -> [String] {
    guard let range = note.range else { return [margin("= note: ") + printable(note.message)] }
    return [place(range) + paint("note:", .cyan) + " " + printable(note.message)] + excerpt(of: range)
  }

  private func lines(of fixIt: Diagnostic.FixIt) -> [String] {
    var lines = [margin("= fix: ") + printable(fixIt.message)]
    if let line = line(of: fixIt.range), fixIt.range.start.line == fixIt.range.end.line,
      !fixIt.replacement.unicodeScalars.contains("\n")
    {
      let scalars = Array(line.unicodeScalars)
      let start = min(max(fixIt.range.start.column - 1, 0), scalars.count)
      let end = min(max(fixIt.range.end.column - 1, start), scalars.count)
      let replaced = scalars[..<start] + Array(fixIt.replacement.unicodeScalars) + scalars[end...]
      let columns = start..<(start + fixIt.replacement.unicodeScalars.count)
      lines.append(margin("| ") + ExcerptLine(Array(replaced), marking: columns, width: width).text)
    }
    return lines
  }

  private func excerpt(of range: SourceRange) -> [String] {
    guard let line = line(of: range) else { return [] }
    let scalars = Array(line.unicodeScalars)
    let end = range.end.line == range.start.line ? range.end.column - 1 : scalars.count
    let start = max(range.start.column - 1, 0)
    let columns = start..<max(end, start + 1)
    let excerpt = ExcerptLine(scalars, marking: columns, width: width)
    let number = String(range.start.line)
    let gutter = String(repeating: " ", count: max(0, 5 - number.count)) + number
    let mark = "^" + String(repeating: "~", count: excerpt.markWidth - 1)
    return [
      "\(gutter) | \(excerpt.text)",
      margin("| ") + String(repeating: " ", count: excerpt.markIndent) + paint(mark, .green),
    ]
  }

  private func margin(_ text: String) -> String { "      " + text }

  private func place(_ range: SourceRange?) -> String {
    guard let range, sources.files.indices.contains(range.file) else { return "" }
    let path = printable(sources.files[range.file].path)
    return paint("\(path):\(range.start.line):\(range.start.column): ", .bold)
  }

  private func line(of range: SourceRange) -> String? {
    guard sources.files.indices.contains(range.file) else { return nil }
    return sources.files[range.file].line(range.start.line)
  }

  /// Returns the path of a file that diagnostics point into.
  func path(ofFile index: Int) -> String? {
    sources.files.indices.contains(index) ? sources.files[index].path : nil
  }

  // MARK: Characters

  private func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { TerminalText.isPrintable($0) ? $0 : "\u{FFFD}" }))
  }

  private enum Paint: String {
    case bold = "1"
    case red = "1;31"
    case yellow = "1;33"
    case green = "1;32"
    case cyan = "1;36"
  }

  private func severityColor(_ severity: Diagnostic.Severity) -> Paint {
    switch severity {
    case .error: .red
    case .warning: .yellow
    case .note: .cyan
    }
  }

  private func paint(_ text: String, _ paint: Paint) -> String {
    style == .colored ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }
}
