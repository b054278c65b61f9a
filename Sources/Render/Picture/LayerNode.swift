internal import AV
internal import Draw
internal import EDL
internal import MediaTime

/// All that a frame of a layer is made of: equal ingredients make equal pictures.
struct Ingredient: Hashable {
  /// Which source, shown how.
  var kind: Int
  /// Which decoded picture, or which frame of something that moves.
  var picture: Int = 0
  var frame: Rational?
  /// What is drawn, without anything that moves.
  var drawing: Drawing?
  /// The frame of the play, for effects that look at the time.
  var effectFrame: Int?
  var state: PictureState
  var inner: [Ingredient] = []
}

/// One layer of the piece at hand: looks at what a frame needs, then makes the layer's image.
///
/// Owned by one thread; asked for the frames of its piece in order.
final class LayerNode {
  let layer: Layer
  let context: LayerContext
  private let kind: Int
  private let source: (any PictureSource)?
  /// The layers of a composite, or of the outgoing side.
  let inner: [LayerNode]
  /// The layers of the incoming side.
  let incoming: [LayerNode]
  /// What the layer's mask is made of.
  private let maskNode: LayerNode?
  /// The fitted picture and its effects, where there are some.
  private let effectNode: EffectNode?
  private let player: ProgramPlayer?
  /// The room that effects need around what is drawn; nil where it has none.
  let room: DrawingRoom?

  private(set) var ingredient: Ingredient
  private var picture: Picture?

  init(_ layer: Layer, _ context: LayerContext, room: DrawingRoom? = nil) {
    self.layer = layer
    self.context = context
    self.room = room
    kind = context.kind(of: layer, room: room)
    maskNode = layer.maskLayer(at: context.rate).map { LayerNode($0, context) }
    ingredient = Ingredient(
      kind: kind,
      state: PictureState(layer.picture, at: nil, of: 1, canvas: context.canvas, rate: context.rate))
    effectNode = layer.picture.effects.isEmpty ? nil : EffectNode(layer, context)
    guard effectNode == nil else {
      (source, inner, incoming, player) = (nil, [], [], nil)
      return
    }
    source =
      switch layer.source {
      case .media(let index, let stream):
        context.pool.source(
          for: context.media[index], videoStream: stream, deinterlace: layer.picture.deinterlace,
          from: (try? layer.time(at: 0)) ?? .zero)
      case .generator(let generator): context.generator(generator)
      case .subtitles(let subtitles): context.subtitles(subtitles)
      case .solid, .drawing, .adjustment, .composite, .crossing, .program: nil
      }
    player = if case .program(let program) = layer.source { ProgramPlayer(program, context) } else { nil }
    switch layer.source {
    case .composite(let layers): (inner, incoming) = (layers.map { LayerNode($0, context) }, [])
    case .crossing(let crossing):
      inner = crossing.outgoing.map { LayerNode($0, context) }
      incoming = crossing.incoming.map { LayerNode($0, context) }
    case .media, .solid, .drawing, .generator, .subtitles, .adjustment, .program: (inner, incoming) = ([], [])
    }
  }

  /// Whether it takes the place of what lies below it, rather than lying over it.
  var isAdjustment: Bool {
    switch layer.source {
    case .adjustment: true
    case .program(let program): program.replacesBelow
    default: false
    }
  }

  /// Reads what a frame needs, and tells what it is made of.
  func look(_ number: Int) throws(RenderError) -> Ingredient {
    let frame = try layer.exactly { _ throws(TimeOverflow) in try layer.clock?.frame(at: number) }
    let state = PictureState(
      layer.picture, at: frame, of: layer.clock?.count ?? 1, canvas: context.canvas, rate: context.rate)
    ingredient = Ingredient(kind: kind, state: state)
    // What cannot be seen is not read.
    guard state.opacity > 0 else { return ingredient }
    if let source {
      let time = try layer.exactly { _ throws(TimeOverflow) in try layer.time(at: number) }
      do throws(MediaError) {
        picture = try source.picture(at: time)
      } catch {
        throw RenderError(error, at: layer.note.origin)
      }
      ingredient.picture = picture?.identity ?? 0
    }
    switch layer.source {
    case .media, .solid, .adjustment: break
    case .drawing(let drawing):
      let time = frame.flatMap { frame in try? frame / context.rate }
      ingredient.drawing = drawing.still(at: Time(seconds: time ?? .zero))
    case .crossing:
      // The share of the way: the same frame of a longer transition looks different.
      ingredient.frame = try layer.exactly { layer throws(TimeOverflow) -> Rational? in
        guard let frame, let count = layer.clock?.count, count > 0 else { return nil }
        return try frame / Rational(count)
      }
    case .composite, .generator, .subtitles: break
    case .program: if let player { ingredient.inner.append(contentsOf: try player.look(number)) }
    }
    if let effectNode { try effectNode.look(number, &ingredient) }
    for node in inner { ingredient.inner.append(try node.look(number)) }
    for node in incoming { ingredient.inner.append(try node.look(number)) }
    if let maskNode { ingredient.inner.append(try maskNode.look(number)) }
    return ingredient
  }

  /// How far a transition is at a frame.
  private func way(at number: Int) throws(RenderError) -> Crossing.Way {
    let frame = try layer.exactly { _ throws(TimeOverflow) in try layer.clock?.frame(at: number) }
    return Crossing.Way(frame: frame ?? .zero, count: layer.clock?.count ?? 1)
  }

  /// How much of what is below the layer hides where it shows, 0 to 1.
  var opacity: Double { ingredient.state.opacity }

  /// The image of the frame last looked at; nil where nothing shows.
  func image(at number: Int) throws(RenderError) -> LayerImage? {
    guard opacity > 0 else { return nil }
    let cache = context.cache(kind)
    if let known = cache.image(of: ingredient) { return known }
    let image = try framed(at: number)
    cache.keep(image, of: ingredient)
    return image
  }

  /// What the layer makes of all that lies below it; nil where nothing shows.
  func image(of below: LayerImage, at number: Int) throws(RenderError) -> LayerImage? {
    guard case .adjustment = layer.source, let effectNode else { return try image(at: number) }
    guard opacity > 0 else { return nil }
    let effected = try making { () throws(AVError) in try effectNode.image(of: below, at: number) }
    return try masked(effected, at: number)
  }

  /// What the layer takes the place of in all that lies below it: all of it, or what its mask shows.
  func replaced(of below: LayerImage, at number: Int) throws(RenderError) -> LayerImage? {
    try masked(below, at: number)
  }

  private func framed(at number: Int) throws(RenderError) -> LayerImage? {
    if let effectNode {
      guard let effected = try effectNode.image(at: number) else { return nil }
      let moved = try self.moved(effected)
      guard let moved else { return nil }
      return try masked(moved, at: number)
    }
    let image: LayerImage?
    switch layer.source {
    case .composite:
      let whole = try LayerStack(context).image(inner, at: number)
      image = try making { () throws(AVError) in try whole.map { whole throws(AVError) in try placed(whole) } ?? nil }
    case .crossing(let crossing):
      image = try crossed(crossing.kind, at: number)
    case .program:
      let whole = try player?.image() ?? nil
      image = try making { () throws(AVError) -> LayerImage? in
        guard let whole else { return nil }
        return try placed(whole)
      }
    case .subtitles:
      guard let picture else { return nil }
      image = try making { () throws(AVError) in
        try placed(LayerImage(.premultiplied, try picture.frame.copyReference()))
      }
    case .media, .generator:
      guard let picture else { return nil }
      if let drawn = try drawnAnew() {
        guard let drawn else { return nil }
        image = try making { () throws(AVError) in try keyed(drawn) }
      } else {
        image = try making { () throws(AVError) in try isPlaced ? placed(picture) : keyed(fitted(picture)) }
      }
    case .solid(let color):
      image = try making { () throws(AVError) in try placed(try context.composer.image(color)) }
    case .drawing:
      guard let drawn = try drawn() else { return nil }
      image = try making { () throws(AVError) in try keyed(drawn) }
    case .adjustment: return nil
    }
    guard let image else { return nil }
    return try masked(image, at: number)
  }

  // MARK: Stages

  private var state: PictureState { ingredient.state }

  /// Whether the picture lies anywhere but centred in the canvas as its fit says.
  private var isPlaced: Bool {
    state.motion != nil || state.box != nil || state.crop != nil || layer.picture.backdrop != nil
  }

  /// The picture scaled to the canvas.
  private func fitted(_ picture: Picture) throws(AVError) -> LayerImage {
    let graph = try context.graph(request(for: picture, fit: layer.picture.fit))
    let frame = try graph.convert(picture.frame)
    let fitting = graph.conversion.fitting
    return LayerImage(graph.conversion.result.kind, frame, x: fitting.originX, y: fitting.originY)
  }

  /// The picture in the canvas's colour and its own pixels, upright.
  ///
  /// A still that moves has no more of them than its motion ever shows.
  private func native(_ picture: Picture, _ request: Conversion.Request) throws(AVError) -> LayerImage {
    let cache = context.cache(kind)
    if let known = cache.native, known.identity == picture.identity { return known.image }
    let graph = try context.graph(request)
    var image = LayerImage(graph.conversion.result.kind, try graph.convert(picture.frame))
    if let reduction = StillReduction(layer, request, context) { image = try reduction.reduced(image) }
    cache.native = (picture.identity, image)
    return image
  }

  private func placed(_ picture: Picture) throws(AVError) -> LayerImage? {
    let request = request(for: picture, fit: nil)
    var image = try keyed(try native(picture, request))
    var geometry = Geometry(request, fit: layer.picture.fit, state: state, canvas: context.canvas.size)
    geometry.source = geometry.source.scaled(
      from: request.uprightSize, to: PixelSize(width: image.frame.width, height: image.frame.height))
    if let backdrop = layer.picture.backdrop {
      (image, geometry) = try BackdropStage(context: context).boxed(image, geometry, backdrop, state)
    }
    return try Placer(canvas: context.canvas).place(image, by: geometry)
  }

  /// A picture of the canvas's size, placed as a whole.
  private func placed(_ image: LayerImage) throws(AVError) -> LayerImage? {
    let image = try keyed(image)
    guard isPlaced else { return image }
    let geometry = Geometry(
      pixels: PixelSize(width: image.frame.width, height: image.frame.height), aspect: (1, 1),
      fit: layer.picture.fit, state: state, canvas: context.canvas.size)
    return try Placer(canvas: context.canvas).place(image, by: geometry)
  }

  /// A fitted picture with its effects, scaled, turned and put where the motion says.
  private func moved(_ image: LayerImage) throws(RenderError) -> LayerImage? {
    guard let motion = state.motion else { return image }
    var state = state
    (state.box, state.crop) = (nil, nil)
    var geometry = Geometry(
      pixels: PixelSize(width: image.frame.width, height: image.frame.height), aspect: (1, 1), fit: .none,
      state: state, canvas: context.canvas.size)
    if let frame = try drawnFrame() {
      // By the drawing's own box, whatever room its effects have around it.
      let offset = Pair(Double(image.x) - frame.corner.x, Double(image.y) - frame.corner.y)
      geometry.projection = Projection(motion, picture: frame.size, canvas: context.canvas.size)
        .after(Projection([1, 0, offset.x, 0, 1, offset.y, 0, 0, 1]))
    }
    return try making { () throws(AVError) in try Placer(canvas: context.canvas).place(image, by: geometry) }
  }

  private func keyed(_ image: LayerImage) throws(AVError) -> LayerImage {
    guard let key = state.key else { return image }
    return try context.keyed(image, key)
  }

  private func masked(_ image: LayerImage, at number: Int) throws(RenderError) -> LayerImage? {
    guard let mask = layer.picture.mask, let node = maskNode else { return image }
    guard let picture = try node.image(at: number) else { return mask.isInverted ? image : nil }
    return try making { () throws(AVError) in
      let stage = MaskStage(context: context)
      return try stage.apply(try stage.plane(of: picture, mask, feather: state.feather), to: image)
    }
  }

  /// One side of a transition giving way to the other.
  private func crossed(_ kind: Transition.Kind, at number: Int) throws(RenderError) -> LayerImage? {
    let way = try way(at: number)
    let stack = LayerStack(context)
    if way.share == 0 { return try stack.image(inner, at: number) }
    let (from, to) = (try stack.image(inner, at: number), try stack.image(incoming, at: number))
    var luma: LumaPlane?
    if case .luma(let media, _) = kind { luma = try context.luma(media, at: layer.note.origin) }
    return try making { () throws(AVError) in
      try Crossing(context, kind).image(from, to, at: way, luma: luma)
    }
  }

  /// Runs what libav may fail at, in the layer's name.
  func making<Value: ~Copyable>(_ make: () throws(AVError) -> Value) throws(RenderError) -> Value {
    do throws(AVError) {
      return try make()
    } catch {
      throw failure(error)
    }
  }

  /// What libav failed at, in the layer's name.
  func failure(_ error: AVError) -> RenderError {
    RenderError(.codec, error, doing: "bring \"\(layer.note.label)\" to the canvas", at: layer.note.origin)
  }

  private func request(for picture: Picture, fit: PictureFields.Fit?) -> Conversion.Request {
    guard case .media(let index, let stream) = layer.source else {
      return Conversion.Request(
        shape: PictureShape(
          width: picture.frame.width, height: picture.frame.height, format: picture.frame.pixelFormat, aspectX: 1,
          aspectY: 1),
        color: .ofMade(picture.frame, context.canvas.color), orientation: 1, fit: fit)
    }
    let info = context.media[index].info.video[stream]
    let size = PixelSize(width: picture.frame.width, height: picture.frame.height)
    // The container's word counts, as for players; only a stream that changes its size is on its own.
    let own = picture.frame.sampleAspect
    let told = (Int(info.sampleAspectRatio.numerator), Int(info.sampleAspectRatio.denominator))
    let aspect = size == info.codedSize ? told : own
    let shape = PictureShape(
      width: size.width, height: size.height, format: picture.frame.pixelFormat, aspectX: aspect.0, aspectY: aspect.1)
    return Conversion.Request(
      shape: shape, color: SourceColor(info, correctedBy: layer.picture.colorTags),
      orientation: layer.picture.orientation ?? info.orientation, fit: fit)
  }
}

extension Layer {
  /// What the mask is made of, as a layer over the whole canvas that runs with the item.
  fileprivate func maskLayer(at rate: Rational) -> Layer? {
    guard let mask = picture.mask else { return nil }
    var layer = self
    layer.picture = PictureFields(fit: .fill)
    switch mask.content {
    case .media(let index, let stream):
      layer.source = .media(index: index, stream: stream)
      let frames = clock?.frames ?? TimeMap(offset: .zero, scale: .zero)
      layer.times = (try? frames.scaled(by: Rational.one / rate)) ?? TimeMap(offset: .zero, scale: .zero)
    case .drawing(let drawing, let position):
      layer.source = .drawing(drawing)
      layer.picture.fit = .none
      if let position {
        var motion = Motion()
        motion.position = position
        layer.picture.motion = motion
      }
    }
    return layer
  }

  /// Runs exact arithmetic of the layer's times.
  func exactly<Value>(_ compute: (Layer) throws(TimeOverflow) -> Value) throws(RenderError) -> Value {
    do throws(TimeOverflow) {
      return try compute(self)
    } catch {
      throw RenderError(MediaError(overflow: note.label), at: note.origin)
    }
  }
}

extension Conversion.Result {
  /// What the image of a converted picture is.
  fileprivate var kind: LayerImage.Kind {
    switch self {
    case .opaque: .opaque
    case .opaqueFullChroma: .opaqueFullChroma
    case .premultiplied: .premultiplied
    }
  }
}
