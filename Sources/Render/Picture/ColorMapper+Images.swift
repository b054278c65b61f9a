internal import AV
internal import EDL

extension LayerContext {
  /// A picture drawn in sRGB in the canvas's colours: planar RGB and alpha, colour
  /// multiplied by alpha. The very same one on an SDR canvas of BT.709 or BT.601.
  func canvasColored(_ image: LayerImage) throws(AVError) -> LayerImage {
    guard let map = canvas.color.map(from: .sdr), image.kind == .premultiplied else { return image }
    let mapped = try mapper(map).mapped(image.frame)
    return LayerImage(.premultiplied, mapped, x: image.x, y: image.y)
  }
}

extension ColorMapper {
  /// A picture of planar RGB and alpha, colour multiplied by alpha, in the other system.
  func mapped(_ picture: borrowing Frame) throws(AVError) -> Frame {
    guard let format = PixelFormat(named: "gbrap12le") else { return try picture.copyReference() }
    let wide = try Frame.picture(width: picture.width, height: picture.height, format: format)
    let result = try Frame.picture(width: picture.width, height: picture.height, format: picture.pixelFormat)
    if picture.pixelFormat.bitDepth > 8 {
      map(picture, by: wide, to: result)
      return result
    }
    guard let alpha = picture.plane(3), let target = result.plane(3) else { return try picture.copyReference() }
    for plane in 0..<3 {
      wide.eachWideRow(plane) { row, line in
        guard let from = picture.plane(plane) else { return }
        let colors = from + row * picture.stride(ofPlane: plane)
        let shares = alpha + row * picture.stride(ofPlane: 3)
        for x in 0..<wide.width {
          let share = Int(shares[x])
          line[x] = share == 0 ? 0 : UInt16(min(Self.white, (Int(colors[x]) * Self.white + share / 2) / share))
        }
      }
    }
    convert(wide)
    for plane in 0..<3 {
      wide.eachWideRow(plane) { row, line in
        guard let to = result.plane(plane) else { return }
        let colors = to + row * result.stride(ofPlane: plane)
        let shares = alpha + row * picture.stride(ofPlane: 3)
        for x in 0..<wide.width { colors[x] = UInt8((Int(line[x]) * Int(shares[x]) + Self.white / 2) / Self.white) }
      }
    }
    for row in 0..<picture.height {
      (target + row * result.stride(ofPlane: 3)).update(
        from: alpha + row * picture.stride(ofPlane: 3), count: picture.width)
    }
    result.makePlain()
    return result
  }

  private func map(_ picture: borrowing Frame, by wide: borrowing Frame, to result: borrowing Frame) {
    for plane in 0..<3 {
      wide.eachWideRow(plane) { row, line in
        guard let colors = picture.wideRow(plane, row), let shares = picture.wideRow(3, row) else { return }
        for x in 0..<wide.width {
          let share = Int(shares[x])
          line[x] = share == 0 ? 0 : UInt16(min(Self.white, (Int(colors[x]) * Self.white + share / 2) / share))
        }
      }
    }
    convert(wide)
    for plane in 0..<3 {
      wide.eachWideRow(plane) { row, line in
        guard let colors = result.wideRow(plane, row), let shares = picture.wideRow(3, row) else { return }
        for x in 0..<wide.width { colors[x] = UInt16((Int(line[x]) * Int(shares[x]) + Self.white / 2) / Self.white) }
      }
    }
    for row in 0..<picture.height {
      guard let from = picture.wideRow(3, row), let to = result.wideRow(3, row) else { continue }
      to.update(from: from, count: picture.width)
    }
    result.makePlain()
  }
}

extension Frame {
  /// Calls a function for every row of a plane with samples of 16 bits.
  fileprivate func eachWideRow(_ plane: Int, _ body: (Int, UnsafeMutablePointer<UInt16>) -> Void) {
    guard let base = self.plane(plane) else { return }
    for row in 0..<height {
      (base + row * stride(ofPlane: plane)).withMemoryRebound(to: UInt16.self, capacity: width) { body(row, $0) }
    }
  }
}
