internal import AV
public import EDL

/// Renders the outputs of a timeline one after the other; what they have in common is made once.
///
/// The first output that lacks something composes its frames and mixes its sound for the later ones too, where their
/// canvases agree, and hands packets that are the same to the byte on. The files are those of separate renders. Used by
/// one thread, in the order of the outputs.
public final class RenderBatch {
  private let timeline: Timeline
  private let options: RenderOptions
  private let cancellation: any RenderCancellation
  /// The outputs that are not written yet, planned; nil until the first is asked for.
  private var runs: [Int: RenderRun]?

  /// Prepares to render the outputs of a timeline.
  public init(_ timeline: Timeline, options: RenderOptions, cancellation: any RenderCancellation) {
    self.timeline = timeline
    self.options = options
    self.cancellation = cancellation
  }

  /// Renders an output and checks the finished file against the plan.
  ///
  /// Blocks the calling thread; the work runs on threads of its own. The file appears under its name by an atomic
  /// rename, complete and checked, or not at all. After a failure the later outputs can still be rendered.
  public func render(
    output: Int, progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws(RenderError) -> RenderResult {
    var runs = runs ?? prepared(from: output)
    let run: RenderRun
    if let known = runs.removeValue(forKey: output) { run = known } else { run = try prepared(output) }
    run.progress = progress
    // What is promised to a later one is not kept when this one fails: they begin anew.
    self.runs = nil
    Libraries.giveBackMemory()
    let result = try run.run(sharingWith: runs.sorted { $0.key < $1.key }.map(\.value))
    self.runs = runs
    return result
  }

  private func prepared(from first: Int) -> [Int: RenderRun] {
    var runs: [Int: RenderRun] = [:]
    // One that cannot be planned says why when it is its turn.
    for output in timeline.outputs.indices where output >= first { runs[output] = try? prepared(output) }
    return runs
  }

  private func prepared(_ output: Int) throws(RenderError) -> RenderRun {
    let plan = try Renderer.plan(timeline, output: output, options: options)
    return try RenderRun(plan, options, cancellation: cancellation) { _ in }
  }
}
