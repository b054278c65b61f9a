internal import EDL

/// `edlrender explain CODE`: what a diagnostic's code means.
enum ExplainCommand {
  static let spec = CommandSpec(
    "explain", summary: "explains the code of a diagnostic, with an example; without CODE, lists all codes",
    operands: [.optional("CODE", help: "the word in brackets: error[time.bare-number]")],
    examples: ["explain time.bare-number", "explain"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    guard let code = invocation.operands.first else {
      list(to: reporter)
      return reporter.finish()
    }
    if let entry = DiagnosticCatalog.entry(for: code) {
      reporter.answer("explanation", facts(of: entry), text: text(of: entry))
    } else {
      let near = DiagnosticCatalog.code(near: code)
      let hint = near.map { "; did you mean \"\($0)\"?" } ?? "; \"edlrender explain\" lists all"
      reporter.fail("command.usage", "there is no diagnostic \"\(code)\"\(hint)")
    }
    return reporter.finish()
  }

  private static func list(to reporter: Reporter) {
    if reporter.isJSON {
      for entry in DiagnosticCatalog.all { reporter.answer("explanation", facts(of: entry), text: "") }
    } else {
      let rows = DiagnosticCatalog.all.map { ($0.code, firstSentence(of: $0.explanation)) }
      reporter.answer("explanations", [], text: Paragraphs.columns(rows))
    }
  }

  private static func facts(of entry: DiagnosticCatalog.Entry) -> [(String, JSON)] {
    [
      ("code", .string(entry.code)), ("explanation", .string(entry.explanation)), ("wrong", .string(entry.wrong)),
      ("right", .string(entry.right)),
    ]
  }

  private static func text(of entry: DiagnosticCatalog.Entry) -> String {
    """
    \(entry.code)

    \(Paragraphs.wrapped(entry.explanation))

    Wrong:
    \(indented(entry.wrong))

    Right:
    \(indented(entry.right))
    """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
  }

  private static func firstSentence(of text: String) -> String {
    let characters = Array(text)
    let end = characters.indices.dropLast().first { characters[$0] == "." && characters[$0 + 1] == " " }
    return String(characters[..<(end.map { $0 + 1 } ?? characters.count)])
  }
}
