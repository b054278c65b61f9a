internal import AV
internal import EDL

/// Lays an image by one of libavfilter's blend modes.
///
/// The mode mixes straight RGB as deep as layers are; what comes out lies over what was below with the image's own
/// opacity: `(1 − αs) · αb · Cb + αs · (1 − αb) · Cs + αs · αb · B(Cb, Cs)` (W3C Compositing 1, 9.1).
struct Blender {
  let context: LayerContext

  /// The image with its colour blended with what lies below it, to be laid as usual.
  func blended(
    _ image: LayerImage, _ mode: BlendMode, over below: LayerImage
  ) throws(AVError) -> LayerImage? {
    let source = try context.premultiplied(image)
    let ground = try context.premultiplied(below)
    let (x, y) = (max(0, source.x), max(0, source.y))
    let width = min(context.canvas.size.width, source.x + source.frame.width) - x
    let height = min(context.canvas.size.height, source.y + source.frame.height) - y
    guard width > 0, height > 0 else { return nil }
    let format = context.canvas.layerFormat
    let top = try Frame.picture(width: width, height: height, format: format)
    top.copyPart(of: source.frame, x: x - source.x, y: y - source.y)
    let bottom = try Frame.picture(width: width, height: height, format: format)
    bottom.copyPart(of: ground.frame, x: x - ground.x, y: y - ground.y)
    let result = try Frame.picture(width: width, height: height, format: format)
    result.copyPart(of: top, x: 0, y: 0)
    top.divideByAlpha()
    bottom.divideByAlpha()
    let graph = try context.blendGraph(mode, width, height, isDeep: format.bitDepth > 8)
    let mixed = try graph.run(top, bottom)
    result.combine(straight: top, mixed: mixed, backdrop: bottom)
    result.makePlain()
    return LayerImage(.premultiplied, result, x: x, y: y)
  }
}

/// One of libavfilter's blend modes for pictures of one size; looks at one pair at a time.
///
/// libavfilter's formulas do not agree on which input is the layer and which lies below. Here every
/// mode means what it does in other compositors: overlay asks what lies below and hard light the
/// layer (W3C Compositing 1), subtract takes the layer from what is below, divide divides that by it.
final class BlendGraph {
  /// Modes whose formula takes what lies below as its first input; measured with FFmpeg 5.1.
  private static let belowFirst: Set<String> = [
    "overlay", "hardlight", "softlight", "pinlight", "subtract", "divide", "grainextract", "reflect", "glow",
    "freeze", "heat",
  ]

  private let graph: FilterGraph
  private let isBelowFirst: Bool
  /// The pairs so far: libavfilter pairs pictures by times that rise.
  private var count: Int64 = 0

  init(_ mode: String, width: Int, height: Int, isDeep: Bool) throws(AVError) {
    let name = isDeep ? "gbrp16le" : "gbrp"
    guard let format = PixelFormat(named: name) else {
      throw AVError(code: -22, operation: "av_get_pix_fmt", detail: name)
    }
    isBelowFirst = Self.belowFirst.contains(mode)
    let input = GraphInput.video(
      width: width, height: height, format: format, timeBase: (1, 1), sampleAspect: (1, 1))
    graph = try FilterGraph("[in0][in1]blend=all_mode=\(mode)[out]", inputs: [input, input])
  }

  /// The mix of the upper picture's colour with the lower one's.
  func run(_ top: borrowing Frame, _ bottom: borrowing Frame) throws(AVError) -> Frame {
    let upper = try top.withoutAlpha()
    let lower = try bottom.withoutAlpha()
    upper.pts = count
    lower.pts = count
    count += 1
    try graph.push(upper, to: isBelowFirst ? 1 : 0)
    try graph.push(lower, to: isBelowFirst ? 0 : 1)
    guard case .ready(let result) = try graph.pull() else {
      throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the blend gave no picture")
    }
    return result
  }
}

extension Frame {
  /// Makes this the premultiplied colour of straight pixels, mixed with a backdrop as far as that is opaque.
  fileprivate func combine(straight: borrowing Frame, mixed: borrowing Frame, backdrop: borrowing Frame) {
    guard let alpha = straight.plane(3), let ground = backdrop.plane(3) else { return }
    if pixelFormat.bitDepth > 8 { return combineWide(straight: straight, mixed: mixed, backdrop: backdrop) }
    for plane in 0..<3 {
      guard let out = self.plane(plane), let own = straight.plane(plane), let mix = mixed.plane(plane) else { continue }
      for row in 0..<height {
        let line = out + row * stride(ofPlane: plane)
        let (owns, mixes) = (own + row * straight.stride(ofPlane: plane), mix + row * mixed.stride(ofPlane: plane))
        let (shares, grounds) = (alpha + row * straight.stride(ofPlane: 3), ground + row * backdrop.stride(ofPlane: 3))
        for x in 0..<width {
          let below = UInt32(grounds[x])
          let color = UInt32(owns[x]) &* (255 &- below) &+ UInt32(mixes[x]) &* below
          line[x] = UInt8(truncatingIfNeeded: (color &* UInt32(shares[x]) &+ 32512) / 65025)
        }
      }
    }
  }

  private func combineWide(straight: borrowing Frame, mixed: borrowing Frame, backdrop: borrowing Frame) {
    let peak = UInt64(self.peak)
    for plane in 0..<3 {
      for row in 0..<height {
        guard let line = wideRow(plane, row), let owns = straight.wideRow(plane, row),
          let mixes = mixed.wideRow(plane, row), let shares = straight.wideRow(3, row),
          let grounds = backdrop.wideRow(3, row)
        else { continue }
        for x in 0..<width {
          let below = UInt64(grounds[x])
          let color = UInt64(owns[x]) &* (peak &- below) &+ UInt64(mixes[x]) &* below
          line[x] = UInt16(
            truncatingIfNeeded: (color &* UInt64(shares[x]) &+ peak &* peak / 2) / (peak &* peak))
        }
      }
    }
  }
}
