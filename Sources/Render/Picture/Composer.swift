internal import AV
internal import EDL

/// Lays pictures on the canvas, bottom first, without a filter graph.
///
/// Opaque ones are copied, transparent ones blended: colour is premultiplied, chroma samples take
/// the mean of the pixels they stand for, and each result is rounded once, within half a step of
/// the exact value.
struct Composer {
  private let canvas: CanvasFormat
  private let background: [Int]

  init(_ canvas: CanvasFormat) {
    self.canvas = canvas
    background = canvas.color.samples(canvas.background, depth: canvas.pixelFormat.bitDepth)
  }

  /// A colour as the canvas's samples, one a plane.
  func samples(_ color: Color) -> [Int] { canvas.color.samples(color, depth: canvas.pixelFormat.bitDepth) }

  /// A canvas of one colour.
  func plain(_ color: Color? = nil) throws(AVError) -> Frame {
    let frame = try Frame.picture(width: canvas.size.width, height: canvas.size.height, format: canvas.pixelFormat)
    frame.fill(color.map { canvas.color.samples($0, depth: canvas.pixelFormat.bitDepth) } ?? background)
    frame.makePlain()
    frame.tag(canvas.color.stream)
    return frame
  }

  /// A canvas of one colour, which may be transparent, as an image.
  func image(_ color: Color) throws(AVError) -> LayerImage {
    if color.alpha == 255 { return LayerImage(.opaque, try plain(color)) }
    let frame = try TransparentCanvas.clear(canvas.size, canvas.layerFormat)
    let peak = frame.peak
    let alpha = (Int(color.alpha) * peak + 127) / 255
    let rgb = canvas.color.components(color)
    let mixed = [rgb[1], rgb[2], rgb[0]].map { Int(($0 * Double(alpha)).rounded()) }
    frame.fill(mixed + [alpha])
    return LayerImage(.premultiplied, frame)
  }

  /// Lays a layer's image on a picture of the canvas's format; opacity is 0 to 1.
  func lay(_ image: LayerImage, opacity: Double = 1, on frame: borrowing Frame) {
    let share = Int((opacity * 65536).rounded())
    guard share > 0 else { return }
    switch image.kind {
    case .premultiplied: image.overlay(canvas).lay(on: frame, opacity: share)
    case .masked: mix(image, share, on: frame)
    case .opaque where share < 65536: mix(image, share, on: frame)
    case .opaque: copy(image, on: frame)
    case .opaqueFullChroma:
      if canvas.pixelFormat.bitDepth > 8 {
        layFullChroma(image, share, on: frame, UInt16.self)
      } else {
        layFullChroma(image, share, on: frame, UInt8.self)
      }
    }
  }

  /// Copies what of an opaque image lies on the canvas.
  private func copy(_ image: LayerImage, on frame: borrowing Frame) {
    let bytes = canvas.pixelFormat.bitDepth > 8 ? 2 : 1
    for plane in 0..<3 {
      guard let part = PlanePart(image, plane: plane, canvas), let from = image.frame.plane(plane),
        let to = frame.plane(plane)
      else { continue }
      let (fromStride, toStride) = (image.frame.stride(ofPlane: plane), frame.stride(ofPlane: plane))
      for row in 0..<part.height {
        let source = from + (part.sourceY + row) * fromStride + part.sourceX * bytes
        (to + (part.y + row) * toStride + part.x * bytes).update(from: source, count: part.width * bytes)
      }
    }
  }

  /// Mixes an image in the canvas's format with what is there, by its plane of opacity or by one.
  private func mix(_ image: LayerImage, _ share: Int, on frame: borrowing Frame) {
    if canvas.pixelFormat.bitDepth > 8 {
      mix(image, share, on: frame, UInt16.self)
    } else {
      mix(image, share, on: frame, UInt8.self)
    }
  }

  private func mix<Sample: FixedWidthInteger & UnsignedInteger>(
    _ image: LayerImage, _ share: Int, on frame: borrowing Frame, _: Sample.Type
  ) {
    let bytes = MemoryLayout<Sample>.size
    let shift = UInt32(16 - canvas.pixelFormat.bitDepth)
    let shares = UnsafeMutablePointer<UInt16>.allocate(capacity: canvas.size.width + 1)
    defer { shares.deallocate() }
    for plane in 0..<3 {
      guard let part = PlanePart(image, plane: plane, canvas), let from = image.frame.plane(plane),
        let to = frame.plane(plane)
      else { continue }
      let (fromStride, toStride) = (image.frame.stride(ofPlane: plane), frame.stride(ofPlane: plane))
      for row in 0..<part.height {
        let above = UnsafeMutableRawPointer(from + (part.sourceY + row) * fromStride + part.sourceX * bytes)
        let below = UnsafeMutableRawPointer(to + (part.y + row) * toStride + part.x * bytes)
        above.withMemoryRebound(to: Sample.self, capacity: part.width) { above in
          below.withMemoryRebound(to: Sample.self, capacity: part.width) { below in
            if let alpha = image.alphaRow(part, row, ChromaGrid(canvas, plane: plane), shares) {
              Self.mixRow(below, above, alpha, part.width, UInt32(share), shift)
            } else {
              Self.mixRow(below, above, part.width, UInt32(share), shift)
            }
          }
        }
      }
    }
  }

  /// below + (above − below) × share, rounded once.
  @inline(__always)
  private static func mixRow<Sample: FixedWidthInteger & UnsignedInteger>(
    _ below: UnsafeMutablePointer<Sample>, _ above: UnsafePointer<Sample>, _ count: Int, _ share: UInt32,
    _ shift: UInt32
  ) {
    let (half, rest) = (UInt32(1) << (shift - 1), 65536 - share)
    for index in 0..<count {
      let kept = (UInt32(truncatingIfNeeded: below[index]) << shift) &* rest
      let added = (UInt32(truncatingIfNeeded: above[index]) << shift) &* share
      below[index] = Sample(truncatingIfNeeded: (((kept >> 1) &+ (added >> 1)) >> 15 &+ half) >> shift)
    }
  }

  @inline(__always)
  private static func mixRow<Sample: FixedWidthInteger & UnsignedInteger>(
    _ below: UnsafeMutablePointer<Sample>, _ above: UnsafePointer<Sample>, _ alpha: UnsafePointer<UInt16>,
    _ count: Int, _ share: UInt32, _ shift: UInt32
  ) {
    let half = UInt32(1) << (shift - 1)
    for index in 0..<count {
      // 65,535 is opaque; one more makes it exactly so.
      let own = UInt32(alpha[index])
      let part = ((own &+ (own >> 15)) &* (share >> 1)) >> 15
      let kept = (UInt32(truncatingIfNeeded: below[index]) << shift) &* (65536 &- part)
      let added = (UInt32(truncatingIfNeeded: above[index]) << shift) &* part
      below[index] = Sample(truncatingIfNeeded: (((kept >> 1) &+ (added >> 1)) >> 15 &+ half) >> shift)
    }
  }

  /// Lays an opaque picture with full chroma; a chroma sample that lies half outside it takes the
  /// mean of what is inside and what is there.
  private func layFullChroma<Sample: FixedWidthInteger>(
    _ image: LayerImage, _ share: Int, on frame: borrowing Frame, _: Sample.Type
  ) {
    let bytes = MemoryLayout<Sample>.size
    for plane in 0..<3 {
      guard let from = image.frame.plane(plane), let to = frame.plane(plane) else { continue }
      let (fromStride, toStride) = (image.frame.stride(ofPlane: plane), frame.stride(ofPlane: plane))
      let grid = ChromaGrid(canvas, plane: plane)
      let (left, top) = (max(0, image.x), max(0, image.y))
      let right = min(canvas.size.width, image.x + image.frame.width)
      let bottom = min(canvas.size.height, image.y + image.frame.height)
      guard left < right, top < bottom else { return }
      let area = 1 << (grid.shiftX + grid.shiftY)
      for y in grid.rows(top, bottom - top) {
        for x in grid.columns(left, right - left) {
          let target = UnsafeMutableRawPointer(to + y * toStride + x * bytes).assumingMemoryBound(to: Sample.self)
          var sum = 0
          var count = 0
          for row in max(y << grid.shiftY, top)..<min((y + 1) << grid.shiftY, bottom) {
            let line = UnsafeMutableRawPointer(from + (row - image.y) * fromStride).assumingMemoryBound(to: Sample.self)
            for column in max(x << grid.shiftX, left)..<min((x + 1) << grid.shiftX, right) {
              sum += Int(line[column - image.x])
              count += 1
            }
          }
          let below = Int(target.pointee)
          sum += below * (area - count)
          sum = sum * share + below * area * (65536 - share)
          target.pointee = Sample(truncatingIfNeeded: (sum + area * 32768) / (area * 65536))
        }
      }
    }
  }
}

/// How a plane's samples lie over the canvas's pixels.
struct ChromaGrid {
  let shiftX: Int
  let shiftY: Int

  init(_ canvas: CanvasFormat, plane: Int) {
    shiftX = plane == 0 ? 0 : canvas.pixelFormat.chromaShiftX
    shiftY = plane == 0 ? 0 : canvas.pixelFormat.chromaShiftY
  }

  /// The samples that stand for any pixel of a stretch.
  func columns(_ x: Int, _ width: Int) -> Range<Int> { x >> shiftX..<(x + width + (1 << shiftX) - 1) >> shiftX }
  func rows(_ y: Int, _ height: Int) -> Range<Int> { y >> shiftY..<(y + height + (1 << shiftY) - 1) >> shiftY }
}

/// The part of an image's plane that lies on the canvas, for images whose edges are whole samples.
struct PlanePart {
  /// The first sample of the canvas's plane.
  let x: Int
  let y: Int
  /// The first sample of the image's plane.
  let sourceX: Int
  let sourceY: Int
  let width: Int
  let height: Int

  init?(_ image: LayerImage, plane: Int, _ canvas: CanvasFormat) {
    let grid = ChromaGrid(canvas, plane: plane)
    let (left, top) = (image.x >> grid.shiftX, image.y >> grid.shiftY)
    let columns = grid.columns(0, canvas.size.width)
    let rows = grid.rows(0, canvas.size.height)
    x = max(left, 0)
    y = max(top, 0)
    sourceX = x - left
    sourceY = y - top
    width = min(image.frame.planeWidth(plane) - sourceX, columns.count - x)
    height = min(image.frame.planeHeight(plane) - sourceY, rows.count - y)
    guard width > 0, height > 0 else { return nil }
  }
}
