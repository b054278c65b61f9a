internal import EDL
internal import Render

/// `edlrender check PROJECT`: everything that can be known before rendering.
enum CheckCommand {
  static let spec = CommandSpec(
    "check", summary: "finds everything that can be known to be wrong before rendering; renders nothing",
    operands: [.one("PROJECT", help: "the project file")],
    options: [
      LockCommand.frozen, ProjectOptions.strict, ProjectOptions.root, ProjectOptions.allow, ProjectOptions.allowFilter,
    ],
    discussion: [
      """
      Reads the project, looks at all its media, resolves every time and reference, and checks encoders and \
      their options against FFmpeg's own tables. Prints all findings, not the first only; "edlrender explain \
      CODE" says more about one.
      """
    ],
    examples: ["check project.yaml", "check project.yaml --strict --json"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let path = invocation.operands[0]
    let reader = ProjectReader(path: path, invocation: invocation, reporter: reporter)
    let options = RenderOptions(
      allowedFolders: invocation.values(of: ProjectOptions.allow),
      allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
      root: invocation.value(of: ProjectOptions.root))
    if let timeline = reader.checkedTimeline(options), LockCommand.allows(timeline, invocation, options, reporter) {
      report(timeline, path, to: reporter)
    }
    return reporter.finish()
  }

  private static func report(_ timeline: Timeline, _ path: String, to reporter: Reporter) {
    let canvas = timeline.canvas
    let frames = timeline.root.frameCount
    let seconds = Double(frames) * canvas.approximateFrameDuration
    let outputs = timeline.outputs.map { output in
      let names = output.form.streaming?.renditions.map(\.name) ?? []
      return output.path + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    }
    var facts: [(String, JSON)] = [
      ("path", .string(path)), ("frames", .int(frames)), ("duration", .measure(seconds)),
      ("size", .string("\(canvas.size)")), ("fps", .string("\(canvas.frameRate)")),
      ("outputs", .array(timeline.outputs.map { .string($0.path) })),
    ]
    let streams = timeline.outputs.compactMap { output in
      output.form.streaming.map { stream($0, output.path, timeline.canvas) }
    }
    if !streams.isEmpty { facts.append(("streams", .array(streams))) }
    let what =
      timeline.outputs.allSatisfy(\.isSoundAlone)
      ? "\(canvas.channels) at \(canvas.sampleRate) Hz"
      : "\(Measures.count(frames, "frame")) of \(canvas.size) at \(FrameRate.name(of: canvas.frameRate)) fps"
    let text = "\(path): good; \(Measures.seconds(seconds)), \(what), to \(outputs.joined(separator: ", "))"
    reporter.result("result", facts, text: text)
  }

  private static func stream(_ streaming: Streaming, _ path: String, _ canvas: Canvas) -> JSON {
    let renditions = streaming.renditions.map { rendition in
      JSON.object([
        ("name", .string(rendition.name)), ("size", .string("\(rendition.framing?.size ?? canvas.size)")),
        ("fps", .string("\(rendition.framing?.frameRate ?? canvas.frameRate)")),
      ])
    }
    return .object([
      ("manifests", .array(streaming.paths(path).map { .string($0) })),
      ("segment_frames", .int(streaming.segmentLength)), ("renditions", .array(renditions)),
    ])
  }
}
