internal import AV

extension FrameMix {
  /// What `xfade`'s `fadegrays` does, for premultiplied RGB: each side loses its colour towards the
  /// middle, while the first gives way to the second.
  static func fadeGrays(
    _ first: borrowing Frame, _ second: borrowing Frame, share: Double
  ) throws(AVError) -> Frame {
    let result = try Frame.picture(width: first.width, height: first.height, format: first.pixelFormat)
    let left = 1 - share
    let shares = GrayShares(
      first: Int(left * smoothStep(0.8, left) * 65536), firstGrey: Int(left * (1 - smoothStep(0.8, left)) * 65536),
      secondGrey: Int(share * smoothStep(0.2, left) * 65536))
    if first.pixelFormat.bitDepth > 8 {
      mix(first, second, result, shares, UInt16.self)
    } else {
      mix(first, second, result, shares, UInt8.self)
    }
    result.makePlain()
    result.copyColor(of: first)
    return result
  }

  @inline(__always)
  private static func mix<Sample: FixedWidthInteger & UnsignedInteger>(
    _ first: borrowing Frame, _ second: borrowing Frame, _ result: borrowing Frame, _ shares: GrayShares,
    _: Sample.Type
  ) {
    for row in 0..<first.height {
      guard let from = Row<Sample>(first, row), let to = Row<Sample>(second, row), let out = Row<Sample>(result, row)
      else { continue }
      for x in 0..<first.width { out.set(x, from, to, shares) }
    }
  }

  /// 0 up to an edge, 1 at 1, level at both.
  private static func smoothStep(_ edge: Double, _ value: Double) -> Double {
    let x = max(0, min(1, (value - edge) / (1 - edge)))
    return x * x * (3 - 2 * x)
  }

  /// In 65,536ths; the second picture's colour takes the rest.
  private struct GrayShares {
    let first: Int
    let firstGrey: Int
    let secondGrey: Int
    var second: Int { 65536 - first - firstGrey - secondGrey }
  }

  /// One row of a picture of planar RGB and alpha.
  private struct Row<Sample: FixedWidthInteger & UnsignedInteger> {
    let green: UnsafeMutablePointer<Sample>
    let blue: UnsafeMutablePointer<Sample>
    let red: UnsafeMutablePointer<Sample>
    let alpha: UnsafeMutablePointer<Sample>
    let peak: Int

    init?(_ frame: borrowing Frame, _ row: Int) {
      func line(_ plane: Int) -> UnsafeMutablePointer<Sample>? {
        frame.plane(plane).map {
          UnsafeMutableRawPointer($0 + row * frame.stride(ofPlane: plane)).assumingMemoryBound(to: Sample.self)
        }
      }
      guard let g = line(0), let b = line(1), let r = line(2), let a = line(3) else { return nil }
      (green, blue, red, alpha) = (g, b, r, a)
      peak = frame.peak
    }

    /// BT.709's luma, in 65,536ths of a step.
    @inline(__always)
    func grey(_ x: Int) -> Int { 46871 * Int(green[x]) + 4732 * Int(blue[x]) + 13933 * Int(red[x]) }

    @inline(__always)
    func set(_ x: Int, _ from: Row, _ to: Row, _ shares: GrayShares) {
      let grey = (from.grey(x) >> 8) * shares.firstGrey + (to.grey(x) >> 8) * shares.secondGrey
      func mixed(_ first: Sample, _ second: Sample) -> Sample {
        let own = Int(first) * shares.first + Int(second) * shares.second
        return Sample(truncatingIfNeeded: max(0, min(peak, (own << 8 + grey + 1 << 23) >> 24)))
      }
      green[x] = mixed(from.green[x], to.green[x])
      blue[x] = mixed(from.blue[x], to.blue[x])
      red[x] = mixed(from.red[x], to.red[x])
      let opaque = Int(from.alpha[x]) * (shares.first + shares.firstGrey)
      let other = Int(to.alpha[x]) * (shares.second + shares.secondGrey)
      alpha[x] = Sample(truncatingIfNeeded: (opaque + other + 32768) >> 16)
    }
  }
}
