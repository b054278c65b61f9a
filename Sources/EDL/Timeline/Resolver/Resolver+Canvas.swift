internal import MediaTime

extension Resolver {
  /// Fills the canvas from the file and, where that says nothing, from the first video clip.
  ///
  /// Returns false when what the file says is faulty: nothing can then be counted in frames.
  mutating func resolveCanvas() -> Bool {
    let written = document.canvas?.value
    guard written?.isFaulty != true else { return false }
    let model = canvasModel()
    let assumed = assumedFormat(model)
    canvas = Canvas(
      size: framedOutput?.size ?? written?.size?.value ?? assumed.size,
      frameRate: written?.frameRate?.value ?? assumed.rate,
      sampleRate: written?.sampleRate?.value ?? 48000, channels: written?.channels?.value ?? "stereo",
      color: written?.color?.value ?? "bt709", background: written?.background?.value ?? .black)
    canvas.depth = written?.depth?.value ?? (canvas.color.hasPrefix("bt2020") ? 10 : 8)
    canvas.toneMap = written?.toneMap?.value ?? .mobius
    canvas.sdrWhite = written?.sdrWhite?.value ?? 203
    if let toneMap = written?.toneMap, canvas.isHDR {
      diagnostics.append(
        Diagnostic(
          .warning, code: "picture.no-effect",
          "\"tone_map\" does nothing here: the canvas is HDR itself, so nothing is tone-mapped", at: toneMap.range))
    }
    resolveHDR(written?.hdr)
    let isComplete = written?.size != nil && written?.frameRate != nil
    if !isComplete, !model.isFaulty { diagnostics.append(canvasNote(model, written, isEven: assumed.isEven)) }
    return true
  }

  private mutating func resolveHDR(_ written: Located<HDRDocument>?) {
    guard let written, !written.value.isFaulty else { return }
    func report(_ message: String, _ range: SourceRange) {
      diagnostics.append(Diagnostic(.error, code: "canvas.hdr", message, at: range))
    }
    if !canvas.isHDR {
      report("\"hdr\" describes HDR, and the canvas is SDR: give it color: bt2020-pq or bt2020-hlg", written.range)
    }
    if let frame = written.value.brightestFrame, frame.value > written.value.brightestPixel?.value ?? 0 {
      report(
        "no frame's mean is brighter than the brightest pixel: give a \"max_cll\" of \(frame.value) or more",
        frame.range)
    }
    canvas.hdr = written.value.metadata
  }

  /// The first video clip of the programme.
  private struct Model {
    var name: String?
    var size: PixelSize?
    var rate: Rational?
    /// Whether any clip asks for a picture.
    var hasPicture = false
    /// Whether a file could not be used, which might have been the first clip.
    var isFaulty = false
  }

  private func canvasModel() -> Model {
    var model = Model()
    document.forEachClip { clip, kind in
      guard kind == .video, model.name == nil else { return }
      model.hasPicture = true
      guard case .media(let index) = catalog.target(of: clip) else {
        if case .faulty = catalog.target(of: clip) { model.isFaulty = true }
        return
      }
      let entry = catalog.entries[index]
      guard case .success(let info) = probes[entry.path] else {
        model.isFaulty = true
        return
      }
      guard let stream = info.video.first else { return }
      switch entry.source {
      case .file where info.kind == .video:
        model.rate = CommonRate.nominal(of: stream)
      case .stills(_, .rate(let rate?)):
        model.rate = rate
      case .file, .stills:
        return
      }
      model.name = entry.name
      model.size = stream.displaySize
    }
    if !model.hasPicture { model.hasPicture = document.hasVideoItems }
    return model
  }

  private func assumedFormat(_ model: Model) -> (size: PixelSize, rate: Rational, isEven: Bool) {
    let size = model.size ?? PixelSize(width: 1920, height: 1080)
    // Encoders store colour for blocks of two pixels, so a size that nobody asked for is even.
    let even = PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
    // Sound alone has no frames; its edges then lie on whole milliseconds.
    let rate = model.rate ?? Rational(model.hasPicture ? 30 : 1000)
    return (even, rate, even == size)
  }

  private func canvasNote(_ model: Model, _ written: CanvasDocument?, isEven: Bool) -> Diagnostic {
    let rate = FrameRate.name(of: canvas.frameRate)
    guard model.hasPicture else {
      return Diagnostic(
        .note, code: "canvas.assumed", "there is no picture: times are kept to 1/\(rate) of a second",
        at: document.range)
    }
    let parts =
      (written?.size == nil ? ["size: \(canvas.size)"] : [])
      + (written?.frameRate == nil ? ["fps: \(rate)"] : [])
    let reason = model.name.map { "from the first video clip \"\($0)\"" } ?? "as no video clip says otherwise"
    let rounding = written?.size == nil && !isEven ? ", made even" : ""
    return Diagnostic(
      .note, code: "canvas.assumed", "the canvas is {\(parts.joined(separator: ", "))} \(reason)\(rounding)",
      at: written?.range ?? document.range)
  }
}
