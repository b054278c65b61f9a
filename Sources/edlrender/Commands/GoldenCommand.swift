internal import EDL
internal import Render

/// `edlrender golden record|check PROJECT`: keeps what a project renders to, and proves that it still does.
enum GoldenCommand {
  static let file = OptionSpec(
    "--golden", value: .text("FILE"), help: "the golden file; by default PROJECT with the ending .golden")

  static let spec = CommandSpec(
    "golden", summary: "records digests of all frames and samples, or checks a render against them",
    operands: [
      .one("record|check", help: "whether to write the golden file or to compare with it"),
      .one("PROJECT", help: "the project file"),
    ],
    options: [
      file, RenderCommand.jobs, RenderCommand.progress, ProjectOptions.strict, ProjectOptions.root,
      ProjectOptions.allow, ProjectOptions.allowFilter,
    ],
    discussion: [
      """
      record renders every output without encoding it and writes a digest a frame and a digest a thousand samples \
      into a text file, to be kept under version control. check renders again and tells every stretch that differs, \
      by item and line; it ends with status 1 when there is one.
      """
    ],
    examples: ["golden record project.yaml", "golden check project.yaml"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let action = invocation.operands[0]
    guard ["record", "check"].contains(action) else {
      let near = closestMatch(to: action, in: ["record", "check"]).map { "; did you mean \"\($0)\"?" } ?? ""
      reporter.fail("command.usage", "golden does record or check, not \"\(action)\"\(near)")
      return reporter.finish()
    }
    let run = GoldenRun(invocation, reporter: reporter)
    if action == "record" { run.record() } else { run.check() }
    return reporter.finish()
  }
}
