internal import EDL
internal import Render

/// `edlrender lock PROJECT`: writes down what the project depends on.
enum LockCommand {
  static let relink = OptionSpec(
    "--relink", value: .text("DIR"),
    help: "first looks under DIR for locked files that are gone, by their digests, and writes their paths into PROJECT")
  static let frozen = OptionSpec(
    "--frozen", help: "refuses any difference from the lock: a file with other bytes, another library")

  static let spec = CommandSpec(
    "lock", summary: "writes digests and facts of all files that a project reads, for --frozen",
    operands: [.one("PROJECT", help: "the project file")],
    options: [relink, ProjectOptions.strict, ProjectOptions.root, ProjectOptions.allowFilter],
    discussion: [
      """
      project.lock.yaml has the digest, the size and the streams of every media file, LUT, subtitle and font, and the \
      versions of the libraries. With --frozen, check and render end with 1 when anything is another one, and name \
      it. A file that moved and has the same bytes is the same.
      """
    ],
    examples: ["lock project.yaml", "lock project.yaml --relink /footage", "check project.yaml --frozen"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let project = invocation.operands[0]
    let path = LockFile.path(ofProject: project)
    if let folder = invocation.value(of: relink) {
      guard let lock = LockFile(reading: path, reporter),
        Relinker(
          project: project, options: Project.Options(root: invocation.value(of: ProjectOptions.root)), lock: lock,
          reporter: reporter
        ).run(searching: folder)
      else { return reporter.finish() }
      reporter.sources = SourceMap()
    }
    let options = RenderOptions(
      allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
      root: invocation.value(of: ProjectOptions.root))
    let reader = ProjectReader(path: project, invocation: invocation, reporter: reporter)
    guard let (read, timeline) = reader.project() else { return reporter.finish() }
    if let piped = read.pipedMedia {
      reporter.report(
        Diagnostic(
          .error, code: "media.pipe",
          "what comes over standard input is nowhere to be locked: keep it in a file, as with FFmpeg's .mkv of rawvideo",
          at: piped.origin))
    }
    reporter.report(Renderer.check(timeline, options: options))
    guard reporter.status == .done, SourceGuard.allows(path, timeline, reporter) else { return reporter.finish() }
    let record = Renderer.lockRecord(timeline, options: options)
    do {
      try TextFile.write(LockFile(record, at: path).text, to: path, replacing: true)
      reporter.result(
        "result", [("path", .string(path)), ("files", .int(record.files.count))],
        text: "\(path): \(Measures.count(record.files.count, "file")) locked")
    } catch {
      reporter.fail("output.unwritable", "cannot write \"\(path)\": \(error.reason)", blame: .media)
    }
    return reporter.finish()
  }

  /// Holds a timeline to its project's lock when the command line asks for that.
  static func allows(_ timeline: Timeline, _ invocation: Invocation, _ options: RenderOptions, _ reporter: Reporter)
    -> Bool
  {
    guard invocation.has(frozen) else { return true }
    guard let lock = LockFile(reading: LockFile.path(ofProject: invocation.operands[0]), reporter) else { return false }
    return LockCheck(timeline: timeline, lock: lock, reporter: reporter).run(options)
  }
}
