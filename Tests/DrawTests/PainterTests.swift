internal import EDL
internal import MediaTime
internal import Testing

@testable import Draw

/// A drawn picture, pixel by pixel.
struct Pixels {
  let width: Int
  let height: Int
  private let values: [UInt32]

  init(_ raster: Raster) {
    width = raster.width
    height = raster.height
    values =
      raster.withPixels { pixels, stride in
        (0..<raster.height).flatMap { y in (0..<raster.width).map { x in pixels[y * stride + x] } }
      } ?? []
  }

  func alpha(_ x: Int, _ y: Int) -> Int { Int(values[y * width + x] >> 24) }
  func red(_ x: Int, _ y: Int) -> Int { Int(values[y * width + x] >> 16 & 255) }
  func green(_ x: Int, _ y: Int) -> Int { Int(values[y * width + x] >> 8 & 255) }
  func blue(_ x: Int, _ y: Int) -> Int { Int(values[y * width + x] & 255) }

  /// The pixels that are not transparent.
  var ink: (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    let xs = (0..<width).filter { x in (0..<height).contains { alpha(x, $0) > 0 } }
    let ys = (0..<height).filter { y in (0..<width).contains { alpha($0, y) > 0 } }
    guard let left = xs.first, let right = xs.last, let top = ys.first, let bottom = ys.last else { return nil }
    return (left...right, top...bottom)
  }

  /// The sum of all opacity, in pixels.
  var area: Double { values.reduce(0) { $0 + Double($1 >> 24) } / 255 }
}

let canvas = PixelSize(width: 200, height: 100)

func drawn(_ drawing: Drawing, _ transform: Affine = .identity) throws -> Pixels {
  let region = PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
  return Pixels(try Painter().draw(drawing, on: canvas, transform, region: region))
}

func pixels(_ width: Double, _ height: Double) -> Curve<Extent> {
  Curve(Extent(Length(pixels: width), Length(pixels: height)))
}

let white = Color(red: 255, green: 255, blue: 255)
let square = Drawing.shape(
  Shape(.rectangle(radius: Curve(CornerRadii())), size: pixels(10, 10), fill: .color(Curve(white))))

@Suite struct PainterTests {
  /// A 10×10 square half a pixel to the right and a quarter down: its edges cover 1/2, 1/4 and 3/4.
  @Test func edgesBetweenPixels() throws {
    let picture = try drawn(square, Affine(x0: 20.5, y0: 30.25))
    #expect(abs(picture.alpha(20, 35) - 128) <= 1)
    #expect(picture.alpha(21, 35) == 255)
    #expect(picture.alpha(29, 35) == 255)
    #expect(abs(picture.alpha(30, 35) - 128) <= 1)
    #expect(abs(picture.alpha(25, 30) - 191) <= 1)
    #expect(abs(picture.alpha(25, 40) - 64) <= 1)
    #expect(abs(picture.area - 100) < 0.5)
  }

  /// Wherever the region begins, a pixel of the canvas is the same.
  @Test func aRegionIsAPartOfTheWhole() throws {
    let ellipse = Drawing.shape(Shape(.ellipse, size: pixels(61, 37), fill: .color(Curve(white))))
    let place = Affine(xx: 1.1, yx: 0.2, xy: -0.2, yy: 0.9, x0: 40.3, y0: 20.7)
    let whole = try drawn(ellipse, place)
    let region = PixelRect(x: 51, y: 23, width: 40, height: 30)
    let part = Pixels(try Painter().draw(ellipse, on: canvas, place, region: region))
    for y in 0..<region.height {
      for x in 0..<region.width { #expect(part.alpha(x, y) == whole.alpha(x + region.x, y + region.y)) }
    }
  }

  /// π/4 of the box; a regular hexagon of half width r has 3√3/2·r².
  @Test func areas() throws {
    let ellipse = Drawing.shape(Shape(.ellipse, size: pixels(80, 60), fill: .color(Curve(white))))
    #expect(abs(try drawn(ellipse).area - 3769.9) < 8)
    let hexagon = Drawing.shape(Shape(.regular(sides: 6), size: pixels(80, 80), fill: .color(Curve(white))))
    #expect(abs(try drawn(hexagon).area - 4156.9) < 8)
    let round = Drawing.shape(
      Shape(
        .rectangle(radius: Curve(CornerRadii(Length(pixels: 20)))), size: pixels(100, 60), fill: .color(Curve(white))))
    // Each corner lacks (1 − π/4)·r².
    #expect(abs(try drawn(round).area - (6000 - 4 * 85.84)) < 8)
  }

  @Test func radiiThatDoNotFitShrinkTogether() throws {
    let pill = Drawing.shape(
      Shape(
        .rectangle(radius: Curve(CornerRadii(Length(pixels: 500)))), size: pixels(100, 60), fill: .color(Curve(white))))
    // A circle of 60 and a rectangle of 40×60.
    #expect(abs(try drawn(pill).area - (2827.4 + 2400)) < 8)
  }

  /// A line of width 4 around a box, half of it outside.
  @Test func strokes() throws {
    let frame = Drawing.shape(
      Shape(
        .rectangle(radius: Curve(CornerRadii())), size: pixels(40, 20),
        stroke: Stroke(paint: .color(Curve(white)), width: Curve(4))))
    let picture = try drawn(frame, Affine(x0: 50, y0: 50))
    #expect(abs(picture.area - Double(44 * 24 - 36 * 16)) < 0.5)
    #expect(picture.ink?.x == 48...91)
    #expect(picture.ink?.y == 48...71)
    #expect(picture.alpha(70, 60) == 0)
  }

  /// Dashes of 10 and gaps of 10 cover half of a line of 80.
  @Test func dashes() throws {
    let line = Drawing.shape(
      Shape(
        .path(PathData(steps: [.move(Pair(0, 0)), .line(Pair(80, 0))])),
        stroke: Stroke(paint: .color(Curve(white)), width: Curve(2), dash: Curve(Numbers([10, 10])))))
    let picture = try drawn(line, Affine(x0: 10, y0: 50))
    #expect(abs(picture.area - 80) < 0.5)
    #expect(picture.alpha(15, 50) == 255)
    #expect(picture.alpha(25, 50) == 0)
  }

  @Test func aPathFillsItsSize() throws {
    let path = PathData(steps: [
      .move(Pair(10, 10)), .line(Pair(20, 10)), .line(Pair(20, 30)), .line(Pair(10, 30)), .close,
    ])
    let picture = try drawn(.shape(Shape(.path(path), size: pixels(50, 60), fill: .color(Curve(white)))))
    #expect(picture.ink?.x == 0...49)
    #expect(picture.ink?.y == 0...59)
    let own = try Painter().bounds(of: .shape(Shape(.path(path), fill: .color(Curve(white)))), on: canvas)
    #expect(own.frame == Pair(10, 20))
  }

  /// A shadow without blur is the silhouette, moved; with blur it keeps its opacity in all.
  @Test func shadows() throws {
    var shape = Shape(.rectangle(radius: Curve(CornerRadii())), size: pixels(20, 20), fill: .color(Curve(white)))
    shape.shadow = Shadow(
      offset: Curve(Pair(40, 10)), blur: Curve(0), color: Curve(Color(red: 255, green: 0, blue: 0, alpha: 128)))
    let sharp = try drawn(.shape(shape), Affine(x0: 30, y0: 30))
    #expect(sharp.alpha(75, 45) == 128)
    #expect(sharp.red(75, 45) == 128)
    #expect(sharp.green(75, 45) == 0)
    #expect(sharp.alpha(69, 45) == 0)
    shape.shadow?.blur = Curve(8)
    let soft = try drawn(.shape(shape), Affine(x0: 30, y0: 30))
    #expect(abs(soft.area - (400 + 400 * 128.0 / 255)) < 3)
    let bounds = try Painter().bounds(of: .shape(shape), on: canvas)
    #expect(bounds.frame == Pair(20, 20))
    #expect(bounds.ink.x + bounds.ink.width >= 72)
  }
}

@Suite struct GradientTests {
  private func bar(_ gradient: Gradient) -> Drawing {
    .shape(Shape(.rectangle(radius: Curve(CornerRadii())), size: pixels(101, 21), fill: .gradient(gradient)))
  }

  private func stop(_ offset: Double, _ color: Color) -> Gradient.Stop {
    .init(offset: Curve(offset), color: Curve(color))
  }

  /// The middle of pixel 50 of 101 is the middle of the line, that of pixel 0 is 1/202 along it.
  @Test func linear() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let blue = Color(red: 0, green: 0, blue: 255)
    let picture = try drawn(bar(Gradient(.linear(angle: Curve(90)), stops: [stop(0, red), stop(1, blue)])))
    #expect(abs(picture.red(50, 10) - 128) <= 1)
    #expect(abs(picture.blue(50, 10) - 128) <= 1)
    #expect(picture.red(0, 10) >= 253)
    #expect(picture.blue(100, 10) >= 253)
    let upwards = try drawn(bar(Gradient(.linear(angle: Curve(0)), stops: [stop(0, red), stop(1, blue)])))
    #expect(upwards.blue(50, 0) > 245)
    #expect(upwards.red(50, 20) > 245)
  }

  /// Black to transparent white stays black where it can be seen: what nobody sees mixes in nothing.
  @Test func transparencyMixesAsSeen() throws {
    let black = Color.black
    let nothing = Color(red: 255, green: 255, blue: 255, alpha: 0)
    let picture = try drawn(bar(Gradient(.linear(angle: Curve(90)), stops: [stop(0, black), stop(1, nothing)])))
    #expect(abs(picture.alpha(50, 10) - 128) <= 1)
    #expect(picture.red(50, 10) <= 1)
    #expect(picture.red(80, 10) <= 1)
  }

  @Test func radial() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let blue = Color(red: 0, green: 0, blue: 255)
    let share = Length(share: 0.5)
    let gradient = Gradient(
      .radial(center: Curve(Extent(share, share)), radius: pixels(20, 20)), stops: [stop(0, red), stop(1, blue)])
    let picture = try drawn(
      .shape(Shape(.rectangle(radius: Curve(CornerRadii())), size: pixels(81, 81), fill: .gradient(gradient))))
    #expect(picture.red(40, 40) > 252)
    #expect(abs(picture.red(50, 40) - 128) <= 2)
    #expect(abs(picture.red(40, 50) - 128) <= 2)
    #expect(picture.blue(65, 40) == 255)
  }
}
