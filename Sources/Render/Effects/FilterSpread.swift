internal import EDL

/// How far effects carry a pixel: a blurred title is larger than its letters.
enum FilterSpread {
  /// The most room that a drawing gets on each side.
  private static let most = 512
  /// What a filter gets that is not known.
  private static let usual = 64

  /// By how many pixels what is drawn needs more room on each side; even, for planes with fewer samples.
  static func margin(_ effects: [Effect]) -> Int {
    let reach = effects.reduce(0) { sum, effect in
      calls(effect).reduce(sum) { $0 + min(most, spread($1.name, $1.options)) }
    }
    return min(most, (reach + 1) / 2 * 2)
  }

  /// Whether it only mixes neighbours by weights, so that it has to work on colour multiplied by alpha:
  /// on straight colour, what is beside a letter would darken its edge.
  static func isLinear(_ effect: Effect) -> Bool {
    let calls = calls(effect)
    return !calls.isEmpty && calls.allSatisfy { linear.contains($0.name) }
  }

  private static let linear: Set<String> = ["avgblur", "boxblur", "dblur", "gblur"]

  /// Filters under which every pixel stays where it is.
  private static let still: Set<String> = [
    "chromahold", "colorbalance", "colorchannelmixer", "colorcontrast", "colorcorrect", "colorhold", "colorize",
    "colorkey", "colorlevels", "colormatrix", "colorspace", "colortemperature", "copy", "curves", "despill", "eq",
    "exposure", "fade", "format", "hflip", "hsvhold", "hsvkey", "hue", "huesaturation", "limiter", "lumakey", "lut",
    "lut1d", "lut3d", "lutrgb", "lutyuv", "monochrome", "negate", "noise", "null", "premultiply", "pseudocolor",
    "selectivecolor", "setparams", "setrange", "setsar", "unpremultiply", "vflip", "vibrance", "vignette",
  ]

  private struct Call {
    var name: String
    /// Largest values; nil where that is not a number.
    var options: [(name: String?, value: Double?)]
  }

  private static func calls(_ effect: Effect) -> [Call] {
    switch effect.action {
    case .filter(let name, let options):
      return [Call(name: name, options: options.map { ($0.name, largest($0.value)) })]
    case .graph(let text):
      guard let chains = try? FilterText.parse(text) else { return [] }
      return chains.joined().map { call in
        Call(name: call.name, options: call.options.map { ($0.name, Double($0.value)) })
      }
    }
  }

  private static func largest(_ value: Effect.Value) -> Double? {
    switch value {
    case .text(let text): Double(text)
    case .number(let curve): (curve.keys.map(\.value) + [curve.first]).max()
    case .color: nil
    }
  }

  private static func spread(_ name: String, _ options: [(name: String?, value: Double?)]) -> Int {
    /// The largest of some options, the first of which may be written without its name; nil for an expression.
    func value(_ names: [String], or standard: Double) -> Double? {
      let written = options.filter { option in option.name.map(names.contains) ?? true }
      guard !written.isEmpty else { return standard }
      return written.contains { $0.value == nil } ? nil : written.compactMap(\.value).max()
    }
    func pixels(_ length: Double?) -> Int { length.map { Int(max(0, min(Double(most), $0.rounded(.up)))) } ?? usual }
    switch name {
    case "gblur": return pixels(value(["sigma", "sigmaV"], or: 0.5).map { $0 * 3 })
    case "avgblur": return pixels(value(["sizeX", "sizeY"], or: 1))
    case "boxblur":
      let radius = value(["luma_radius", "lr", "chroma_radius", "cr", "alpha_radius", "ar"], or: 2)
      let power = value(["luma_power", "lp", "chroma_power", "cp", "alpha_power", "ap"], or: 2)
      return pixels(radius.flatMap { radius in power.map { radius * max(1, $0) } })
    default: return still.contains(name) ? 0 : usual
    }
  }
}
