internal import Testing

/// Layers over each other: opacity, alpha, blend modes, masks and keys, by hand-computed values.
@Suite("ALPHA", .needsCommand)
struct LayerCases {
  static let full = "{path: out.mkv, video: {codec: ffv1, pixel_format: yuv444p}}"

  static let transparentFilm = Input(
    "alpha01.webm",
    from: [
      "color=red:s=160x120:r=25:d=1,format=yuva420p,"
        + "geq=lum='p(X,Y)':cb='p(X,Y)':cr='p(X,Y)':a='if(lt(X,W/2),255,0)'"
    ],
    ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p", "-auto-alt-ref", "0", "-b:v", "0", "-crf", "10"])
  static let edge = Input(
    "alpha03_edge.png",
    from: [
      "color=white:s=80x60,format=rgba,"
        + "geq=r='if(lt(X,40),255,0)':g='if(lt(X,40),255,0)':b='if(lt(X,40),255,0)':a='if(lt(X,40),255,0)'"
    ], ["-frames:v", "1"])
  static let half = Input(
    "alpha03_half.png", from: ["color=white:s=80x60,format=rgba,geq=r=255:g=255:b=255:a=128"], ["-frames:v", "1"])
  /// White on the left half, black on the right.
  static let halves = Input(
    "halves.png", from: ["color=black:s=160x120,format=gray,geq=lum='255*lt(X,80)'"], ["-frames:v", "1"])

  private func solid(_ color: RGB, _ fields: String = "") -> String {
    "{solid: \"rgb(\(color.red), \(color.green), \(color.blue))\", duration: 1s\(fields)}"
  }

  @Test("01: a transparent film shows what is below it")
  func transparentFilm() throws {
    let film = try rendered(
      Film(items: ["{clip: alpha01.webm}"], below: ["{solid: lime, duration: 1s}"], output: Self.full),
      with: [Self.transparentFilm])
    let frames = try Picture.map(film.path) { ($0.color(30, 60), $0.color(130, 60)) }
    try #require(frames.count == 25)
    for index in [0, 12, 24] {
      expect(frames[index].0, near: .pureRed, within: 12)
      expect(frames[index].1, near: .pureGreen, within: 12)
    }
  }

  @Test(
    "03: no fringe where a transparent edge is scaled, moved by half a pixel or turned",
    arguments: [
      "size: [100%, 100%]", "size: [100%, 100%], position: [80.5, 60]",
      "size: [100%, 100%], position: [80.5, 60], rotation: 10",
    ])
  func fringe(fields: String) throws {
    let film = try rendered(
      Film(
        items: ["{clip: alpha03_edge.png, duration: 1s, \(fields)}"], below: ["{solid: blue, duration: 1s}"],
        output: Self.full), with: [Self.edge])
    let picture = try Picture.first(of: film.path)
    let row = (0..<160).map { x -> RGB in
      let index = (60 * 160 + x) * 3
      return RGB(Int(picture.bytes[index]), Int(picture.bytes[index + 1]), Int(picture.bytes[index + 2]))
    }
    #expect(row[40].red > 250 && row[120].red < 4)
    for (x, pixel) in row.enumerated() {
      #expect(pixel.blue >= 248 && abs(pixel.red - pixel.green) <= 3, "\(x): \(pixel)")
      // A turned picture also has an edge at the left.
      if x > 20 { #expect(pixel.red <= row[x - 1].red + 3, "\(x): \(pixel)") }
    }
  }

  @Test("03b: half transparent white over blue is their mean")
  func halfTransparent() throws {
    let film = try rendered(
      Film(
        items: ["{clip: alpha03_half.png, duration: 1s, fit: none, anchor: top-left}"],
        below: ["{solid: blue, duration: 1s}"], output: Self.full), with: [Self.half])
    let picture = try Picture.first(of: film.path)
    expect(picture.color(40, 30), near: RGB(128, 128, 255), within: 3)
    expect(picture.color(120, 90), near: .pureBlue, within: 2)
  }

  @Test("opacity mixes by its share", arguments: [0, 0.1, 0.25, 0.5, 0.9, 1])
  func opacity(share: Double) throws {
    let (above, below) = (RGB(200, 100, 50), RGB(20, 60, 220))
    let film = try rendered(
      Film(items: [solid(above, ", opacity: \(share)")], below: [solid(below)], output: Self.full), with: [])
    func mix(_ a: Int, _ b: Int) -> Int { Int((Double(a) * share + Double(b) * (1 - share)).rounded()) }
    let want = RGB(mix(above.red, below.red), mix(above.green, below.green), mix(above.blue, below.blue))
    expect(try Picture.first(of: film.path).color(80, 60), near: want, within: 2)
  }

  /// By the formulas of W3C Compositing 1 and of the editors that had the other modes first; s is the
  /// layer and b what lies below, both 0 to 1.
  static let modes: [(String, @Sendable (Double, Double) -> Double)] = [
    ("multiply", { s, b in s * b }),
    ("screen", { s, b in s + b - s * b }),
    ("overlay", { s, b in b <= 0.5 ? 2 * s * b : 1 - 2 * (1 - s) * (1 - b) }),
    ("hardlight", { s, b in s <= 0.5 ? 2 * s * b : 1 - 2 * (1 - s) * (1 - b) }),
    ("darken", { s, b in min(s, b) }),
    ("lighten", { s, b in max(s, b) }),
    ("dodge", { s, b in s >= 1 ? 1 : min(1, b / (1 - s)) }),
    ("burn", { s, b in s <= 0 ? 0 : max(0, 1 - (1 - b) / s) }),
    ("difference", { s, b in abs(s - b) }),
    ("exclusion", { s, b in s + b - 2 * s * b }),
    ("addition", { s, b in min(1, s + b) }),
    ("subtract", { s, b in max(0, b - s) }),
    ("divide", { s, b in min(1, b / s) }),
    ("average", { s, b in (s + b) / 2 }),
    ("negation", { s, b in 1 - abs(1 - s - b) }),
    ("linearlight", { s, b in max(0, min(1, b + 2 * s - 1)) }),
    ("pinlight", { s, b in s < 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1) }),
    ("vividlight", { s, b in s < 0.5 ? max(0, 1 - (1 - b) / (2 * s)) : min(1, b / (2 - 2 * s)) }),
  ]

  // A step lost where the colours became YUV counts five times in a division by 50/255.
  @Test("every blend mode follows its formula", arguments: modes.indices)
  func blendMode(index: Int) throws {
    let (name, formula) = Self.modes[index]
    let (above, below) = (RGB(200, 100, 50), RGB(80, 180, 230))
    let film = try rendered(
      Film(items: [solid(above, ", blend: \(name)")], below: [solid(below)], output: Self.full), with: [])
    func mix(_ s: Int, _ b: Int) -> Int { Int((formula(Double(s) / 255, Double(b) / 255) * 255).rounded()) }
    let want = RGB(mix(above.red, below.red), mix(above.green, below.green), mix(above.blue, below.blue))
    expect(try Picture.first(of: film.path).color(80, 60), near: want, within: 6)
  }

  @Test("a blended layer lets through what its opacity and alpha leave")
  func blendWithAlpha() throws {
    // Multiply of white changes nothing, of black gives black; half of it half of that.
    let film = try rendered(
      Film(
        items: [solid(.black, ", size: [50%, 100%], position: [25%, 50%], blend: multiply, opacity: 50%")],
        below: [solid(RGB(200, 100, 50))], output: Self.full), with: [])
    let picture = try Picture.first(of: film.path)
    expect(picture.color(40, 60), near: RGB(100, 50, 25), within: 2)
    expect(picture.color(120, 60), near: RGB(200, 100, 50), within: 2)
  }

  @Test("a mask shows where it is white, inverted where it is black")
  func mask() throws {
    for (inverted, shown, hidden) in [(false, 40, 120), (true, 120, 40)] {
      let film = try rendered(
        Film(
          items: [solid(.pureRed, ", mask: {media: halves.png, invert: \(inverted)}")],
          below: [solid(.pureBlue)], output: Self.full), with: [Self.halves])
      let picture = try Picture.first(of: film.path)
      expect(picture.color(shown, 60), near: .pureRed, within: 2)
      expect(picture.color(hidden, 60), near: .pureBlue, within: 2)
    }
  }

  @Test("a feathered mask is half open at its edge, and closed and open beyond three times its width")
  func feather() throws {
    let film = try rendered(
      Film(
        items: [solid(.white, ", mask: {media: halves.png, feather: 8px}")], below: [solid(.black)],
        output: Self.full), with: [Self.halves])
    let picture = try Picture.first(of: film.path)
    func level(_ x: Int) -> Int { Int(picture.bytes[(60 * 160 + x) * 3]) }
    #expect(abs((level(79) + level(80)) / 2 - 128) <= 3)
    #expect(level(80 - 26) >= 253 && level(80 + 26) <= 2)
    // One deviation from the edge a Gaussian's integral is 0.841.
    #expect(abs(level(72) - 214) <= 6 && abs(level(87) - 41) <= 6)
  }

  @Test("a key takes out its colour and leaves others")
  func key() throws {
    let screen = Input(
      "screen.png",
      from: ["color=0x20C040:s=160x120:d=1,drawbox=x=40:y=30:w=80:h=60:color=0xE02020:t=fill,format=rgb24"],
      ["-frames:v", "1"])
    let film = try rendered(
      Film(
        items: ["{clip: screen.png, duration: 1s, key: {color: \"#20c040\", similarity: 10%, blend: 5%}}"],
        below: [solid(.pureBlue)], output: Self.full), with: [screen])
    let picture = try Picture.first(of: film.path)
    expect(picture.color(10, 10), near: .pureBlue, within: 2)
    expect(picture.color(80, 60), near: RGB(0xE0, 0x20, 0x20), within: 3)
  }

  @Test("a group's opacity counts for the whole group, not for each layer of it")
  func groupOpacity() throws {
    let stack =
      "{stack: [{kind: video, items: [\(solid(.pureRed))]}, {kind: video, items: [\(solid(.pureGreen))]}], "
      + "opacity: 50%}"
    let film = try rendered(Film(items: [stack], below: [solid(.black)], output: Self.full), with: [])
    expect(try Picture.first(of: film.path).color(80, 60), near: RGB(0, 128, 0), within: 2)
  }

  @Test("fades rise from nothing and fall to it, frame by frame")
  func fades() throws {
    let film = try rendered(
      Film(items: [solid(.white, ", fade_in: 5f, fade_out: 10f")], below: [solid(.black)], output: Self.full), with: [])
    let levels = try Picture.colors(of: film.path, 80, 60).map(\.green)
    try #require(levels.count == 25)
    for frame in 0..<25 {
      let share = min(1, Double(frame) / 5, Double(25 - frame) / 10)
      #expect(abs(levels[frame] - Int((255 * share).rounded())) <= 2, "frame \(frame)")
    }
  }
}
