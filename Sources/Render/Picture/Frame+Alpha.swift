internal import AV

extension Frame {
  /// Makes the colour of a premultiplied `gbrap` picture straight; where it is transparent there is none.
  func divideByAlpha() {
    guard let alpha = plane(3) else { return }
    for plane in 0..<3 {
      guard let base = self.plane(plane) else { continue }
      for row in 0..<height {
        let line = base + row * stride(ofPlane: plane)
        let shares = alpha + row * stride(ofPlane: 3)
        for x in 0..<width where shares[x] > 0 && shares[x] < 255 {
          let share = UInt32(shares[x])
          line[x] = UInt8(truncatingIfNeeded: min(255, (UInt32(line[x]) &* 510 &+ share) / (2 &* share)))
        }
      }
    }
  }

  /// Multiplies an 8-bit plane by a mask in whose pixels its top-left lies at (x, y); outside it nothing shows.
  func multiply(_ plane: Int, by mask: borrowing Frame, x: Int, y: Int) {
    guard let base = self.plane(plane), let shares = mask.plane(0) else { return }
    for row in 0..<height {
      let line = base + row * stride(ofPlane: plane)
      let maskRow = y + row
      guard maskRow >= 0, maskRow < mask.height else {
        line.update(repeating: 0, count: width)
        continue
      }
      let share = shares + maskRow * mask.stride(ofPlane: 0)
      for column in 0..<width {
        let position = x + column
        guard position >= 0, position < mask.width else {
          line[column] = 0
          continue
        }
        line[column] = UInt8(truncatingIfNeeded: (UInt32(line[column]) &* UInt32(share[position]) &* 2 &+ 255) / 510)
      }
    }
  }
}
