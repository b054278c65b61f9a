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
  private let weights: Weights

  init(_ canvas: CanvasFormat) {
    self.canvas = canvas
    background = canvas.color.samples(canvas.background, depth: canvas.pixelFormat.bitDepth)
    weights = Weights(canvas.color, depth: canvas.pixelFormat.bitDepth)
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

  /// Copies an opaque picture of the canvas's format to its place.
  func lay(_ picture: borrowing Frame, _ fitting: Fitting, on frame: borrowing Frame) {
    frame.blit(picture, x: fitting.originX, y: fitting.originY)
  }

  /// Copies an opaque picture with full chroma to its place; a chroma sample that lies half outside
  /// it takes the mean of what is inside and what is there.
  func layFullChroma(_ picture: borrowing Frame, _ fitting: Fitting, on frame: borrowing Frame) {
    if canvas.pixelFormat.bitDepth > 8 {
      layFullChroma(picture, fitting, on: frame, UInt16.self)
    } else {
      layFullChroma(picture, fitting, on: frame, UInt8.self)
    }
  }

  private func layFullChroma<Sample: FixedWidthInteger>(
    _ picture: borrowing Frame, _ fitting: Fitting, on frame: borrowing Frame, _: Sample.Type
  ) {
    let bytes = MemoryLayout<Sample>.size
    for plane in 0..<3 {
      guard let from = picture.plane(plane), let to = frame.plane(plane) else { continue }
      let (fromStride, toStride) = (picture.stride(ofPlane: plane), frame.stride(ofPlane: plane))
      let grid = ChromaGrid(canvas, plane: plane)
      let (left, top) = (fitting.originX, fitting.originY)
      let (right, bottom) = (left + picture.width, top + picture.height)
      let area = 1 << (grid.shiftX + grid.shiftY)
      for y in grid.rows(top, picture.height) {
        for x in grid.columns(left, picture.width) {
          let target = UnsafeMutableRawPointer(to + y * toStride + x * bytes).assumingMemoryBound(to: Sample.self)
          var sum = 0
          var count = 0
          for row in max(y << grid.shiftY, top)..<min((y + 1) << grid.shiftY, bottom) {
            let line = UnsafeMutableRawPointer(from + (row - top) * fromStride).assumingMemoryBound(to: Sample.self)
            for column in max(x << grid.shiftX, left)..<min((x + 1) << grid.shiftX, right) {
              sum += Int(line[column - left])
              count += 1
            }
          }
          sum += Int(target.pointee) * (area - count)
          target.pointee = Sample(truncatingIfNeeded: (2 * sum + area) / (2 * area))
        }
      }
    }
  }

  /// Blends a premultiplied `gbrap` picture at its place.
  func blend(_ picture: borrowing Frame, _ fitting: Fitting, on frame: borrowing Frame) {
    guard let g = picture.plane(0), let b = picture.plane(1), let r = picture.plane(2), let a = picture.plane(3)
    else { return }
    let layer = BlendLayer(
      planes: [r, g, b, a], strides: [2, 0, 1, 3].map { picture.stride(ofPlane: $0) },
      x: fitting.originX, y: fitting.originY, width: picture.width, height: picture.height)
    for plane in 0..<3 {
      let grid = ChromaGrid(canvas, plane: plane)
      blend(
        frame, plane: plane, columns: grid.columns(layer.x, layer.width), rows: grid.rows(layer.y, layer.height)
      ) { x, y in layer.sum(x << grid.shiftX, y << grid.shiftY, 1 << grid.shiftX, 1 << grid.shiftY) }
    }
  }

  /// Blends one colour over the whole canvas.
  func blend(_ color: Color, on frame: borrowing Frame) {
    let alpha = Int(color.alpha)
    let mixed = [color.red, color.green, color.blue].map { (Int($0) * alpha * 2 + 255) / 510 }
    for plane in 0..<3 {
      let grid = ChromaGrid(canvas, plane: plane)
      let sum = SIMD4(mixed[0], mixed[1], mixed[2], alpha) &* SIMD4(repeating: 1 << (grid.shiftX + grid.shiftY))
      blend(
        frame, plane: plane, columns: grid.columns(0, canvas.size.width), rows: grid.rows(0, canvas.size.height)
      ) { _, _ in sum }
    }
  }

  /// For each sample of a plane: the new value from the sum of red, green, blue and alpha over the
  /// pixels that the sample stands for.
  private func blend(
    _ frame: borrowing Frame, plane: Int, columns: Range<Int>, rows: Range<Int>, _ sum: (Int, Int) -> SIMD4<Int>
  ) {
    guard let base = frame.plane(plane) else { return }
    let grid = ChromaGrid(canvas, plane: plane)
    let stride = frame.stride(ofPlane: plane)
    let isDeep = canvas.pixelFormat.bitDepth > 8
    let full = 255 << (grid.shiftX + grid.shiftY)
    let color = weights.planes[plane]
    let offset = weights.offsets[plane]
    for y in rows {
      for x in columns {
        let pixel = sum(x, y)
        guard pixel.w > 0 else { continue }
        var added = color.x * pixel.x + color.y * pixel.y
        added += color.z * pixel.z + offset * pixel.w
        let address = base + y * stride + x * (isDeep ? 2 : 1)
        if isDeep {
          address.withMemoryRebound(to: UInt16.self, capacity: 1) {
            $0.pointee = UInt16(Self.mix(Int($0.pointee), full - pixel.w, added, full))
          }
        } else {
          address.pointee = UInt8(Self.mix(Int(address.pointee), full - pixel.w, added, full))
        }
      }
    }
  }

  /// (below × rest + added) ÷ full, rounded once; `added` is in 65,536ths.
  private static func mix(_ below: Int, _ rest: Int, _ added: Int, _ full: Int) -> Int {
    max(0, (below * rest * 65536 + added + full * 32768) / (full * 65536))
  }
}

/// The rows of the RGB to YUV matrix in 65,536ths of a sample for each step of an 8-bit component.
private struct Weights {
  let planes: [SIMD3<Int>]
  /// The sample's zero for each step of alpha.
  let offsets: [Int]

  init(_ color: CanvasColor, depth: Int) {
    let unit = Double(1 << (depth - 8)) * 65536
    let (kr, kb) = (color.kr, color.kb)
    let kg = 1 - kr - kb
    func row(_ r: Double, _ g: Double, _ b: Double, _ scale: Double) -> SIMD3<Int> {
      let (red, blue) = (Int((r * scale * unit).rounded()), Int((b * scale * unit).rounded()))
      // Green takes what rounding leaves, so that grey has no colour and white is exactly white.
      return SIMD3(red, Int(((r + g + b) * scale * unit).rounded()) - red - blue, blue)
    }
    planes = [
      row(kr, kg, kb, 219),
      row(-kr / (2 * (1 - kb)), -kg / (2 * (1 - kb)), 0.5, 224),
      row(0.5, -kg / (2 * (1 - kr)), -kb / (2 * (1 - kr)), 224),
    ]
    offsets = [16, 128, 128].map { Int($0 * unit) }
  }
}

/// How a plane's samples lie over the canvas's pixels.
private struct ChromaGrid {
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

/// A premultiplied layer at its place on the canvas.
private struct BlendLayer {
  let planes: [UnsafeMutablePointer<UInt8>]
  let strides: [Int]
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  /// The sums of red, green, blue and alpha over a block of canvas pixels.
  func sum(_ left: Int, _ top: Int, _ columns: Int, _ rows: Int) -> SIMD4<Int> {
    var total = SIMD4<Int>.zero
    for row in max(top, y)..<max(max(top, y), min(top + rows, y + height)) {
      for column in max(left, x)..<max(max(left, x), min(left + columns, x + width)) {
        let (dx, dy) = (column - x, row - y)
        total &+= SIMD4(
          Int(planes[0][dy * strides[0] + dx]), Int(planes[1][dy * strides[1] + dx]),
          Int(planes[2][dy * strides[2] + dx]), Int(planes[3][dy * strides[3] + dx]))
      }
    }
    return total
  }
}
