/// How an item's picture is brought to the canvas.
///
/// Order: decode, deinterlace, orient, colour to the canvas, crop, fit, effects, scale and rotation
/// and position, key, mask, opacity, blend.
public struct PictureFields: Hashable, Sendable {
  /// How the picture is scaled into its box.
  public enum Fit: String, Hashable, Sendable, CaseIterable {
    /// As large as fits whole; what is below shows beside it.
    case contain
    /// As small as covers all; the overhang is cut evenly.
    case cover
    /// Stretched to the box.
    case fill
    /// At its own size, centred.
    case none
  }

  /// Whether fields become frames.
  public enum Deinterlace: String, Hashable, Sendable, CaseIterable {
    /// Where the file says that it is interlaced.
    case auto
    /// Never.
    case off
    /// Always, one frame a field.
    case bob
  }

  /// What shows beside a picture that does not fill its box.
  public enum Backdrop: Hashable, Sendable {
    /// The same picture, covering the box, out of focus.
    case blur
    /// A colour.
    case color(Color)
  }

  /// How the picture is scaled into its box.
  public var fit: Fit
  /// Whether fields become frames.
  public var deinterlace: Deinterlace
  /// The EXIF orientation to apply instead of the file's; nil follows the file.
  public var orientation: Int?
  /// What the file says of its colour, corrected; nil follows the file.
  public var colorTags: ColorTags?
  /// The size of the box that the picture is fitted into; nil is the whole canvas.
  @Seldom public var box: Curve<Extent>?
  /// What shows beside the picture; nil is what lies below.
  public var backdrop: Backdrop?
  /// What is cut off at each side, of the upright source picture; nil for nothing.
  @Seldom public var crop: Crop?
  /// What is done to the fitted picture, in order.
  public var effects: [Effect]
  /// Where and how the picture lies on the canvas; nil leaves it fitted and centred.
  @Seldom public var motion: Motion?
  /// The colour that becomes transparent.
  @Seldom public var key: ChromaKey?
  /// What of the picture shows.
  @Seldom public var mask: Mask?
  /// How much of what is below it hides, 0 to 1; nil is 1.
  public var opacity: Curve<Double>?
  /// The rise of the opacity at the item's start and its fall at the end.
  public var fade: Fade?
  /// libavfilter's name of the way it is laid over what is below; nil is `normal`.
  public var blend: BlendMode?

  /// Creates picture fields.
  public init(fit: Fit = .contain, deinterlace: Deinterlace = .auto, orientation: Int? = nil) {
    self.fit = fit
    self.deinterlace = deinterlace
    self.orientation = orientation
    effects = []
  }
}

/// A fade from and to nothing, in frames of the item's sequence.
public struct Fade: Hashable, Sendable {
  /// Frames until the item shows fully.
  public var fadeIn: Int
  /// Frames in which it disappears, up to its end.
  public var fadeOut: Int

  /// Creates a fade.
  public init(fadeIn: Int = 0, fadeOut: Int = 0) {
    self.fadeIn = fadeIn
    self.fadeOut = fadeOut
  }

  /// The factor of the opacity at a frame (exact, possibly between two) of an item of `count` frames.
  ///
  /// 0 at the item's first edge, 1 after `fadeIn` frames; at the end the mirror image.
  public func opacity(at frame: Double, of count: Int) -> Double {
    let rise = fadeIn > 0 ? frame / Double(fadeIn) : 1
    let fall = fadeOut > 0 ? (Double(count) - frame) / Double(fadeOut) : 1
    return max(0, min(1, rise, fall))
  }
}

/// What is cut off at each side of a picture at one moment.
public struct Insets: Animatable {
  /// At the left; a share counts of the width.
  public var left: Length
  /// At the top; a share counts of the height.
  public var top: Length
  /// At the right.
  public var right: Length
  /// At the bottom.
  public var bottom: Length

  /// Creates insets.
  public init(left: Length = Length(), top: Length = Length(), right: Length = Length(), bottom: Length = Length()) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// The value that lies `amount` of the way from one to the other.
  public static func mix(_ first: Insets, _ second: Insets, _ amount: Double) -> Insets {
    Insets(
      left: Length.mix(first.left, second.left, amount), top: Length.mix(first.top, second.top, amount),
      right: Length.mix(first.right, second.right, amount), bottom: Length.mix(first.bottom, second.bottom, amount))
  }
}

extension PictureFields {
  /// Whether a frame's picture depends on how far into the item it is.
  ///
  /// Of effects, keyframed options count; which filters look at time or at other frames is for
  /// whoever runs them to know.
  public var isAnimated: Bool {
    if fade != nil || effects.contains(where: \.isKeyframed) { return true }
    let curves = [
      box?.isConstant, crop?.isConstant, opacity?.isConstant, motion?.isStill, mask?.isStill, key?.isStill,
    ]
    return curves.contains(false)
  }
}

extension ChromaKey {
  /// Whether it is the same all the time.
  public var isStill: Bool { similarity.isConstant && blend.isConstant && spill.isConstant }
}

extension Mask {
  /// Whether it is the same all the time.
  public var isStill: Bool {
    switch content {
    case .media: false
    case .drawing(let drawing, let position):
      !drawing.isAnimated && (position?.isConstant ?? true) && feather.isConstant
    }
  }
}
