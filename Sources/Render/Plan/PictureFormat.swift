internal import AV
internal import EDL

/// A kind of file that holds one picture, and what its numbers mean to everybody who opens it.
struct PictureFormat {
  /// What the container is called in a plan; libavformat's name of the muxer where one is needed.
  let container: ContainerCatalog.Entry
  /// The encoder that is taken unless another one of the same codec is named.
  let encoder: String
  /// Pixel formats by preference, for a canvas of 8 bits and of more.
  private let formats: (shallow: [String], deep: [String])
  /// Options that the encoder has unless others are written.
  private let usual: KeyValuePairs<String, String>

  /// The format of a file's ending; nil for none of a picture.
  init?(ending: String) {
    let rgb = (["rgb24"], ["rgb48be", "rgb48le", "rgb24"])
    switch ending {
    case "png": self.init("png", "png", rgb)
    case "jpg", "jpeg":
      self.init(
        "jpeg", "mjpeg", (["yuvj420p", "yuvj444p"], ["yuvj420p", "yuvj444p"]), ["qscale": "2", "huffman": "optimal"])
    case "webp": self.init("webp", "libwebp", (["yuv420p", "bgra"], ["yuv420p", "bgra"]), ["quality": "85"])
    case "avif":
      let deep = ["yuv420p10le", "yuv444p10le"]
      self.init(
        "avif", "libaom-av1", (["yuv420p", "yuv444p"], deep), ["crf": "20", "cpu-used": "6", "still-picture": "1"],
        hasGlobalHeader: true)
    case "tif", "tiff": self.init("tiff", "tiff", rgb, ["compression_algo": "lzw"])
    case "bmp": self.init("bmp", "bmp", (["bgr24"], ["bgr24"]))
    case "dpx": self.init("dpx", "dpx", (["rgb24"], ["gbrp10be", "gbrp10le"]))
    default: return nil
    }
  }

  private init(
    _ name: String, _ encoder: String, _ formats: ([String], [String]), _ usual: KeyValuePairs<String, String> = [:],
    hasGlobalHeader: Bool = false
  ) {
    container = ContainerCatalog.Entry(
      name: name, hasGlobalHeader: hasGlobalHeader, videoCodec: encoder, audioCodec: nil)
    self.encoder = encoder
    self.formats = formats
    self.usual = usual
  }

  /// The pixel format by default: one whose chroma fits the size, and lossless where that is asked for.
  func pixelFormat(_ entry: EncoderCatalog.Entry, depth: Int, size: PixelSize, _ options: [EncoderOption])
    -> PixelFormat?
  {
    let isLossless = options.contains { $0.name == "lossless" && !["0", "false"].contains($0.value) }
    var names = depth > 8 ? formats.deep : formats.shallow
    if isLossless, names.contains("bgra") { names = ["bgra"] }
    return names.compactMap { PixelFormat(named: $0) }.first { format in
      (entry.pixelFormats.isEmpty || entry.pixelFormats.contains(format))
        && size.width % (1 << format.chromaShiftX) == 0 && size.height % (1 << format.chromaShiftY) == 0
    }
  }

  /// The written options with the usual ones before them.
  func completed(_ options: [EncoderOption], at place: SourceRange) -> [EncoderOption] {
    let names = Set(options.map(\.name))
    // Of those that say how good it is to be, one is enough.
    let quality: Set = ["q", "qscale", "global_quality", "quality", "crf", "bitrate", "b", "lossless"]
    let hasQuality = !names.isDisjoint(with: quality)
    let missing = usual.filter { !names.contains($0.key) && !(hasQuality && quality.contains($0.key)) }
    return missing.map { EncoderOption(name: $0.key, value: $0.value, nameRange: place, valueRange: place) } + options
  }
}

/// What the numbers of encoders for pictures mean, whatever a stream may say of itself.
enum PictureColor {
  /// Encoders whose pictures are looked at as sRGB, in BT.601's matrix where they have one.
  private static let plain: Set<String> = [
    "png", "apng", "gif", "bmp", "tiff", "libwebp", "libwebp_anim", "dpx",
  ]

  /// Whether everybody takes its pictures for sRGB, so that an HDR or wide canvas is brought there.
  static func isPlain(_ encoder: String) -> Bool { plain.contains(encoder) }

  /// The tags of a still: full range, but for WebP, which knows only the other one.
  static func still(_ encoder: String, _ format: PixelFormat, canvas: StreamColor) -> StreamColor {
    var color = canvas
    switch encoder {
    case "libwebp", "libwebp_anim": color = srgb(format.isRGB ? "gbr" : "smpte170m", range: format.isRGB ? "pc" : "tv")
    case "mjpeg": color = srgb("smpte170m", range: "pc")
    case _ where isPlain(encoder): color = srgb("gbr", range: "pc")
    default:
      if color.transfer == "bt709" { color.transfer = "iec61966-2-1" }
      color.range = "pc"
      if format.isRGB { color.space = "gbr" }
    }
    return color
  }

  private static func srgb(_ space: String, range: String) -> StreamColor {
    StreamColor(space: space, primaries: "bt709", transfer: "iec61966-2-1", range: range)
  }
}
