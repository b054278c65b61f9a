internal import AV
internal import EDL

/// Reads one plane of a picture anywhere between its samples: bicubic (Catmull and Rom), 4 × 4 taps at
/// 1/256 of a sample, in integers. Beyond the plane's edge its last samples are repeated.
struct WarpSampler<Sample: FixedWidthInteger & UnsignedInteger> {
  private let pixels: UnsafePointer<Sample>
  private let stride: Int
  private let width: Int
  private let height: Int
  /// The largest value of a sample.
  private let top: Int32
  private let taps: UnsafePointer<SIMD8<Int16>>

  /// Runs a body with a sampler of a plane that is so many samples wide and high.
  static func with(
    _ plane: UnsafeMutablePointer<UInt8>, stride: Int, width: Int, height: Int, depth: Int,
    _ body: (WarpSampler) -> Void
  ) {
    CubicTaps.table.withUnsafeBufferPointer { taps in
      guard let taps = taps.baseAddress else { return }
      plane.withMemoryRebound(to: Sample.self, capacity: 1) { pixels in
        body(
          WarpSampler(
            pixels: pixels, stride: stride / MemoryLayout<Sample>.size, width: width, height: height,
            top: Int32((1 << depth) - 1), taps: taps))
      }
    }
  }

  /// Writes a row whose samples lie in a straight line on the plane: the first one at (x, y), each next
  /// one a step further.
  func row(
    _ line: UnsafeMutablePointer<Sample>, _ count: Int, from start: Pair, step: Pair
  ) {
    // 2⁻²⁴ of a sample: over the widest row the steps add up to 2⁻⁸ of the finest difference.
    func fixed(_ value: Double) -> Int { Int(max(-1e9, min(1e9, value)) * 16_777_216) }
    var (x, y) = (fixed(start.x), fixed(start.y))
    let (stepX, stepY) = (fixed(step.x), fixed(step.y))
    for column in 0..<count {
      line[column] = sample(x >> 16, y >> 16)
      x &+= stepX
      y &+= stepY
    }
  }

  /// The value at a place, in 256ths of a sample; what lies far outside is zero.
  @inline(__always)
  func sample(_ x: Int, _ y: Int) -> Sample {
    guard x > -1024, y > -1024, x < (width &+ 4) << 8, y < (height &+ 4) << 8 else { return 0 }
    let (baseX, baseY) = (x >> 8 &- 1, y >> 8 &- 1)
    let (tapsX, tapsY) = (taps[x & 255], taps[y & 255].lowHalf)
    let isInside = baseX >= 0 && baseY >= 0 && baseX &+ 3 < width && baseY &+ 3 < height
    let sum: Int32
    if isInside, Sample.self == UInt8.self {
      sum = bytes(UnsafeRawPointer(pixels + (baseY &* stride &+ baseX)), tapsX, tapsY)
    } else {
      sum = anywhere(baseX, baseY, tapsX.lowHalf, tapsY)
    }
    return Sample(truncatingIfNeeded: max(0, min(top, (sum &+ 8192) >> 14)))
  }

  /// Sixteen bytes, two rows in a vector.
  @inline(__always)
  private func bytes(_ corner: UnsafeRawPointer, _ tapsX: SIMD8<Int16>, _ tapsY: SIMD4<Int16>) -> Int32 {
    func rows(_ first: UnsafeRawPointer) -> SIMD8<Int32> {
      let upper = first.loadUnaligned(as: SIMD4<UInt8>.self)
      let lower = (first + stride).loadUnaligned(as: SIMD4<UInt8>.self)
      return SIMD8<Int32>(truncatingIfNeeded: SIMD8<UInt8>(lowHalf: upper, highHalf: lower))
    }
    let weights = SIMD8<Int32>(truncatingIfNeeded: tapsX)
    let upper = rows(corner) &* weights
    let lower = rows(corner + 2 * stride) &* weights
    let pairs = SIMD8<Int32>(lowHalf: upper.evenHalf &+ upper.oddHalf, highHalf: lower.evenHalf &+ lower.oddHalf)
    // Within 16 bits: so much does a row of bytes come to at most.
    let parts = SIMD4<Int16>(truncatingIfNeeded: (pairs.evenHalf &+ pairs.oddHalf &+ 8) &>> 4)
    let products = SIMD4<Int32>(truncatingIfNeeded: parts) &* SIMD4<Int32>(truncatingIfNeeded: tapsY)
    let sums = products.evenHalf &+ products.oddHalf
    return sums[0] &+ sums[1]
  }

  private func anywhere(_ baseX: Int, _ baseY: Int, _ tapsX: SIMD4<Int16>, _ tapsY: SIMD4<Int16>) -> Int32 {
    var sum: Int32 = 0
    for j in 0..<4 {
      let row = pixels + max(0, min(height - 1, baseY + j)) * stride
      var part: Int32 = 0
      for i in 0..<4 {
        part = part &+ Int32(tapsX[i]) &* Int32(truncatingIfNeeded: row[max(0, min(width - 1, baseX + i))])
      }
      sum = sum &+ Int32(tapsY[j]) &* ((part &+ 8) >> 4)
    }
    return sum
  }
}

/// The weights of four neighbours for each 256th between the middle two, in 512ths; each set twice.
private enum CubicTaps {
  static let table: [SIMD8<Int16>] = (0..<256).map { phase in
    let t = Double(phase) / 256
    let weights = [
      (-t + 2 * t * t - t * t * t) / 2, (2 - 5 * t * t + 3 * t * t * t) / 2,
      (t + 4 * t * t - 3 * t * t * t) / 2, (t * t * t - t * t) / 2,
    ].map { Int16(($0 * 512).rounded()) }
    // The heaviest takes what rounding leaves, so that a flat picture stays flat.
    var result = weights
    result[phase < 128 ? 1 : 2] += 512 - weights.reduce(0, +)
    let once = SIMD4<Int16>(result)
    return SIMD8<Int16>(lowHalf: once, highHalf: once)
  }
}
