internal import AV
internal import EDL
internal import MediaTime

/// Runs effects on pictures of one shape.
///
/// Each effect gets the format that it takes and that comes nearest to the picture's own: the canvas's
/// YUV, or planar RGB; neighbours of one format share a graph. A filter that takes alpha gets it
/// straight; for any other the colour is filtered and the alpha kept. Owned by one thread.
final class EffectChain {
  /// The shape of the pictures that go in.
  struct Shape: Hashable {
    var kind: LayerImage.Kind
    var width: Int
    var height: Int
    var format: PixelFormat

    init(kind: LayerImage.Kind, width: Int, height: Int, format: PixelFormat) {
      (self.kind, self.width, self.height, self.format) = (kind, width, height, format)
    }

    init(_ image: LayerImage) {
      self.init(
        kind: image.kind, width: image.frame.width, height: image.frame.height, format: image.frame.pixelFormat)
    }
  }

  private let effects: [Effect]
  private let shape: Shape
  private let canvas: CanvasFormat
  private let rate: Rational
  private var stages: [any EffectStage]
  private let keepsAlpha: Bool
  /// What this chain's pictures may depend on.
  let reach: FilterReach
  private var lastPosition = Int.min
  /// Pictures that came out and were not taken.
  private var ready: [(position: Rational, image: LayerImage)] = []
  /// What is kept beside pictures that are inside: where they lie, and their alpha.
  private var kept: [Int: Kept] = [:]

  private struct Kept {
    var x: Int
    var y: Int
    var alpha: AlphaPlane?
  }

  init(_ effects: [Effect], _ shape: Shape, canvas: CanvasFormat, rate: Rational) throws(AVError) {
    self.effects = effects
    self.shape = shape
    self.canvas = canvas
    self.rate = rate
    reach = FilterTraits.reach(effects)
    let built = try EffectStages(canvas: canvas, rate: rate).build(for: effects, shape)
    (stages, keepsAlpha) = (built.stages, built.keepsAlpha)
  }

  /// One picture through filters that look at one picture; `position` counts canvas frames, `time`
  /// is the item's, for keyframes.
  func image(_ image: LayerImage, at position: Int, time: Time) throws(AVError) -> LayerImage {
    // Filters that pair pictures want times that rise; where the time counts, going back begins anew.
    let position = reach == .picture ? max(0, lastPosition &+ 1) : position
    if position <= lastPosition { try restart() }
    lastPosition = position
    try push(image, at: position, time: time)
    if ready.isEmpty {
      // A filter that waits for what follows: its end is told, and it begins anew with the next.
      let (before, kept) = (position, kept)
      try finish()
      try restart()
      (lastPosition, self.kept) = (before, kept)
    }
    guard let result = ready.first?.image else {
      throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the effects gave no picture")
    }
    ready = []
    return result
  }

  private func restart() throws(AVError) {
    stages = try EffectStages(canvas: canvas, rate: rate).build(for: effects, shape).stages
    kept = [:]
    lastPosition = .min
  }

  /// Gives a picture to the filters.
  func push(_ image: LayerImage, at position: Int, time: Time) throws(AVError) {
    for stage in stages { try stage.tune(effects, at: time) }
    kept[position] = Kept(x: image.x, y: image.y, alpha: image.alpha)
    let frame: Frame
    if image.kind == .premultiplied {
      frame = try image.frame.copyReference()
      try frame.makeWritable()
      frame.divideByAlpha()
      kept[position]?.alpha = AlphaPlane(try image.frame.planeCopy(3))
    } else {
      frame = try image.frame.copyReference()
    }
    frame.tag(shape.kind == .premultiplied ? nil : canvas.color.stream)
    frame.pts = Int64(position)
    try run(frame, from: 0)
    if kept.count > 64, reach == .picture || reach == .clock, let oldest = kept.keys.min() { kept[oldest] = nil }
    if kept.count > 4096, let oldest = kept.keys.min() { kept[oldest] = nil }
  }

  /// Tells the filters that nothing follows.
  func finish() throws(AVError) {
    for (index, stage) in stages.enumerated() {
      try stage.finish()
      while let frame = try stage.pull() { try run(frame, from: index + 1) }
    }
  }

  /// Takes the picture that is on display at a position: the last that came out at or before it; nil
  /// when more must go in to know. After the end the last one stays.
  func take(at position: Int, isEnded: Bool) -> LayerImage? {
    let wanted = Rational(position)
    if let exact = ready.lastIndex(where: { $0.position <= wanted }), exact > 0 { ready.removeFirst(exact) }
    guard let first = ready.first else { return nil }
    if first.position == wanted || isEnded { return first.image }
    if ready.count > 1 || first.position > wanted { return first.image }
    return nil
  }

  private func run(_ frame: consuming Frame, from index: Int) throws(AVError) {
    guard index < stages.count else {
      try emit(frame)
      return
    }
    try stages[index].push(frame)
    while let result = try stages[index].pull() { try run(result, from: index + 1) }
  }

  /// Makes an image of what came out.
  private func emit(_ frame: consuming Frame) throws(AVError) {
    var frame = frame
    let base = stages.last?.timeBase ?? (Int(rate.denominator), Int(rate.numerator))
    let position =
      (try? Rational(Int(frame.pts ?? 0)) * Rational(Int64(base.0), over: Int64(base.1)) * rate)
      ?? Rational(Int(frame.pts ?? 0))
    let number = Int(position.floor)
    let beside = kept[number] ?? kept.max { $0.key < $1.key }?.value ?? Kept(x: 0, y: 0, alpha: nil)
    frame.makePlain()
    let (x, y) = (
      beside.x + Self.half(shape.width - frame.width), beside.y + Self.half(shape.height - frame.height)
    )
    let isSameSize = frame.width == shape.width && frame.height == shape.height
    let format = frame.pixelFormat
    let image: LayerImage
    if shape.kind == .premultiplied || format.hasAlpha {
      let isKept = format.hasAlpha && (keepsAlpha || shape.kind != .premultiplied)
      let isDeep = canvas.layerFormat.bitDepth > 8
      let whole = canvas.layerFormat.name
      frame = try converted(frame, to: isKept ? whole : isDeep ? "gbrp16le" : "gbrp")
      if !isKept, let alpha = beside.alpha, isSameSize { frame = try frame.withAlpha(alpha.frame) }
      if !frame.pixelFormat.hasAlpha { frame = try converted(frame, to: whole) }
      try frame.makeWritable()
      frame.premultiply()
      frame.makePlain()
      frame.tag(nil)
      image = LayerImage(.premultiplied, frame, x: x, y: y)
    } else {
      let isOnGrid = isSameSize || shape.kind == .opaqueFullChroma ? true : lies(x, y, frame.width, frame.height)
      let kind = isOnGrid ? shape.kind : .opaqueFullChroma
      let target = kind == .opaqueFullChroma ? canvas.fullChromaFormat : shape.format
      if format != target { frame = try converted(frame, to: target.name) }
      frame.tag(canvas.color.stream)
      let isMasked = kind == .masked && isSameSize
      image = LayerImage(
        isMasked ? .masked : kind == .masked ? .opaque : kind, frame, alpha: isMasked ? beside.alpha : nil, x: x, y: y)
    }
    ready.append((position, image))
  }

  private func converted(_ frame: consuming Frame, to name: String) throws(AVError) -> Frame {
    guard let format = PixelFormat(named: name) else {
      throw AVError(code: -22, operation: "av_get_pix_fmt", detail: name)
    }
    return try FormatConverter(from: frame.pixelFormat, to: format, canvas.color).convert(frame)
  }

  /// Whether edges fall on whole chroma samples.
  private func lies(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Bool {
    let (across, down) = (1 << canvas.pixelFormat.chromaShiftX, 1 << canvas.pixelFormat.chromaShiftY)
    return x % across == 0 && y % down == 0 && width % across == 0 && height % down == 0
  }

  private static func half(_ value: Int) -> Int { value >= 0 ? value / 2 : -((1 - value) / 2) }
}
