internal import EDL

/// `edlrender explain CODE`: what a diagnostic's code means.
enum ExplainCommand {
  static let spec = CommandSpec(
    "explain", summary: "explains the code of a diagnostic; without CODE, lists all codes",
    operands: [.optional("CODE", help: "the word in brackets: error[clip.beyond-media]")],
    examples: ["explain clip.beyond-media", "explain"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let entries = DiagnosticCatalog.entries
    guard let code = invocation.operands.first else {
      for entry in entries { show(entry, to: reporter, text: "\(entry.code): \(entry.title)") }
      return reporter.finish()
    }
    if let entry = entries.first(where: { $0.code == code }) {
      show(entry, to: reporter, text: "\(entry.code): \(entry.title)\n\n\(entry.explanation)")
    } else {
      let near = closestMatch(to: code, in: entries.map { $0.code })
      let hint = near.map { "; did you mean \"\($0)\"?" } ?? "; \"edlrender explain\" lists all"
      reporter.fail("usage", "there is no diagnostic \"\(code)\"\(hint)")
    }
    return reporter.finish()
  }

  private static func show(_ entry: DiagnosticCatalog.Entry, to reporter: Reporter, text: String) {
    reporter.answer(
      "explanation",
      [("code", .string(entry.code)), ("title", .string(entry.title)), ("explanation", .string(entry.explanation))],
      text: text)
  }
}
