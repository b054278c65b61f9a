import AV
import Testing

@testable import Render

/// Colours on the canvas's planes against exact arithmetic.
@Suite struct ColorCubeTests {
  private static let (kr, kb) = (0.2126, 0.0722)

  /// A picture in which luma and chroma run through many values, its chroma constant in each block.
  private func ramp(_ format: String) throws -> Frame {
    let frame = try Frame.picture(width: 128, height: 128, format: try #require(PixelFormat(named: format)))
    for plane in 0..<3 {
      let base = try samples(of: frame, plane)
      for y in 0..<frame.planeHeight(plane) {
        for x in 0..<frame.planeWidth(plane) {
          let value =
            plane == 0 ? 16 + (x * 7 + y * 13) % 220 : plane == 1 ? 90 + x * 76 / 64 % 76 : 90 + y * 76 / 64 % 76
          base[y * frame.stride(ofPlane: plane) + x] = UInt8(value)
        }
      }
    }
    return frame
  }

  private func rgb(_ y: Double, _ u: Double, _ v: Double) -> SIMD3<Double> {
    let (kr, kb) = (Self.kr, Self.kb)
    let (l, b, r) = ((y - 16) / 219, (u - 128) / 224, (v - 128) / 224)
    let red = l + 2 * (1 - kr) * r
    let blue = l + 2 * (1 - kb) * b
    let green = (l - kr * red - kb * blue) / (1 - kr - kb)
    return SIMD3(red, green, blue).clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1))
  }

  private func yuv(_ c: SIMD3<Double>) -> SIMD3<Double> {
    let (kr, kb) = (Self.kr, Self.kb)
    let y = kr * c.x + (1 - kr - kb) * c.y + kb * c.z
    return SIMD3(16 + 219 * y, 128 + 224 * (c.z - y) / (2 * (1 - kb)), 128 + 224 * (c.x - y) / (2 * (1 - kr)))
  }

  private let size = 17

  /// A table far from the identity: turned colours and a curve.
  private func node(_ r: Int, _ g: Int, _ b: Int) -> SIMD3<Float> {
    let unit = Float(size - 1)
    let (r, g, b) = (Float(r) / unit, Float(g) / unit, Float(b) / unit)
    return SIMD3(r * r, 0.8 * g + 0.2 * b, 1 - 0.7 * b)
  }

  private func looked(_ c: SIMD3<Double>) -> SIMD3<Double> {
    let scaled = c * Double(size - 1)
    let cell = SIMD3(min(size - 2, Int(scaled.x)), min(size - 2, Int(scaled.y)), min(size - 2, Int(scaled.z)))
    let fraction = scaled - SIMD3(Double(cell.x), Double(cell.y), Double(cell.z))
    let order = [0, 1, 2].sorted { fraction[$0] > fraction[$1] }
    var corner = [cell.x, cell.y, cell.z]
    func value() -> SIMD3<Double> {
      let n = node(corner[0], corner[1], corner[2])
      return SIMD3(Double(n.x), Double(n.y), Double(n.z))
    }
    var result = value() * (1 - fraction[order[0]])
    for (index, axis) in order.enumerated() {
      corner[axis] += 1
      result += value() * (fraction[axis] - (index < 2 ? fraction[order[index + 1]] : 0))
    }
    return result
  }

  @Test(arguments: ["yuv420p", "yuv422p", "yuv444p"])
  func aCubeIsWithinOneStepOfExactArithmetic(format: String) throws {
    var table: [SIMD3<Float>] = []
    for r in 0..<size { for g in 0..<size { for b in 0..<size { table.append(node(r, g, b)) } } }
    let cube = try #require(ColorCube(size: size, table: table, kr: Self.kr, kb: Self.kb))
    let source = try ramp(format)
    let result = try cube.apply(source)
    let (shiftX, shiftY) = (source.pixelFormat.chromaShiftX, source.pixelFormat.chromaShiftY)
    var worst = 0.0
    for row in 0..<source.planeHeight(1) {
      for column in 0..<source.planeWidth(1) {
        let u = Double(try samples(of: source, 1)[row * source.stride(ofPlane: 1) + column])
        let v = Double(try samples(of: source, 2)[row * source.stride(ofPlane: 2) + column])
        var sum = SIMD3<Double>(repeating: 0)
        for y in row << shiftY..<(row + 1) << shiftY {
          for x in column << shiftX..<(column + 1) << shiftX {
            let luma = Double(try samples(of: source, 0)[y * source.stride(ofPlane: 0) + x])
            let right = yuv(looked(rgb(luma, u, v)))
            sum += right
            worst = max(worst, abs(right.x - Double(try samples(of: result, 0)[y * result.stride(ofPlane: 0) + x])))
          }
        }
        let mean = sum / Double(1 << (shiftX + shiftY))
        for plane in 1...2 {
          let made = try samples(of: result, plane)[row * result.stride(ofPlane: plane) + column]
          worst = max(worst, abs(mean[plane] - Double(made)))
        }
      }
    }
    #expect(worst < 0.6, "half a step is rounding")
  }

  @Test(arguments: ["yuv420p", "yuv422p", "yuv444p"])
  func rgbAndBackIsWithinOneStep(format: String) throws {
    let planar = PlanarColor(kr: Self.kr, kb: Self.kb)
    let source = try ramp(format)
    // Out of RGB's reach are colours of great chroma at the ends of luma: kept to the middle here.
    if let base = source.plane(0) {
      for index in 0..<source.height * source.stride(ofPlane: 0) { base[index] = 100 + base[index] % 40 }
    }
    let rgb = try planar.toRGB(source)
    let back = try planar.toYUV(rgb, source.pixelFormat)
    var worst = 0
    for plane in 0..<3 {
      for y in 0..<source.planeHeight(plane) {
        for x in 0..<source.planeWidth(plane) {
          let before = Int(try samples(of: source, plane)[y * source.stride(ofPlane: plane) + x])
          let after = Int(try samples(of: back, plane)[y * back.stride(ofPlane: plane) + x])
          worst = max(worst, abs(before - after))
        }
      }
    }
    #expect(worst <= 1)
  }

  @Test func textsOfGraphsAreReadAndWrittenAlike() throws {
    let text =
      "[in]split[a][b];[a]curves=all='0/0 0.5/0.6 1/1',hue=s=0[c];[b][c]blend=all_mode=screen:all_opacity=0.5[out]"
    let calls = try FilterText.parse(text)
    #expect(calls.map { $0.map(\.name) } == [["split"], ["curves", "hue"], ["blend"]])
    #expect(calls[1][0].options[0].value == "0/0 0.5/0.6 1/1")
    #expect(try FilterText.parse(FilterText.text(calls)) == calls)
    let odd = FilterText.Call(name: "drawtext", options: [("text", "it's 5:00, [now]; \\ ok"), (nil, " x ")])
    #expect(try FilterText.parse(odd.text) == [[odd]])
  }
}
