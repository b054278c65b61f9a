internal import EDL

/// What a filter looks at beside the picture at hand: whether a clip that runs through it may be
/// cut, and what must run before the cut.
///
/// Measured filter by filter: a graph started in the middle, compared with one that ran through. A
/// filter that is not known is taken to look at all that came before.
enum FilterReach: Hashable, Comparable {
  /// The picture alone.
  case picture
  /// The picture and the time since the item's start.
  case clock
  /// So many pictures before it and after it.
  case window(before: Int, after: Int)
  /// Everything since the item's start, and perhaps to its end.
  case all

  /// The reach of one filter after another.
  static func + (lhs: FilterReach, rhs: FilterReach) -> FilterReach {
    switch (lhs, rhs) {
    case (.window(let before, let after), .window(let more, let later)):
      .window(before: before + more, after: after + later)
    default: max(lhs, rhs)
    }
  }

  /// Whether other pictures count.
  var isTemporal: Bool {
    switch self {
    case .picture, .clock: false
    case .window, .all: true
    }
  }
}

enum FilterTraits {
  /// The reach of a chain of effects.
  static func reach(_ effects: [Effect]) -> FilterReach {
    effects.reduce(.picture) { $0 + reach($1) }
  }

  /// The reach of one effect.
  static func reach(_ effect: Effect) -> FilterReach {
    switch effect.action {
    case .filter(let name, let options):
      return reach(name, options.map { ($0.name ?? "", text($0.value)) })
    case .graph(let text):
      guard let chains = try? FilterText.parse(text) else { return .all }
      return chains.joined().reduce(.picture) { reach, call in
        reach + Self.reach(call.name, call.options.map { ($0.name ?? "", $0.value) })
      }
    }
  }

  private static func text(_ value: Effect.Value) -> String {
    if case .text(let text) = value { return text }
    return ""
  }

  private static func reach(_ name: String, _ options: [(name: String, value: String)]) -> FilterReach {
    func value(_ names: String...) -> String? { options.last { names.contains($0.name) }?.value }
    func number(_ standard: Int, _ names: String...) -> Int {
      options.last { names.contains($0.name) }.flatMap { Int($0.value) } ?? standard
    }
    switch name {
    case "yadif": return .window(before: 1, after: 1)
    case "bwdif": return .window(before: 2, after: 1)
    case "tblend": return .window(before: 1, after: 0)
    case "tmix": return .window(before: max(0, number(3, "frames") - 1), after: 0)
    case "atadenoise":
      let radius = number(9, "s") / 2
      return .window(before: radius, after: radius)
    case "tmedian":
      let radius = number(1, "radius")
      return .window(before: radius, after: radius)
    case "fade":
      // By time it looks at the clock; by numbers of frames it counts.
      return value("duration", "d") == nil ? .all : .clock
    case "subtitles", "ass": return .clock
    case "drawtext":
      let text = value("text") ?? ""
      if text.contains("%{n}") || text.contains("%{frame_num}") || value("textfile", "reload") != nil { return .all }
      return text.contains("%{") ? max(.clock, words(options)) : words(options)
    case "vignette": return value("dither") == "0" ? words(options) : .all
    case "noise":
      let isTemporal = options.contains {
        $0.name.hasSuffix("f") || $0.name.hasSuffix("flags") ? $0.value.contains("t") : false
      }
      return isTemporal ? .all : words(options)
    case "normalize": return number(0, "smoothing") == 0 ? .picture : .all
    default: return single.contains(name) ? words(options) : .all
    }
  }

  /// What expressions look at: `t` is the time, `n` and its like a count.
  private static func words(_ options: [(name: String, value: String)]) -> FilterReach {
    var reach = FilterReach.picture
    for option in options where !FilterPolicy.isFileName(option.name) {
      for word in option.value.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
        switch word {
        case "t", "T", "time", "pts": reach = max(reach, .clock)
        case "n", "N", "on", "in", "in_time", "pos", "frame", "prev", "random": reach = max(reach, .all)
        default: break
        }
      }
    }
    return reach
  }

  /// Filters that look at one picture, and at the time only where an expression says so.
  private static let single: Set<String> = [
    "addroi", "alphaextract", "alphamerge", "avgblur", "bbox", "bilateral", "blend", "boxblur", "cas", "chromahold",
    "chromakey", "chromanr", "chromashift", "colorbalance", "colorchannelmixer", "colorcontrast", "colorcorrect",
    "colorhold", "colorize", "colorkey", "colorlevels", "colormap", "colormatrix", "colorspace", "colortemperature",
    "convolution", "copy", "crop", "curves", "dblur", "deband", "deblock", "deflate", "delogo", "despill", "dilation",
    "displace", "drawbox", "drawgrid", "edgedetect", "epx", "eq", "erosion", "exposure", "extractplanes", "fillborders",
    "floodfill", "format", "gblur", "geq", "gradfun", "grayworld", "greyedge", "hflip", "histeq", "hqx", "hsvhold",
    "hsvkey", "hstack", "hue", "huesaturation", "il", "inflate", "kirsch", "lenscorrection", "limiter", "lumakey",
    "lut", "lut1d", "lut2", "lut3d", "lutrgb", "lutyuv", "maskedclamp", "maskedmax", "maskedmerge", "maskedmin",
    "maskedthreshold", "maskfun", "median", "mergeplanes", "mix", "monochrome", "morpho", "multiply", "negate",
    "nlmeans", "noformat", "null", "overlay", "pad", "perspective", "pixelize", "premultiply", "prewitt", "pseudocolor",
    "remap", "removegrain", "removelogo", "rgbashift", "roberts", "rotate", "scale", "scharr", "selectivecolor",
    "setdar", "setparams", "setrange", "setsar", "shear", "shuffleplanes", "sobel", "split", "super2xsai", "swaprect",
    "swapuv", "threshold", "tonemap", "transpose", "unpremultiply", "unsharp", "v360", "vaguedenoiser", "varblur",
    "vflip", "vibrance", "vstack", "xbr", "yaepblur", "zscale",
  ]
}

extension FilterTraits {
  /// Whether a filter's samples may differ from one kind of processor to another, as measured.
  static func dependsOnProcessor(_ filter: String) -> Bool {
    processorDependent.contains(filter) || filter.hasPrefix("dnn_")
  }

  /// Whether a filter sets text in fonts that it finds itself.
  static func drawsText(_ filter: String) -> Bool { ["drawtext", "subtitles", "ass"].contains(filter) }

  private static let processorDependent: Set<String> = [
    "displace", "framerate", "gblur", "lut3d", "maskedmerge", "minterpolate", "noise", "paletteuse", "premultiply",
    "sab", "scale", "smartblur", "xfade", "zoompan", "zscale",
  ]
}
