/// Planar YUV of limited range into planar RGB and back, 8 bits, in integers.
///
/// A chroma sample stands for all of its pixels, and becomes their mean again: chroma is never
/// filtered, so a picture that comes back unchanged has its very chroma, within the rounding of RGB.
package struct PlanarColor: Sendable {
  private let luma: Int32
  private let redFromV: Int32
  private let greenFromU: Int32
  private let greenFromV: Int32
  private let blueFromU: Int32
  private let rows: [[Int32]]
  private static let shift: Int32 = 14

  /// The matrix of two weights of luma.
  package init(kr: Double, kb: Double) {
    let kg = 1 - kr - kb
    let unit = Double(1 << Self.shift)
    func fixed(_ value: Double) -> Int32 { Int32((value * unit).rounded()) }
    luma = fixed(255.0 / 219)
    redFromV = fixed(2 * (1 - kr) * 255 / 224)
    blueFromU = fixed(2 * (1 - kb) * 255 / 224)
    greenFromU = fixed(-2 * kb * (1 - kb) / kg * 255 / 224)
    greenFromV = fixed(-2 * kr * (1 - kr) / kg * 255 / 224)
    // Green takes what rounding leaves, so that grey stays grey.
    func row(_ red: Double, _ blue: Double, _ total: Double, _ scale: Double) -> [Int32] {
      let (r, b) = (fixed(red * scale), fixed(blue * scale))
      return [r, fixed(total * scale) - r - b, b]
    }
    rows = [
      row(kr, kb, 1, 219.0 / 255), row(-kr / (2 * (1 - kb)), 0.5, 0, 224.0 / 255),
      row(0.5, -kb / (2 * (1 - kr)), 0, 224.0 / 255),
    ]
  }

  /// Whether a format is one of those that are turned: planar YUV of 8 bits without alpha.
  package static func takes(_ format: PixelFormat) -> Bool {
    !format.isRGB && format.isPlanar && !format.hasAlpha && format.bitDepth == 8 && format.planeCount == 3
      && format.chromaShiftX <= 1 && format.chromaShiftY <= 1 && !format.isFullRangeVariant
  }

  /// Makes `gbrp` of planar YUV.
  package func toRGB(_ source: borrowing Frame) throws(AVError) -> Frame {
    guard let format = PixelFormat(named: "gbrp") else {
      throw AVError(code: -22, operation: "av_get_pix_fmt", detail: "gbrp")
    }
    let target = try Frame.picture(width: source.width, height: source.height, format: format)
    let (width, shiftX, shiftY) = (source.width, source.pixelFormat.chromaShiftX, source.pixelFormat.chromaShiftY)
    guard let yPlane = source.plane(0), let uPlane = source.plane(1), let vPlane = source.plane(2),
      let gPlane = target.plane(0), let bPlane = target.plane(1), let rPlane = target.plane(2)
    else { return target }
    let terms = UnsafeMutablePointer<Int32>.allocate(capacity: width * 3 + 6)
    defer { terms.deallocate() }
    let (red, green, blue) = (terms, terms + width + 2, terms + 2 * width + 4)
    for row in 0..<source.height {
      if row & ((1 << shiftY) - 1) == 0 {
        let u = uPlane + (row >> shiftY) * source.stride(ofPlane: 1)
        let v = vPlane + (row >> shiftY) * source.stride(ofPlane: 2)
        expand(u, v, (width + (1 << shiftX) - 1) >> shiftX, shiftX, red, green, blue)
      }
      let y = yPlane + row * source.stride(ofPlane: 0)
      combine(y, red, rPlane + row * target.stride(ofPlane: 2), width)
      combine(y, green, gPlane + row * target.stride(ofPlane: 0), width)
      combine(y, blue, bPlane + row * target.stride(ofPlane: 1), width)
    }
    return target
  }

  /// What the chroma samples of a row add to the components of each pixel.
  private func expand(
    _ u: UnsafePointer<UInt8>, _ v: UnsafePointer<UInt8>, _ count: Int, _ shift: Int,
    _ red: UnsafeMutablePointer<Int32>, _ green: UnsafeMutablePointer<Int32>, _ blue: UnsafeMutablePointer<Int32>
  ) {
    let half = Int32(1) << (Self.shift - 1)
    for index in 0..<count {
      let (cb, cr) = (Int32(u[index]) &- 128, Int32(v[index]) &- 128)
      let (r, b) = (cr &* redFromV &+ half, cb &* blueFromU &+ half)
      let g = cb &* greenFromU &+ cr &* greenFromV &+ half
      if shift == 0 {
        (red[index], green[index], blue[index]) = (r, g, b)
      } else {
        (red[2 * index], green[2 * index], blue[2 * index]) = (r, g, b)
        (red[2 * index + 1], green[2 * index + 1], blue[2 * index + 1]) = (r, g, b)
      }
    }
  }

  @inline(__always)
  private func combine(
    _ y: UnsafePointer<UInt8>, _ term: UnsafePointer<Int32>, _ out: UnsafeMutablePointer<UInt8>, _ count: Int
  ) {
    for index in 0..<count {
      let value = ((Int32(y[index]) &- 16) &* luma &+ term[index]) >> Self.shift
      out[index] = UInt8(truncatingIfNeeded: max(0, min(255, value)))
    }
  }

  /// Makes planar YUV of `gbrp` (or the colour of `gbrap`).
  package func toYUV(_ source: borrowing Frame, _ format: PixelFormat) throws(AVError) -> Frame {
    let target = try Frame.picture(width: source.width, height: source.height, format: format)
    guard let g = source.plane(0), let b = source.plane(1), let r = source.plane(2), let y = target.plane(0) else {
      return target
    }
    let strides = (source.stride(ofPlane: 2), source.stride(ofPlane: 0), source.stride(ofPlane: 1))
    let (cr, cg, cb) = (rows[0][0], rows[0][1], rows[0][2])
    for row in 0..<source.height {
      let (red, green, blue) = (r + row * strides.0, g + row * strides.1, b + row * strides.2)
      let out = y + row * target.stride(ofPlane: 0)
      for x in 0..<source.width {
        let sum = Int32(red[x]) &* cr &+ Int32(green[x]) &* cg &+ Int32(blue[x]) &* cb
        out[x] = UInt8(truncatingIfNeeded: (sum &+ (16 << Self.shift) &+ (1 << (Self.shift - 1))) >> Self.shift)
      }
    }
    chroma(source, target, r, g, b, strides)
    return target
  }

  private func chroma(
    _ source: borrowing Frame, _ target: borrowing Frame, _ r: UnsafePointer<UInt8>, _ g: UnsafePointer<UInt8>,
    _ b: UnsafePointer<UInt8>, _ strides: (Int, Int, Int)
  ) {
    let (shiftX, shiftY) = (target.pixelFormat.chromaShiftX, target.pixelFormat.chromaShiftY)
    let total = Self.shift + Int32(shiftX + shiftY)
    let offset = (Int32(128) << total) &+ (1 << (total - 1))
    let (last, lastRow) = (source.width - 1, source.height - 1)
    guard let uPlane = target.plane(1), let vPlane = target.plane(2) else { return }
    for row in 0..<target.planeHeight(1) {
      let (first, second) = (row << shiftY, min((row << shiftY) + (1 << shiftY) - 1, lastRow))
      let u = uPlane + row * target.stride(ofPlane: 1)
      let v = vPlane + row * target.stride(ofPlane: 2)
      @inline(__always)
      func sum(_ base: UnsafePointer<UInt8>, _ stride: Int, _ x: Int, _ next: Int) -> Int32 {
        let (above, below) = (base + first * stride, base + second * stride)
        if shiftX == 0 { return shiftY == 0 ? Int32(above[x]) : Int32(above[x]) &+ Int32(below[x]) }
        let pair = Int32(above[x]) &+ Int32(above[next])
        return shiftY == 0 ? pair : pair &+ Int32(below[x]) &+ Int32(below[next])
      }
      for column in 0..<target.planeWidth(1) {
        let x = column << shiftX
        let next = min(x + (1 << shiftX) - 1, last)
        let red = sum(r, strides.0, x, next)
        let green = sum(g, strides.1, x, next)
        let blue = sum(b, strides.2, x, next)
        let cb = red &* rows[1][0] &+ green &* rows[1][1] &+ blue &* rows[1][2]
        let cr = red &* rows[2][0] &+ green &* rows[2][1] &+ blue &* rows[2][2]
        u[column] = UInt8(truncatingIfNeeded: max(0, min(255, (cb &+ offset) >> total)))
        v[column] = UInt8(truncatingIfNeeded: max(0, min(255, (cr &+ offset) >> total)))
      }
    }
  }
}
