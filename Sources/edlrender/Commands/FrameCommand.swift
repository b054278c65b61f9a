internal import EDL
internal import Render

/// `edlrender frame PROJECT TIME`: one frame of the programme as a PNG.
enum FrameCommand {
  static let output = OptionSpec("-o", value: .text("FILE.png"), help: "where the picture is written; required")

  static let spec = CommandSpec(
    "frame", summary: "writes the frame that is on display at a time as a PNG",
    operands: [
      .one("PROJECT", help: "the project file"),
      .one("TIME", help: "a time of the programme, written as in a project: 12.5s, 300f, 00:01:02.5, intro.end - 1f"),
    ],
    options: [output, OutputChoice.shown, ProjectOptions.strict, ProjectOptions.root, ProjectOptions.allowFilter],
    discussion: ["A picture that is there already is replaced, but never a file that the project reads."],
    examples: ["frame project.yaml 12.5s -o still.png", "frame project.yaml 'end - 1f' -o last.png"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    guard let path = invocation.value(of: output) else {
      reporter.fail("command.usage", "frame needs to know where to write: -o FILE.png")
      return reporter.finish()
    }
    return perform(invocation, time: invocation.operands[1], path: path, reporter)
  }

  /// Writes the frame at a time; `watched` learns what is read.
  static func perform(
    _ invocation: Invocation, time: String, path: String, _ reporter: Reporter, watched: WatchedFiles? = nil
  ) -> ExitStatus {
    let reader = ProjectReader(
      path: invocation.operands[0], invocation: invocation, reporter: reporter, watched: watched)
    guard
      let timeline = reader.timeline().flatMap({ OutputChoice.shown($0, invocation, reporter) }),
      let frame = TimeText.frame(time, in: timeline, reporter: reporter),
      isWritable(path, timeline, reporter)
    else { return reporter.finish() }
    do {
      let options = RenderOptions(
        allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
        root: invocation.value(of: ProjectOptions.root))
      try Renderer.writeFrame(timeline, frame: frame, to: path, options: options, session: watched?.session)
      let size = timeline.canvas.size
      reporter.result(
        "result", [("path", .string(path)), ("frame", .int(frame)), ("size", .string("\(size)"))],
        text: "\(path): frame \(frame), \(size)")
    } catch {
      reporter.report(error)
    }
    return reporter.finish()
  }

  private static func isWritable(_ path: String, _ timeline: Timeline, _ reporter: Reporter) -> Bool {
    guard path.lowercased().hasSuffix(".png") else {
      reporter.fail("command.usage", "a frame is written as PNG, and \"\(path)\" does not end in .png")
      return false
    }
    return SourceGuard.allows(path, timeline, reporter)
  }
}
