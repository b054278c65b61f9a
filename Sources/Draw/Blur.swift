internal import MediaTime

/// Blurs a plane of bytes with a Gaussian; whole numbers alone, so the same everywhere.
struct Blur {
  /// How far it reaches in pixels.
  let radius: Int
  /// From the middle outwards; all of them, the middle once, come to 65,536.
  private let weights: [UInt32]

  /// A Gaussian of a standard deviation in pixels, cut off at three of them.
  init(deviation: Double) {
    let deviation = max(0, min(200, deviation))
    radius = deviation < 0.05 ? 0 : Int((deviation * 3).rounded(.up))
    let unit = deviation > 0 ? 1 / (2 * deviation * deviation * 0.693147180559945309) : 0
    let heights = (0...radius).map { PortableMath.exp2(-Double($0 * $0) * unit) }
    let sum = heights.dropFirst().reduce(heights[0]) { $0 + 2 * $1 }
    var weights = heights.map { UInt32(($0 / sum * 65536).rounded()) }
    // The middle takes what rounding leaves, so that what is even stays as it is.
    weights[0] = 65536 - 2 * weights.dropFirst().reduce(0, +)
    self.weights = weights
  }

  /// The blurred plane, rows without padding; beyond the edges there is nothing.
  func apply(_ plane: [UInt8], width: Int, height: Int) -> [UInt8] {
    guard radius > 0 else { return plane }
    var rows = [UInt16](repeating: 0, count: width * height)
    // A row with as much nothing on either side as the blur reaches.
    var line = [UInt32](repeating: 0, count: width + 2 * radius)
    var sums = [UInt32](repeating: 0, count: width)
    for y in 0..<height {
      for x in 0..<width { line[radius + x] = UInt32(plane[y * width + x]) }
      sum(line, &sums, width)
      for x in 0..<width { rows[y * width + x] = UInt16(truncatingIfNeeded: (sums[x] &+ 128) >> 8) }
    }
    var result = [UInt8](repeating: 0, count: width * height)
    var columns = [UInt64](repeating: 0, count: width)
    for y in 0..<height {
      columns.withUnsafeMutableBufferPointer { columns in
        columns.update(repeating: 0)
        rows.withUnsafeBufferPointer { rows in
          for tap in max(-radius, -y)...min(radius, height - 1 - y) {
            let weight = UInt64(weights[abs(tap)])
            let base = (y + tap) * width
            for x in 0..<width { columns[x] &+= UInt64(rows[base + x]) &* weight }
          }
        }
      }
      for x in 0..<width { result[y * width + x] = UInt8(truncatingIfNeeded: min(255, (columns[x] &+ 1 << 23) >> 24)) }
    }
    return result
  }

  private func sum(_ line: [UInt32], _ sums: inout [UInt32], _ width: Int) {
    sums.withUnsafeMutableBufferPointer { sums in
      line.withUnsafeBufferPointer { line in
        for x in 0..<width { sums[x] = line[radius + x] &* weights[0] }
        guard radius > 0 else { return }
        for tap in 1...radius {
          let weight = weights[tap]
          for x in 0..<width {
            sums[x] &+= (line[radius + x - tap] &+ line[radius + x + tap]) &* weight
          }
        }
      }
    }
  }
}
