internal import AV

/// Multiplies colour by its alpha, or divides it again, between filters that want the one and the other.
final class AlphaStage: EffectStage {
  let timeBase: (Int, Int)
  private let multiplies: Bool
  private var held: LayerImage?

  init(multiplies: Bool, timeBase: (Int, Int)) {
    self.multiplies = multiplies
    self.timeBase = timeBase
  }

  func push(_ frame: consuming Frame) throws(AVError) {
    try frame.makeWritable()
    if multiplies { frame.premultiply() } else { frame.divideByAlpha() }
    held = LayerImage(.premultiplied, frame)
  }

  func pull() throws(AVError) -> Frame? {
    defer { held = nil }
    return try held?.frame.copyReference()
  }
}
