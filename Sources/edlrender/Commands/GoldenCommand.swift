internal import EDL
internal import Render

/// `edlrender golden record|check PROJECT`: keeps what a project renders to, and proves that it still does.
enum GoldenCommand {
  static let file = OptionSpec(
    "--golden", value: .text("FILE"), help: "the golden file; by default PROJECT with the ending .golden")

  static let proxy = OptionSpec(
    "--proxy",
    help: "record: keeps a small lossless copy of each output beside the golden file, for tolerances and reports")
  static let tolerance = OptionSpec(
    "--tolerance", value: .text("psnr=DB|ssim=X"),
    help:
      "check: lets frames pass that are this close to the proxy, and samples 60 dB below full scale or sound=DB; several with commas"
  )
  static let report = OptionSpec(
    "--report", value: .text("FILE.html"),
    help: "check: where the page is written that shows what differs; by default the golden file's path and .html")

  static let spec = CommandSpec(
    "golden", summary: "records digests of all frames and samples, or checks a render against them",
    operands: [
      .one("record|check", help: "whether to write the golden file or to compare with it"),
      .one("PROJECT", help: "the project file"),
    ],
    options: [
      file, proxy, tolerance, report, RenderCommand.jobs, RenderCommand.progress, ProjectOptions.strict,
      ProjectOptions.root,
      ProjectOptions.allow, ProjectOptions.allowFilter,
    ],
    discussion: [
      """
      record renders every output without encoding it and writes a digest a frame and a digest a thousand samples \
      into a text file, to be kept under version control. check renders again and tells every stretch that differs, \
      by item and line; it ends with status 1 when there is one, and writes a page that shows it: recorded, now, \
      the difference amplified, the timeline and the waveforms. Recorded pictures come out of the proxy.
      """
    ],
    examples: [
      "golden record project.yaml", "golden check project.yaml", "golden record project.yaml --proxy",
      "golden check project.yaml --tolerance psnr=40 --report report.html",
    ],
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
