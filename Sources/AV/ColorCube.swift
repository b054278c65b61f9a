/// A three-dimensional table of colours that works on planar YUV of 8 bits directly.
///
/// Its nodes hold YUV already: turning RGB into YUV is linear, so it may come before the interpolation,
/// and one pass does what would be three. Tetrahedral interpolation, in single precision without
/// fused operations: the same bits everywhere, within one step of exact arithmetic. A chroma sample
/// stands for all of its pixels, and takes the mean of what they become.
package final class ColorCube: @unchecked Sendable {
  // Never changed after init, so sharing it is safe.
  private let size: Int
  private let nodes: UnsafeMutablePointer<SIMD4<Float>>
  private let weights: (kr: Double, kb: Double)

  /// Red changes slowest.
  package init?(size: Int, table: [SIMD3<Float>], kr: Double, kb: Double) {
    guard (2...65).contains(size), table.count == size * size * size else { return nil }
    self.size = size
    weights = (kr, kb)
    nodes = .allocate(capacity: table.count)
    for (index, rgb) in table.enumerated() {
      let (r, g, b) = (Double(rgb.x), Double(rgb.y), Double(rgb.z))
      let y = kr * r + (1 - kr - kb) * g + kb * b
      nodes[index] = SIMD4(
        Float(16 + 219 * y), Float(128 + 224 * (b - y) / (2 * (1 - kb))), Float(128 + 224 * (r - y) / (2 * (1 - kr))), 0
      )
    }
  }

  deinit { nodes.deallocate() }

  /// Reads Adobe's `.cube`: a table of three dimensions over 0 to 1; nil for any other.
  package convenience init?(cube text: String, kr: Double, kb: Double) {
    var size = 0
    var values: [SIMD3<Float>] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      switch first {
      case "TITLE": continue
      case "LUT_3D_SIZE":
        size = words.count == 2 ? Int(words[1]) ?? 0 : 0
        guard (2...65).contains(size) else { return nil }
        values.reserveCapacity(size * size * size)
      case "DOMAIN_MIN": guard words.dropFirst().allSatisfy({ Float($0) == 0 }) else { return nil }
      case "DOMAIN_MAX": guard words.dropFirst().allSatisfy({ Float($0) == 1 }) else { return nil }
      default:
        guard words.count == 3, let r = Float(words[0]), let g = Float(words[1]), let b = Float(words[2]),
          r.isFinite, g.isFinite, b.isFinite
        else { return nil }
        values.append(SIMD3(max(0, min(1, r)), max(0, min(1, g)), max(0, min(1, b))))
      }
    }
    guard size > 0, values.count == size * size * size else { return nil }
    // In the file red changes fastest.
    var table: [SIMD3<Float>] = []
    table.reserveCapacity(values.count)
    for red in 0..<size {
      for green in 0..<size {
        for blue in 0..<size { table.append(values[(blue * size + green) * size + red]) }
      }
    }
    self.init(size: size, table: table, kr: kr, kb: kb)
  }

  /// What is done to each plane's samples before: 256 values for luma and each chroma plane.
  package struct Tables: Hashable, Sendable {
    package var y: [UInt8]
    package var u: [UInt8]
    package var v: [UInt8]

    /// Tables that change nothing.
    package static let identity = Tables(y: .init(0...255), u: .init(0...255), v: .init(0...255))

    package init(y: [UInt8], u: [UInt8], v: [UInt8]) {
      (self.y, self.u, self.v) = (y, u, v)
    }
  }

  /// Positions in the cube, in 16,384ths of a cell, that a sample of each plane adds.
  private struct Positions {
    var luma: [Int32] = []
    var redOfV: [Int32] = []
    var greenOfU: [Int32] = []
    var greenOfV: [Int32] = []
    var blueOfU: [Int32] = []

    init(_ tables: Tables, size: Int, kr: Double, kb: Double) {
      let unit = Double(size - 1) * 16384
      let kg = 1 - kr - kb
      for index in 0..<256 {
        let (y, u) = (Double(tables.y[index]) - 16, Double(tables.u[index]) - 128)
        let v = Double(tables.v[index]) - 128
        luma.append(Int32((y / 219 * unit).rounded()))
        redOfV.append(Int32((2 * (1 - kr) * v / 224 * unit).rounded()))
        greenOfU.append(Int32((-2 * kb * (1 - kb) / kg * u / 224 * unit).rounded()))
        greenOfV.append(Int32((-2 * kr * (1 - kr) / kg * v / 224 * unit).rounded()))
        blueOfU.append(Int32((2 * (1 - kb) * u / 224 * unit).rounded()))
      }
    }
  }

  /// The picture through the tables and the cube.
  package func apply(_ source: borrowing Frame, after tables: Tables = .identity) throws(AVError) -> Frame {
    let target = try Frame.picture(width: source.width, height: source.height, format: source.pixelFormat)
    let positions = Positions(tables, size: size, kr: weights.kr, kb: weights.kb)
    let (shiftX, shiftY) = (source.pixelFormat.chromaShiftX, source.pixelFormat.chromaShiftY)
    guard let yIn = source.plane(0), let uIn = source.plane(1), let vIn = source.plane(2), let yOut = target.plane(0),
      let uOut = target.plane(1), let vOut = target.plane(2)
    else { return target }
    let (columns, rows) = (source.planeWidth(1), source.planeHeight(1))
    let chroma = (source.stride(ofPlane: 1), source.stride(ofPlane: 2))
    let chromaOut = (target.stride(ofPlane: 1), target.stride(ofPlane: 2))
    let (lumaIn, lumaOut) = (source.stride(ofPlane: 0), target.stride(ofPlane: 0))
    let (width, height) = (source.width, source.height)
    positions.luma.withUnsafeBufferPointer { luma in
      for row in 0..<rows {
        let top = row << shiftY
        let bottom = min(height, top + (1 << shiftY))
        for column in 0..<columns {
          let (u, v) = (Int(uIn[row &* chroma.0 &+ column]), Int(vIn[row &* chroma.1 &+ column]))
          let red = positions.redOfV[v]
          let green = positions.greenOfU[u] &+ positions.greenOfV[v]
          let blue = positions.blueOfU[u]
          let left = column << shiftX
          let right = min(width, left + (1 << shiftX))
          var sum = SIMD4<Float>(repeating: 0)
          for y in top..<bottom {
            for x in left..<right {
              let level = luma[Int(yIn[y &* lumaIn &+ x])]
              let value = color(level &+ red, level &+ green, level &+ blue)
              sum += value
              yOut[y &* lumaOut &+ x] = UInt8(truncatingIfNeeded: Int32(value.x + 0.5))
            }
          }
          let mean = sum * (1 / Float((bottom - top) * (right - left))) + 0.5
          uOut[row &* chromaOut.0 &+ column] = UInt8(truncatingIfNeeded: Int32(mean.y))
          vOut[row &* chromaOut.1 &+ column] = UInt8(truncatingIfNeeded: Int32(mean.z))
        }
      }
    }
    return target
  }

  /// Tetrahedral interpolation: from the cell's first corner along the axes, the largest fraction first.
  @inline(__always)
  private func color(_ red: Int32, _ green: Int32, _ blue: Int32) -> SIMD4<Float> {
    let top = (Int32(size) &- 1) << 14 &- 1
    let (r, g, b) = (max(0, min(top, red)), max(0, min(top, green)), max(0, min(top, blue)))
    let (fr, fg, fb) = (r & 16383, g & 16383, b & 16383)
    let (stepR, stepG, stepB) = (size &* size, size, 1)
    let corner = nodes + (Int(r >> 14) &* stepR &+ Int(g >> 14) &* stepG &+ Int(b >> 14))
    let redLeads = fr >= fg
    let (high, highStep) = redLeads ? (fr, stepR) : (fg, stepG)
    let (low, lowStep) = redLeads ? (fg, stepG) : (fr, stepR)
    let largest = max(high, fb)
    let smallest = min(low, fb)
    let middle = fr &+ fg &+ fb &- largest &- smallest
    let first = high >= fb ? highStep : stepB
    let last = low <= fb ? lowStep : stepB
    let all = stepR &+ stepG &+ stepB
    let unit: Float = 1 / 16384
    let value =
      corner[0] * Float(16384 &- largest) + corner[first] * Float(largest &- middle)
      + corner[all &- last] * Float(middle &- smallest) + corner[all] * Float(smallest)
    return value * unit
  }
}
