internal import EDL
internal import Render

/// `edlrender cache`: what is kept between renders.
enum CacheCommand {
  static let all = OptionSpec(
    "--all", help: "verify: renders all that is cached again, the sound too; prune: removes everything")

  static let spec = CommandSpec(
    "cache", summary: "counts, verifies or prunes the finished work that is kept between renders",
    operands: [
      .init(
        name: "ACTION [PROJECT]", count: 0...2,
        help: "stats (when left out), verify or prune; verify takes a project, too")
    ],
    options: [
      CacheChoice.folder, CacheChoice.size, all, RenderCommand.jobs, RenderCommand.progress, ProjectOptions.root,
      ProjectOptions.allow, ProjectOptions.allowFilter,
    ],
    discussion: [
      """
      verify reads every entry and compares its checksums. With a project it renders a sample of the project's \
      cached segments again, or all with --all, and compares the bytes: status 1 when any differ.
      """,
      """
      prune removes what was not used for the longest until the rest is within the limit. A render does the same \
      at its end. Nothing in the cache is needed: whatever is missing is made again.
      """,
    ],
    examples: ["cache", "cache verify project.yaml --all", "cache prune --cache-size 5GB"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    guard let options = CacheChoice.options(invocation, reporter) else {
      if reporter.status == .done {
        reporter.fail("command.usage", "there is no cache: name a folder with --cache DIR")
      }
      return reporter.finish()
    }
    let action = invocation.operands.first ?? "stats"
    if invocation.operands.count > 1, action != "verify" {
      reporter.fail("command.usage", "cache \(action) takes no project")
      return reporter.finish()
    }
    switch action {
    case "stats": count(options, reporter)
    case "verify" where invocation.operands.count > 1: verify(invocation, options, reporter)
    case "verify": verify(options, reporter)
    case "prune": prune(options, removesAll: invocation.has(all), reporter)
    default:
      let close = closestMatch(to: action, in: ["stats", "verify", "prune"])
      reporter.fail(
        "command.usage", "cache does stats, verify and prune, not \"\(action)\"",
        notes: close.map { ["did you mean \"\($0)\"?"] } ?? [])
    }
    return reporter.finish()
  }

  private static func count(_ options: CacheOptions, _ reporter: Reporter) {
    let found = Cache(folder: options.folder).statistics()
    reporter.answer(
      "cache",
      [
        ("folder", .string(options.folder)), ("entries", .int(found.entries)), ("bytes", .int(Int(found.byteCount))),
        ("records", .int(found.records)), ("limit", .int(Int(options.byteLimit))),
        ("oldest", found.oldest.map { .int(Int($0)) } ?? .null),
      ],
      text: """
        folder   \(options.folder)
        entries  \(Measures.count(found.entries, "finished part")), \(Measures.bytes(found.entryBytes))
        records  \(Measures.count(found.records, "file")), \(Measures.bytes(found.recordBytes))
        limit    \(Measures.bytes(options.byteLimit))

        """)
  }

  private static func prune(_ options: CacheOptions, removesAll: Bool, _ reporter: Reporter) {
    let gone = Cache(folder: options.folder).prune(to: removesAll ? 0 : options.byteLimit)
    reporter.result(
      "result", [("files", .int(gone.count)), ("bytes", .int(Int(gone.byteCount)))],
      text: "\(options.folder): \(Measures.count(gone.count, "file")) removed, \(Measures.bytes(gone.byteCount))")
  }

  private static func verify(_ options: CacheOptions, _ reporter: Reporter) {
    let (count, findings) = Cache(folder: options.folder).verify(cancellation: Interruption.watch())
    for finding in findings { reporter.report(finding) }
    reporter.result(
      "result", [("entries", .int(count)), ("damaged", .int(findings.count))],
      text: "\(options.folder): \(Measures.count(count, "entry", "entries")) read, \(findings.count) damaged")
    if !findings.isEmpty { reporter.differs() }
  }

  private static func verify(_ invocation: Invocation, _ cache: CacheOptions, _ reporter: Reporter) {
    let cancellation = Interruption.watch()
    let options = RenderOptions(
      jobs: invocation.count(of: RenderCommand.jobs), allowedFolders: invocation.values(of: ProjectOptions.allow),
      allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
      root: invocation.value(of: ProjectOptions.root), cache: cache)
    let reader = ProjectReader(path: invocation.operands[1], invocation: invocation, reporter: reporter)
    guard let timeline = reader.checkedTimeline(options) else { return }
    for (index, output) in timeline.outputs.enumerated() {
      let teller = ProgressReporter(invocation, reporter, path: output.path, timeline)
      do {
        defer { teller.end() }
        let result = try Renderer.verify(
          timeline, output: index, extent: invocation.has(all) ? .all : .sample, options: options,
          cancellation: cancellation, progress: teller.update)
        report(result, to: reporter)
      } catch {
        reporter.report(error)
        return
      }
    }
  }

  private static func report(_ result: VerifyResult, to reporter: Reporter) {
    for finding in result.findings { reporter.report(finding) }
    for name in result.differing {
      reporter.fail(
        "cache.differs", "\(result.path): \(name) is another one when it is rendered again; it was removed",
        blame: .media)
    }
    let parts = Measures.count(result.segments, "segment") + ", " + Measures.count(result.streams, "sound stream")
    reporter.result(
      "result",
      [
        ("path", .string(result.path)), ("segments", .int(result.segments)), ("streams", .int(result.streams)),
        ("differing", .int(result.differing.count)),
      ],
      text: "\(result.path): \(parts) rendered again, "
        + (result.differing.isEmpty ? "all equal" : "\(result.differing.count) differ"))
    if !result.differing.isEmpty { reporter.differs() }
  }
}
