internal import EDL
internal import Render

/// One `golden record` or `golden check`.
struct GoldenRun {
  let invocation: Invocation
  let reporter: Reporter
  private let project: String
  private let path: String
  private let options: RenderOptions

  init(_ invocation: Invocation, reporter: Reporter) {
    self.invocation = invocation
    self.reporter = reporter
    project = invocation.operands[1]
    path = invocation.value(of: GoldenCommand.file) ?? FilePaths.replacingEnding(of: project, with: "golden")
    options = RenderOptions(
      jobs: invocation.count(of: RenderCommand.jobs),
      allowedFolders: invocation.values(of: ProjectOptions.allow),
      allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
      root: invocation.value(of: ProjectOptions.root))
  }

  /// Renders and writes the golden file.
  func record() {
    guard isReplaceable, let timeline = timeline(), SourceGuard.allows(path, timeline, reporter),
      let record = render(timeline)
    else { return }
    do {
      try TextFile.write(record.text(project: FilePaths.name(of: project)), to: path, replacing: true)
    } catch {
      reporter.fail("output.unwritable", "cannot write \"\(path)\": \(error.reason)", blame: .media)
      return
    }
    report("recorded", GoldenCounts(record))
  }

  /// Renders and compares with the golden file.
  func check() {
    guard let recorded = read(), let timeline = timeline(), let found = render(timeline) else { return }
    let check = GoldenCheck(timeline, recorded: recorded, found: found)
    for finding in check.findings { reporter.report(finding) }
    report(check.isEqual ? "as recorded" : "not as recorded", GoldenCounts(found), isEqual: check.isEqual)
  }

  private func timeline() -> Timeline? {
    ProjectReader(path: project, invocation: invocation, reporter: reporter).checkedTimeline(options)
  }

  private func render(_ timeline: Timeline) -> GoldenRecord? {
    let cancellation = Interruption.watch()
    let style = ProgressReporter.Style(
      invocation.value(of: RenderCommand.progress), isJSON: reporter.isJSON, isQuiet: reporter.isQuiet)
    let tellers = timeline.outputs.map {
      ProgressReporter(style, path: $0.path, frameDuration: timeline.canvas.approximateFrameDuration)
    }
    defer { tellers.last?.end() }
    do {
      return try Golden.record(timeline, options: options, cancellation: cancellation) { output, progress in
        tellers[output].update(progress)
      }
    } catch {
      tellers.last?.end()
      reporter.report(error)
      return nil
    }
  }

  // MARK: The file

  private func read() -> GoldenRecord? {
    let text: String
    do {
      text = try TextFile.read(path)
    } catch {
      reporter.fail(
        "golden.missing", "cannot read the golden file \"\(path)\": \(error.reason)",
        notes: ["\"edlrender golden record \(project)\" writes it"])
      return nil
    }
    reporter.sources.files.append(SourceFile(path: path, text: text))
    var diagnostics = DiagnosticList()
    let record = GoldenRecord.read(text, file: reporter.sources.files.count - 1, diagnostics: &diagnostics)
    reporter.report(diagnostics)
    return record
  }

  /// Whether nothing but a golden file would be written over.
  private var isReplaceable: Bool {
    guard FileFacts.exists(path) else { return true }
    if let text = try? TextFile.read(path), GoldenRecord.isGolden(text) { return true }
    reporter.fail(
      "golden.foreign", "\"\(path)\" is there already and is no golden file: it is kept",
      notes: ["--golden FILE names another"])
    return false
  }

  // MARK: The result

  private func report(_ what: String, _ counts: GoldenCounts, isEqual: Bool = true) {
    let facts: [(String, JSON)] = [
      ("path", .string(path)), ("equal", .bool(isEqual)), ("outputs", .int(counts.outputs)),
      ("frames", .int(counts.frames)), ("samples", .int(counts.samples)),
    ]
    reporter.result(
      "result", facts,
      text: "\(path): \(what); \(Measures.count(counts.frames, "frame")), \(Measures.count(counts.samples, "sample"))")
  }
}
