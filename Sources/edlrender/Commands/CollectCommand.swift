internal import EDL
internal import Render

/// `edlrender collect PROJECT -o DIR`: a project and all that it reads in one folder.
enum CollectCommand {
  static let output = OptionSpec(
    "-o", value: .text("DIR"), help: "the folder, new, empty, or of an earlier collect; required")

  static let spec = CommandSpec(
    "collect", summary: "puts a project and all that it reads into one folder that can be moved anywhere",
    operands: [.one("PROJECT", help: "the project file")],
    options: [output, RenderCommand.progress, ProjectOptions.root, ProjectOptions.allowFilter],
    discussion: [
      """
      What lies under the project's folder keeps its place; what lies elsewhere comes to media/, under a name of \
      its own, and its path is written anew in the project, comments kept. Included files, look-up tables, \
      subtitles, fonts by file, stills and lists of times come along; installed fonts do not. The collected \
      project renders the same bytes.
      """,
      """
      Files are copied in pieces, read back, and listed with their SHA-256 in SHA256SUMS (sha256sum --check reads \
      it). After an interruption the same command goes on where it was, and proves again what is there. It \
      writes over nothing that it did not put there itself.
      """,
    ],
    examples: ["collect project.yaml -o /media/usb/film"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let cancellation = Interruption.watch()
    guard let folder = invocation.value(of: output) else {
      reporter.fail("command.usage", "collect needs to know where to: -o DIR")
      return reporter.finish()
    }
    let reader = ProjectReader(path: invocation.operands[0], invocation: invocation, reporter: reporter)
    guard let (project, timeline) = reader.project(), let plan = plan(project, timeline, reader, reporter) else {
      return reporter.finish()
    }
    if let piped = project.pipedMedia {
      reporter.report(
        Diagnostic(
          .error, code: "media.pipe",
          "what comes over standard input cannot be collected: keep it in a file, as with FFmpeg's .mkv of rawvideo",
          at: piped.origin))
    }
    for path in plan.lost { reporter.report(path) }
    for name in project.unusedMedia {
      reporter.report(Diagnostic(.note, code: "collect.unused", "\"\(name)\" is used by no clip, and is left out"))
    }
    guard reporter.status == .done else { return reporter.finish() }
    let teller = ProgressReporter(invocation, reporter, path: folder, timeline)
    let run = CollectRun(
      plan: plan, folder: folder, outputs: timeline.outputs.map(\.path), project: reader.path,
      cancellation: cancellation, reporter: reporter, teller: teller)
    run.run()
    return reporter.finish()
  }

  private static func plan(
    _ project: Project, _ timeline: Timeline, _ reader: ProjectReader, _ reporter: Reporter
  ) -> CollectPlan? {
    var sources = SourceMap()
    let values = WrittenPaths.values(path: reader.path, options: reader.projectOptions, sources: &sources)
    var options = RenderOptions(allowedFilters: Set(reader.invocation.values(of: ProjectOptions.allowFilter)))
    options.root = reader.invocation.value(of: ProjectOptions.root)
    let proxies = timeline.media.compactMap(\.proxy?.path).filter { FileFacts.exists($0) }
    return CollectPlan(
      project: reader.path, texts: sources.files, values: values, media: project.usedMedia,
      others: project.timeLists + proxies + ProjectFiles.readBesideMedia(by: timeline, options: options),
      sources: sources)
  }
}
