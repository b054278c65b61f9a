public import EDL
internal import AV
internal import MediaTime

/// Turns a timeline into files.
public enum Renderer {
  /// Finds all that can be known to fail before rendering: encoders, their options, containers,
  /// paths that may not be written.
  public static func check(_ timeline: Timeline, options: RenderOptions = RenderOptions()) -> DiagnosticList {
    Libraries.prepare()
    var diagnostics = DiagnosticList()
    for timeline in timeline.allFramings {
      var found = DiagnosticList()
      MediaRemarks.add(timeline, to: &found)
      DrawingRemarks.add(timeline, to: &found)
      _ = EffectPreparation.prepared(timeline, options, &found)
      BlendModes.check(timeline, &found)
      TransitionCheck.check(timeline, &found)
      // What one framing has told another need not.
      let told = Set(diagnostics.all.map(Finding.init))
      for finding in found.all where !told.contains(Finding(finding)) { diagnostics.append(finding) }
    }
    for output in timeline.outputs {
      _ = OutputPlanner(timeline: timeline.framed(for: output), output: output, options: options).plan(&diagnostics)
    }
    return diagnostics
  }

  /// Adds the errors of what remains of a faulty project: of effects, blend modes, transitions,
  /// encoders and paths.
  ///
  /// What was left out of it makes no error here, and what was already told is not told again.
  public static func addMistakes(in rest: Timeline, options: RenderOptions, to diagnostics: inout DiagnosticList) {
    let told = Set(diagnostics.all.map(Finding.init))
    for error in check(rest, options: options).all where error.severity == .error && !told.contains(Finding(error)) {
      diagnostics.append(error)
    }
  }

  /// Plans one output: its segments, graphs and sound, as printable data.
  public static func plan(
    _ timeline: Timeline, output: Int, options: RenderOptions = RenderOptions()
  ) throws(RenderError) -> RenderPlan {
    try plan(timeline, output: output, options: options) { _ in }
  }

  /// Plans an output that is written in another way than the project says.
  static func plan(
    _ timeline: Timeline, output: Int, options: RenderOptions, changing change: (inout OutputPlan) -> Void
  ) throws(RenderError) -> RenderPlan {
    Libraries.prepare()
    var diagnostics = DiagnosticList()
    let shown = timeline.framed(for: timeline.outputs[output])
    TransitionCheck.check(shown, &diagnostics)
    let timeline = EffectPreparation.prepared(shown, options, &diagnostics)
    let planner = OutputPlanner(timeline: timeline, output: timeline.outputs[output], options: options)
    guard var plan = planner.plan(&diagnostics), !diagnostics.hasErrors else {
      let first = diagnostics.all.first { $0.severity == .error }
      throw RenderError(
        kind: first?.blame == .media ? .media : .project,
        diagnostic: first ?? Diagnostic(.error, code: "render.plan", "the output cannot be planned"))
    }
    change(&plan)
    do throws(TimeOverflow) {
      return try RenderPlan(
        timeline, output: plan, origin: timeline.outputs[output].origin,
        files: FileBook(options.cache.map { CacheFolder(path: $0.folder) }))
    } catch {
      throw RenderError(
        kind: .project,
        diagnostic: Diagnostic(.error, code: "time.overflow", "\(error)", at: timeline.outputs[output].origin))
    }
  }

  /// Renders one output and checks the finished file against the plan.
  ///
  /// Blocks the calling thread; the work runs on threads of its own. The file appears under its
  /// name by an atomic rename, complete and checked, or not at all.
  public static func render(
    _ timeline: Timeline, output: Int, options: RenderOptions = RenderOptions(),
    cancellation: any RenderCancellation, progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws(RenderError) -> RenderResult {
    let plan = try plan(timeline, output: output, options: options)
    Libraries.giveBackMemory()
    return try RenderRun(plan, options, cancellation: cancellation, progress: progress).run()
  }

  /// Renders one share of what an output still lacks into the cache, for a last plain run to mux.
  ///
  /// Parts may run at once and on different machines, as long as they share the cache's folder or it
  /// is brought together afterwards.
  public static func render(
    _ part: RenderOptions.Part, of timeline: Timeline, output: Int, options: RenderOptions,
    cancellation: any RenderCancellation, progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws(RenderError) -> PartResult {
    let plan = try plan(timeline, output: output, options: options)
    var result = try PartRun(plan, part, options, cancellation: cancellation, progress: progress).run()
    for other in plan.others {
      result.add(try PartRun(other, part, options, cancellation: cancellation, progress: progress).run())
    }
    return result
  }

  /// Renders parts of an output that the cache has once more, and compares the bytes.
  public static func verify(
    _ timeline: Timeline, output: Int, extent: VerifyResult.Extent, options: RenderOptions,
    cancellation: any RenderCancellation, progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws(RenderError) -> VerifyResult {
    let plan = try plan(timeline, output: output, options: options)
    var result = try VerifyRun(plan, options, cancellation: cancellation, progress: progress).run(extent)
    for other in plan.others {
      result.add(try VerifyRun(other, options, cancellation: cancellation, progress: progress).run(extent))
    }
    return result
  }
}

/// What two diagnostics of one mistake have in common.
private struct Finding: Hashable {
  let code: String
  let file: Int?
  let line: Int?

  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code
    file = diagnostic.range?.file
    line = diagnostic.range?.start.line
  }
}
