/// A look that every project has.
///
/// Each is a chain of filters that look at one picture at a time, on the canvas's own planes where
/// they can, so that it costs little and may be cut anywhere.
enum BuiltInLook: String, CaseIterable {
  /// Flat areas of strong colour with dark outlines.
  case toon
  /// One colour poured over the picture, its light and dark kept.
  case wash
  /// The warm brown of old prints.
  case sepia
  /// High-contrast black and white with darkened corners.
  case noir
  /// Darkened corners.
  case vignette
  /// Soft contrast, warm lights and cool shadows, as film has.
  case film

  /// A filter of a look: its name, and its options as text.
  struct Step {
    var filter: String
    var options: [(name: String, value: Effect.Value)] = []
    var graph: String?
  }

  /// What a look can be told.
  struct Settings {
    var color = Color(red: 255, green: 140, blue: 60)
    var amount = Curve<Double>(0.5)
  }

  /// The names of the settings that it takes.
  var settings: [String] { self == .wash ? ["color", "amount"] : [] }

  /// Its filters.
  func steps(_ settings: Settings) -> [Step] {
    switch self {
    case .toon: [Step(filter: "", graph: Self.toonGraph)]
    case .wash: [Step(filter: "colorchannelmixer", options: Self.wash(settings))]
    case .sepia:
      [
        Self.step(
          "colorchannelmixer",
          [
            ("rr", "0.378"), ("rg", "0.674"), ("rb", "0.128"), ("gr", "0.318"), ("gg", "0.566"), ("gb", "0.108"),
            ("br", "0.232"), ("bg", "0.416"), ("bb", "0.079"),
          ]),
        Self.step("curves", [("all", "0/0.05 0.3/0.29 0.7/0.72 1/0.94")]),
        Self.step("vignette", [("angle", "PI/6"), ("dither", "0")]),
      ]
    case .noir:
      [
        Self.step("eq", [("contrast", "1.3"), ("brightness", "0.01"), ("saturation", "0"), ("gamma", "1.05")]),
        Self.step("vignette", [("angle", "PI/5"), ("dither", "0")]),
      ]
    case .vignette: [Self.step("vignette", [("angle", "PI/5.5"), ("dither", "0")])]
    case .film:
      [
        Self.step("eq", [("saturation", "0.88")]),
        Self.step(
          "curves",
          [
            ("red", "0/0.03 0.25/0.22 0.75/0.79 1/0.98"), ("green", "0/0.035 0.25/0.235 0.75/0.77 1/0.965"),
            ("blue", "0/0.06 0.25/0.26 0.75/0.73 1/0.91"),
          ]),
        Self.step("vignette", [("angle", "PI/9"), ("dither", "0")]),
      ]
    }
  }

  private static func step(_ filter: String, _ options: [(String, String)]) -> Step {
    Step(filter: filter, options: options.map { ($0.0, .text($0.1)) })
  }

  // Smoothed and set in eight soft steps of light; beside it the gradient of the luma, turned into
  // ink where it is steep, which then darkens.
  private static let toonGraph =
    "[in]median=radius=3,split[paint][line];"
    + "[paint]lutyuv=y='st(0,(val-16)/219*8);st(1,floor(ld(0)));"
    + "16+219*clip((ld(1)+clip((ld(0)-ld(1)-0.5)*2.5+0.5,0,1))/8*1.05,0,1)'"
    + ":u='128+(val-128)*1.4':v='128+(val-128)*1.4'[flat];"
    + "[line]sobel=planes=1:scale=1,lutyuv=y='255-255*clip((val-50)/60,0,0.9)':u=128:v=128[ink];"
    + "[flat][ink]blend=c0_mode=multiply:c1_expr=A:c2_expr=A[out]"

  /// Red, green and blue each become `(1 − amount)` of themselves and `amount` of the luma in the colour.
  private static func wash(_ settings: Settings) -> [(name: String, value: Effect.Value)] {
    let luma = [("r", 0.2126), ("g", 0.7152), ("b", 0.0722)]
    let parts = [("r", settings.color.red), ("g", settings.color.green), ("b", settings.color.blue)]
    let brightest = Double(max(1, parts.map(\.1).max() ?? 255))
    return parts.flatMap { out, component in
      luma.map { source, weight in
        let tint = Double(component) / brightest * weight
        let curve = settings.amount.map { amount in (out == source ? 1 - amount : 0) + amount * tint }
        return (out + source, .number(curve))
      }
    }
  }
}
