internal import AV
internal import EDL

/// A premultiplied RGB picture in the canvas's own terms, ready to be laid on it many times.
///
/// For every sample of a plane there is what is added (in fractions of a step, so that nothing is
/// rounded twice) and how much of what lies below remains. A chroma sample takes the mean of the
/// pixels it stands for. Both are 16-bit fractions: a sample *s* below becomes
/// `(s × remains ÷ 65,536 + added)`, rounded once, within half a step and 1/100 of the exact value.
struct Overlay: Sendable {
  /// One plane of it.
  struct Plane: Sendable {
    /// The samples of the canvas's plane that it touches.
    let x: Int
    let y: Int
    let width: Int
    let height: Int
    /// Per sample, in 65,536ths of the sample's full range.
    let added: [UInt16]
    /// Per sample, what remains of what is below, in 65,535ths.
    let remains: [UInt16]
    /// Per row, the columns from the first to the last that are not wholly transparent.
    let spans: [Range<Int>]
  }

  let planes: [Plane]

  /// Prepares a picture of planar RGB and alpha whose top-left lies at (x, y) of the canvas.
  init(_ picture: borrowing Frame, x: Int, y: Int, canvas: CanvasFormat) {
    let weights = ColorWeights(canvas.color, peak: picture.peak)
    var planes: [Plane] = []
    for plane in 0..<3 {
      let shiftX = plane == 0 ? 0 : canvas.pixelFormat.chromaShiftX
      let shiftY = plane == 0 ? 0 : canvas.pixelFormat.chromaShiftY
      let (weight, offset) = (weights.rows[plane], weights.offsets[plane])
      planes.append(
        picture.pixelFormat.bitDepth > 8
          ? Self.plane(picture, x, y, canvas, shiftX, shiftY, weight, offset, UInt16.self)
          : Self.plane(picture, x, y, canvas, shiftX, shiftY, weight, offset, UInt8.self))
    }
    self.planes = planes
  }

  @inline(__always)
  private static func plane<Sample: FixedWidthInteger & UnsignedInteger>(
    _ picture: borrowing Frame, _ originX: Int, _ originY: Int, _ canvas: CanvasFormat, _ shiftX: Int, _ shiftY: Int,
    _ weight: (r: Int, g: Int, b: Int), _ offset: Int, _: Sample.Type
  ) -> Plane {
    // What of the picture lies on the canvas, and the samples that stand for any of it.
    let left = max(0, originX)
    let top = max(0, originY)
    let right = min(canvas.size.width, originX + picture.width)
    let bottom = min(canvas.size.height, originY + picture.height)
    func samples(_ plane: Int) -> UnsafeMutablePointer<Sample>? {
      picture.plane(plane).map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Sample.self) }
    }
    guard left < right, top < bottom, let g = samples(0), let b = samples(1), let r = samples(2), let a = samples(3)
    else { return Plane(x: 0, y: 0, width: 0, height: 0, added: [], remains: [], spans: []) }
    let columns = (left >> shiftX)..<((right + (1 << shiftX) - 1) >> shiftX)
    let rows = (top >> shiftY)..<((bottom + (1 << shiftY) - 1) >> shiftY)
    let strides = (0..<4).map { picture.stride(ofPlane: $0) / MemoryLayout<Sample>.size }
    let peak = picture.peak
    var added = [UInt16](repeating: 0, count: columns.count * rows.count)
    var remains = [UInt16](repeating: 65535, count: columns.count * rows.count)
    var spans: [Range<Int>] = []
    // The sums are over 1, 2 or 4 pixels; weights are in 2⁻³² of the full range a step.
    let area = 1 << (shiftX + shiftY)
    let alphaUnit = 65535
    for row in rows {
      var (first, last) = (columns.count, -1)
      let pixelRows = max(row << shiftY, top)..<min((row + 1) << shiftY, bottom)
      let base = (row - rows.lowerBound) * columns.count
      for column in columns {
        var (sumR, sumG, sumB, sumA) = (0, 0, 0, 0)
        for y in pixelRows {
          let line = y - originY
          for x in max(column << shiftX, left)..<min((column + 1) << shiftX, right) {
            let position = x - originX
            sumA &+= Int(a[line &* strides[3] &+ position])
            sumR &+= Int(r[line &* strides[2] &+ position])
            sumG &+= Int(g[line &* strides[0] &+ position])
            sumB &+= Int(b[line &* strides[1] &+ position])
          }
        }
        guard sumA > 0 else { continue }
        let index = column - columns.lowerBound
        first = min(first, index)
        last = index
        let color = weight.r &* sumR &+ weight.g &* sumG &+ weight.b &* sumB &+ offset &* sumA
        let share = (color / area + (1 << 15)) >> 16
        added[base + index] = UInt16(max(0, min(65535, share)))
        let full = peak * area
        remains[base + index] = UInt16(((full - sumA) * alphaUnit + full / 2) / full)
      }
      spans.append(first <= last ? first..<last + 1 : 0..<0)
    }
    return Plane(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count, added: added,
      remains: remains, spans: spans)
  }

  /// Lays it on a picture of the canvas's format; opacity in 65,536ths.
  func lay(on frame: borrowing Frame, opacity: Int) {
    let depth = frame.pixelFormat.bitDepth
    for (index, plane) in planes.enumerated() where plane.width > 0 {
      guard let base = frame.plane(index) else { continue }
      let stride = frame.stride(ofPlane: index)
      plane.added.withUnsafeBufferPointer { added in
        plane.remains.withUnsafeBufferPointer { remains in
          for row in 0..<plane.height where !plane.spans[row].isEmpty {
            let span = plane.spans[row]
            let offset = row * plane.width + span.lowerBound
            let line = base + (plane.y + row) * stride
            guard let add = added.baseAddress, let keep = remains.baseAddress else { continue }
            if depth > 8 {
              UnsafeMutableRawPointer(line).withMemoryRebound(to: UInt16.self, capacity: plane.x + span.upperBound) {
                Self.mix(
                  $0 + plane.x + span.lowerBound, add + offset, keep + offset, span.count, opacity,
                  shift: UInt32(16 - depth))
              }
            } else {
              Self.mix(
                line + plane.x + span.lowerBound, add + offset, keep + offset, span.count, opacity, shift: 8)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private static func mix<Sample: FixedWidthInteger & UnsignedInteger>(
    _ below: UnsafeMutablePointer<Sample>, _ added: UnsafePointer<UInt16>, _ remains: UnsafePointer<UInt16>,
    _ count: Int, _ opacity: Int, shift: UInt32
  ) {
    let half = UInt32(1) << (shift - 1)
    let top = (UInt32(1) << (16 - shift)) - 1
    if opacity >= 65536 {
      for index in 0..<count {
        let kept = ((UInt32(truncatingIfNeeded: below[index]) << shift) &* UInt32(remains[index])) >> 16
        below[index] = Sample(truncatingIfNeeded: min(top, (kept &+ UInt32(added[index]) &+ half) >> shift))
      }
      return
    }
    let share = UInt32(opacity)
    for index in 0..<count {
      let hidden = ((65535 &- UInt32(remains[index])) &* share) >> 16
      let plus = (UInt32(added[index]) &* share) >> 16
      let kept = ((UInt32(truncatingIfNeeded: below[index]) << shift) &* (65535 &- hidden)) >> 16
      below[index] = Sample(truncatingIfNeeded: min(top, (kept &+ plus &+ half) >> shift))
    }
  }
}

/// The rows of the RGB to YUV matrix: what a step of a component adds to a plane's sample, in 2⁻³² of
/// the plane's full range.
struct ColorWeights {
  let rows: [(r: Int, g: Int, b: Int)]
  /// The plane's zero, for each step of alpha.
  let offsets: [Int]

  /// For components from 0 to a peak.
  init(_ color: CanvasColor, peak: Int) {
    let unit = 4_294_967_296.0 / 256 / Double(peak)
    let (kr, kb) = (color.kr, color.kb)
    let kg = 1 - kr - kb
    func row(_ r: Double, _ g: Double, _ b: Double, _ scale: Double) -> (r: Int, g: Int, b: Int) {
      let (red, blue) = (Int((r * scale * unit).rounded()), Int((b * scale * unit).rounded()))
      // Green takes what rounding leaves, so that grey has no colour and white is exactly white.
      return (red, Int(((r + g + b) * scale * unit).rounded()) - red - blue, blue)
    }
    rows = [
      row(kr, kg, kb, 219),
      row(-kr / (2 * (1 - kb)), -kg / (2 * (1 - kb)), 0.5, 224),
      row(0.5, -kg / (2 * (1 - kr)), -kb / (2 * (1 - kr)), 224),
    ]
    offsets = [16, 128, 128].map { Int($0 * unit) }
  }
}
