internal import AV
internal import EDL
internal import MediaTime

/// The effects of one layer: asks for its fitted picture, and makes of it what the filters do.
///
/// Filters that look at one picture are asked for the frame at hand. Those that look at others run
/// from the play's first frame on, or from their lead-in, whatever frame is asked for first; so a cut
/// of the programme changes nothing. Owned by one thread.
final class EffectNode {
  private let layer: Layer
  private let context: LayerContext
  private let reach: FilterReach
  /// The fitted picture of the frame at hand; nil where other frames count or it comes from below.
  private let base: LayerNode?

  init(_ layer: Layer, _ context: LayerContext) {
    self.layer = layer
    self.context = context
    reach = FilterTraits.reach(layer.picture.effects)
    if case .adjustment = layer.source {
      base = nil
    } else {
      base = reach.isTemporal ? nil : LayerNode(layer.fitted, context, room: layer.drawingRoom)
    }
  }

  /// Reads what a frame needs, and tells what it is made of.
  func look(_ number: Int, _ ingredient: inout Ingredient) throws(RenderError) {
    if let clock = layer.effectClock { ingredient.effectFrame = clock.frame + number }
    if let base { ingredient.inner.append(try base.look(number)) }
    // What it is made of are too many pictures to name, but this run of frames is like no other.
    if reach.isTemporal { ingredient.picture = try run().identity }
  }

  /// The layer's picture with its effects; nil where nothing shows.
  func image(at number: Int) throws(RenderError) -> LayerImage? {
    guard !reach.isTemporal else {
      return try run().image(at: (layer.effectClock?.frame ?? 0) + number)
    }
    guard let base, let image = try base.image(at: number) else { return nil }
    do throws(AVError) {
      return try self.image(of: image, at: number)
    } catch {
      throw layer.effectFailure(error)
    }
  }

  /// Another picture with the effects.
  func image(of image: LayerImage, at number: Int) throws(AVError) -> LayerImage {
    let chain = try context.chain(layer.picture.effects, EffectChain.Shape(image))
    return try chain.image(
      image, at: (layer.effectClock?.frame ?? 0) + number, time: layer.itemTime(at: number, context.rate))
  }

  private func run() throws(RenderError) -> EffectRun {
    try context.run(
      from: try layer.exactly { layer throws(TimeOverflow) in try layer.advanced(by: -(layer.effectClock?.frame ?? 0)) }
    )
  }
}

extension Layer {
  /// The layer as far as it is fitted: without its effects and what comes after them.
  var fitted: Layer {
    var copy = self
    copy.picture = picture.fitted
    copy.effectClock = nil
    return copy
  }

  /// The room that its effects need around what it draws; nil for what is not drawn.
  var drawingRoom: DrawingRoom? {
    guard case .drawing = source else { return nil }
    return DrawingRoom(for: picture.effects)
  }

  /// The time in the item at a frame of the piece, which keyframes count by.
  func itemTime(at number: Int, _ rate: Rational) -> Time {
    guard let frame = try? clock?.frame(at: number), let seconds = try? frame / rate else { return .zero }
    return Time(seconds: seconds)
  }

  /// What libavfilter failed at, in the effects' name.
  func effectFailure(_ error: AVError) -> RenderError {
    RenderError(
      .codec, error, doing: "apply the effects of \"\(note.label)\"",
      at: picture.effects.first?.origin.range ?? note.origin)
  }
}
