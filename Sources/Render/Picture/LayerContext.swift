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

  private struct BlendKey: Hashable {
    var mode: String
    var width: Int
    var height: Int
  }

  /// A layer without its times.
  private struct LayerKind: Hashable {
    var source: Layer.Source
    var fields: PictureFields
  }

  init(canvas: CanvasFormat, media: [Media], rate: Rational, maxReaders: Int) {
    self.canvas = canvas
    self.media = media
    self.rate = rate
    pool = ReaderPool(maxReaders: maxReaders, maxBytes: 192 << 20)
    composer = Composer(canvas)
  }

  /// The same number for every layer that shows the same pictures in the same way.
  func kind(of layer: Layer) -> Int {
    var source = layer.source
    switch source {
    // What these hold speaks for itself.
    case .composite: source = .composite([])
    case .crossing(let crossing): source = .crossing(.init(kind: crossing.kind, outgoing: [], incoming: []))
    case .media, .solid, .drawing, .generator, .subtitles, .adjustment: break
    }
    let kind = LayerKind(source: source, fields: layer.picture)
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
  func blendGraph(_ mode: BlendMode, _ width: Int, _ height: Int) throws(AVError) -> BlendGraph {
    let key = BlendKey(mode: mode.name, width: width, height: height)
    if let known = blendGraphs[key] { return known }
    if blendGraphs.count > 8 { blendGraphs.removeAll() }
    let graph = try BlendGraph(mode.name, width: width, height: height)
    blendGraphs[key] = graph
    return graph
  }

  /// An SVG file, read once.
  func document(_ path: String) throws(MediaError) -> SVGDocument {
    if let known = documents[path] { return known }
    if documents.count > 32 { documents.removeAll() }
    let document = try SVGStill.open(path)
    documents[path] = document
    return document
  }

  /// The tables of a way from one colour system to another, made once.
  func mapper(_ map: ColorMap) -> ColorMapper {
    if let known = mappers[map] { return known }
    let mapper = ColorMapper(map)
    mappers[map] = mapper
    return mapper
  }

  /// The last images of a kind of layer.
  func cache(_ kind: Int) -> LayerCache {
    if let known = caches[kind] { return known }
    if caches.count > 32 { caches.removeAll() }
    let cache = LayerCache()
    caches[kind] = cache
    return cache
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
