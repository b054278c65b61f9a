internal import AV

extension LayerImage {
  /// The opacity of the samples of one row of a part, 65,535 being opaque; nil when all are.
  ///
  /// A chroma sample takes the mean of its pixels. The row is written to `out`.
  func alphaRow(
    _ part: PlanePart, _ row: Int, _ grid: ChromaGrid, _ out: UnsafeMutablePointer<UInt16>
  ) -> UnsafePointer<UInt16>? {
    guard let alpha, let base = alpha.frame.plane(0) else { return nil }
    if alpha.frame.pixelFormat.bitDepth > 8 { return wideAlphaRow(alpha.frame, part, row, grid, out) }
    let stride = alpha.frame.stride(ofPlane: 0)
    let (lastColumn, lastRow) = (alpha.frame.width - 1, alpha.frame.height - 1)
    let y = (part.sourceY + row) << grid.shiftY
    let first = base + min(y, lastRow) * stride
    let second = base + min(y + (1 << grid.shiftY) - 1, lastRow) * stride
    if grid.shiftX == 0, grid.shiftY == 0 {
      let source = first + part.sourceX
      for index in 0..<part.width { out[index] = UInt16(source[index]) &* 257 }
    } else {
      for index in 0..<part.width {
        let x = (part.sourceX + index) << grid.shiftX
        let next = min(x + (1 << grid.shiftX) - 1, lastColumn)
        var sum = UInt32(first[min(x, lastColumn)]) &+ UInt32(first[next])
        sum = sum &+ UInt32(second[min(x, lastColumn)]) &+ UInt32(second[next])
        out[index] = UInt16((sum &* 257 &+ 2) >> 2)
      }
    }
    return UnsafePointer(out)
  }

  private func wideAlphaRow(
    _ alpha: borrowing Frame, _ part: PlanePart, _ row: Int, _ grid: ChromaGrid, _ out: UnsafeMutablePointer<UInt16>
  ) -> UnsafePointer<UInt16>? {
    let (lastColumn, lastRow) = (alpha.width - 1, alpha.height - 1)
    let peak = UInt64(alpha.peak)
    let y = (part.sourceY + row) << grid.shiftY
    guard let first = alpha.wideRow(0, min(y, lastRow)),
      let second = alpha.wideRow(0, min(y + (1 << grid.shiftY) - 1, lastRow))
    else { return nil }
    for index in 0..<part.width {
      let x = (part.sourceX + index) << grid.shiftX
      let (left, right) = (min(x, lastColumn), min(x + (1 << grid.shiftX) - 1, lastColumn))
      let sum = UInt64(first[left]) &+ UInt64(first[right]) &+ UInt64(second[left]) &+ UInt64(second[right])
      out[index] = UInt16(truncatingIfNeeded: (sum &* 65535 &+ 2 &* peak) / (4 &* peak))
    }
    return UnsafePointer(out)
  }
}
