/// Planar YUV of limited range and more than 8 bits into planar RGB of the full range and back, in integers.
///
/// As in ``PlanarColor`` a chroma sample stands for all of its pixels, and becomes their mean again.
/// swscale, which has white at 255 × 2ⁿ, would leave RGB that no alpha of the full range fits.
package struct DeepColor: Sendable {
  private let kr: Double
  private let kb: Double
  private static let shift = 24
  private static let unit = Double(1 << shift)

  /// The matrix of two weights of luma.
  package init(kr: Double, kb: Double) {
    self.kr = kr
    self.kb = kb
  }

  /// Whether a format is one of those that are turned: planar YUV of 9 to 16 bits without alpha.
  package static func takes(_ format: PixelFormat) -> Bool {
    !format.isRGB && format.isPlanar && !format.hasAlpha && (9...16).contains(format.bitDepth)
      && format.planeCount == 3 && format.chromaShiftX <= 1 && format.chromaShiftY <= 1 && format.isLittleEndian
  }

  /// Whether a format is one of those that come out: planar RGB of 9 to 16 bits.
  package static func makes(_ format: PixelFormat) -> Bool {
    format.isPlanarRGB && format.bitDepth > 8 && format.isLittleEndian
  }

  private static func fixed(_ value: Double) -> Int { Int((value * unit).rounded()) }

  /// Makes planar RGB of planar YUV; alpha is opaque.
  package func toRGB(_ source: borrowing Frame, _ format: PixelFormat) throws(AVError) -> Frame {
    let target = try Frame.picture(width: source.width, height: source.height, format: format)
    let (depth, peak) = (source.pixelFormat.bitDepth, format.peak)
    let (shiftX, shiftY) = (source.pixelFormat.chromaShiftX, source.pixelFormat.chromaShiftY)
    let kg = 1 - kr - kb
    let (zero, middle) = (16 << (depth - 8), 128 << (depth - 8))
    let luma = Self.fixed(Double(peak) / Double(219 << (depth - 8)))
    let chroma = 2 * Double(peak) / Double(224 << (depth - 8))
    let redFromV = Self.fixed((1 - kr) * chroma)
    let blueFromU = Self.fixed((1 - kb) * chroma)
    let greenFromU = Self.fixed(-kb * (1 - kb) / kg * chroma)
    let greenFromV = Self.fixed(-kr * (1 - kr) / kg * chroma)
    for row in 0..<source.height {
      guard let y = source.wideRow(0, row), let u = source.wideRow(1, row >> shiftY),
        let v = source.wideRow(2, row >> shiftY), let green = target.wideRow(0, row),
        let blue = target.wideRow(1, row), let red = target.wideRow(2, row)
      else { continue }
      for x in 0..<source.width {
        let base = (Int(y[x]) &- zero) &* luma &+ (1 << (Self.shift - 1))
        let (cb, cr) = (Int(u[x >> shiftX]) &- middle, Int(v[x >> shiftX]) &- middle)
        red[x] = Self.clipped(base &+ cr &* redFromV, peak)
        green[x] = Self.clipped(base &+ cb &* greenFromU &+ cr &* greenFromV, peak)
        blue[x] = Self.clipped(base &+ cb &* blueFromU, peak)
      }
      if format.hasAlpha { target.wideRow(3, row)?.update(repeating: UInt16(peak), count: source.width) }
    }
    return target
  }

  /// Makes planar YUV of the colour of planar RGB.
  package func toYUV(_ source: borrowing Frame, _ format: PixelFormat) throws(AVError) -> Frame {
    let target = try Frame.picture(width: source.width, height: source.height, format: format)
    let (depth, peak) = (format.bitDepth, Double(source.peak))
    let (luma, chroma) = (Double(219 << (depth - 8)) / peak, Double(224 << (depth - 8)) / peak)
    let rows = [
      Self.row(kr, kb, 1, luma), Self.row(-kr / (2 * (1 - kb)), 0.5, 0, chroma),
      Self.row(0.5, -kb / (2 * (1 - kr)), 0, chroma),
    ]
    for plane in 0..<3 {
      let (shiftX, shiftY) = plane == 0 ? (0, 0) : (format.chromaShiftX, format.chromaShiftY)
      let offset = (plane == 0 ? 16 : 128) << (depth - 8)
      let (r, g, b) = (rows[plane][0], rows[plane][1], rows[plane][2])
      let area = shiftX + shiftY
      let half = 1 << (Self.shift + area - 1)
      for row in 0..<target.planeHeight(plane) {
        let (first, second) = (row << shiftY, min((row << shiftY) + (1 << shiftY) - 1, source.height - 1))
        guard let out = target.wideRow(plane, row), let greens = source.wideRow(0, first),
          let blues = source.wideRow(1, first), let reds = source.wideRow(2, first),
          let lowerGreens = source.wideRow(0, second), let lowerBlues = source.wideRow(1, second),
          let lowerReds = source.wideRow(2, second)
        else { continue }
        for x in 0..<target.planeWidth(plane) {
          let left = x << shiftX
          var (red, green, blue) = (Int(reds[left]), Int(greens[left]), Int(blues[left]))
          if area > 0 {
            let right = min(left + (1 << shiftX) - 1, source.width - 1)
            if shiftX > 0 {
              red &+= Int(reds[right])
              green &+= Int(greens[right])
              blue &+= Int(blues[right])
            }
            if shiftY > 0 {
              red &+= Int(lowerReds[left])
              green &+= Int(lowerGreens[left])
              blue &+= Int(lowerBlues[left])
              if shiftX > 0 {
                red &+= Int(lowerReds[right])
                green &+= Int(lowerGreens[right])
                blue &+= Int(lowerBlues[right])
              }
            }
          }
          let sum = red &* r &+ green &* g &+ blue &* b &+ (offset << (Self.shift + area)) &+ half
          out[x] = Self.clipped(sum >> area, format.peak)
        }
      }
    }
    return target
  }

  /// Green takes what rounding leaves, so that grey stays grey.
  private static func row(_ red: Double, _ blue: Double, _ total: Double, _ scale: Double) -> [Int] {
    let (r, b) = (fixed(red * scale), fixed(blue * scale))
    return [r, fixed(total * scale) - r - b, b]
  }

  @inline(__always)
  private static func clipped(_ value: Int, _ peak: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: max(0, min(peak, value >> shift)))
  }
}
