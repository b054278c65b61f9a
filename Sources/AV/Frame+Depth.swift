extension Frame {
  /// A row of a plane whose samples take two bytes.
  package func wideRow(_ plane: Int, _ row: Int) -> UnsafeMutablePointer<UInt16>? {
    guard let base = self.plane(plane) else { return nil }
    return UnsafeMutableRawPointer(base + row * stride(ofPlane: plane)).assumingMemoryBound(to: UInt16.self)
  }

  /// The code of full brightness or full opacity in planes of the full range.
  package var peak: Int { pixelFormat.peak }

  /// Planar RGB (and alpha), or grey, of the full range with samples of another depth, each rounded once.
  ///
  /// Alpha that the format has and this picture has not is opaque.
  package func redepthed(to format: PixelFormat) throws(AVError) -> Frame {
    let result = try Frame.picture(width: width, height: height, format: format)
    let (from, to) = (pixelFormat.peak, format.peak)
    // By the code: no deeper picture than 16 bits comes here.
    let table = (0...from).map { UInt16(truncatingIfNeeded: (2 * $0 * to + from) / (2 * from)) }
    for plane in 0..<format.planeCount {
      for row in 0..<height {
        let source = plane < pixelFormat.planeCount ? self.plane(plane) : nil
        guard let out = result.plane(plane) else { continue }
        let target = out + row * result.stride(ofPlane: plane)
        let line = source.map { $0 + row * stride(ofPlane: plane) }
        table.withUnsafeBufferPointer { table in
          switch (pixelFormat.bitDepth > 8, format.bitDepth > 8) {
          case (true, true):
            Self.recode(line.map(Self.wide), Self.wide(target), width, table)
          case (true, false): Self.recode(line.map(Self.wide), target, width, table)
          case (false, true): Self.recode(line, Self.wide(target), width, table)
          case (false, false): Self.recode(line, target, width, table)
          }
        }
      }
    }
    result.makePlain()
    result.pts = pts
    return result
  }

  private static func wide(_ line: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(line).assumingMemoryBound(to: UInt16.self)
  }

  @inline(__always)
  private static func recode<From: FixedWidthInteger & UnsignedInteger, To: FixedWidthInteger & UnsignedInteger>(
    _ from: UnsafeMutablePointer<From>?, _ to: UnsafeMutablePointer<To>, _ count: Int,
    _ table: UnsafeBufferPointer<UInt16>
  ) {
    let last = table.count - 1
    guard let from else { return to.update(repeating: To(truncatingIfNeeded: table[last]), count: count) }
    for index in 0..<count { to[index] = To(truncatingIfNeeded: table[min(last, Int(from[index]))]) }
  }
}

extension PixelFormat {
  /// The highest code of a sample.
  package var peak: Int { (1 << min(bitDepth, 16)) - 1 }

  /// Whether its planes are green, blue and red, perhaps with alpha, in whole numbers.
  package var isPlanarRGB: Bool {
    isRGB && isPlanar && bitDepth <= 16 && planeCount == (hasAlpha ? 4 : 3)
  }
}
