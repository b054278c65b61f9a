internal import AV
public import EDL
internal import Foundation
internal import MediaTime

extension Renderer {
  /// Writes one frame of the programme as a PNG, the very picture that the output's encoder gets.
  public static func writeFrame(
    _ timeline: Timeline, frame: Int, to path: String, options: RenderOptions = RenderOptions()
  ) throws(RenderError) {
    let bytes = try self.frame(timeline, frame, options: options)
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      let code = ((error as? CocoaError)?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code ?? Int(EIO)
      throw RenderError(.media, AVError(code: -Int32(code), operation: "write"), doing: "write \"\(path)\"")
    }
  }

  /// One frame of the programme as the bytes of a PNG, scaled down to a width where one is given.
  public static func frame(
    _ timeline: Timeline, _ frame: Int, width: Int? = nil, options: RenderOptions = RenderOptions()
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
    let picture = try compose(timeline, frame: frame, canvas: canvas)
    do throws(AVError) {
      return try StillFile(width: width).bytes(of: picture, canvas: canvas)
    } catch {
      throw RenderError(.codec, error, doing: "encode frame \(frame)")
    }
  }

  /// The format of the first output with a picture, or 8-bit 4:2:0.
  static func canvasFormat(_ timeline: Timeline) -> CanvasFormat {
    var ignored = DiagnosticList()
    let output = timeline.outputs.first { $0.video != nil }
    let plan = output.flatMap {
      OutputPlanner(timeline: timeline, output: $0, options: RenderOptions()).plan(&ignored)
    }
    return plan?.canvas
      ?? CanvasFormat(
        size: timeline.canvas.size, pixelFormat: .planar420, color: CanvasColor(timeline.canvas),
        background: timeline.canvas.background)
  }

  private static func compose(_ timeline: Timeline, frame: Int, canvas: CanvasFormat) throws(RenderError) -> Frame {
    let pieces: [Piece]
    do throws(TimeOverflow) {
      pieces = try PicturePlan.pieces(timeline, canvas: canvas, frames: frame..<frame + 1)
    } catch {
      throw RenderError(
        kind: .project,
        diagnostic: Diagnostic(.error, code: "time.overflow", "\(error)", at: timeline.root.tracks.first?.origin))
    }
    guard let piece = pieces.first else { throw RenderError.interrupted }
    let composer = FrameComposer(canvas: canvas, media: timeline.media, rate: timeline.canvas.frameRate)
    composer.begin(piece)
    return try composer.frame(0)
  }
}

/// A PNG file made of one canvas picture.
private struct StillFile {
  /// The width to scale down to.
  let width: Int?

  /// The picture as 8-bit RGB of SDR.
  private func colored(_ picture: borrowing Frame, _ canvas: CanvasFormat) throws(AVError) -> Frame {
    let input = "scale=flags=\(exactScalerFlags):in_color_matrix=\(canvas.color.stream.scaleSpace):in_range=tv"
    guard canvas.color.system != .sdr, let middle = PixelFormat(named: "gbrp12le") else {
      return try run("\(input),format=rgb24", picture, canvas.size, canvas.pixelFormat)
    }
    let wide = try run("\(input),format=\(middle.name)", picture, canvas.size, canvas.pixelFormat)
    try wide.makeWritable()
    let (color, sdr) = (canvas.color, ColorSystem.sdr)
    ColorMapper(ColorMap(from: color.system, to: sdr, toneMap: color.toneMap, white: color.white)).convert(wide)
    return try run("scale=flags=\(exactScalerFlags),format=rgb24", wide, canvas.size, middle)
  }

  private func run(
    _ text: String, _ picture: borrowing Frame, _ size: PixelSize, _ format: PixelFormat
  ) throws(AVError) -> Frame {
    let graph = try FilterGraph(
      "[in0]\(text)[out]",
      inputs: [
        .video(width: size.width, height: size.height, format: format, timeBase: (1, 1), sampleAspect: (1, 1))
      ])
    let input = try picture.copyReference()
    input.tag(nil)
    input.pts = 0
    try graph.push(input)
    guard case .ready(let converted) = try graph.pull() else {
      throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the graph gave no picture")
    }
    return converted
  }

  func bytes(of picture: borrowing Frame, canvas: CanvasFormat) throws(AVError) -> [UInt8] {
    guard let rgb = PixelFormat(named: "rgb24") else { return [] }
    var size = canvas.size
    var converted = try colored(picture, canvas)
    if let width, width < size.width {
      let small = PixelSize(width: width, height: max(1, (size.height * width + size.width / 2) / size.width))
      converted = try run("scale=\(small.width):\(small.height):flags=area", converted, size, rgb)
      size = small
    }
    // A PNG is looked at as sRGB.
    let primaries = canvas.color.system == .sdr ? canvas.color.stream.primaries : "bt709"
    let encoder = try Encoder(
      EncoderSettings(
        encoder: "png",
        input: .video(
          width: size.width, height: size.height, format: rgb, rate: .one,
          color: StreamColor(space: "gbr", primaries: primaries, transfer: "iec61966-2-1", range: "pc")),
        options: [], hasGlobalHeader: false))
    converted.pts = 0
    try encoder.send(converted)
    try encoder.finish()
    guard case .ready(let packet) = try encoder.receive() else { return [] }
    return Array(packet.payload)
  }
}
