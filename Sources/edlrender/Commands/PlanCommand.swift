internal import EDL
internal import Render

/// `edlrender plan PROJECT`: what a render would do.
enum PlanCommand {
  static let graph = OptionSpec("--graph", help: "prints the filter graphs alone, as text that the ffmpeg tool accepts")

  static let spec = CommandSpec(
    "plan", summary: "prints the resolved timeline, the segments and the filter graphs; renders nothing",
    operands: [.one("PROJECT", help: "the project file")],
    options: [
      graph, RenderCommand.range, ProjectOptions.strict, ProjectOptions.root, ProjectOptions.allow,
      ProjectOptions.allowFilter,
    ],
    discussion: [
      """
      Every number of the plan is the one that the render uses: frames of the canvas, samples, and exact times \
      of the sources. With --json the plan is one object on one line.
      """
    ],
    examples: ["plan project.yaml", "plan project.yaml --json", "plan project.yaml --graph"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let reader = ProjectReader(path: invocation.operands[0], invocation: invocation, reporter: reporter)
    let options = RenderOptions(
      allowedFolders: invocation.values(of: ProjectOptions.allow),
      allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
      root: invocation.value(of: ProjectOptions.root))
    guard
      let read = reader.checkedTimeline(options),
      let timeline = OutputChoice(invocation, reporter: reporter).apply(to: read)
    else { return reporter.finish() }
    do {
      var plans: [RenderPlan] = []
      for index in timeline.outputs.indices {
        plans.append(try Renderer.plan(timeline, output: index, options: options))
      }
      report(timeline, plans, graphsOnly: invocation.has(graph), to: reporter)
    } catch {
      reporter.report(error)
    }
    return reporter.finish()
  }

  private static func report(_ timeline: Timeline, _ plans: [RenderPlan], graphsOnly: Bool, to reporter: Reporter) {
    let graphs = plans.map { $0.graphText }
    if graphsOnly {
      reporter.answer(
        "graphs", [("graphs", .array(graphs.map { .string($0) }))], text: graphs.joined(separator: "\n"))
    } else {
      reporter.answer(
        "plan", [("timeline", .text(timeline.json)), ("outputs", .array(plans.map { .text($0.json) }))],
        text: ([timeline.text] + plans.map { $0.text }).joined(separator: "\n"))
    }
  }
}
