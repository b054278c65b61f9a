internal import AV
internal import Draw
internal import EDL
internal import MediaTime

/// What the layers of one worker share: the canvas, the open files, the graphs. Owned by one thread.
final class LayerContext {
  let canvas: CanvasFormat
  let media: [Media]
  /// Frames a second of the canvas.
  let rate: Rational
  let pool: ReaderPool
  let composer: Composer
  let painter = Painter()
  private var documents: [String: SVGDocument] = [:]
  private var graphs: [Conversion.Request: ClipGraph] = [:]
  private var rgbGraphs: [Conversion.Request: ClipGraph] = [:]
  private var blendGraphs: [BlendKey: BlendGraph] = [:]
  private var mappers: [ColorMap: ColorMapper] = [:]
  private var kinds: [LayerKind: Int] = [:]
  private var caches: [Int: LayerCache] = [:]
  private var piece = 0
  /// The pictures that lead wipes, by their media.
  var lumas: [Int: LumaPlane] = [:]
  /// The transitions of libavfilter.
  var xfades: [XfadeGraph.Key: XfadeGraph] = [:]
  private var chains: [ChainKey: EffectChain] = [:]
  private var runs: [EffectRun] = []
  private var made: [MadeSource] = []

  private struct ChainKey: Hashable {
    var effects: [Effect]
    var shape: EffectChain.Shape
  }

  private struct BlendKey: Hashable {
    var mode: String
    var width: Int
    var height: Int
    var isDeep: Bool
  }

  /// A layer without its times.
  private struct LayerKind: Hashable {
    var source: Layer.Source
    var fields: PictureFields
    var room: DrawingRoom?
  }

  init(canvas: CanvasFormat, media: [Media], rate: Rational, pool: ReaderPool) {
    self.canvas = canvas
    self.media = media
    self.rate = rate
    self.pool = pool
    composer = Composer(canvas)
  }

  /// The same number for every layer that shows the same pictures in the same way.
  func kind(of layer: Layer, room: DrawingRoom? = nil) -> Int {
    var source = layer.source
    switch source {
    // What these hold speaks for itself.
    case .composite: source = .composite([])
    case .crossing(let crossing): source = .crossing(.init(kind: crossing.kind, outgoing: [], incoming: []))
    case .program(let program):
      source = .program(.init(pieces: [], ground: program.ground, replacesBelow: program.replacesBelow))
    case .media, .solid, .drawing, .generator, .subtitles, .adjustment: break
    }
    let kind = LayerKind(source: source, fields: layer.picture, room: room)
    if let known = kinds[kind] { return known }
    let number = Identity.next()
    if kinds.count > 1024 { kinds.removeAll() }
    kinds[kind] = number
    return number
  }

  /// The graph that makes an image in the canvas's colour planar RGB and alpha, made once.
  func rgbGraph(_ request: Conversion.Request) throws(AVError) -> ClipGraph {
    if let known = rgbGraphs[request] { return known }
    if rgbGraphs.count > 8 { rgbGraphs.removeAll() }
    let graph = try ClipGraph(Conversion(toRGB: request), shape: request.shape, canvas: canvas)
    rgbGraphs[request] = graph
    return graph
  }

  /// The graph of a blend mode for pictures of a size, made once.
  func blendGraph(_ mode: BlendMode, _ width: Int, _ height: Int, isDeep: Bool) throws(AVError) -> BlendGraph {
    let key = BlendKey(mode: mode.name, width: width, height: height, isDeep: isDeep)
    if let known = blendGraphs[key] { return known }
    if blendGraphs.count > 8 { blendGraphs.removeAll() }
    let graph = try BlendGraph(mode.name, width: width, height: height, isDeep: isDeep)
    blendGraphs[key] = graph
    return graph
  }

  /// Filters for pictures of a shape, made once; they look at one picture at a time.
  func chain(_ effects: [Effect], _ shape: EffectChain.Shape) throws(AVError) -> EffectChain {
    let key = ChainKey(effects: effects, shape: shape)
    if let known = chains[key] { return known }
    if chains.count > 32 { chains.removeAll() }
    let chain = try EffectChain(effects, shape, canvas: canvas, rate: rate)
    chains[key] = chain
    return chain
  }

  /// The run of a play through effects that look at other frames; the few last ones go on.
  func run(from origin: Layer) throws(RenderError) -> EffectRun {
    if let index = runs.firstIndex(where: { $0.origin == origin }) {
      let run = runs.remove(at: index)
      runs.append(run)
      return run
    }
    if runs.count > 7 { runs.removeFirst() }
    let run = EffectRun(from: origin, self)
    runs.append(run)
    return run
  }

  /// A source of pictures that libavfilter makes; one that nobody uses goes on where it is.
  func generator(_ generator: Generator) -> any PictureSource {
    madeSource(.generator(generator)) { GeneratorSource(generator) }
  }

  /// A source of drawn subtitles.
  func subtitles(_ subtitles: Subtitles) -> any PictureSource {
    madeSource(.subtitles(subtitles)) { SubtitleSource(subtitles, size: canvas.size, format: canvas.layerFormat) }
  }

  private func madeSource(_ key: Layer.Source, _ make: () -> any PictureSource) -> any PictureSource {
    if let index = made.firstIndex(where: { $0.key == key && $0.isFree }) {
      let entry = made.remove(at: index)
      made.append(entry)
      return entry.handle()
    }
    if made.count > 8 { made.removeFirst() }
    let entry = MadeSource(key, make())
    made.append(entry)
    return entry.handle()
  }

  /// The tables of a way from one colour system to another, made once.
  func mapper(_ map: ColorMap) -> ColorMapper {
    if let known = mappers[map] { return known }
    let mapper = ColorMapper(map)
    mappers[map] = mapper
    return mapper
  }

  /// An SVG file, read once.
  func document(_ path: String) throws(MediaError) -> SVGDocument {
    if let known = documents[path] { return known }
    if documents.count > 32 { documents.removeAll() }
    let document = try SVGStill.open(path)
    documents[path] = document
    return document
  }

  /// The last images of a kind of layer.
  func cache(_ kind: Int) -> LayerCache {
    if let known = caches[kind] {
      known.piece = piece
      return known
    }
    if caches.count > 32 { caches.removeAll() }
    let cache = LayerCache()
    cache.piece = piece
    caches[kind] = cache
    return cache
  }

  /// Begins a piece: images of layers that the piece before did not show are let go.
  func beginPiece() {
    caches = caches.filter { $0.value.piece == piece }
    piece += 1
  }

  /// The graph that answers a request, made once.
  func graph(_ request: Conversion.Request) throws(AVError) -> ClipGraph {
    if let known = graphs[request] { return known }
    if graphs.count > 32 { graphs.removeAll() }
    let graph = try ClipGraph(Conversion(request, canvas: canvas), shape: request.shape, canvas: canvas)
    graphs[request] = graph
    return graph
  }
}

/// A source that libavfilter runs, lent to one layer at a time.
private final class MadeSource {
  let key: Layer.Source
  private let source: any PictureSource
  private weak var user: Handle?

  init(_ key: Layer.Source, _ source: any PictureSource) {
    self.key = key
    self.source = source
  }

  var isFree: Bool { user == nil }

  func handle() -> any PictureSource {
    let handle = Handle(source)
    user = handle
    return handle
  }

  private final class Handle: PictureSource {
    private let source: any PictureSource
    init(_ source: any PictureSource) { self.source = source }
    var estimatedBytes: Int { source.estimatedBytes }
    func picture(at time: Time) throws(MediaError) -> Picture { try source.picture(at: time) }
  }
}
