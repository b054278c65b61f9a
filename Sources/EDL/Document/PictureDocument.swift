/// The picture fields of an item as written: how it is framed, where it lies, how it is laid.
package struct PictureDocument: Sendable {
  /// Which sides are changed.
  package struct Flip: Sendable {
    var isHorizontal = false
    var isVertical = false
  }

  package var box: Located<CurveDocument<Extent>>?
  package var backdrop: Located<PictureFields.Backdrop>?
  package var crop: Located<CropDocument>?
  package var colorTags: Located<ColorTagsDocument>?
  package var position: Located<CurveDocument<Extent>>?
  package var anchor: Located<CurveDocument<Extent>>?
  package var scale: Located<CurveDocument<Pair>>?
  package var rotation: Located<CurveDocument<Double>>?
  package var flip: Located<Flip>?
  package var corners: Located<CurveDocument<Corners>>?
  package var opacity: Located<CurveDocument<Double>>?
  package var blend: Located<String>?
  package var mask: Located<MaskDocument>?
  package var key: Located<KeyDocument>?
  package var fadeIn: Located<TimeExpression>?
  package var fadeOut: Located<TimeExpression>?

  package init() {}
}

extension PictureDocument {
  /// The box that a picture is fitted into.
  static let boxField = Field(
    "size", .curve(.box).named("box"), \PictureDocument.box, example: ["50%", "50%"],
    "The size of the box that the picture is fitted into, in pixels or shares of the canvas; the canvas by default.")

  /// The framing of pictures that have pixels of their own.
  static let framingFields: [Field<PictureDocument>] = [
    boxField,
    Field(
      "backdrop", .backdrop, \.backdrop, example: "blur",
      "What fills the box beside the picture: blur (the picture itself, out of focus) or a colour."),
    Field(
      "crop", CropDocument.type, \.crop, example: ["left": "10%", "right": "10%"],
      "What is cut off the upright source picture, at each side or at all of them, in its pixels or in shares of it."),
  ]

  static let colorTagsField = Field(
    "color_tags", ColorTagsDocument.table.type, \PictureDocument.colorTags, example: ["space": "bt709"],
    "What the file says of its colour, corrected.")

  /// Where a picture lies and how it is laid over what is below.
  static let layerFields: [Field<PictureDocument>] = [
    Field(
      "position", .curve(.extent).named("position"), \.position, example: ["50%", "85%"],
      "Where the anchor lies on the canvas, in pixels or shares of it; by default the same share of the canvas as the "
        + "anchor is of the picture."),
    Field(
      "anchor", .curve(.anchor).named("anchor"), \.anchor, example: "top-right",
      "The point of the picture that position, scale and rotation go by; its center by default."),
    Field(
      "scale", .curve(.scale).named("scale"), \.scale, example: .number("1.5"),
      "How much larger it is than fitted: a factor, a percentage, or one each for width and height."),
    Field(
      "rotation", .curve(.degrees).named("rotation"), \.rotation, example: 45,
      "By how many degrees it is turned, clockwise."),
    Field(
      "flip", flipType, \.flip, example: "horizontal", "Mirrors it: horizontal (left and right), vertical or both."),
    Field(
      "corners", .curve(.corners).named("corners"), \.corners, example: nil,
      "The points of the canvas to which its four corners are drawn, from the top-left one clockwise."),
    Field(
      "opacity", .curve(.share).named("share"), \.opacity, example: .number("0.5"),
      "How much it hides of what is below, from 0 to 1 or in percent; 1 by default."),
    Field(
      "blend", .text("the name of a blend mode such as multiply"), \.blend, example: "multiply",
      "How it is mixed with what is below: a mode of libavfilter's blend filter, such as multiply, screen or overlay."),
    Field("mask", MaskDocument.type, \.mask, example: ["media": "matte.png"], "What of it shows."),
    Field("key", KeyDocument.type, \.key, example: ["color": "green"], "The colour that becomes transparent."),
    Field(
      "fade_in", .time, \.fadeIn, example: "1s",
      "How long it rises from nothing at the item's start, and its sound from silence."),
    Field(
      "fade_out", .time, \.fadeOut, example: "2s",
      "How long it falls to nothing at the item's end, and its sound to silence."),
  ]

  private static let flipType = ValueType<Flip>.either(
    ValueType<[Flip]>.list(of: side, "a list of horizontal and vertical").map { sides in
      Flip(isHorizontal: sides.contains { $0.isHorizontal }, isVertical: sides.contains { $0.isVertical })
    }, when: [.sequence], or: side)

  private static let side = ValueType<Flip>.choice(["horizontal", "vertical", "both"]) { word in
    Flip(isHorizontal: word != "vertical", isVertical: word != "horizontal")
  }
}
