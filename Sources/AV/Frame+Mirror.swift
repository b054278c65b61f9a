internal import CFFmpeg

extension Frame {
  /// A copy of a planar picture with left and right, or top and bottom, changed.
  package func mirrored(_ horizontally: Bool, _ vertically: Bool) throws(AVError) -> Frame {
    let copy = try Frame.picture(width: width, height: height, format: pixelFormat)
    try check("av_frame_copy_props", av_frame_copy_props(copy.pointer, pointer))
    for plane in 0..<pixelFormat.planeCount {
      guard let from = self.plane(plane), let to = copy.plane(plane) else { continue }
      // Red, green and blue are whole planes too.
      let isWhole = pixelFormat.isRGB || plane == 0 || plane == 3
      let columns = isWhole ? width : planeWidth(plane)
      let rows = isWhole ? height : planeHeight(plane)
      for row in 0..<rows {
        let source = from + (vertically ? rows - 1 - row : row) * stride(ofPlane: plane)
        let target = to + row * copy.stride(ofPlane: plane)
        let bytes = pixelFormat.bitDepth > 8 ? 2 : 1
        guard horizontally else {
          target.update(from: source, count: columns * bytes)
          continue
        }
        if bytes == 1 {
          for column in 0..<columns { target[column] = source[columns - 1 - column] }
        } else {
          source.withMemoryRebound(to: UInt16.self, capacity: columns) { source in
            target.withMemoryRebound(to: UInt16.self, capacity: columns) { target in
              for column in 0..<columns { target[column] = source[columns - 1 - column] }
            }
          }
        }
      }
    }
    return copy
  }
}

extension Frame {
  /// Says that there are three planes only, of another format.
  func dropFourthPlane(format: PixelFormat) {
    pointer.pointee.format = format.raw.rawValue
    pointer.pointee.data.3 = nil
    pointer.pointee.linesize.3 = 0
  }

  /// Fills this picture with what of a picture of the same format with whole planes, such as
  /// `gbrap`, lies from (x, y) on.
  package func copyPart(of source: borrowing Frame, x: Int, y: Int) {
    let bytes = pixelFormat.bitDepth > 8 ? 2 : 1
    for plane in 0..<pixelFormat.planeCount {
      guard let from = source.plane(plane), let to = self.plane(plane) else { continue }
      for row in 0..<min(height, source.height - y) {
        (to + row * stride(ofPlane: plane)).update(
          from: from + (y + row) * source.stride(ofPlane: plane) + x * bytes,
          count: min(width, source.width - x) * bytes)
      }
    }
  }
}
