internal import AV
internal import EDL

/// A plane of opacity, grey as deep as layers are: its peak shows. Never changed once an image has it.
final class AlphaPlane {
  let frame: Frame
  init(_ frame: consuming Frame) { self.frame = frame }
}

/// What one layer shows at one frame: a picture and where it lies on the canvas. Never changed.
final class LayerImage {
  /// What the samples mean.
  enum Kind: Hashable {
    /// The canvas's own format, without transparency; its edges are whole chroma samples.
    case opaque
    /// Like that with full chroma, because an edge falls inside a chroma sample.
    case opaqueFullChroma
    /// The canvas's own format beside a plane of opacity; its edges are whole chroma samples.
    case masked
    /// Planar RGB and alpha in the canvas's format of layers, the colour multiplied by alpha.
    case premultiplied
  }

  let kind: Kind
  let frame: Frame
  /// The plane of opacity of a masked picture, of the picture's size.
  let alpha: AlphaPlane?
  /// The column of the canvas where the picture's first one lies; may be outside.
  let x: Int
  /// The row of the canvas where the picture's first one lies.
  let y: Int
  /// Different for every image of the process: equal means the very same image.
  let identity: Int

  init(_ kind: Kind, _ frame: consuming Frame, alpha: AlphaPlane? = nil, x: Int = 0, y: Int = 0) {
    self.kind = kind
    self.frame = frame
    self.alpha = alpha
    self.x = x
    self.y = y
    identity = Identity.next()
  }

  private var prepared: Overlay?

  /// The premultiplied picture in the canvas's terms, made when it is first laid.
  func overlay(_ canvas: CanvasFormat) -> Overlay {
    if let prepared { return prepared }
    let overlay = Overlay(frame, x: x, y: y, canvas: canvas)
    prepared = overlay
    return overlay
  }

  /// Whether it leaves nothing of the canvas to be seen.
  func covers(_ canvas: CanvasFormat) -> Bool {
    kind == .opaque && x <= 0 && y <= 0 && x + frame.width >= canvas.size.width
      && y + frame.height >= canvas.size.height
  }
}
