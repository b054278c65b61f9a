internal import AV
internal import EDL

/// The colour of a source as it will be read: its tags, with gaps filled by the stated rules.
struct SourceColor: Hashable, Sendable {
  /// How pictures come to the canvas.
  enum Route: Hashable, Sendable {
    /// The same primaries and a display-referred transfer: at most another matrix or range.
    case matrix
    /// Wider primaries or a high dynamic range: through linear light.
    case linear(ToneMapper.Source)
  }

  /// The matrix by FFmpeg's name; `gbr` for RGB.
  var space: String
  /// `tv` or `pc`.
  var range: String
  /// How pictures come to the canvas.
  var route: Route
  /// Whether the matrix was guessed from the height for want of a tag.
  var isGuessed: Bool

  /// Reads a stream's tags: untagged YUV up to 576 lines is BT.601, above BT.709.
  ///
  /// `tags` are those of an item, which stand above the stream's own.
  init(_ stream: VideoStreamInfo, correctedBy tags: ColorTags? = nil) {
    var stream = stream
    stream.color = stream.color.corrected(by: tags)
    let format = PixelFormat(named: stream.pixelFormat)
    let isRGB = format.map { $0.isRGB || $0.isPaletted } ?? false
    let isGray = (format?.componentCount ?? 3) < 3 && !isRGB
    isGuessed = stream.color.space == nil && !isRGB && !isGray
    if isRGB {
      space = "gbr"
      range = "pc"
    } else {
      space = Self.known(stream.color.space) ?? (stream.codedSize.height <= 576 ? "smpte170m" : "bt709")
      range = stream.color.range ?? (format?.isFullRangeVariant == true ? "pc" : "tv")
    }
    if isGray, format?.isFullRangeVariant != true, stream.color.range == nil, stream.frameRate == nil { range = "pc" }
    switch stream.color.transfer {
    case "smpte2084": route = .linear(.pq)
    case "arib-std-b67": route = .linear(.hlg)
    default:
      switch stream.color.primaries {
      case "bt2020": route = .linear(.wide2020)
      case "smpte432": route = .linear(.wideP3)
      default: route = .matrix
      }
    }
  }

  /// The colour of pictures that are in the canvas's own already.
  static func canvas(_ color: CanvasColor) -> SourceColor {
    SourceColor(space: color.stream.space, range: color.stream.range)
  }

  /// The colour of pictures that libavfilter made: by their tags, else the canvas's.
  static func ofMade(_ frame: borrowing Frame, _ canvas: CanvasColor) -> SourceColor {
    if frame.pixelFormat.isRGB || frame.pixelFormat.isPaletted { return SourceColor(space: "gbr", range: "pc") }
    let (space, range) = frame.colorNames
    return SourceColor(space: known(space) ?? canvas.stream.space, range: range ?? canvas.stream.range)
  }

  private init(space: String, range: String) {
    self.space = space
    self.range = range
    route = .matrix
    isGuessed = false
  }

  /// The same coefficients under one name, as swscale and `colorspace` take it.
  private static func known(_ space: String?) -> String? {
    switch space {
    case "bt709", "bt2020nc", "smpte240m", "fcc": space
    case "smpte170m", "bt470bg": "smpte170m"
    case "bt2020c": "bt2020nc"
    default: nil
    }
  }
}

/// The colour that everything is brought to.
struct CanvasColor: Hashable, Sendable {
  /// The stream tags.
  let stream: StreamColor
  /// The luma weight of red.
  let kr: Double
  /// The luma weight of blue.
  let kb: Double

  init(_ name: String) {
    if name == "bt601" {
      stream = StreamColor(space: "smpte170m", primaries: "smpte170m", transfer: "smpte170m", range: "tv")
      (kr, kb) = (0.299, 0.114)
    } else {
      stream = StreamColor(space: "bt709", primaries: "bt709", transfer: "bt709", range: "tv")
      (kr, kb) = (0.2126, 0.0722)
    }
  }

  /// A colour as limited-range samples of `depth` bits, one a plane.
  func samples(_ color: Color, depth: Int) -> [Int] {
    let (r, g, b) = (Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    let y = kr * r + (1 - kr - kb) * g + kb * b
    let cb = (b - y) / (2 * (1 - kb))
    let cr = (r - y) / (2 * (1 - kr))
    let unit = Double(1 << (depth - 8))
    return [(16 + 219 * y) * unit, (128 + 224 * cb) * unit, (128 + 224 * cr) * unit].map { Int($0.rounded()) }
  }
}
