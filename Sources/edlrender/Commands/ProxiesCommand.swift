internal import EDL
internal import Render

/// `edlrender proxies PROJECT`: makes the small copies that `--draft` reads.
enum ProxiesCommand {
  static let lines = OptionSpec(
    "--lines", value: .count("N"), help: "the most pixels of a proxy's shorter side, 540 by default")
  static let force = OptionSpec("--force", help: "makes all anew, also those that fit")

  static let spec = CommandSpec(
    "proxies", summary: "makes the proxies that the project's media name, for --draft",
    operands: [.one("PROJECT", help: "the project file")],
    options: [
      lines, force, RenderCommand.progress, ProjectOptions.strict, ProjectOptions.root, ProjectOptions.allow,
    ],
    discussion: [
      """
      A proxy is what "proxy" says beside a film's path under "media": H.264 in short groups, upright, without \
      sound (a draft takes that from the film), every frame at its own time. One that is there, fits, and is no \
      older than its film is kept; each appears under its name complete and checked, or not at all.
      """
    ],
    examples: ["proxies project.yaml", "proxies project.yaml --lines 360", "project.yaml --draft"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let cancellation = Interruption.watch()
    guard
      let timeline = ProjectReader(path: invocation.operands[0], invocation: invocation, reporter: reporter).timeline()
    else { return reporter.finish() }
    let named = timeline.media.filter { $0.proxy != nil }
    if named.isEmpty {
      reporter.report(
        Diagnostic(
          .note, code: "proxy.none", "no media of the project that is used names a proxy",
          notes: [.init("write it under media: talk: {path: talk.mov, proxy: proxies/talk.mp4}")]))
    }
    var written: Set<String> = []
    for media in named {
      guard let path = media.proxy?.path, written.insert(path).inserted,
        isWritable(path, timeline, invocation, reporter),
        let maker = ProxyMaker(media, lines: invocation.count(of: lines) ?? 540)
      else { continue }
      do {
        try make(maker, media.name, path, cancellation, invocation, reporter)
      } catch {
        reporter.report(error)
        if error.kind == .interrupted { break }
      }
    }
    return reporter.finish()
  }

  private static func make(
    _ maker: ProxyMaker, _ name: String, _ path: String, _ cancellation: Interruption.Flag, _ invocation: Invocation,
    _ reporter: Reporter
  ) throws(RenderError) {
    if let obstacle = maker.obstacle {
      reporter.report(
        Diagnostic(.warning, code: "proxy.impossible", "no proxy of \"\(name)\" can be made: \(obstacle)"))
      return
    }
    if maker.isMade, !invocation.has(force) {
      reporter.result("proxy", [("path", .string(path)), ("made", .bool(false))], text: "\(path): fits, and is kept")
      return
    }
    let style = ProgressReporter.Style(
      invocation.value(of: RenderCommand.progress), isJSON: reporter.isJSON, isQuiet: reporter.isQuiet)
    let teller = ProgressReporter(style, path: path, frameDuration: maker.frameDuration)
    let result: ProxyMaker.Result
    do {
      defer { teller.end() }
      result = try maker.make(cancellation: cancellation, progress: teller.update)
    }
    reporter.result(
      "proxy",
      [
        ("path", .string(path)), ("made", .bool(true)), ("frames", .int(result.frames)),
        ("size", .string("\(result.size)")), ("bytes", .int(Int(result.byteCount))),
        ("elapsed", .measure(teller.elapsed)),
      ],
      text: "\(path): \(result.size), \(Measures.count(result.frames, "frame")), \(Measures.bytes(result.byteCount))")
  }

  /// Proxies are written where outputs may be, and over nothing that the project reads.
  private static func isWritable(
    _ path: String, _ timeline: Timeline, _ invocation: Invocation, _ reporter: Reporter
  ) -> Bool {
    let project = LocalFiles.split(timeline.projectPath).folder
    let folders = ([project.isEmpty ? "." : project] + invocation.values(of: ProjectOptions.allow))
      .map { LocalFiles.realPath(ofMaybeMissing: $0) }
    let target = LocalFiles.realPath(ofMaybeMissing: path)
    guard folders.contains(where: { target.hasPrefix($0 == "/" ? $0 : $0 + "/") }) else {
      reporter.fail(
        "output.outside-project", "the proxy \"\(path)\" is outside the project's folder: allow its folder with --allow"
      )
      return false
    }
    var others = timeline
    others.media = timeline.media.map { media in
      var media = media
      media.proxy = nil
      return media
    }
    return SourceGuard.allows(path, others, reporter)
  }
}
