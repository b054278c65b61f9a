internal import EDL

/// `edlrender explain`: what a diagnostic's code means, or what a frame is made of.
enum ExplainCommand {
  static let spec = CommandSpec(
    "explain", summary: "says what one output frame is made of, or what a diagnostic's code means",
    operands: [
      .optional("PROJECT|CODE", help: "a project file, or the word in brackets of a message: error[time.bare-number]"),
      .optional("TIME", help: "with a project: a time of the programme, 12.5s, 300f, intro.end - 1f"),
    ],
    options: CacheChoice.options + [
      OutputChoice.shown, ProjectOptions.strict, ProjectOptions.root, ProjectOptions.allowFilter,
    ],
    discussion: [
      """
      With a project and a time: the items of that frame from top to bottom, the source file, frame and time stamp of \
      each, the values of its fields at that time, the steps of its colour, its filter graph; what is heard, with \
      source samples, gains and buses; the segment, its key, and whether the cache has it. Without anything, lists \
      all codes.
      """
    ],
    examples: ["explain project.yaml 12.5s", "explain time.bare-number", "explain"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    if invocation.operands.count > 1 {
      FrameReport.run(invocation, reporter)
      return reporter.finish()
    }
    guard let code = invocation.operands.first else {
      list(to: reporter)
      return reporter.finish()
    }
    if let entry = DiagnosticCatalog.entry(for: code) {
      reporter.answer("explanation", facts(of: entry), text: text(of: entry))
    } else {
      let near = DiagnosticCatalog.code(near: code)
      guard !FileFacts.exists(code) else {
        reporter.fail("command.usage", "explain needs a time of \"\(code)\": edlrender explain \(code) 1s")
        return reporter.finish()
      }
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
