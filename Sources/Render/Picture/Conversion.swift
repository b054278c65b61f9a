internal import AV
internal import EDL

/// The shape of a source's picture, as far as bringing it to the canvas depends on it.
struct PictureShape: Hashable, Sendable {
  var width: Int
  var height: Int
  var format: PixelFormat
  var aspectX: Int
  var aspectY: Int
}

/// How pictures of one shape come to the canvas: filter text, as data.
///
/// Pure, so that a plan can print it: the text runs in the `ffmpeg` tool as it stands.
struct Conversion: Hashable, Sendable {
  /// What comes out.
  enum Result: Hashable, Sendable {
    /// The canvas's own format, without transparency.
    case opaque
    /// The canvas's format with full chroma, because an edge falls inside a chroma sample.
    case opaqueFullChroma
    /// Planar RGB and alpha with colour multiplied by alpha, to be blended.
    case premultiplied
  }

  /// The first graph; empty when the picture is right as it is.
  var graph: String
  /// What is done to its colours after the graph; nil where they are the canvas's.
  var colors: ColorStage?
  /// What comes out.
  var result: Result
  /// Where it lies.
  var fitting: Fitting

  /// The way through light, for pictures of another colour system.
  struct ColorStage: Hashable, Sendable {
    var map: ColorMap
    /// The code of white that comes in.
    var white: Int
    /// The planar RGB of 12 bits that it works on.
    var format: PixelFormat
    var size: PixelSize
    /// The graph after it; empty for none.
    var graph: String
    /// How transparency of more than 8 bits is kept; nil for what has none.
    var deepAlpha: DeepAlpha?
  }

  /// Transparency on a canvas of more than 8 bits, which swscale would not keep exactly.
  struct DeepAlpha: Hashable, Sendable {
    /// The graph that takes the source's alpha as a grey picture.
    var graph: String
    /// The size that the picture, colour multiplied by alpha, is resampled to; nil keeps its own.
    var scaled: PixelSize?
  }

  /// What a conversion depends on beside the canvas.
  struct Request: Hashable, Sendable {
    var shape: PictureShape
    var color: SourceColor
    /// The EXIF orientation that is undone.
    var orientation: Int
    /// How the picture is scaled to the canvas; nil keeps its own pixels.
    var fit: PictureFields.Fit?
  }

  /// Builds the conversion for one shape of picture.
  init(_ request: Request, canvas: CanvasFormat) {
    let (shape, color, orientation) = (request.shape, request.color, request.orientation)
    let fitting =
      if let fit = request.fit {
        Fitting(fit, display: Self.display(shape, orientation: orientation), canvas: canvas.size)
      } else {
        Fitting(
          own: orientation > 4
            ? PixelSize(width: shape.height, height: shape.width)
            : PixelSize(width: shape.width, height: shape.height))
      }
    self.fitting = fitting
    let crop = Self.cropText(fitting)
    let isOnGrid = fitting.lies(
      onGrid: 1 << canvas.pixelFormat.chromaShiftX, 1 << canvas.pixelFormat.chromaShiftY)
    let format = isOnGrid ? canvas.pixelFormat : canvas.fullChromaFormat
    result = shape.format.hasAlpha ? .premultiplied : isOnGrid ? .opaque : .opaqueFullChroma
    // swscale takes white for 255 × 2ⁿ, which deeper RGB and grey of the full range go beyond.
    let depth = shape.format.bitDepth
    let isFullRange = color.space == "gbr" || (shape.format.componentCount < 3 && color.range == "pc")
    let isDeep = isFullRange && depth > 8
    let map =
      canvas.color.map(from: color.system) ?? (isDeep && !shape.format.hasAlpha ? canvas.color.identity : nil)
    let white = isDeep ? (depth < 12 ? ((1 << depth) - 1) << (12 - depth) : 4095) : ColorMapper.white

    var steps = Self.orient(orientation, paletted: shape.format.isPaletted)
    // swscale takes black and white for limited range unless they are grey before.
    if shape.format.name.hasPrefix("mono") { steps.insert("scale=flags=\(exactScalerFlags),format=gray", at: 0) }
    let scaled = "scale=\(fitting.scaled.width):\(fitting.scaled.height):flags=\(exactScalerFlags)"
    let input = color.space == "gbr" ? "" : ":in_color_matrix=\(Self.scaleName(color.space)):in_range=\(color.range)"
    let isOriented = orientation > 4
    let isSameSize =
      (isOriented ? shape.height : shape.width) == fitting.scaled.width
      && (isOriented ? shape.width : shape.height) == fitting.scaled.height

    if shape.format.hasAlpha {
      if canvas.layerFormat.bitDepth > 8, let middle = PixelFormat(named: "gbrap12le") {
        let alpha = (shape.format.isPaletted ? ["format=rgba"] : []) + Self.alphaSteps(shape.format, orientation)
        graph = (steps + ["scale=flags=\(exactScalerFlags)\(input),format=\(middle.name)"]).joined(separator: ",")
        colors = ColorStage(
          map: map ?? canvas.color.identity, white: white, format: middle, size: fitting.scaled,
          graph: crop ?? "",
          deepAlpha: DeepAlpha(graph: alpha.joined(separator: ","), scaled: isSameSize ? nil : fitting.scaled))
        return
      }
      // Scaled with colour multiplied by alpha, or the hidden colour of transparent pixels bleeds.
      var later = ["premultiply=inplace=1"]
      if !isSameSize { later.append("\(scaled),format=gbrap") }
      if let crop { later.append(crop) }
      if let map, let middle = PixelFormat(named: "gbrap12le") {
        steps.append("scale=flags=\(exactScalerFlags)\(input),format=\(middle.name)")
        later.insert("scale=flags=\(exactScalerFlags),format=gbrap", at: 0)
        let size = PixelSize(
          width: isOriented ? shape.height : shape.width, height: isOriented ? shape.width : shape.height)
        colors = ColorStage(
          map: map, white: white, format: middle, size: size, graph: later.joined(separator: ","))
      } else {
        steps += ["scale=flags=\(exactScalerFlags)\(input),format=gbrap"] + later
      }
      graph = steps.joined(separator: ",")
      return
    }
    if let map, let middle = PixelFormat(named: "gbrp12le") {
      steps.append("\(scaled)\(input),format=\(middle.name)")
      if let crop { steps.append(crop) }
      graph = steps.joined(separator: ",")
      colors = ColorStage(
        map: map, white: white, format: middle, size: fitting.size,
        graph: "scale=flags=\(exactScalerFlags):\(canvas.outputText),format=\(format.name)")
      return
    }
    if color.space == "gbr" {
      steps.append("\(scaled):\(canvas.outputText),format=\(format.name)")
    } else {
      let matrix = Self.scaleName(color.space)
      let isPlain = isSameSize && shape.format == format && color.range == canvas.color.stream.range
      let needsMatrix = color.space != canvas.color.stream.space && shape.format.componentCount > 2
      if needsMatrix, fitting.scaled.width % 2 + fitting.scaled.height % 2 > 0 {
        // `colorspace` takes even sizes only; swscale is within one step.
        steps.append("\(scaled)\(input):\(canvas.outputText),format=\(format.name)")
      } else {
        if !isPlain {
          steps.append("\(scaled)\(input):out_color_matrix=\(matrix):out_range=tv,format=\(format.name)")
        }
        if needsMatrix { steps.append(Self.matrixText(from: color.space, to: canvas.color.stream.space)) }
      }
    }
    if let crop { steps.append(crop) }
    graph = steps.joined(separator: ",")
  }

  /// Makes an opaque picture in the canvas's colour planar RGB with full alpha.
  init(toRGB request: Request) {
    fitting = Fitting(own: PixelSize(width: request.shape.width, height: request.shape.height))
    result = .premultiplied
    graph =
      "scale=flags=\(exactScalerFlags):in_color_matrix=\(Self.scaleName(request.color.space))"
      + ":in_range=\(request.color.range),format=gbrap"
  }

  /// The size as shown: square pixels (only ever wider or higher, never less), then upright.
  private static func display(_ shape: PictureShape, orientation: Int) -> PixelSize {
    var (width, height) = (shape.width, shape.height)
    if shape.aspectX > shape.aspectY {
      width = (2 * width * shape.aspectX + shape.aspectY) / (2 * shape.aspectY)
    } else if shape.aspectX < shape.aspectY {
      height = (2 * height * shape.aspectY + shape.aspectX) / (2 * shape.aspectX)
    }
    return orientation > 4
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
  }

  private static func cropText(_ fitting: Fitting) -> String? {
    fitting.size == fitting.scaled
      ? nil : "crop=\(fitting.size.width):\(fitting.size.height):\(fitting.cropX):\(fitting.cropY):exact=1"
  }

  /// The alpha of a format as a grey picture of its own depth, upright.
  private static func alphaSteps(_ format: PixelFormat, _ orientation: Int) -> [String] {
    var steps = orient(orientation, paletted: false)
    // Numbers with fractions have no planes that could be taken out.
    if format.bitDepth > 16 { steps.insert("format=gbrap16le", at: 0) }
    steps.append("extractplanes=a")
    if !format.isLittleEndian { steps.append("format=gray\(min(16, format.bitDepth))le") }
    return steps
  }

  /// The turns and mirrors of the eight EXIF orientations.
  static func orient(_ orientation: Int, paletted: Bool) -> [String] {
    let steps =
      switch orientation {
      case 2: ["hflip"]
      case 3: ["hflip", "vflip"]
      case 4: ["vflip"]
      case 5: ["transpose=cclock_flip"]
      case 6: ["transpose=clock"]
      case 7: ["transpose=clock_flip"]
      case 8: ["transpose=cclock"]
      default: [String]()
      }
    return paletted && !steps.isEmpty ? ["format=rgba"] + steps : steps
  }

  /// One matrix into the other at the picture's own chroma resolution, within half a step of exact.
  ///
  /// swscale would go through 8-bit RGB. Primaries and transfer are named equal on both sides: SD
  /// and HD primaries are treated as the same, as every player does.
  private static func matrixText(from space: String, to target: String) -> String {
    "colorspace=ispace=\(space):iprimaries=bt709:itrc=bt709:irange=tv:space=\(target):primaries=bt709:trc=bt709:range=tv"
  }

  /// swscale's name for a matrix.
  static func scaleName(_ space: String) -> String {
    switch space {
    case "bt2020nc": "bt2020"
    default: space
    }
  }
}

/// The format that everything is brought to before it is encoded.
struct CanvasFormat: Hashable, Sendable {
  var size: PixelSize
  var pixelFormat: PixelFormat
  var color: CanvasColor
  var background: Color

  /// The same depth without chroma subsampling.
  var fullChromaFormat: PixelFormat {
    PixelFormat(named: pixelFormat.bitDepth > 8 ? "yuv444p\(pixelFormat.bitDepth)le" : "yuv444p") ?? pixelFormat
  }

  /// What layers with transparency are mixed in: planar RGB and alpha of 8 bits, or of 16 where the
  /// canvas has more than 8.
  var layerFormat: PixelFormat { pixelFormat.bitDepth > 8 ? .planarRGBA16 : .planarRGBA }

  /// The arguments of `scale` that name what comes out.
  var outputText: String {
    "out_color_matrix=\(color.stream.scaleSpace):out_range=\(color.stream.range)"
  }
}

extension Conversion.ColorStage {
  /// What comes after the colours, for people.
  var text: String {
    guard let deepAlpha else { return graph }
    let scaled = deepAlpha.scaled.map { ["resample to \($0.width)x\($0.height)"] } ?? []
    return (["times alpha (\(deepAlpha.graph))"] + scaled + (graph.isEmpty ? [] : [graph])).joined(separator: ", ")
  }
}
