internal import AV
internal import EDL

/// Brings a picture to its place on the canvas, its edges anywhere between pixels.
///
/// A picture whose sides stay upright is resampled by zimg, any other by ``Warp``. What of the canvas's
/// border pixels the picture covers only partly becomes its opacity there.
struct Placer {
  let canvas: CanvasFormat

  /// The picture as it lies on the canvas; nil when nothing of it does.
  func place(_ picture: LayerImage, by geometry: Geometry) throws(AVError) -> LayerImage? {
    guard geometry.projection.isUpright else { return try Warp(canvas: canvas).place(picture, by: geometry) }
    let m = geometry.projection.m
    let flipped = (horizontal: m[0] < 0, vertical: m[4] < 0)
    var (x0, x1) = (m[2], m[2] + m[0] * geometry.size.x)
    var (y0, y1) = (m[5], m[5] + m[4] * geometry.size.y)
    if x0 > x1 { swap(&x0, &x1) }
    if y0 > y1 { swap(&y0, &y1) }
    let columns = Coverage(
      from: x0, to: x1, within: canvas.size.width, grid: picture.isRGB ? 0 : canvas.pixelFormat.chromaShiftX)
    let rows = Coverage(
      from: y0, to: y1, within: canvas.size.height, grid: picture.isRGB ? 0 : canvas.pixelFormat.chromaShiftY)
    guard let columns, let rows else { return nil }

    var source = geometry.source
    var picture = picture
    if flipped.horizontal || flipped.vertical {
      picture = try picture.mirrored(flipped.horizontal, flipped.vertical)
      if flipped.horizontal { source.left = Double(picture.frame.width) - source.left - source.width }
      if flipped.vertical { source.top = Double(picture.frame.height) - source.top - source.height }
    }
    let region = ImageScaler.Region(
      left: source.left + columns.offset * source.width, top: source.top + rows.offset * source.height,
      width: columns.share * source.width, height: rows.share * source.height)
    let (width, height) = (columns.pixels.count, rows.pixels.count)
    let (x, y) = (columns.pixels.lowerBound, rows.pixels.lowerBound)
    let isPartial = columns.isPartial || rows.isPartial
    if picture.isRGB {
      let frame = try ImageScaler.scalePlanes(picture.frame, region, width: width, height: height)
      frame.makePlain()
      if isPartial { Self.cover(frame, columns, rows) }
      return LayerImage(.premultiplied, frame, x: x, y: y)
    }
    let frame = try ImageScaler.scaleYUV(
      picture.frame, region, width: width, height: height, format: canvas.pixelFormat)
    frame.makePlain()
    frame.tag(canvas.color.stream)
    guard isPartial || picture.alpha != nil else { return LayerImage(.opaque, frame, x: x, y: y) }
    let alpha =
      if let own = picture.alpha {
        try ImageScaler.scalePlanes(own.frame, region, width: width, height: height)
      } else {
        try Frame.opacity(width: width, height: height, depth: canvas.layerFormat.bitDepth)
      }
    if isPartial { Self.cover(alpha, columns, rows) }
    return LayerImage(.masked, frame, alpha: AlphaPlane(alpha), x: x, y: y)
  }

  /// Multiplies every plane by the share of each pixel that is covered.
  private static func cover(_ frame: borrowing Frame, _ columns: Coverage, _ rows: Coverage) {
    for plane in 0..<frame.pixelFormat.planeCount {
      guard let base = frame.plane(plane) else { continue }
      for row in 0..<frame.height {
        if frame.pixelFormat.bitDepth > 8 {
          if let line = frame.wideRow(plane, row) { cover(line, frame.width, columns, rows.shares[row]) }
        } else {
          cover(base + row * frame.stride(ofPlane: plane), frame.width, columns, rows.shares[row])
        }
      }
    }
  }

  @inline(__always)
  private static func cover<Sample: FixedWidthInteger & UnsignedInteger>(
    _ line: UnsafeMutablePointer<Sample>, _ width: Int, _ columns: Coverage, _ share: UInt32
  ) {
    if share == 65536 {
      // Only the borders are partial.
      for x in columns.partial {
        line[x] = Sample(truncatingIfNeeded: (UInt64(line[x]) &* UInt64(columns.shares[x]) &+ 32768) >> 16)
      }
      return
    }
    for x in 0..<width {
      let both = UInt64(columns.shares[x]) &* UInt64(share)
      line[x] = Sample(truncatingIfNeeded: (UInt64(line[x]) &* both &+ (1 << 31)) >> 32)
    }
  }
}

/// The pixels along one side of the canvas that a stretch covers, and how much of each.
private struct Coverage {
  let pixels: Range<Int>
  /// Where the first pixel begins, as a share of the stretch.
  let offset: Double
  /// How much of the stretch the pixels span.
  let share: Double
  /// In 65,536ths, one a pixel.
  let shares: [UInt32]
  /// The pixels that are covered in part.
  let partial: [Int]
  var isPartial: Bool { !partial.isEmpty }

  /// Nil when nothing of the stretch lies on the canvas.
  init?(from start: Double, to end: Double, within length: Int, grid: Int) {
    let (start, end) = (Self.snapped(start), Self.snapped(end))
    guard start.isFinite, end.isFinite, end - start > 1e-6, end > 0, start < Double(length) else { return nil }
    var first = Int(max(0, start).rounded(.down))
    var last = Int(min(Double(length), end).rounded(.up))
    // The edges of planes with fewer samples are theirs too.
    first = aligned(first, grid)
    last = min(length, aligned(last + (1 << grid) - 1, grid))
    guard first < last else { return nil }
    pixels = first..<last
    offset = (Double(first) - start) / (end - start)
    share = Double(last - first) / (end - start)
    shares = pixels.map { pixel in
      let covered = min(Double(pixel + 1), end) - max(Double(pixel), start)
      return UInt32((max(0, min(1, covered)) * 65536).rounded())
    }
    partial = shares.indices.filter { [shares] in shares[$0] < 65536 }
  }

  /// A whole number where only rounding keeps it from being one.
  private static func snapped(_ value: Double) -> Double {
    let whole = value.rounded()
    return abs(value - whole) < 1e-6 ? whole : value
  }
}

/// The last whole sample of a plane with 2ⁿ pixels a sample at or before a pixel.
func aligned(_ pixel: Int, _ grid: Int) -> Int { (pixel >> grid) << grid }

extension LayerImage {
  /// Whether the planes are red, green, blue and alpha.
  var isRGB: Bool { kind == .premultiplied }

  /// The image with left and right, or top and bottom, changed.
  fileprivate func mirrored(_ horizontally: Bool, _ vertically: Bool) throws(AVError) -> LayerImage {
    let mirror = try alpha.map { alpha throws(AVError) in
      AlphaPlane(try alpha.frame.mirrored(horizontally, vertically))
    }
    return LayerImage(kind, try frame.mirrored(horizontally, vertically), alpha: mirror, x: x, y: y)
  }
}
