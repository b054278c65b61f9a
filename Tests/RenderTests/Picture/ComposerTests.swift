import AV
import EDL
import Testing

@testable import Render

@Suite struct ComposerTests {
  private func canvas(_ format: String = "yuv420p", background: Color = .black) throws -> CanvasFormat {
    CanvasFormat(
      size: PixelSize(width: 8, height: 4), pixelFormat: try #require(PixelFormat(named: format)),
      color: CanvasColor("bt709"), background: background)
  }

  private func layer(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) throws -> Frame {
    let frame = try Frame.picture(width: width, height: height, format: try #require(PixelFormat(named: "gbrap")))
    for y in 0..<height {
      for x in 0..<width {
        // gbrap keeps its planes as green, blue, red, alpha.
        for (plane, value) in zip([2, 0, 1, 3], pixel(x, y)) {
          frame.plane(plane)?[y * frame.stride(ofPlane: plane) + x] = value
        }
      }
    }
    return frame
  }

  /// BT.709, limited range, by the standard's formula.
  private func expected(_ r: Double, _ g: Double, _ b: Double) -> [Double] {
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return [16 + 219 * y, 128 + 224 * (b - y) / 1.8556, 128 + 224 * (r - y) / 1.5748]
  }

  @Test(arguments: [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0), (180, 60, 40)])
  func opaquePixelsAreExact(_ color: (UInt8, UInt8, UInt8)) throws {
    let canvas = try canvas()
    let composer = Composer(canvas)
    let frame = try composer.plain()
    let picture = try layer(8, 4) { _, _ in [color.0, color.1, color.2, 255] }
    composer.lay(LayerImage(.premultiplied, picture), on: frame)
    let want = expected(Double(color.0) / 255, Double(color.1) / 255, Double(color.2) / 255)
    for plane in 0..<3 {
      let value = Double(frame.plane(plane)?[0] ?? 0)
      #expect(abs(value - want[plane]) <= 0.51)
    }
  }

  @Test func halfTransparencyIsTheMean() throws {
    // White at alpha 128 over blue: 255 × 128/255 + blue × 127/255 in each component.
    let canvas = try canvas(background: Color(red: 0, green: 0, blue: 255))
    let composer = Composer(canvas)
    let frame = try composer.plain()
    let picture = try layer(8, 4) { _, _ in [128, 128, 128, 128] }
    composer.lay(LayerImage(.premultiplied, picture), on: frame)
    let blue = expected(0, 0, 1).map { ($0).rounded() }
    let white = expected(1, 1, 1)
    for plane in 0..<3 {
      let want = blue[plane] * 127 / 255 + white[plane] * 128 / 255
      let value = Double(frame.plane(plane)?[0] ?? 0)
      #expect(abs(value - want) <= 0.51)
    }
  }

  @Test func chromaTakesTheMeanOfThePixelsItStandsFor() throws {
    // One opaque red pixel of the four: a quarter of red's chroma over neutral.
    let canvas = try canvas()
    let composer = Composer(canvas)
    let frame = try composer.plain()
    let picture = try layer(8, 4) { x, y in x == 0 && y == 0 ? [255, 0, 0, 255] : [0, 0, 0, 0] }
    composer.lay(LayerImage(.premultiplied, picture), on: frame)
    let red = expected(1, 0, 0)
    let chroma = Double(frame.plane(2)?[0] ?? 0)
    #expect(abs(chroma - (red[2] + 3 * 128) / 4) <= 0.51)
    let beside = [frame.plane(0)?[0], frame.plane(0)?[1], frame.plane(2)?[1]]
    #expect(beside == [UInt8(red[0].rounded()), 16, 128])
  }

  @Test func anOddEdgeSharesItsChromaSample() throws {
    // A 3x4 picture of U 200 at x = 2 of an 8x4 canvas whose U is 128: the sample over pixels 2 and
    // 3 is 200, the one over 4 and 5 the mean of both.
    let canvas = try canvas()
    let composer = Composer(canvas)
    let frame = try composer.plain()
    let picture = try Frame.picture(width: 3, height: 4, format: canvas.fullChromaFormat)
    picture.fill([90, 200, 60])
    let left = 2
    composer.lay(LayerImage(.opaqueFullChroma, picture, x: left, y: 0), on: frame)
    let found = [frame.plane(1)?[0], frame.plane(1)?[1], frame.plane(1)?[2], frame.plane(1)?[3]]
    let luma = [frame.plane(0)?[left - 1], frame.plane(0)?[left], frame.plane(0)?[left + 2], frame.plane(0)?[left + 3]]
    #expect(found == [128, 200, 164, 128])
    #expect(luma == [16, 90, 90, 16])
  }

  @Test func tenBitsAreFinerByFour() throws {
    let canvas = try canvas("yuv422p10le")
    let composer = Composer(canvas)
    let frame = try composer.plain()
    let picture = try layer(8, 4) { _, _ in [180, 60, 40, 255] }
    composer.lay(LayerImage(.premultiplied, picture), on: frame)
    let want = expected(180 / 255, 60 / 255, 40 / 255)
    for plane in 0..<3 {
      guard let base = frame.plane(plane) else { continue }
      let value = base.withMemoryRebound(to: UInt16.self, capacity: 1) { Double($0[0]) }
      #expect(abs(value - want[plane] * 4) <= 0.51)
    }
  }

  @Test func theBackgroundIsExact() throws {
    let frame = try Composer(try canvas(background: Color(red: 180, green: 60, blue: 40))).plain()
    let want = expected(180 / 255, 60 / 255, 40 / 255)
    let found = (0..<3).map { Double(frame.plane($0)?[0] ?? 0) }
    #expect(found == want.map { $0.rounded() })
  }
}
