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
  private let indices: [LineIndex]
  private let style: Style
  private let width: Int

  /// Creates a printer of diagnostics about some texts; lines of the texts are cut to `width` columns.
  public init(sources: SourceMap, style: Style = .plain, width: Int = 100) {
    self.sources = sources
    indices = sources.files.map { LineIndex($0.text) }
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
    let isOneLine = fixIt.range.start.line == fixIt.range.end.line && !fixIt.replacement.unicodeScalars.contains("\n")
    let columns = columns(of: fixIt.range)
    guard isOneLine, fixIt.replacement.utf8.count <= width * 4, let part = part(around: columns, of: fixIt.range) else {
      return lines
    }
    let start = min(columns.lowerBound - part.start, part.scalars.count)
    let end = min(columns.upperBound - part.start, part.scalars.count)
    let replacement = Array(fixIt.replacement.unicodeScalars)
    let replaced = LineIndex.Part(
      scalars: part.scalars[..<start] + replacement + part.scalars[end...], start: part.start,
      isCutAfter: part.isCutAfter)
    let excerpt = ExcerptLine(replaced, marking: start..<(start + replacement.count), width: width)
    lines.append(margin("| ") + excerpt.text)
    return lines
  }

  private func excerpt(of range: SourceRange) -> [String] {
    let columns = columns(of: range)
    guard let part = part(around: columns, of: range) else { return [] }
    let mark = (columns.lowerBound - part.start)..<(columns.upperBound - part.start)
    let excerpt = ExcerptLine(part, marking: mark, width: width)
    let number = String(range.start.line)
    let gutter = String(repeating: " ", count: max(0, 5 - number.count)) + number
    let underline = "^" + String(repeating: "~", count: excerpt.markWidth - 1)
    return [
      "\(gutter) | \(excerpt.text)",
      margin("| ") + String(repeating: " ", count: excerpt.markIndent) + paint(underline, .green),
    ]
  }

  /// Returns the columns of a range in its first line, from 0; those of many lines reach to its end.
  private func columns(of range: SourceRange) -> Range<Int> {
    let start = max(range.start.column - 1, 0)
    let end = range.end.line == range.start.line ? range.end.column - 1 : .max / 2
    return start..<max(end, start)
  }

  /// Returns the part of a range's first line that can be shown with a mark under some columns.
  private func part(around columns: Range<Int>, of range: SourceRange) -> LineIndex.Part? {
    guard indices.indices.contains(range.file) else { return nil }
    let end = min(columns.upperBound, columns.lowerBound + width * 4) + width
    let start = max(columns.lowerBound - width, 0)
    return indices[range.file].part(ofLine: range.start.line, columns: start..<end)
  }

  private func margin(_ text: String) -> String { "      " + text }

  private func place(_ range: SourceRange?) -> String {
    guard let range, sources.files.indices.contains(range.file) else { return "" }
    let path = printable(sources.files[range.file].path)
    return paint("\(path):\(range.start.line):\(range.start.column): ", .bold)
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
