extension Frame {
  /// Multiplies the colour of straight planar RGB by its alpha, rounded to the nearest.
  package func premultiply() {
    guard let alpha = plane(3) else { return }
    if pixelFormat.bitDepth > 8 { return premultiplyWide() }
    for plane in 0..<3 {
      guard let base = self.plane(plane) else { continue }
      for row in 0..<height {
        let line = base + row * stride(ofPlane: plane)
        let shares = alpha + row * stride(ofPlane: 3)
        for x in 0..<width {
          let product = UInt32(line[x]) &* UInt32(shares[x])
          line[x] = UInt8(truncatingIfNeeded: (product &* 2 &+ 255) / 510)
        }
      }
    }
  }

  private func premultiplyWide() {
    let peak = UInt64(self.peak)
    for plane in 0..<3 {
      for row in 0..<height {
        guard let line = wideRow(plane, row), let shares = wideRow(3, row) else { continue }
        for x in 0..<width where UInt64(shares[x]) < peak {
          let product = UInt64(line[x]) &* UInt64(shares[x])
          line[x] = UInt16(truncatingIfNeeded: (product &* 2 &+ peak) / (2 &* peak))
        }
      }
    }
  }

  /// Makes the colour of premultiplied planar RGB straight; where it is transparent there is none.
  package func divideByAlpha() {
    guard let alpha = plane(3) else { return }
    if pixelFormat.bitDepth > 8 { return divideByAlphaWide() }
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

  private func divideByAlphaWide() {
    let peak = UInt64(self.peak)
    for plane in 0..<3 {
      for row in 0..<height {
        guard let line = wideRow(plane, row), let shares = wideRow(3, row) else { continue }
        for x in 0..<width where shares[x] > 0 && UInt64(shares[x]) < peak {
          let share = UInt64(shares[x])
          let straight = (UInt64(line[x]) &* 2 &* peak &+ share) / (2 &* share)
          line[x] = UInt16(truncatingIfNeeded: min(peak, straight))
        }
      }
    }
  }

  /// Multiplies a plane by a mask of the same depth in whose pixels its top-left lies at (x, y);
  /// outside it nothing shows.
  package func multiply(_ plane: Int, by mask: borrowing Frame, x: Int, y: Int) {
    guard let base = self.plane(plane), let shares = mask.plane(0) else { return }
    if pixelFormat.bitDepth > 8 { return multiplyWide(plane, by: mask, x: x, y: y) }
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

  private func multiplyWide(_ plane: Int, by mask: borrowing Frame, x: Int, y: Int) {
    let peak = UInt64(mask.peak)
    for row in 0..<height {
      guard let line = wideRow(plane, row) else { continue }
      let maskRow = y + row
      guard maskRow >= 0, maskRow < mask.height, let share = mask.wideRow(0, maskRow) else {
        line.update(repeating: 0, count: width)
        continue
      }
      for column in 0..<width {
        let position = x + column
        guard position >= 0, position < mask.width else {
          line[column] = 0
          continue
        }
        let product = UInt64(line[column]) &* UInt64(share[position])
        line[column] = UInt16(truncatingIfNeeded: (product &* 2 &+ peak) / (2 &* peak))
      }
    }
  }
}

extension Frame {
  /// A copy of one whole plane as a grey picture of the same depth.
  package func planeCopy(_ index: Int) throws(AVError) -> Frame {
    let copy = try Frame.picture(width: width, height: height, format: try .grey(depth: pixelFormat.bitDepth))
    let bytes = pixelFormat.bitDepth > 8 ? 2 : 1
    if let from = plane(index), let to = copy.plane(0) {
      for row in 0..<height {
        (to + row * copy.stride(ofPlane: 0)).update(from: from + row * stride(ofPlane: index), count: width * bytes)
      }
    }
    return copy
  }

  /// The colour of planar RGB beside an alpha of its own of the same depth, as straight RGB and alpha.
  package func withAlpha(_ alpha: borrowing Frame) throws(AVError) -> Frame {
    let depth = pixelFormat.bitDepth
    let name = depth > 8 ? "gbrap\(depth)le" : "gbrap"
    guard let format = PixelFormat(named: name) else {
      throw AVError(code: -22, operation: "av_get_pix_fmt", detail: name)
    }
    let result = try Frame.picture(width: width, height: height, format: format)
    let bytes = depth > 8 ? 2 : 1
    for plane in 0..<4 {
      guard let to = result.plane(plane), let from = plane < 3 ? self.plane(plane) : alpha.plane(0) else { continue }
      let step = plane < 3 ? stride(ofPlane: plane) : alpha.stride(ofPlane: 0)
      for row in 0..<height {
        (to + row * result.stride(ofPlane: plane)).update(from: from + row * step, count: width * bytes)
      }
    }
    return result
  }

  /// Fills the alpha of planar RGB from a grey picture of the same depth and size.
  package func setAlpha(_ alpha: borrowing Frame) {
    let bytes = pixelFormat.bitDepth > 8 ? 2 : 1
    guard let to = plane(3), let from = alpha.plane(0) else { return }
    for row in 0..<min(height, alpha.height) {
      (to + row * stride(ofPlane: 3)).update(
        from: from + row * alpha.stride(ofPlane: 0), count: min(width, alpha.width) * bytes)
    }
  }

  /// The same red, green and blue planes without the alpha that they have beside them.
  package func withoutAlpha() throws(AVError) -> Frame {
    let copy = try copyReference()
    let depth = pixelFormat.bitDepth
    guard pixelFormat.hasAlpha, let plain = PixelFormat(named: depth > 8 ? "gbrp\(depth)le" : "gbrp") else {
      return copy
    }
    copy.dropFourthPlane(format: plain)
    return copy
  }

  /// A plane of full opacity: grey of a depth, all of it at its peak.
  package static func opacity(width: Int, height: Int, depth: Int) throws(AVError) -> Frame {
    let frame = try Frame.picture(width: width, height: height, format: try .grey(depth: depth))
    frame.fill([frame.peak])
    return frame
  }
}

extension PixelFormat {
  /// Grey of a depth.
  package static func grey(depth: Int) throws(AVError) -> PixelFormat {
    let name = depth > 8 ? "gray\(depth)le" : "gray"
    guard let format = PixelFormat(named: name) else {
      throw AVError(code: -22, operation: "av_get_pix_fmt", detail: name)
    }
    return format
  }
}
