internal import EDL
internal import MediaTime

/// The picture fields at one frame: every curve has its value.
struct PictureState: Hashable {
  var box: Pair?
  var crop: Insets?
  var motion: MotionState?
  var key: KeyState?
  var feather: Double
  var opacity: Double
  /// The values of keyframed options of effects.
  var effects: [String]

  /// A motion at one frame.
  struct MotionState: Hashable {
    /// In pixels of the canvas; nil follows the anchor.
    var position: Pair?
    var anchor: Extent
    var scale: Pair
    var rotation: Double
    var isFlippedHorizontally: Bool
    var isFlippedVertically: Bool
    /// Top-left, top-right, bottom-right, bottom-left.
    var corners: [Pair]?
  }

  /// A chroma key at one frame.
  struct KeyState: Hashable {
    var color: Color
    var similarity: Double
    var blend: Double
    var spill: Double
  }

  /// Evaluates the fields at a frame of the item; without a clock nothing in them moves.
  init(_ fields: PictureFields, at frame: Rational?, of count: Int, canvas: CanvasFormat, rate: Rational) {
    let frame = frame ?? .zero
    let time = (try? frame / rate).map { Time(seconds: $0) } ?? .zero
    box = fields.box.map { $0.value(at: time).on(canvas.size) }
    crop = fields.crop.map { $0.value(at: time) }
    motion = fields.motion.map { MotionState($0, at: time, canvas: canvas.size) }
    key = fields.key.map {
      KeyState(
        color: $0.color, similarity: $0.similarity.value(at: time), blend: $0.blend.value(at: time),
        spill: $0.spill.value(at: time))
    }
    effects = fields.effects.flatMap { $0.keyframedTexts(at: time) }
    feather = fields.mask?.feather.value(at: time) ?? 0
    let fade = fields.fade?.opacity(at: frame.approximate, of: count) ?? 1
    opacity = max(0, min(1, (fields.opacity?.value(at: time) ?? 1) * fade))
  }
}

extension PictureState.MotionState {
  init(_ motion: Motion, at time: Time, canvas: PixelSize) {
    position = motion.position.map { $0.value(at: time).on(canvas) }
    anchor = motion.anchor.value(at: time)
    scale = motion.scale.value(at: time)
    rotation = motion.rotation.value(at: time)
    isFlippedHorizontally = motion.isFlippedHorizontally
    isFlippedVertically = motion.isFlippedVertically
    corners = motion.corners.map {
      let corners = $0.value(at: time)
      return [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft].map { $0.on(canvas) }
    }
  }

  /// A motion that changes nothing.
  static let none = PictureState.MotionState(Motion(), at: .zero, canvas: PixelSize(width: 1, height: 1))
}
