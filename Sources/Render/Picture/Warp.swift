internal import AV
internal import EDL

/// Resamples pictures that are turned or drawn to four points.
///
/// Bicubic, by a ``WarpSampler``. A picture that gets smaller is made so first, so that nothing
/// aliases. The edge is as soft as one pixel.
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
    let alpha = try Frame.opacity(
      width: bounds.width, height: bounds.height, depth: canvas.layerFormat.bitDepth)
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
    let columns = (bounds.width + (1 << shift.0) - 1) >> shift.0
    let rows = (bounds.height + (1 << shift.1) - 1) >> shift.1
    let stride = target.stride(ofPlane: plane)
    // Where a sample lies over pixels: chroma at the left one's centre, between two rows.
    let (stepX, stepY) = (Double(1 << shift.0), Double(1 << shift.1))
    // To sample positions, whose centres are whole numbers.
    let (scaleX, scaleY) = (1 / Double(1 << sourceShift.0), 1 / Double(1 << sourceShift.1))
    let toSample = Projection([scaleX, 0, -0.5 * scaleX, 0, scaleY, -0.5, 0, 0, 1]).after(toSource)
    let m = toSample.m
    let isAffine = m[6] == 0 && m[7] == 0
    let depth = source.pixelFormat.bitDepth
    WarpSampler<Sample>.with(
      from, stride: source.stride(ofPlane: plane), width: width, height: height, depth: depth
    ) { sampler in
      for row in 0..<rows {
        let y = Double(bounds.y) + (Double(row) + 0.5) * stepY
        let line = UnsafeMutableRawPointer(to + row * stride).assumingMemoryBound(to: Sample.self)
        let first = Double(bounds.x) + 0.5
        if isAffine {
          sampler.row(
            line, columns, from: Pair(m[0] * first + m[1] * y + m[2], m[3] * first + m[4] * y + m[5]),
            step: Pair(m[0] * stepX, m[3] * stepX))
          continue
        }
        for column in 0..<columns {
          let x = first + Double(column) * stepX
          let w = m[6] * x + m[7] * y + m[8]
          let (u, v) = ((m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w)
          guard u > -4, v > -4, u < Double(width + 4), v < Double(height + 4) else {
            line[column] = 0
            continue
          }
          // Rounded down, also below zero, down to which four samples are left.
          line[column] = sampler.sample(Int((u + 4) * 256) - 1024, Int((v + 4) * 256) - 1024)
        }
      }
    }
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
      if frame.pixelFormat.bitDepth > 8 {
        if let line = frame.wideRow(plane, row) { cover(line, row, bounds) }
      } else {
        cover(base + row * frame.stride(ofPlane: plane), row, bounds)
      }
    }
  }

  @inline(__always)
  private func cover<Sample: FixedWidthInteger & UnsignedInteger>(
    _ line: UnsafeMutablePointer<Sample>, _ row: Int, _ bounds: Bounds
  ) {
    let y = Double(bounds.y + row) + 0.5
    let inside = inside(y, bounds)
    for column in 0..<bounds.width where !inside.contains(column) {
      let x = Double(bounds.x + column) + 0.5
      var share = 1.0
      for edge in edges {
        let distance = edge.a * x + edge.b * y + edge.c
        if distance < 0.5 { share *= max(0, distance + 0.5) }
      }
      if share < 1 {
        line[column] = Sample(
          truncatingIfNeeded: Int32((Double(Int32(truncatingIfNeeded: line[column])) * share).rounded()))
      }
    }
  }

  /// Columns of a row that are certainly half a pixel or more within all edges.
  private func inside(_ y: Double, _ bounds: Bounds) -> Range<Int> {
    var (low, high) = (0.0, Double(bounds.width))
    for edge in edges {
      // The edge is half a pixel away where a × (column + ½) + rest is ½.
      let rest = edge.a * (Double(bounds.x) + 0.5) + edge.b * y + edge.c - 0.5
      if abs(edge.a) < 1e-9 {
        if rest < 1e-6 { return 0..<0 }
      } else if edge.a > 0 {
        low = max(low, -rest / edge.a + 1)
      } else {
        high = min(high, -rest / edge.a - 1)
      }
    }
    guard low < high else { return 0..<0 }
    return Int(low.rounded(.up))..<max(Int(low.rounded(.up)), Int(high.rounded(.down)))
  }
}
