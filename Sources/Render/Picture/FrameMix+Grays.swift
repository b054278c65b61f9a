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
    for row in 0..<first.height {
      guard let from = Row(first, row), let to = Row(second, row), let out = Row(result, row) else { continue }
      for x in 0..<first.width { out.set(x, from, to, shares) }
    }
    result.makePlain()
    result.copyColor(of: first)
    return result
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

  /// One row of a `gbrap` picture.
  private struct Row {
    let green: UnsafeMutablePointer<UInt8>
    let blue: UnsafeMutablePointer<UInt8>
    let red: UnsafeMutablePointer<UInt8>
    let alpha: UnsafeMutablePointer<UInt8>

    init?(_ frame: borrowing Frame, _ row: Int) {
      guard let g = frame.plane(0), let b = frame.plane(1), let r = frame.plane(2), let a = frame.plane(3) else {
        return nil
      }
      green = g + row * frame.stride(ofPlane: 0)
      blue = b + row * frame.stride(ofPlane: 1)
      red = r + row * frame.stride(ofPlane: 2)
      alpha = a + row * frame.stride(ofPlane: 3)
    }

    /// BT.709's luma, in 65,536ths of a step.
    func grey(_ x: Int) -> Int { 46871 * Int(green[x]) + 4732 * Int(blue[x]) + 13933 * Int(red[x]) }

    func set(_ x: Int, _ from: Row, _ to: Row, _ shares: GrayShares) {
      let grey = (from.grey(x) >> 8) * shares.firstGrey + (to.grey(x) >> 8) * shares.secondGrey
      func mixed(_ first: UInt8, _ second: UInt8) -> UInt8 {
        let own = Int(first) * shares.first + Int(second) * shares.second
        return UInt8(max(0, min(255, (own << 8 + grey + 1 << 23) >> 24)))
      }
      green[x] = mixed(from.green[x], to.green[x])
      blue[x] = mixed(from.blue[x], to.blue[x])
      red[x] = mixed(from.red[x], to.red[x])
      let opaque = Int(from.alpha[x]) * (shares.first + shares.firstGrey)
      let other = Int(to.alpha[x]) * (shares.second + shares.secondGrey)
      alpha[x] = UInt8((opaque + other + 32768) >> 16)
    }
  }
}
