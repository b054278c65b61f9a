internal import EDL

/// What `--output`, `--range` and `-o` leave of a timeline's outputs.
struct OutputChoice {
  let invocation: Invocation
  let reporter: Reporter
  /// Whether `-o` names the film itself.
  let writesFilm: Bool

  init(_ invocation: Invocation, reporter: Reporter, writesFilm: Bool = true) {
    self.invocation = invocation
    self.reporter = reporter
    self.writesFilm = writesFilm
  }

  /// The timeline with the chosen outputs alone, or nil after reporting why there is none.
  func apply(to timeline: Timeline) -> Timeline? {
    var timeline = timeline
    guard let outputs = named(timeline.outputs) else { return nil }
    timeline.outputs = outputs
    if invocation.has(RenderCommand.draft) {
      // A draft must not take the place of a film that took its time.
      for index in timeline.outputs.indices {
        timeline.outputs[index].path = FilePaths.inserted("draft", into: timeline.outputs[index].path)
      }
    }
    if writesFilm, invocation.has(RenderCommand.output), outputs.count > 1 {
      let names = outputs.map { FilePaths.name(of: $0.path) }.joined(separator: ", ")
      reporter.fail(
        "command.usage", "-o names one file, but the project has \(outputs.count) outputs",
        notes: ["--output chooses one of them: \(names)"])
      return nil
    }
    guard let text = invocation.value(of: RenderCommand.range) else { return timeline }
    guard let frames = TimeText.range(text, in: timeline, reporter: reporter) else { return nil }
    for index in timeline.outputs.indices { timeline.outputs[index].frames = frames }
    return timeline
  }

  private func named(_ outputs: [Output]) -> [Output]? {
    guard let name = invocation.value(of: RenderCommand.name) else { return outputs }
    for match in [{ $0 }, FilePaths.name(of:), FilePaths.stem(of:)] {
      let found = outputs.filter { match($0.path) == name }
      if found.count == 1 { return found }
    }
    let names = outputs.map { FilePaths.name(of: $0.path) }
    let near = closestMatch(to: name, in: names + outputs.map { FilePaths.stem(of: $0.path) })
    reporter.fail(
      "command.usage", "there is no output \"\(name)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""),
      notes: ["the project has \(names.joined(separator: ", "))"])
    return nil
  }
}

extension OutputChoice {
  /// Which output's composition a frame is looked at in.
  static let shown = OptionSpec(
    RenderCommand.name.name, value: .text("NAME"),
    help: "as this output composes it, where outputs have a framing of their own; NAME is its path or its file name")

  /// The timeline as the output shows it that was named, with that output alone; as it is where none was named.
  static func shown(_ timeline: Timeline, _ invocation: Invocation, _ reporter: Reporter) -> Timeline? {
    guard invocation.has(shown) else { return timeline }
    guard let chosen = OutputChoice(invocation, reporter: reporter, writesFilm: false).apply(to: timeline),
      let output = chosen.outputs.first
    else { return nil }
    return chosen.framed(for: output)
  }
}
