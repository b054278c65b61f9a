internal import EDL
internal import Render

/// `edlrender explain PROJECT TIME`: one frame and its samples, from top to bottom.
enum FrameReport {
  static func run(_ invocation: Invocation, _ reporter: Reporter) {
    let reader = ProjectReader(path: invocation.operands[0], invocation: invocation, reporter: reporter)
    let options = RenderOptions(
      allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
      root: invocation.value(of: ProjectOptions.root), cache: CacheChoice.options(invocation, reporter))
    guard
      let timeline = reader.checkedTimeline(options).flatMap({ OutputChoice.shown($0, invocation, reporter) }),
      let frame = TimeText.frame(invocation.operands[1], in: timeline, reporter: reporter)
    else { return }
    do {
      let explanation = try Renderer.explain(timeline, frame: frame, options: options)
      reporter.answer("frame", facts(of: explanation, reporter), text: text(of: explanation, reporter))
    } catch {
      reporter.report(error)
    }
  }

  // MARK: Text

  private static func text(of explanation: FrameExplanation, _ reporter: Reporter) -> String {
    var lines = [
      "frame \(explanation.frame) at \(explanation.seconds) s, samples \(explanation.samples.lowerBound)..<\(explanation.samples.upperBound)",
      "picture, top first:",
    ]
    append(explanation.layers, "  ", to: &lines, reporter)
    if explanation.layers.isEmpty { lines.append("  the background alone") }
    lines.append("sound, in the order of the mix:")
    append(explanation.sounds, "  ", to: &lines, reporter)
    if explanation.sounds.isEmpty { lines.append("  silence") }
    if !explanation.segment.isEmpty {
      lines.append("segment:")
      lines += explanation.segment.map { "  \($0.name): \($0.value)" }
    }
    return lines.joined(separator: "\n")
  }

  private static func append(
    _ parts: [FrameExplanation.Part], _ indent: String, to lines: inout [String], _ reporter: Reporter
  ) {
    for part in parts {
      lines.append("\(indent)\(part.label)  (\(place(part.origin, reporter)))")
      lines += part.facts.map { "\(indent)  \($0.name): \($0.value)" }
      append(part.inner, indent + "    ", to: &lines, reporter)
    }
  }

  private static func place(_ origin: SourceRange, _ reporter: Reporter) -> String {
    let files = reporter.sources.files
    let file = files.indices.contains(origin.file) ? files[origin.file].path : ""
    return "\(file):\(origin.start.line)"
  }

  // MARK: JSON

  private static func facts(of explanation: FrameExplanation, _ reporter: Reporter) -> [(String, JSON)] {
    [
      ("frame", .int(explanation.frame)), ("seconds", .string(explanation.seconds)),
      ("samples", .array([.int(explanation.samples.lowerBound), .int(explanation.samples.upperBound)])),
      ("layers", .array(explanation.layers.map { json($0, reporter) })),
      ("sounds", .array(explanation.sounds.map { json($0, reporter) })),
      ("segment", .object(explanation.segment.map { ($0.name, .string($0.value)) })),
    ]
  }

  private static func json(_ part: FrameExplanation.Part, _ reporter: Reporter) -> JSON {
    // A layer has several effects: they are a list.
    let effects = part.facts.filter { $0.name == "effect" }.map { JSON.string($0.value) }
    var members: [(String, JSON)] = [("label", .string(part.label)), ("place", .string(place(part.origin, reporter)))]
    members += part.facts.filter { $0.name != "effect" }.map { ($0.name, JSON.string($0.value)) }
    if !effects.isEmpty { members.append(("effects", .array(effects))) }
    if !part.inner.isEmpty { members.append(("inner", .array(part.inner.map { json($0, reporter) }))) }
    return .object(members)
  }
}
