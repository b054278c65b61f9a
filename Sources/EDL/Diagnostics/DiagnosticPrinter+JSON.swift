extension DiagnosticPrinter {
  /// Returns the diagnostic as one JSON object on one line, without a newline.
  ///
  /// Fields: `severity`, `code`, `message`; with a place `file`, `line`, `column`, `endLine`,
  /// `endColumn`; then `notes` (a `message` each, and a place) and `fixits` (`message`, a place,
  /// `replacement`). Lines and columns count from 1, columns in Unicode scalars, ends exclusive.
  public func json(_ diagnostic: Diagnostic) -> String {
    let notes = diagnostic.notes.map { object([string("message", $0.message)] + place($0.range)) }
    let fixIts = diagnostic.fixIts.map {
      object([string("message", $0.message)] + place($0.range) + [string("replacement", $0.replacement)])
    }
    return object(
      [
        string("severity", diagnostic.severity.rawValue), string("code", diagnostic.code),
        string("message", diagnostic.message),
      ] + place(diagnostic.range) + [
        "\"notes\":[\(notes.joined(separator: ","))]", "\"fixits\":[\(fixIts.joined(separator: ","))]",
      ])
  }

  private func place(_ range: SourceRange?) -> [String] {
    guard let range, let path = path(ofFile: range.file) else { return [] }
    return [
      string("file", path), "\"line\":\(range.start.line)", "\"column\":\(range.start.column)",
      "\"endLine\":\(range.end.line)", "\"endColumn\":\(range.end.column)",
    ]
  }

  private func object(_ fields: [String]) -> String { "{\(fields.joined(separator: ","))}" }

  private func string(_ name: String, _ value: String) -> String { "\"\(name)\":\(Self.quoted(value))" }

  /// Quotes a text for JSON. U+2028 and U+2029 are escaped too, for readers that take JSON for
  /// JavaScript or split at them.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
