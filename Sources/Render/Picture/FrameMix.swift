internal import AV

/// Mixes two planar pictures of one shape into a new one, each sample rounded once.
enum FrameMix {
  /// first + (second − first) × share; `share` is in 65,536ths.
  static func dissolve(
    _ first: borrowing Frame, _ second: borrowing Frame, share: UInt32
  ) throws(AVError) -> Frame {
    let format = first.pixelFormat
    let result = try Frame.picture(width: first.width, height: first.height, format: format)
    let rest = 65536 - share
    for plane in 0..<format.planeCount {
      guard let from = first.plane(plane), let to = second.plane(plane), let out = result.plane(plane) else { continue }
      let strides = (first.stride(ofPlane: plane), second.stride(ofPlane: plane), result.stride(ofPlane: plane))
      let count = first.planeWidth(plane)
      for row in 0..<first.planeHeight(plane) {
        let lines = (from + row * strides.0, to + row * strides.1, out + row * strides.2)
        if format.bitDepth > 8 {
          lerp(wide(lines.0), wide(lines.1), wide(lines.2), count, rest, share)
        } else {
          lerp(lines.0, lines.1, lines.2, count, rest, share)
        }
      }
    }
    result.copyShape(of: first)
    return result
  }

  /// Each sample by the share that belongs to the grey of its place, in 32,768ths; a chroma sample
  /// takes the mean of its pixels'.
  static func wipe(
    _ first: borrowing Frame, _ second: borrowing Frame, shares: [UInt16], luma: borrowing Frame
  ) throws(AVError) -> Frame {
    let format = first.pixelFormat
    let result = try Frame.picture(width: first.width, height: first.height, format: format)
    guard let grey = luma.plane(0) else { return result }
    let greyStride = luma.stride(ofPlane: 0)
    // Room for two rows of the canvas: what a row of chroma stands for.
    let row = UnsafeMutablePointer<UInt32>.allocate(capacity: first.width)
    defer { row.deallocate() }
    for plane in 0..<format.planeCount {
      guard let from = first.plane(plane), let to = second.plane(plane), let out = result.plane(plane) else { continue }
      let isChroma = !format.isRGB && (plane == 1 || plane == 2)
      let shift = isChroma ? (x: format.chromaShiftX, y: format.chromaShiftY) : (x: 0, y: 0)
      let strides = (first.stride(ofPlane: plane), second.stride(ofPlane: plane), result.stride(ofPlane: plane))
      let count = first.planeWidth(plane)
      for line in 0..<first.planeHeight(plane) {
        let rows = (line << shift.y)..<min((line + 1) << shift.y, first.height)
        shares.withUnsafeBufferPointer { table in
          means(of: grey, greyStride, rows, first.width, shift.x, table, row, count)
        }
        let lines = (from + line * strides.0, to + line * strides.1, out + line * strides.2)
        if format.bitDepth > 8 {
          lerp(wide(lines.0), wide(lines.1), wide(lines.2), count, row)
        } else {
          lerp(lines.0, lines.1, lines.2, count, row)
        }
      }
    }
    result.copyShape(of: first)
    return result
  }

  /// The mean share of the pixels that each sample of a row stands for.
  private static func means(
    of grey: UnsafeMutablePointer<UInt8>, _ stride: Int, _ rows: Range<Int>, _ width: Int, _ shiftX: Int,
    _ shares: UnsafeBufferPointer<UInt16>, _ out: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    for index in 0..<count {
      let columns = (index << shiftX)..<min((index + 1) << shiftX, width)
      var sum: UInt32 = 0
      for row in rows {
        let line = wide(grey + row * stride)
        for column in columns { sum &+= UInt32(shares[Int(line[column])]) }
      }
      let area = UInt32(rows.count * columns.count)
      out[index] = area == 1 ? sum : (sum &+ area / 2) / area
    }
  }

  private static func wide(_ line: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(line).assumingMemoryBound(to: UInt16.self)
  }

  @inline(__always)
  private static func lerp<Sample: FixedWidthInteger & UnsignedInteger>(
    _ first: UnsafeMutablePointer<Sample>, _ second: UnsafeMutablePointer<Sample>, _ out: UnsafeMutablePointer<Sample>,
    _ count: Int, _ rest: UInt32, _ share: UInt32
  ) {
    for index in 0..<count {
      let kept = UInt32(truncatingIfNeeded: first[index]) &* rest
      let added = UInt32(truncatingIfNeeded: second[index]) &* share
      out[index] = Sample(truncatingIfNeeded: (kept &+ added &+ 32768) >> 16)
    }
  }

  @inline(__always)
  private static func lerp<Sample: FixedWidthInteger & UnsignedInteger>(
    _ first: UnsafeMutablePointer<Sample>, _ second: UnsafeMutablePointer<Sample>, _ out: UnsafeMutablePointer<Sample>,
    _ count: Int, _ shares: UnsafeMutablePointer<UInt32>
  ) {
    for index in 0..<count {
      let kept = UInt32(truncatingIfNeeded: first[index]) &* (32768 &- shares[index])
      let added = UInt32(truncatingIfNeeded: second[index]) &* shares[index]
      out[index] = Sample(truncatingIfNeeded: (kept &+ added &+ 16384) >> 15)
    }
  }
}

extension FrameMix {
  /// A picture of full chroma, each chroma sample repeated for its pixels, so that ``reduced`` gives
  /// the same samples back.
  static func expanded(_ picture: borrowing Frame, to format: PixelFormat) throws(AVError) -> Frame {
    let result = try Frame.picture(width: picture.width, height: picture.height, format: format)
    let (shiftX, shiftY) = (picture.pixelFormat.chromaShiftX, picture.pixelFormat.chromaShiftY)
    let isWide = format.bitDepth > 8
    for plane in 0..<3 {
      guard let from = picture.plane(plane), let to = result.plane(plane) else { continue }
      let strides = (picture.stride(ofPlane: plane), result.stride(ofPlane: plane))
      let shift = plane == 0 ? (x: 0, y: 0) : (x: shiftX, y: shiftY)
      for row in 0..<result.height {
        let (line, out) = (from + (row >> shift.y) * strides.0, to + row * strides.1)
        if isWide {
          repeatSamples(wide(line), wide(out), result.width, shift.x)
        } else {
          repeatSamples(line, out, result.width, shift.x)
        }
      }
    }
    result.copyShape(of: picture)
    return result
  }

  /// A picture of full chroma in a format with less: the mean of each sample's pixels.
  static func reduced(_ picture: borrowing Frame, to format: PixelFormat) throws(AVError) -> Frame {
    let result = try Frame.picture(width: picture.width, height: picture.height, format: format)
    let isWide = format.bitDepth > 8
    for plane in 0..<3 {
      guard let from = picture.plane(plane), let to = result.plane(plane) else { continue }
      let strides = (picture.stride(ofPlane: plane), result.stride(ofPlane: plane))
      let shift = plane == 0 ? (x: 0, y: 0) : (x: format.chromaShiftX, y: format.chromaShiftY)
      let count = result.planeWidth(plane)
      for row in 0..<result.planeHeight(plane) {
        let top = row << shift.y
        let lines = (from + top * strides.0, from + min(top + (1 << shift.y) - 1, picture.height - 1) * strides.0)
        let out = to + row * strides.1
        if isWide {
          meanSamples(wide(lines.0), wide(lines.1), wide(out), count, picture.width, shift.x)
        } else {
          meanSamples(lines.0, lines.1, out, count, picture.width, shift.x)
        }
      }
    }
    result.copyShape(of: picture)
    return result
  }

  @inline(__always)
  private static func repeatSamples<Sample: FixedWidthInteger>(
    _ from: UnsafeMutablePointer<Sample>, _ out: UnsafeMutablePointer<Sample>, _ count: Int, _ shift: Int
  ) {
    guard shift > 0 else { return out.update(from: from, count: count) }
    for index in 0..<count { out[index] = from[index >> shift] }
  }

  @inline(__always)
  private static func meanSamples<Sample: FixedWidthInteger & UnsignedInteger>(
    _ first: UnsafeMutablePointer<Sample>, _ second: UnsafeMutablePointer<Sample>, _ out: UnsafeMutablePointer<Sample>,
    _ count: Int, _ width: Int, _ shift: Int
  ) {
    if shift == 0, first == second { return out.update(from: first, count: count) }
    for index in 0..<count {
      let left = index << shift
      let right = min(left + (1 << shift) - 1, width - 1)
      let sum =
        UInt32(truncatingIfNeeded: first[left]) &+ UInt32(truncatingIfNeeded: first[right])
        &+ UInt32(truncatingIfNeeded: second[left]) &+ UInt32(truncatingIfNeeded: second[right])
      out[index] = Sample(truncatingIfNeeded: (sum &+ 2) >> 2)
    }
  }
}

extension Frame {
  /// Takes the pixel shape and the colour tags of a picture, and nothing else of it.
  fileprivate func copyShape(of other: borrowing Frame) {
    makePlain()
    copyColor(of: other)
  }
}
