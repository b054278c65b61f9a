internal import AV
internal import EDL

/// The colour of a source as it will be read: its tags, with gaps filled by the stated rules.
struct SourceColor: Hashable, Sendable {
  /// The matrix by FFmpeg's name; `gbr` for RGB.
  var space: String
  /// `tv` or `pc`.
  var range: String
  /// What its numbers are in light.
  var system: ColorSystem
  /// Whether the matrix was guessed from the height for want of a tag.
  var isGuessed: Bool

  /// Reads a stream's tags: untagged YUV up to 576 lines is BT.601, above BT.709.
  ///
  /// `tags` are those of an item, which stand above the stream's own.
  init(_ stream: VideoStreamInfo, correctedBy tags: ColorTags? = nil) {
    let color = stream.color.corrected(by: tags)
    let format = PixelFormat(named: stream.pixelFormat)
    let isRGB = format.map { $0.isRGB || $0.isPaletted } ?? false
    let isGray = (format?.componentCount ?? 3) < 3 && !isRGB
    system = Self.system(color)
    isGuessed = color.space == nil && !isRGB && !isGray && system == .sdr
    if isRGB {
      space = "gbr"
      range = "pc"
    } else {
      let usual = system.primaries == .bt2020 ? "bt2020nc" : stream.codedSize.height <= 576 ? "smpte170m" : "bt709"
      space = Self.known(color.space) ?? usual
      range = color.range ?? (format?.isFullRangeVariant == true ? "pc" : "tv")
    }
    if isGray, format?.isFullRangeVariant != true, color.range == nil, stream.frameRate == nil { range = "pc" }
  }

  /// The colour of pictures that are in the canvas's own already.
  static func canvas(_ color: CanvasColor) -> SourceColor {
    SourceColor(space: color.stream.space, range: color.stream.range, system: color.system)
  }

  /// The colour of pictures that libavfilter made: by their tags, else the canvas's.
  static func ofMade(_ frame: borrowing Frame, _ canvas: CanvasColor) -> SourceColor {
    if frame.pixelFormat.isRGB || frame.pixelFormat.isPaletted {
      return SourceColor(space: "gbr", range: "pc", system: canvas.system)
    }
    let (space, range) = frame.colorNames
    return SourceColor(
      space: known(space) ?? canvas.stream.space, range: range ?? canvas.stream.range, system: canvas.system)
  }

  private init(space: String, range: String, system: ColorSystem) {
    self.space = space
    self.range = range
    self.system = system
    isGuessed = false
  }

  /// What tags say of light; what is wide or HDR by one tag alone is BT.2020 in the others.
  private static func system(_ color: ColorTags) -> ColorSystem {
    let transfer: ColorSystem.Transfer =
      switch color.transfer {
      case "smpte2084": .pq
      case "arib-std-b67": .hlg
      case "linear": .linear
      default: .sdr
      }
    let isWide = transfer == .pq || transfer == .hlg || color.space?.hasPrefix("bt2020") == true
    let primaries = color.primaries ?? (isWide ? "bt2020" : nil)
    return ColorSystem(primaries: .init(tag: primaries), transfer: transfer)
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

  /// The first of the tags that stands for something that cannot be read; nil when all can.
  static func unreadable(_ color: ColorTags) -> (what: String, tag: String)? {
    if let space = color.space, known(space) == nil, !["gbr", "unknown"].contains(space) { return ("matrix", space) }
    let transfers = ["log100", "log316", "smpte428"]
    if let transfer = color.transfer, transfers.contains(transfer) { return ("transfer", transfer) }
    if color.primaries == "smpte428" { return ("primaries", "smpte428") }
    return nil
  }
}

/// The colour that everything is brought to.
struct CanvasColor: Hashable, Sendable {
  /// The stream tags.
  let stream: StreamColor
  /// What its numbers are in light.
  let system: ColorSystem
  /// How light above its white is brought below it.
  let toneMap: ToneMap
  /// The cd/m² of SDR white among HDR.
  let white: Double
  /// The luma weight of red.
  let kr: Double
  /// The luma weight of blue.
  let kb: Double

  /// The colour of a canvas.
  init(_ canvas: Canvas) { self.init(canvas.color, toneMap: canvas.toneMap, white: canvas.sdrWhite) }

  /// The colour of a name that a canvas may have.
  init(_ name: String, toneMap: ToneMap = .mobius, white: Double = 203) {
    func tags(_ space: String, _ primaries: String, _ transfer: String) -> StreamColor {
      StreamColor(space: space, primaries: primaries, transfer: transfer, range: "tv")
    }
    self.toneMap = toneMap
    self.white = white
    (kr, kb) = name == "bt601" ? (0.299, 0.114) : name.hasPrefix("bt2020") ? (0.2627, 0.0593) : (0.2126, 0.0722)
    switch name {
    case "bt601": (stream, system) = (tags("smpte170m", "smpte170m", "smpte170m"), .sdr)
    case "bt2020":
      (stream, system) = (tags("bt2020nc", "bt2020", "bt2020-10"), ColorSystem(primaries: .bt2020, transfer: .sdr))
    case "bt2020-pq":
      (stream, system) = (tags("bt2020nc", "bt2020", "smpte2084"), ColorSystem(primaries: .bt2020, transfer: .pq))
    case "bt2020-hlg":
      (stream, system) = (tags("bt2020nc", "bt2020", "arib-std-b67"), ColorSystem(primaries: .bt2020, transfer: .hlg))
    case "p3": (stream, system) = (tags("bt709", "smpte432", "bt709"), ColorSystem(primaries: .p3, transfer: .sdr))
    default: (stream, system) = (tags("bt709", "bt709", "bt709"), .sdr)
    }
  }

  /// The way from another system; nil where there is none to go.
  func map(from source: ColorSystem) -> ColorMap? {
    source == system ? nil : ColorMap(from: source, to: system, toneMap: toneMap, white: white)
  }

  /// The way from the canvas's own system, on which only the code of white changes.
  var identity: ColorMap { ColorMap(from: system, to: system, toneMap: toneMap, white: white) }

  /// Its matrix, for pictures of more than 8 bits.
  var deepColor: DeepColor { DeepColor(kr: kr, kb: kb) }

  /// A colour as the author wrote it, in sRGB, as the canvas's red, green and blue of 0 to 1.
  func components(_ color: Color) -> [Double] {
    let codes = [color.red, color.green, color.blue].map { Double($0) / 255 }
    return map(from: .sdr)?.color(codes) ?? codes
  }

  /// A colour as limited-range samples of `depth` bits, one a plane.
  func samples(_ color: Color, depth: Int) -> [Int] {
    let rgb = components(color)
    let (r, g, b) = (rgb[0], rgb[1], rgb[2])
    let y = kr * r + (1 - kr - kb) * g + kb * b
    let cb = (b - y) / (2 * (1 - kb))
    let cr = (r - y) / (2 * (1 - kr))
    let unit = Double(1 << (depth - 8))
    return [(16 + 219 * y) * unit, (128 + 224 * cb) * unit, (128 + 224 * cr) * unit].map { Int($0.rounded()) }
  }
}

extension StreamColor {
  /// swscale's name for the matrix.
  var scaleSpace: String { space == "bt2020nc" ? "bt2020" : space }
}
