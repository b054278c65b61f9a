/// The last images of one kind of layer, so that what stands still is made once.
final class LayerCache {
  /// The piece in which it was last asked for.
  var piece = 0
  /// The last picture in the canvas's colour and its own pixels.
  var native: (identity: Int, image: LayerImage)?
  private var entries: [(ingredient: Ingredient, image: LayerImage?)] = []

  /// The image that was made of equal ingredients; nil when there is none.
  func image(of ingredient: Ingredient) -> LayerImage?? {
    entries.first { $0.ingredient == ingredient }.map { .some($0.image) } ?? nil
  }

  /// Keeps an image until two more were made.
  func keep(_ image: LayerImage?, of ingredient: Ingredient) {
    if entries.count > 1 { entries.removeFirst() }
    entries.append((ingredient, image))
  }
}
