internal import AV
internal import EDL
internal import MediaTime

/// Makes the frames of pieces: reads each layer's picture, converts it, lays them over each other.
///
/// A picture that did not change since the frame before is not converted again, and a frame none
/// of whose layers changed is the frame before. A single layer that covers the canvas passes by
/// reference.
final class FrameComposer {
  private let canvas: CanvasFormat
  private let media: [Media]
  private let pool: ReaderPool
  private let composer: Composer
  private var graphs: [GraphKey: ClipGraph] = [:]
  private var converted: [LayerKey: Converted] = [:]
  private var lastFrame: LastFrame?
  /// One for each layer of the piece at hand, so that two layers of one file do not share a reader.
  private var sources: [(any PictureSource)?] = []

  private struct GraphKey: Hashable {
    var shape: PictureShape
    var media: Int
    var stream: Int
    var fields: PictureFields
  }

  private struct LayerKey: Hashable {
    var position: Int
    var source: Placement.Source
    var fields: PictureFields
  }

  /// A layer's last picture for the canvas.
  private final class Converted {
    let identity: Int
    let conversion: Conversion
    let frame: Frame
    init(identity: Int, conversion: Conversion, frame: consuming Frame) {
      self.identity = identity
      self.conversion = conversion
      self.frame = frame
    }
  }

  /// The frame before, and what it was made of.
  private final class LastFrame {
    let ingredients: [Ingredient]
    let frame: Frame
    init(_ ingredients: [Ingredient], _ frame: consuming Frame) {
      self.ingredients = ingredients
      self.frame = frame
    }
  }

  private struct Ingredient: Hashable {
    var key: LayerKey
    var identity: Int
  }

  /// Makes a composer that keeps at most `maxReaders` files open.
  init(canvas: CanvasFormat, media: [Media], maxReaders: Int = 12) {
    pool = ReaderPool(maxReaders: maxReaders, maxBytes: 192 << 20)
    self.canvas = canvas
    self.media = media
    composer = Composer(canvas)
  }

  /// Makes ready for the frames of another piece.
  private func begin(_ piece: Piece) {
    sources = []
    sources = piece.layers.map { layer in
      guard case .media(let index, let stream) = layer.source else { return nil }
      return pool.source(for: media[index], videoStream: stream, deinterlace: layer.picture.deinterlace)
    }
  }

  /// The frame of a piece, counted from the piece's first; asked for in order.
  func frame(_ number: Int, of piece: Piece) throws(RenderError) -> Frame {
    if number == 0 { begin(piece) }
    var pictures: [Picture?] = []
    var ingredients: [Ingredient] = []
    for (position, layer) in piece.layers.enumerated() {
      let picture = try picture(number, of: layer, from: sources[position])
      pictures.append(picture)
      ingredients.append(
        Ingredient(
          key: LayerKey(position: position, source: layer.source, fields: layer.picture),
          identity: picture?.identity ?? -1))
    }
    do throws(AVError) {
      if let lastFrame, lastFrame.ingredients == ingredients { return try lastFrame.frame.copyReference() }
      let frame = try compose(piece, pictures, ingredients)
      lastFrame = LastFrame(ingredients, try frame.copyReference())
      return frame
    } catch {
      let note = piece.layers.last?.note
      throw RenderError(
        .codec, error, doing: "bring \"\(note?.label ?? "the picture")\" to the canvas", at: note?.origin)
    }
  }

  private func picture(
    _ number: Int, of layer: Layer, from source: (any PictureSource)?
  ) throws(RenderError) -> Picture? {
    do throws(MediaError) {
      return try source?.picture(at: try time(number, of: layer))
    } catch {
      throw RenderError(error, at: layer.note.origin)
    }
  }

  private func time(_ number: Int, of layer: Layer) throws(MediaError) -> Time {
    do throws(TimeOverflow) {
      return try layer.start + layer.step * Rational(number)
    } catch {
      throw MediaError(overflow: layer.note.label)
    }
  }

  private func compose(
    _ piece: Piece, _ pictures: [Picture?], _ ingredients: [Ingredient]
  ) throws(AVError) -> Frame {
    if piece.layers.count == 1, let picture = pictures[0] {
      let layer = try convert(picture, piece.layers[0], ingredients[0])
      if layer.conversion.result == .opaque, layer.conversion.fitting.covers(canvas.size) {
        return try layer.frame.copyReference()
      }
    }
    let frame = try composer.plain()
    for (position, layer) in piece.layers.enumerated() {
      switch layer.source {
      case .solid(let color) where color.alpha == 255: frame.fill(composer.samples(color))
      case .solid(let color): composer.blend(color, on: frame)
      case .media:
        guard let picture = pictures[position] else { continue }
        let converted = try convert(picture, layer, ingredients[position])
        switch converted.conversion.result {
        case .opaque: composer.lay(converted.frame, converted.conversion.fitting, on: frame)
        case .opaqueFullChroma: composer.layFullChroma(converted.frame, converted.conversion.fitting, on: frame)
        case .premultiplied: composer.blend(converted.frame, converted.conversion.fitting, on: frame)
        }
      }
    }
    return frame
  }

  private func convert(_ picture: Picture, _ layer: Layer, _ ingredient: Ingredient) throws(AVError) -> Converted {
    if let known = converted[ingredient.key], known.identity == ingredient.identity { return known }
    let graph = try graph(for: picture, layer)
    if converted.count > 32 { converted.removeAll() }
    let result = Converted(
      identity: ingredient.identity, conversion: graph.conversion, frame: try graph.convert(picture.frame))
    converted[ingredient.key] = result
    return result
  }

  private func graph(for picture: Picture, _ layer: Layer) throws(AVError) -> ClipGraph {
    guard case .media(let index, let stream) = layer.source else {
      throw AVError(code: 0, operation: "graph", detail: "a layer without pictures")
    }
    let info = media[index].info.video[stream]
    let size = PixelSize(width: picture.frame.width, height: picture.frame.height)
    // The container's word counts, as for players; only a stream that changes its size is on its own.
    let own = picture.frame.sampleAspect
    let told = (Int(info.sampleAspectRatio.numerator), Int(info.sampleAspectRatio.denominator))
    let aspect = size == info.codedSize ? told : own
    let shape = PictureShape(
      width: size.width, height: size.height, format: picture.frame.pixelFormat, aspectX: aspect.0, aspectY: aspect.1)
    let key = GraphKey(shape: shape, media: index, stream: stream, fields: layer.picture)
    if let graph = graphs[key] { return graph }
    let conversion = Conversion(
      shape: shape, color: SourceColor(info), fields: layer.picture,
      orientation: layer.picture.orientation ?? info.orientation, canvas: canvas)
    if graphs.count > 32 { graphs.removeAll() }
    let graph = try ClipGraph(conversion, shape: shape, canvas: canvas)
    graphs[key] = graph
    return graph
  }
}
