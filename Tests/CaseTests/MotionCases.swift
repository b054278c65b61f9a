internal import Foundation
internal import Testing

/// Where pictures come to lie, to a fraction of a pixel.
@Suite("MOTION", .needsCommand)
struct MotionCases {
  static let full = "{path: out.mkv, video: {codec: ffv1, pixel_format: yuv444p}}"

  /// A white disc on black, its edge soft by one pixel, its centre at (200.25, 90.5).
  static let disc = Input(
    "disc.png",
    from: ["color=black:s=320x180,format=gray,geq=lum='255*clip(12.5-hypot(X+0.5-200.25\\,Y+0.5-90.5)\\,0\\,1)'"],
    ["-frames:v", "1"])

  /// The centre of what is bright.
  private func center(_ picture: Picture) -> (x: Double, y: Double) {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<picture.height {
      for column in 0..<picture.width {
        let level = Double(picture.bytes[(row * picture.width + column) * 3 + 1])
        guard level > 8 else { continue }
        sum += level
        x += level * (Double(column) + 0.5)
        y += level * (Double(row) + 0.5)
      }
    }
    return (x / sum, y / sum)
  }

  private func path(_ fields: String, frames: Int = 50) throws -> [(x: Double, y: Double)] {
    let film = try rendered(
      Film(
        canvas: "{size: 320x180, fps: 25}", items: ["{clip: disc.png, duration: \(frames)f, \(fields)}"],
        output: Self.full), with: [Self.disc])
    var centers: [(x: Double, y: Double)] = []
    try Picture.each(of: film.path) { centers.append(center($1)) }
    return centers
  }

  @Test("a slow zoom with a drift stays within 0.1 px of its path in every frame")
  func slowZoom() throws {
    let centers = try path("scale: {0f: 1, 50f: 1.05}, position: {0f: [160, 90], 50f: [165.5, 87.7]}")
    try #require(centers.count == 50)
    for (frame, center) in centers.enumerated() {
      let t = Double(frame) / 50
      let (scale, x, y) = (1 + 0.05 * t, 160 + 5.5 * t, 90 - 2.3 * t)
      let (wantX, wantY) = (x + scale * (200.25 - 160), y + scale * (90.5 - 90))
      #expect(abs(center.x - wantX) < 0.1 && abs(center.y - wantY) < 0.1, "frame \(frame): \(center)")
    }
  }

  /// A disc in a still with four times the pixels each way, and none of them a whole multiple.
  static let bigDisc = Input(
    "big.png",
    from: ["color=black:s=1283x719,format=gray,geq=lum='255*clip(50.5-hypot(X+0.5-803\\,Y+0.5-361.7)\\,0\\,1)'"],
    ["-frames:v", "1"])

  @Test("a zoom into a still that is far larger than the canvas keeps its path and its edges")
  func zoomIntoLargeStill() throws {
    let zoom = try rendered(
      Film(
        canvas: "{size: 320x180, fps: 25}",
        items: [
          "{clip: big.png, duration: 26f, fit: fill, scale: {0f: 1, 25f: 1.5}}",
          "{clip: big.png, duration: 1f, fit: fill, scale: 1.5}",
        ], output: Self.full), with: [Self.bigDisc])
    var pictures: [Picture] = []
    try Picture.each(of: zoom.path) { pictures.append($1) }
    try #require(pictures.count == 27)
    for (frame, picture) in pictures.enumerated() {
      let scale = 1 + 0.5 * min(1, Double(frame) / 25)
      let center = center(picture)
      let (wantX, wantY) = (160 + scale * (803 * 320 / 1283 - 160), 90 + scale * (361.7 * 180 / 719 - 90))
      #expect(abs(center.x - wantX) < 0.1 && abs(center.y - wantY) < 0.1, "frame \(frame): \(center)")
    }
    // Made of all its pixels and made of those that the zoom shows: a step here and there, no softer edge.
    let most = zip(pictures[25].bytes, pictures[26].bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(most <= 24, "\(most)")
  }

  @Test("a turn about the centre carries every point along its circle")
  func turn() throws {
    let centers = try path("rotation: {0f: 0, 50f: 50}")
    for (frame, center) in centers.enumerated() {
      let angle = Double(frame) * .pi / 180
      let (dx, dy) = (200.25 - 160, 0.5)
      let (wantX, wantY) = (160 + dx * cos(angle) - dy * sin(angle), 90 + dx * sin(angle) + dy * cos(angle))
      #expect(abs(center.x - wantX) < 0.1 && abs(center.y - wantY) < 0.1, "frame \(frame): \(center)")
    }
  }

  @Test("scaling down by a motion does not alias")
  func noAliasing() throws {
    // One-pixel stripes at a quarter of their size are grey all over.
    let stripes = Input(
      "stripes.png", from: ["color=black:s=320x180,format=gray,geq=lum='255*mod(X,2)'"], ["-frames:v", "1"])
    for fields in ["scale: 0.23", "scale: 0.23, rotation: 3"] {
      let film = try rendered(
        Film(
          canvas: "{size: 320x180, fps: 25}", items: ["{clip: stripes.png, duration: 1f, \(fields)}"], output: Self.full
        ),
        with: [stripes])
      let picture = try Picture.first(of: film.path)
      for x in 135..<185 {
        let level = Int(picture.bytes[(90 * 320 + x) * 3])
        #expect(abs(level - 128) <= 12, "\(fields) at \(x): \(level)")
      }
    }
  }

  @Test("an edge between two pixels covers its pixel by half")
  func edges() throws {
    let film = try rendered(
      Film(
        items: ["{solid: white, duration: 1f, size: [40, 30], position: [60.5, 50.25]}"], output: Self.full),
      with: [])
    let picture = try Picture.first(of: film.path)
    func level(_ x: Int, _ y: Int) -> Int { Int(picture.bytes[(y * 160 + x) * 3]) }
    // From x = 40.5 to 80.5 and from y = 35.25 to 65.25.
    let row = [39, 40, 41, 79, 80, 81].map { level($0, 50) }
    let column = [34, 35, 36, 64, 65, 66].map { level(60, $0) }
    for (found, want) in zip(row, [0, 128, 255, 255, 128, 0]) { #expect(abs(found - want) <= 2, "\(row)") }
    for (found, want) in zip(column, [0, 191, 255, 255, 64, 0]) { #expect(abs(found - want) <= 2, "\(column)") }
  }

  static let quarters = Input(
    "quarters.png",
    from: [
      "color=black:s=160x120,drawbox=w=80:h=60:c=red:t=fill,drawbox=x=80:w=80:h=60:c=lime:t=fill,"
        + "drawbox=y=60:w=80:h=60:c=blue:t=fill,drawbox=x=80:y=60:w=80:h=60:c=white:t=fill,format=rgb24"
    ], ["-frames:v", "1"])

  /// The colours in the middle of the four quarters of the picture: top-left, top-right, bottom-left, bottom-right.
  private func quarters(_ fields: String) throws -> [RGB] {
    let film = try rendered(
      Film(items: ["{clip: quarters.png, duration: 1f, \(fields)}"], output: Self.full), with: [Self.quarters])
    let picture = try Picture.first(of: film.path)
    return [(40, 30), (120, 30), (40, 90), (120, 90)].map { picture.color($0.0, $0.1) }
  }

  @Test(
    "flips, turns and corners put every quarter where it belongs",
    arguments: [
      ("flip: horizontal", [RGB.pureGreen, .pureRed, .white, .pureBlue]),
      ("flip: vertical", [.pureBlue, .white, .pureRed, .pureGreen]),
      ("rotation: 180", [.white, .pureBlue, .pureGreen, .pureRed]),
      ("flip: both", [.white, .pureBlue, .pureGreen, .pureRed]),
      ("corners: [[160, 0], [160, 120], [0, 120], [0, 0]]", [.pureBlue, .pureRed, .white, .pureGreen]),
      ("crop: {left: 50%}, fit: fill", [.pureGreen, .pureGreen, .white, .white]),
      ("crop: {top: 60}, fit: fill", [.pureBlue, .white, .pureBlue, .white]),
      ("size: [50%, 50%], anchor: bottom-right", [.black, .black, .black, .pureGreen]),
    ])
  func quarter(fields: String, want: [RGB]) throws {
    let found = try quarters(fields)
    if fields.contains("bottom-right") {
      // The whole picture lies in the last quarter, its own centre in the middle of it.
      for (color, want) in zip(found.dropLast(), want) { expect(color, near: want, within: 2) }
      return
    }
    for (color, want) in zip(found, want) { expect(color, near: want, within: 4) }
  }

  @Test("a backdrop fills the bars with the picture itself, out of focus")
  func backdrop() throws {
    let tall = Input("tall.png", from: ["color=0xC86432:s=60x120:d=1,format=rgb24"], ["-frames:v", "1"])
    let film = try rendered(
      Film(items: ["{clip: tall.png, duration: 1f, backdrop: blur}"], output: Self.full), with: [tall])
    let picture = try Picture.first(of: film.path)
    for x in [5, 80, 155] { expect(picture.color(x, 60), near: RGB(200, 100, 50), within: 3) }
  }
}
