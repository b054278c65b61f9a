internal import EDL
internal import Render

/// `edlrender PROJECT`: renders every output.
enum RenderCommand {
  static let output = OptionSpec(
    "-o", value: .text("PATH"), help: "writes the film here instead of the output's own path")
  static let name = OptionSpec(
    "--output", value: .text("NAME"),
    help: "renders this output alone; NAME is its path or its file name, with or without the ending")
  static let range = OptionSpec(
    "--range", value: .text("A..B"),
    help:
      "renders this part of the programme alone; A and B are times as in the project, B is not part of it, either may be left out"
  )
  static let jobs = OptionSpec(
    "--jobs", value: .count("N"),
    help: "pictures rendered side by side, one a core by default; the bytes are the same with any N")
  static let draft = OptionSpec(
    "--draft",
    help:
      "reads the proxies of films that have one and encodes quickly, to FILE.draft.EXT unless -o names another; the same frames"
  )
  static let progress = OptionSpec(
    "--progress", value: .choice(["auto", "plain", "json", "none"]),
    help: "how the progress is told; auto: a bar on a terminal, a line every few seconds elsewhere, JSON with --json")

  static let spec = CommandSpec(
    "render", summary: "renders the outputs of a project",
    operands: [.one("PROJECT", help: "the project file")],
    options: [
      output, name, range, jobs, draft, PartChoice.part, progress, LockCommand.frozen, ProjectOptions.strict,
      ProjectOptions.root, ProjectOptions.allow, ProjectOptions.allowFilter,
    ] + CacheChoice.options,
    discussion: [
      """
      A film appears under its name when it is complete and checked against the plan; until then a file of \
      that name stays as it is. The first interrupt cleans up and ends with status 130, a second ends at once.
      """,
      """
      Outputs are written under the project's folder, or where -o or --allow says, and never over a file \
      that the project reads.
      """,
      """
      What is finished is kept in the cache: an interrupted render goes on where it was, and after an edit only \
      what it touches is rendered again. The bytes are the same with and without it.
      """,
    ],
    examples: [
      "project.yaml", "project.yaml -o /tmp/try.mp4 --range 10s..20s", "project.yaml --set title=\"Take 2\" --jobs 1",
    ],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    perform(invocation, Reporter(invocation), Interruption.watch())
  }

  /// Renders; `watched` learns what is read.
  static func perform(
    _ invocation: Invocation, _ reporter: Reporter, _ cancellation: any RenderCancellation,
    watched: WatchedFiles? = nil
  ) -> ExitStatus {
    var options = RenderOptions(
      jobs: invocation.count(of: jobs), outputPath: invocation.value(of: output),
      allowedFolders: invocation.values(of: ProjectOptions.allow),
      allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
      root: invocation.value(of: ProjectOptions.root), cache: CacheChoice.options(invocation, reporter))
    options.isDraft = invocation.has(draft)
    let part = PartChoice.part(invocation, reporter)
    guard reporter.status == .done else { return reporter.finish() }
    let reader = ProjectReader(
      path: invocation.operands[0], invocation: invocation, reporter: reporter, watched: watched)
    guard
      let timeline = reader.timeline(),
      let chosen = OutputChoice(invocation, reporter: reporter).apply(to: timeline)
    else { return reporter.finish() }
    if let path = options.outputPath, !SourceGuard.allows(path, chosen, reporter) { return reporter.finish() }
    reporter.report(Renderer.check(chosen, options: options))
    guard reporter.status == .done, LockCommand.allows(timeline, invocation, options, reporter) else {
      fail(chosen.outputs[...], options, reporter.firstError, reporter)
      return reporter.finish()
    }
    let batch = RenderBatch(chosen, options: options, cancellation: cancellation)
    let start = ContinuousClock.now
    for index in chosen.outputs.indices {
      do {
        if let part {
          try render(part, of: chosen, output: index, options, cancellation, invocation, reporter)
        } else {
          try render(chosen, output: index, of: batch, since: start, options, invocation, reporter)
        }
      } catch {
        reporter.report(error)
        fail(chosen.outputs[index...], options, error.diagnostic, reporter)
        break
      }
    }
    return reporter.finish()
  }

  /// Says of each of these outputs that there is none: of the first why, of the others that it was not begun.
  private static func fail(
    _ outputs: ArraySlice<Output>, _ options: RenderOptions, _ error: Diagnostic?, _ reporter: Reporter
  ) {
    for (number, output) in outputs.enumerated() {
      let event = ResultEvent(reporter: reporter, output: options.outputPath ?? output.path)
      if number == 0, let error {
        event.tell(code: error.code, message: error.message)
      } else {
        event.tell(code: "render.not-begun", message: "something before it failed")
      }
    }
  }

  private static func render(
    _ timeline: Timeline, output index: Int, of batch: RenderBatch, since start: ContinuousClock.Instant,
    _ options: RenderOptions, _ invocation: Invocation, _ reporter: Reporter
  ) throws(RenderError) {
    let path = options.outputPath ?? timeline.outputs[index].path
    let teller = ProgressReporter(
      invocation, reporter, path: path, timeline, tellsTimes: timeline.outputs[index].isSoundAlone)
    let result: RenderResult
    do {
      defer { teller.end() }
      result = try batch.render(output: index, progress: teller.update)
    }
    for finding in result.diagnostics { reporter.report(finding) }
    let elapsed = result.isShared ? start.duration(to: .now).approximate : teller.elapsed
    ResultEvent(reporter: reporter, output: path).tell(result, seconds: elapsed)
  }

  private static func render(
    _ part: RenderOptions.Part, of timeline: Timeline, output index: Int, _ options: RenderOptions,
    _ cancellation: any RenderCancellation, _ invocation: Invocation, _ reporter: Reporter
  ) throws(RenderError) {
    let path = options.outputPath ?? timeline.outputs[index].path
    let teller = ProgressReporter(invocation, reporter, path: path, timeline)
    let result: PartResult
    do {
      defer { teller.end() }
      result = try Renderer.render(
        part, of: timeline, output: index, options: options, cancellation: cancellation, progress: teller.update)
    }
    PartChoice.report(result, part, to: reporter)
  }
}
