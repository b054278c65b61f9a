internal import AV
internal import EDL

/// Makes a backing colour transparent.
///
/// A pixel's distance from the colour is that of their colour differences (Cb and Cr of BT.709, full
/// range), as a share of the greatest there is: up to `similarity` it is transparent, from
/// `similarity + blend` on opaque, between them in proportion. Spill is the part of what remains that
/// points along the backing's hue; so much of it is taken out.
struct ChromaKeyer {
  private let state: PictureState.KeyState
  private let key: (cb: Float, cr: Float)
  private let hue: (cb: Float, cr: Float)

  init(_ state: PictureState.KeyState) {
    self.state = state
    key = Self.chroma(Float(state.color.red), Float(state.color.green), Float(state.color.blue))
    let length = (key.cb * key.cb + key.cr * key.cr).squareRoot()
    hue = length > 0 ? (key.cb / length, key.cr / length) : (0, 0)
  }

  /// Keys a picture of straight or opaque planar RGB and alpha in place, and multiplies its colour by alpha.
  func key(_ frame: borrowing Frame) {
    if frame.pixelFormat.bitDepth > 8 {
      key(frame, Float(frame.peak), UInt16.self)
    } else {
      key(frame, 255, UInt8.self)
    }
  }

  @inline(__always)
  private func key<Sample: FixedWidthInteger & UnsignedInteger>(
    _ frame: borrowing Frame, _ peak: Float, _: Sample.Type
  ) {
    func line(_ plane: Int, _ row: Int) -> UnsafeMutablePointer<Sample>? {
      frame.plane(plane).map {
        UnsafeMutableRawPointer($0 + row * frame.stride(ofPlane: plane)).assumingMemoryBound(to: Sample.self)
      }
    }
    let (similarity, blend) = (Float(state.similarity), Float(state.blend))
    let spill = Float(state.spill)
    let scale = peak / 255
    let key = (cb: self.key.cb * scale, cr: self.key.cr * scale)
    // The longest distance: from one corner of the colour differences' square to the other.
    let unit = 1 / (peak * Float(2).squareRoot())
    for row in 0..<frame.height {
      guard let gs = line(0, row), let bs = line(1, row), let rs = line(2, row), let alphas = line(3, row) else {
        continue
      }
      for x in 0..<frame.width where alphas[x] > 0 {
        var (red, green, blue) = (
          Float(Int32(truncatingIfNeeded: rs[x])), Float(Int32(truncatingIfNeeded: gs[x])),
          Float(Int32(truncatingIfNeeded: bs[x]))
        )
        let chroma = Self.chroma(red, green, blue)
        let (dx, dy) = (chroma.cb - key.cb, chroma.cr - key.cr)
        let distance = (dx * dx + dy * dy).squareRoot() * unit
        let opaque: Float =
          blend > 0.0001
          ? max(0, min(1, (distance - similarity) / blend)) : distance > similarity ? 1 : 0
        if spill > 0 {
          let along = chroma.cb * hue.cb + chroma.cr * hue.cr
          if along > 0 {
            let (cb, cr) = (-along * hue.cb * spill, -along * hue.cr * spill)
            red += 1.5748 * cr
            green += -0.187324 * cb - 0.468124 * cr
            blue += 1.8556 * cb
          }
        }
        let alpha = (opaque * Float(Int32(truncatingIfNeeded: alphas[x]))).rounded()
        let share = alpha / peak
        rs[x] = Sample(truncatingIfNeeded: Int32((max(0, min(peak, red)) * share).rounded()))
        gs[x] = Sample(truncatingIfNeeded: Int32((max(0, min(peak, green)) * share).rounded()))
        bs[x] = Sample(truncatingIfNeeded: Int32((max(0, min(peak, blue)) * share).rounded()))
        alphas[x] = Sample(truncatingIfNeeded: Int32(alpha))
      }
    }
  }

  /// The colour differences of BT.709, −127.5 to 127.5.
  private static func chroma(_ r: Float, _ g: Float, _ b: Float) -> (cb: Float, cr: Float) {
    let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    return ((b - y) / 1.8556, (r - y) / 1.5748)
  }
}

extension LayerContext {
  /// An image with a colour made transparent.
  func keyed(_ image: LayerImage, _ state: PictureState.KeyState) throws(AVError) -> LayerImage {
    let rgb = try premultiplied(image)
    let frame = try rgb.frame.copyReference()
    try frame.makeWritable()
    if image.kind == .premultiplied || image.alpha != nil { frame.divideByAlpha() }
    ChromaKeyer(state).key(frame)
    return LayerImage(.premultiplied, frame, x: image.x, y: image.y)
  }
}
