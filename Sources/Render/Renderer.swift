public import EDL

/// Turns a timeline into files.
public enum Renderer {
  /// Finds all that can be known to fail before rendering: encoders, their options, containers,
  /// paths that may not be written.
  public static func check(_ timeline: Timeline, options: RenderOptions = RenderOptions()) -> DiagnosticList {
    DiagnosticList()
  }

  /// Plans one output: its segments, graphs and sound, as printable data.
  public static func plan(
    _ timeline: Timeline, output: Int, options: RenderOptions = RenderOptions()
  ) throws(RenderError) -> RenderPlan {
    RenderPlan()
  }

  /// Renders one output and checks the finished file against the plan.
  public static func render(
    _ timeline: Timeline, output: Int, options: RenderOptions = RenderOptions(),
    cancellation: any RenderCancellation, progress: @escaping @Sendable (RenderProgress) -> Void
  ) throws(RenderError) -> RenderResult {
    RenderResult(path: "", frames: 0, samples: 0, byteCount: 0, duration: 0)
  }

  /// Writes one frame of the programme as a PNG.
  public static func writeFrame(_ timeline: Timeline, frame: Int, to path: String) throws(RenderError) {}
}

/// What a render will do, before it does it.
public struct RenderPlan: Sendable {
  /// A table for people.
  public var text: String { "" }
  /// One JSON object.
  public var json: String { "" }
  /// The filter graphs as text that the `ffmpeg` tool accepts.
  public var graphText: String { "" }
}
