internal import AV
internal import EDL
internal import MediaTime

/// Mixes two images by a kind of libavfilter's `xfade`.
///
/// Opaque pictures stay in the canvas's own samples, with chroma repeated for every pixel and
/// averaged again, so that what a kind only moves about comes out as it was. Transparent ones, and
/// kinds that show black or white of their own (which `xfade` takes for full-range numbers), are
/// mixed as premultiplied RGB.
struct XfadeMixer {
  /// Kinds with colours of their own.
  private static let coloured: Set<String> = ["circlecrop", "rectcrop", "fadeblack", "fadewhite"]

  private let context: LayerContext
  private let name: String

  init(_ context: LayerContext, _ name: String) {
    self.context = context
    self.name = name
  }

  func image(_ from: LayerImage?, _ to: LayerImage?, at way: Crossing.Way) throws(AVError) -> LayerImage {
    let format = context.canvas.pixelFormat
    if !Self.coloured.contains(name), let sides = try context.covering(from, to) {
      let full = context.canvas.fullChromaFormat
      guard full != format else {
        return LayerImage(.opaque, try mix(sides.from.frame, sides.to.frame, at: way))
      }
      let mixed = try mix(
        try FrameMix.expanded(sides.from.frame, to: full), try FrameMix.expanded(sides.to.frame, to: full), at: way)
      return LayerImage(.opaque, try FrameMix.reduced(mixed, to: format))
    }
    let sides = (from: try context.wholeCanvas(from), to: try context.wholeCanvas(to))
    // In RGB libavfilter sums up from numbers that it never set.
    if name == "fadegrays" {
      return LayerImage(.premultiplied, try FrameMix.fadeGrays(sides.from.frame, sides.to.frame, share: way.share))
    }
    return LayerImage(.premultiplied, try mix(sides.from.frame, sides.to.frame, at: way))
  }

  private func mix(
    _ first: borrowing Frame, _ second: borrowing Frame, at way: Crossing.Way
  ) throws(AVError) -> Frame {
    let step = XfadeGraph.Step(way)
    let key = XfadeGraph.Key(
      name: name, format: first.pixelFormat, size: PixelSize(width: first.width, height: first.height),
      length: step.length)
    return try context.xfade(key, first: first).mix(first, second, at: step.place)
  }
}

/// An `xfade` that is asked for one moment of its span at a time, in any order.
final class XfadeGraph {
  /// What one is made for.
  struct Key: Hashable {
    var name: String
    var format: PixelFormat
    var size: PixelSize
    /// Its span, in thousandths of a second that stand for frames.
    var length: Int
  }

  /// A moment in whole steps: `xfade` reckons with a fraction of two whole numbers.
  struct Step {
    let place: Int
    let length: Int
    /// More than this is no duration for `xfade`.
    private static let longest = 60000

    init(_ way: Crossing.Way) {
      let (numerator, denominator) = (Int(way.frame.numerator), Int(way.frame.denominator))
      let (length, isTooLong) = way.count.multipliedReportingOverflow(by: denominator)
      if !isTooLong, length <= Self.longest {
        (place, self.length) = (numerator, length)
      } else {
        // Finer than any pixel.
        (place, self.length) = (Int((way.share * Double(Self.longest)).rounded()), Self.longest)
      }
    }
  }

  private let graph: FilterGraph

  /// Makes the graph; `picture` is any of the shape, to begin its clock with.
  init(_ key: Key, first picture: borrowing Frame) throws(AVError) {
    let input = GraphInput.video(
      width: key.size.width, height: key.size.height, format: key.format, timeBase: (1, 1000), sampleAspect: (1, 1),
      rate: (1000, 1))
    graph = try FilterGraph(
      "[in0][in1]xfade=transition=\(key.name):duration=\(key.length)ms:offset=1ms[out]", inputs: [input, input])
    // Before its span it passes the first side on, and knows from then on when the span begins.
    try push(picture, at: 0, to: 0)
    guard case .ready = try graph.pull() else { throw Self.noPicture }
  }

  /// The mix at a step of the span.
  func mix(_ first: borrowing Frame, _ second: borrowing Frame, at place: Int) throws(AVError) -> Frame {
    try push(first, at: place + 1, to: 0)
    try push(second, at: place + 1, to: 1)
    guard case .ready(let frame) = try graph.pull() else { throw Self.noPicture }
    frame.makePlain()
    frame.copyColor(of: first)
    return frame
  }

  private func push(_ picture: borrowing Frame, at time: Int, to input: Int) throws(AVError) {
    let frame = try picture.copyReference()
    frame.pts = Int64(time)
    try graph.push(frame, to: input)
  }

  private static let noPicture = AVError(
    code: 0, operation: "av_buffersink_get_frame", detail: "xfade gave no picture")
}

extension LayerContext {
  /// The graph of a kind, a size and a length, made once.
  func xfade(_ key: XfadeGraph.Key, first picture: borrowing Frame) throws(AVError) -> XfadeGraph {
    if let known = xfades[key] { return known }
    if xfades.count > 3 { xfades.removeAll() }
    let graph = try XfadeGraph(key, first: picture)
    xfades[key] = graph
    return graph
  }
}
