internal import AV
internal import EDL
internal import MediaTime

/// Makes the frames of pieces: asks each layer for its image and lays them over each other.
///
/// What did not change since the frame before is not made again, and a frame none of whose layers
/// changed is the frame before. A single layer that covers the canvas passes by reference.
final class FrameComposer {
  private let context: LayerContext
  private let stack: LayerStack
  private var nodes: [LayerNode] = []
  private var lastFrame: LastFrame?

  /// The frame before, and what it was made of.
  private final class LastFrame {
    let ingredients: [Ingredient]
    let frame: Frame
    init(_ ingredients: [Ingredient], _ frame: consuming Frame) {
      self.ingredients = ingredients
      self.frame = frame
    }
  }

  /// Makes a composer that keeps at most `maxReaders` files open.
  convenience init(canvas: CanvasFormat, media: [Media], rate: Rational, maxReaders: Int = 12) {
    self.init(canvas: canvas, media: media, rate: rate, pool: ReaderPool(maxReaders: maxReaders))
  }

  /// Makes a composer that reads through a pool.
  init(canvas: CanvasFormat, media: [Media], rate: Rational, pool: ReaderPool) {
    context = LayerContext(canvas: canvas, media: media, rate: rate, pool: pool)
    stack = LayerStack(context)
  }

  /// Begins a piece.
  func begin(_ piece: Piece) {
    // The readers of the piece before are free for this one's.
    nodes = []
    context.beginPiece()
    nodes = piece.layers.map { LayerNode($0, context) }
  }

  /// A frame of the piece that was begun, counted from its first; asked for in order.
  func frame(_ number: Int) throws(RenderError) -> Frame {
    var ingredients: [Ingredient] = []
    for node in nodes { ingredients.append(try node.look(number)) }
    do throws(AVError) {
      if let lastFrame, lastFrame.ingredients == ingredients { return try lastFrame.frame.copyReference() }
    } catch {
      throw RenderError(.codec, error, doing: "compose a frame")
    }
    let frame = try stack.opaque(nodes, at: number)
    do throws(AVError) {
      lastFrame = LastFrame(ingredients, try frame.copyReference())
    } catch {
      throw RenderError(.codec, error, doing: "compose a frame")
    }
    return frame
  }
}
