internal import EDL

/// `edlrender fmt FILE...`: the canonical layout.
enum FormatCommand {
  static let check = OptionSpec(
    "--check", help: "writes nothing; names the files that are laid out otherwise, and ends with 1 if there are any")

  static let spec = CommandSpec(
    "fmt", summary: "brings project files into the canonical layout; comments and anchors stay",
    operands: [.several("FILE", help: "the files, projects or what they include; - reads stdin and writes stdout")],
    options: [check],
    discussion: [
      """
      The layout alone changes: blanks, line breaks, indentation. A collection in brackets stays on its line where \
      it fits into 120 columns and becomes a block where it does not. Keys keep their order and every value its \
      spelling. The result is read again before it is written, and says the same.
      """
    ],
    examples: ["fmt project.yaml", "fmt --check *.yaml"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let isCheck = invocation.has(check)
    for path in invocation.operands {
      guard let bytes = read(path, reporter) else { continue }
      var diagnostics = DiagnosticList()
      let text = ProjectLayout.canonical(
        bytes, path: path == "-" ? "stdin" : path, sources: &reporter.sources, diagnostics: &diagnostics)
      reporter.report(diagnostics)
      guard let text else { continue }
      if path == "-", !isCheck {
        Console.out(text)
      } else if Array(text.utf8) != bytes {
        if isCheck { reporter.differs() } else if !write(text, to: path, reporter) { continue }
        let words = isCheck ? "is not in the canonical layout; edlrender fmt brings it there" : "laid out anew"
        reporter.result(
          "result", [("path", .string(path)), ("changed", .bool(true))], text: "\(path): \(words)")
      } else if reporter.isJSON {
        reporter.result("result", [("path", .string(path)), ("changed", .bool(false))], text: "")
      }
    }
    return reporter.finish()
  }

  private static func read(_ path: String, _ reporter: Reporter) -> [UInt8]? {
    let reason: String
    do {
      return try path == "-"
        ? TextFile.standardInput() : FileAccess(root: nil).read(path, limit: YAMLLoader.Limit.bytes)
    } catch let failure as TextFile.Failure {
      reason = failure.reason
    } catch FileAccess.Refusal.system(let words) {
      reason = words
    } catch {
      reason = "it is not a plain file of at most \(YAMLLoader.Limit.bytes) bytes"
    }
    reporter.fail("file.unreadable", "cannot read \"\(path)\": \(reason)")
    return nil
  }

  private static func write(_ text: String, to path: String, _ reporter: Reporter) -> Bool {
    do {
      try TextFile.write(text, to: LocalFiles.realPath(ofMaybeMissing: path), replacing: true)
      return true
    } catch {
      reporter.fail("output.unwritable", "cannot write \"\(path)\": \(error.reason)", blame: .media)
      return false
    }
  }
}
