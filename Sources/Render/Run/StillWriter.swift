internal import AV
public import EDL
internal import Foundation
internal import MediaTime

extension Renderer {
  /// Writes one frame of the programme as a PNG, the very picture that the output's encoder gets.
  ///
  /// What it opens stays open in a session, where one is given.
  public static func writeFrame(
    _ timeline: Timeline, frame: Int, to path: String, options: RenderOptions = RenderOptions(),
    session: FrameSession? = nil
  ) throws(RenderError) {
    try write(try self.frame(timeline, frame, options: options, session: session), to: path)
  }

  /// Writes a file whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws(RenderError) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      let code = ((error as? CocoaError)?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code ?? Int(EIO)
      throw RenderError(.media, AVError(code: -Int32(code), operation: "write"), doing: "write \"\(path)\"")
    }
  }

  /// One frame of the programme as the bytes of a PNG, scaled down to a width where one is given.
  public static func frame(
    _ timeline: Timeline, _ frame: Int, width: Int? = nil, options: RenderOptions = RenderOptions(),
    session: FrameSession? = nil
  ) throws(RenderError) -> [UInt8] {
    Libraries.prepare()
    var diagnostics = DiagnosticList()
    let timeline = EffectPreparation.prepared(timeline, options, &diagnostics)
    if let first = diagnostics.all.first(where: { $0.severity == .error }) {
      throw RenderError(kind: first.blame == .media ? .media : .project, diagnostic: first)
    }
    let origin = timeline.outputs.first?.origin
    guard (0..<timeline.root.frameCount).contains(frame) else {
      throw RenderError(
        kind: .project,
        diagnostic: Diagnostic(
          .error, code: "time.outside-programme",
          "frame \(frame) is outside the programme, which has \(timeline.root.frameCount) frames", at: origin))
    }
    let canvas = canvasFormat(timeline)
    let pool = session?.readers(of: timeline.media) ?? ReaderPool(maxReaders: 12)
    let picture = try compose(timeline, frame: frame, canvas: canvas, pool)
    do throws(AVError) {
      return try StillPNG(canvas: canvas).bytes(of: picture, width: width)
    } catch {
      throw RenderError(.codec, error, doing: "encode frame \(frame)")
    }
  }

  /// The format of the first output with a picture, or 8-bit 4:2:0.
  static func canvasFormat(_ timeline: Timeline) -> CanvasFormat {
    var ignored = DiagnosticList()
    let output = timeline.outputs.first { $0.video != nil && $0.form.isFilm }
    let plan = output.flatMap {
      OutputPlanner(timeline: timeline, output: $0, options: RenderOptions()).plan(&ignored)
    }
    return plan?.canvas
      ?? CanvasFormat(
        size: timeline.canvas.size, pixelFormat: .planar420, color: CanvasColor(timeline.canvas),
        background: timeline.canvas.background)
  }

  private static func compose(
    _ timeline: Timeline, frame: Int, canvas: CanvasFormat, _ pool: ReaderPool
  ) throws(RenderError) -> Frame {
    let pieces: [Piece]
    do throws(TimeOverflow) {
      pieces = try PicturePlan.pieces(timeline, canvas: canvas, frames: frame..<frame + 1)
    } catch {
      throw RenderError(
        kind: .project,
        diagnostic: Diagnostic(.error, code: "time.overflow", "\(error)", at: timeline.root.tracks.first?.origin))
    }
    guard let piece = pieces.first else { throw RenderError.interrupted }
    let composer = FrameComposer(
      canvas: canvas, media: timeline.media, rate: timeline.canvas.frameRate, pool: pool)
    composer.begin(piece)
    return try composer.frame(0)
  }
}
