internal import AV
internal import EDL

/// Resamples pictures that are turned or drawn to four points.
///
/// Bicubic (Catmull and Rom), 4 × 4 taps at 1/256 of a pixel, in integers. A picture that gets
/// smaller is made so first, so that nothing aliases. The edge is as soft as one pixel.
struct Warp {
  let canvas: CanvasFormat

  /// The picture as it lies on the canvas; nil when nothing of it does.
  func place(_ picture: LayerImage, by geometry: Geometry) throws(AVError) -> LayerImage? {
    let size = geometry.size
    let outline = [Pair(0, 0), Pair(size.x, 0), Pair(size.x, size.y), Pair(0, size.y)].map { geometry.projection($0) }
    guard outline.allSatisfy({ $0.x.isFinite && $0.y.isFinite }), let back = geometry.projection.inverse,
      let bounds = Bounds(outline, canvas, isRGB: picture.isRGB)
    else { return nil }
    let (source, region) = try shrunk(picture, geometry, outline)
    // From the canvas to the source's own pixels.
    let toSource = Projection([
      region.width / size.x, 0, region.left, 0, region.height / size.y, region.top, 0, 0, 1,
    ]).after(back)

    let format = picture.isRGB ? source.frame.pixelFormat : canvas.pixelFormat
    let target = try Frame.picture(width: bounds.width, height: bounds.height, format: format)
    for plane in 0..<format.planeCount {
      let isChroma = !picture.isRGB && plane > 0
      let from = source.frame.pixelFormat
      sample(
        source.frame, plane, isChroma ? (from.chromaShiftX, from.chromaShiftY) : (0, 0), to: target, bounds,
        isChroma ? (format.chromaShiftX, format.chromaShiftY) : (0, 0), toSource)
    }
    target.makePlain()
    let edge = EdgeCoverage(outline)
    if picture.isRGB {
      for plane in 0..<4 { edge.cover(target, plane, bounds) }
      return LayerImage(.premultiplied, target, x: bounds.x, y: bounds.y)
    }
    target.tag(canvas.color.stream)
    let alpha = try Frame.opacity(width: bounds.width, height: bounds.height)
    if let own = source.alpha { sample(own.frame, 0, (0, 0), to: alpha, bounds, (0, 0), toSource) }
    edge.cover(alpha, 0, bounds)
    return LayerImage(.masked, target, alpha: AlphaPlane(alpha), x: bounds.x, y: bounds.y)
  }

  /// The source made about as large as it will be shown, if that is smaller.
  private func shrunk(
    _ picture: LayerImage, _ geometry: Geometry, _ outline: [Pair]
  ) throws(AVError) -> (LayerImage, ImageScaler.Region) {
    func length(_ a: Pair, _ b: Pair) -> Double {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    let region = geometry.source
    let width = max(length(outline[0], outline[1]), length(outline[3], outline[2]))
    let height = max(length(outline[0], outline[3]), length(outline[1], outline[2]))
    guard width < region.width * 0.95 || height < region.height * 0.95 else { return (picture, region) }
    let columns = max(2, Int(min(width, region.width).rounded(.up)))
    let rows = max(2, Int(min(height, region.height).rounded(.up)))
    let whole = ImageScaler.Region(left: 0, top: 0, width: Double(columns), height: Double(rows))
    let frame: Frame
    if picture.isRGB {
      frame = try ImageScaler.scalePlanes(picture.frame, region, width: columns, height: rows)
    } else {
      frame = try ImageScaler.scaleYUV(
        picture.frame, region, width: columns, height: rows, format: canvas.fullChromaFormat)
    }
    let alpha = try picture.alpha.map { alpha throws(AVError) in
      AlphaPlane(try ImageScaler.scalePlanes(alpha.frame, region, width: columns, height: rows))
    }
    return (LayerImage(picture.kind, frame, alpha: alpha), whole)
  }

  private func sample(
    _ source: borrowing Frame, _ plane: Int, _ sourceShift: (Int, Int), to target: borrowing Frame, _ bounds: Bounds,
    _ shift: (Int, Int), _ toSource: Projection
  ) {
    if source.pixelFormat.bitDepth > 8 {
      sample(source, plane, sourceShift, to: target, bounds, shift, toSource, UInt16.self)
    } else {
      sample(source, plane, sourceShift, to: target, bounds, shift, toSource, UInt8.self)
    }
  }

  private func sample<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: borrowing Frame, _ plane: Int, _ sourceShift: (Int, Int), to target: borrowing Frame, _ bounds: Bounds,
    _ shift: (Int, Int), _ toSource: Projection, _: Sample.Type
  ) {
    guard let from = source.plane(plane), let to = target.plane(plane) else { return }
    let width = (source.width + (1 << sourceShift.0) - 1) >> sourceShift.0
    let height = (source.height + (1 << sourceShift.1) - 1) >> sourceShift.1
    let stride = source.stride(ofPlane: plane) / MemoryLayout<Sample>.size
    let columns = (bounds.width + (1 << shift.0) - 1) >> shift.0
    let rows = (bounds.height + (1 << shift.1) - 1) >> shift.1
    let top = Int32((1 << source.pixelFormat.bitDepth) - 1)
    let m = toSource.m
    let isAffine = m[6] == 0 && m[7] == 0
    // Where a sample lies over pixels: chroma at the left one's centre, between two rows.
    let (stepX, stepY) = (Double(1 << shift.0), Double(1 << shift.1))
    let (scaleX, scaleY) = (1 / Double(1 << sourceShift.0), 1 / Double(1 << sourceShift.1))
    from.withMemoryRebound(to: Sample.self, capacity: 1) { pixels in
      CubicTaps.table.withUnsafeBufferPointer { taps in
        guard let taps = taps.baseAddress else { return }
        for row in 0..<rows {
          let y = Double(bounds.y) + (Double(row) + 0.5) * stepY
          let line = UnsafeMutableRawPointer(to + row * target.stride(ofPlane: plane)).assumingMemoryBound(
            to: Sample.self)
          for column in 0..<columns {
            let x = Double(bounds.x) + Double(column) * stepX + 0.5
            var (u, v) = (m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5])
            if !isAffine {
              let w = m[6] * x + m[7] * y + m[8]
              (u, v) = (u / w, v / w)
            }
            // To sample positions, whose centres are whole numbers, in 256ths.
            let sx = (u - 0.5) * scaleX
            let sy = v * scaleY - 0.5
            guard sx > -4, sy > -4, sx < Double(width + 4), sy < Double(height + 4) else {
              line[column] = 0
              continue
            }
            let (fixedX, fixedY) = (Int((sx * 256).rounded(.down)), Int((sy * 256).rounded(.down)))
            let (baseX, baseY) = (fixedX >> 8 - 1, fixedY >> 8 - 1)
            let (tapX, tapY) = (taps + (fixedX & 255) * 4, taps + (fixedY & 255) * 4)
            var sum: Int32 = 0
            if baseX >= 0, baseY >= 0, baseX + 3 < width, baseY + 3 < height {
              var corner = pixels + baseY * stride + baseX
              for j in 0..<4 {
                var part = tapX[0] &* Int32(corner[0]) &+ tapX[1] &* Int32(corner[1])
                part = part &+ tapX[2] &* Int32(corner[2]) &+ tapX[3] &* Int32(corner[3])
                sum = sum &+ tapY[j] &* ((part &+ 8) >> 4)
                corner += stride
              }
            } else {
              for j in 0..<4 {
                let corner = pixels + max(0, min(height - 1, baseY + j)) * stride
                var part: Int32 = 0
                for i in 0..<4 { part = part &+ tapX[i] &* Int32(corner[max(0, min(width - 1, baseX + i))]) }
                sum = sum &+ tapY[j] &* ((part &+ 8) >> 4)
              }
            }
            line[column] = Sample(truncatingIfNeeded: max(0, min(top, (sum &+ 8192) >> 14)))
          }
        }
      }
    }
  }
}

/// The weights of four neighbours for each 256th between the middle two, in 512ths.
private enum CubicTaps {
  static let table: [Int32] = (0..<256).flatMap { phase -> [Int32] in
    let t = Double(phase) / 256
    let weights = [
      (-t + 2 * t * t - t * t * t) / 2, (2 - 5 * t * t + 3 * t * t * t) / 2,
      (t + 4 * t * t - 3 * t * t * t) / 2, (t * t * t - t * t) / 2,
    ].map { Int32(($0 * 512).rounded()) }
    // The heaviest takes what rounding leaves, so that a flat picture stays flat.
    let heaviest = phase < 128 ? 1 : 2
    var result = weights
    result[heaviest] += 512 - weights.reduce(0, +)
    return result
  }
}

/// The pixels of the canvas around a picture's outline.
private struct Bounds {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  init?(_ outline: [Pair], _ canvas: CanvasFormat, isRGB: Bool) {
    let xs = outline.map(\.x)
    let ys = outline.map(\.y)
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
    let (gridX, gridY) = isRGB ? (0, 0) : (canvas.pixelFormat.chromaShiftX, canvas.pixelFormat.chromaShiftY)
    let (columns, rows) = (Double(canvas.size.width), Double(canvas.size.height))
    guard left < columns, top < rows, right > 0, bottom > 0 else { return nil }
    // Half a pixel more on each side for the soft edge.
    x = aligned(Int(max(0, left - 0.5).rounded(.down)), gridX)
    y = aligned(Int(max(0, top - 0.5).rounded(.down)), gridY)
    let end = (Int(min(columns, right + 0.5).rounded(.up)), Int(min(rows, bottom + 0.5).rounded(.up)))
    let endX = min(canvas.size.width, aligned(end.0 + (1 << gridX) - 1, gridX))
    let endY = min(canvas.size.height, aligned(end.1 + (1 << gridY) - 1, gridY))
    width = endX - x
    height = endY - y
    guard width > 0, height > 0 else { return nil }
  }
}

/// How much of each pixel lies inside an outline of four straight edges.
private struct EdgeCoverage {
  /// Lines `a x + b y + c` whose value is the distance in pixels, positive inside.
  private let edges: [(a: Double, b: Double, c: Double)]

  init(_ outline: [Pair]) {
    var area = 0.0
    for (index, point) in outline.enumerated() {
      let next = outline[(index + 1) % 4]
      area += point.x * next.y - next.x * point.y
    }
    let side = area < 0 ? -1.0 : 1.0
    edges = outline.enumerated().compactMap { index, point in
      let next = outline[(index + 1) % 4]
      let (dx, dy) = (next.x - point.x, next.y - point.y)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 1e-9 else { return nil }
      let (a, b) = (-dy / length * side, dx / length * side)
      return (a, b, -(a * point.x + b * point.y))
    }
  }

  /// Multiplies a plane by the share of each pixel that is inside.
  func cover(_ frame: borrowing Frame, _ plane: Int, _ bounds: Bounds) {
    guard let base = frame.plane(plane) else { return }
    for row in 0..<bounds.height {
      let line = base + row * frame.stride(ofPlane: plane)
      let y = Double(bounds.y + row) + 0.5
      for column in 0..<bounds.width {
        let x = Double(bounds.x + column) + 0.5
        var share = 1.0
        for edge in edges {
          let distance = edge.a * x + edge.b * y + edge.c
          if distance < 0.5 { share *= max(0, distance + 0.5) }
        }
        if share < 1 { line[column] = UInt8((Double(line[column]) * share).rounded()) }
      }
    }
  }
}
