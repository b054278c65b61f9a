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
      var record = render(timeline)
    else { return }
    if invocation.has(GoldenCommand.proxy) {
      let isKept: Void? = attempt(timeline) { cancellation, progress throws(RenderError) in
        try Golden.keepProxies(
          of: timeline, in: &record, golden: path, options: options, cancellation: cancellation, progress: progress)
      }
      guard isKept != nil else { return }
    }
    guard write(record.text(project: FilePaths.name(of: project)), to: path) else { return }
    report("recorded", GoldenCounts(record))
  }

  /// Renders and compares with the golden file.
  func check() {
    var tolerance: GoldenTolerance?
    if let text = invocation.value(of: GoldenCommand.tolerance) {
      tolerance = GoldenTolerance(text)
      guard tolerance != nil else {
        reporter.fail(
          "command.usage",
          "--tolerance takes psnr=DB, ssim=X (at most 1) or sound=DB, several with commas, not \"\(text)\"")
        return
      }
    }
    guard let recorded = read(), let timeline = timeline(), let found = render(timeline) else { return }
    var check = GoldenCheck(timeline, recorded: recorded, found: found)
    var evidence: GoldenEvidence?
    if check.hasOtherDigests {
      evidence = attempt(timeline) { cancellation, progress throws(RenderError) in
        try GoldenEvidence.gather(
          check, golden: path, options: options, cancellation: cancellation, progress: progress)
      }
      guard let evidence else { return }
      if let tolerance {
        check = check.tolerating(tolerance, evidence)
        if !evidence.isComplete { lackOfProxy() }
      }
      for finding in evidence.findings { reporter.report(finding) }
    }
    for finding in check.findings { reporter.report(finding) }
    let page = check.isEqual ? nil : writeReport(check, evidence ?? GoldenEvidence(), timeline)
    let words = tolerance == nil || evidence == nil ? "as recorded" : "within tolerance"
    report(check.isEqual ? words : "not as recorded", GoldenCounts(found), isEqual: check.isEqual, page: page)
  }

  private func lackOfProxy() {
    reporter.fail(
      "golden.proxy", "--tolerance compares with a proxy, and none was recorded",
      notes: ["\"edlrender golden record \(project) --proxy\" keeps one, rendered with the versions of then"])
  }

  /// Writes the page that shows what differs; returns its path.
  private func writeReport(_ check: GoldenCheck, _ evidence: GoldenEvidence, _ timeline: Timeline) -> String? {
    let page = invocation.value(of: GoldenCommand.report) ?? path + ".html"
    guard SourceGuard.allows(page, timeline, reporter) else { return nil }
    return write(GoldenReport(check, evidence, sources: reporter.sources).html, to: page) ? page : nil
  }

  private func write(_ text: String, to path: String) -> Bool {
    do {
      try TextFile.write(text, to: path, replacing: true)
      return true
    } catch {
      reporter.fail("output.unwritable", "cannot write \"\(path)\": \(error.reason)", blame: .media)
      return false
    }
  }

  private func timeline() -> Timeline? {
    ProjectReader(path: project, invocation: invocation, reporter: reporter).checkedTimeline(options)
  }

  private func render(_ timeline: Timeline) -> GoldenRecord? {
    attempt(timeline) { cancellation, progress throws(RenderError) in
      try Golden.record(timeline, options: options, cancellation: cancellation, progress: progress)
    }
  }

  /// Does what renders, telling how far it is; nil after reporting why it failed.
  private func attempt<Value>(
    _ timeline: Timeline,
    _ body: (Interruption.Flag, @escaping @Sendable (Int, RenderProgress) -> Void) throws(RenderError) -> Value
  ) -> Value? {
    let cancellation = Interruption.watch()
    let style = ProgressReporter.Style(
      invocation.value(of: RenderCommand.progress), isJSON: reporter.isJSON, isQuiet: reporter.isQuiet)
    let tellers = timeline.outputs.map {
      ProgressReporter(style, path: $0.path, frameDuration: timeline.canvas.approximateFrameDuration)
    }
    do throws(RenderError) {
      defer { tellers.last?.end() }
      return try body(cancellation) { output, progress in tellers[output].update(progress) }
    } catch {
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

  private func report(_ what: String, _ counts: GoldenCounts, isEqual: Bool = true, page: String? = nil) {
    let facts: [(String, JSON)] = [
      ("path", .string(path)), ("equal", .bool(isEqual)), ("outputs", .int(counts.outputs)),
      ("frames", .int(counts.frames)), ("samples", .int(counts.samples)), ("report", .optional(page)),
    ]
    let sizes = "\(Measures.count(counts.frames, "frame")), \(Measures.count(counts.samples, "sample"))"
    let shown = page.map { "; \($0) shows what differs" } ?? ""
    reporter.result("result", facts, text: "\(path): \(what); \(sizes)\(shown)")
  }
}
