internal import AV

extension Frame {
  /// Blurs a plane like a Gaussian of that standard deviation in samples: three boxes one after the
  /// other (Kovesi 2010), in integers; beyond the edge the border's sample goes on.
  func soften(plane: Int, deviation: Double) {
    guard let base = self.plane(plane) else { return }
    let isWhole = pixelFormat.isRGB || plane == 0 || plane == 3
    let columns = isWhole ? width : planeWidth(plane)
    let rows = isWhole ? height : planeHeight(plane)
    let stride = stride(ofPlane: plane)
    for size in Self.boxes(deviation: deviation) where size > 1 {
      if pixelFormat.bitDepth > 8 {
        base.withMemoryRebound(to: UInt16.self, capacity: rows * stride / 2) {
          Self.box($0, stride / 2, columns, rows, size)
        }
      } else {
        Self.box(base, stride, columns, rows, size)
      }
    }
  }

  /// The odd widths of three boxes whose variances add up to the wanted one.
  private static func boxes(deviation: Double) -> [Int] {
    let variance = 12 * deviation * deviation
    var lower = Int((variance / 3 + 1).squareRoot().rounded(.down))
    if lower % 2 == 0 { lower -= 1 }
    let low = Double(max(1, lower))
    let smaller = Int(((variance - 3 * low * low - 12 * low - 9) / (-4 * low - 4)).rounded())
    return (0..<3).map { $0 < smaller ? Int(low) : Int(low) + 2 }
  }

  private static func box<Sample: FixedWidthInteger & UnsignedInteger>(
    _ base: UnsafeMutablePointer<Sample>, _ stride: Int, _ columns: Int, _ rows: Int, _ size: Int
  ) {
    var line = [Sample](repeating: 0, count: max(columns, rows))
    for row in 0..<rows { box(base + row * stride, 1, columns, size, &line) }
    for column in 0..<columns { box(base + column, stride, rows, size, &line) }
  }

  private static func box<Sample: FixedWidthInteger & UnsignedInteger>(
    _ base: UnsafeMutablePointer<Sample>, _ step: Int, _ count: Int, _ size: Int, _ line: inout [Sample]
  ) {
    let radius = size / 2
    for index in 0..<count { line[index] = base[index * step] }
    var sum = 0
    for index in -radius...radius { sum += Int(line[max(0, min(count - 1, index))]) }
    for index in 0..<count {
      base[index * step] = Sample(truncatingIfNeeded: (sum * 2 + size) / (size * 2))
      sum += Int(line[min(count - 1, index + radius + 1)]) - Int(line[max(0, index - radius)])
    }
  }
}
