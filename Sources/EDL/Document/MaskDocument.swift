/// `mask:` as written.
package struct MaskDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  /// A name under `media`, or a path.
  package var media: Located<String>?
  /// A shape instead of a file.
  package var shape: Located<ShapeDocument.Kind>?
  package var drawn = ShapeDocument()
  package var position: Located<CurveDocument<Extent>>?
  package var channel: Located<Mask.Channel>?
  package var isInverted: Located<Bool>?
  package var feather: Located<CurveDocument<Double>>?

  package init(at range: SourceRange) { self.range = range }
}

extension MaskDocument {
  static let table = FieldTable<MaskDocument>(
    "mask", noun: "a mask", doc: "A picture that says what of another one shows.",
    fields: [
      Field(
        "media", mediaType, \.media, example: "matte.png",
        "The pictures that say it: a name under media, or a path; stretched over the item's picture."),
      Field(
        "shape", .choice, \.shape, example: "ellipse",
        "A shape on the canvas that says it instead: rectangle, ellipse, polygon or path."),
      Field(
        "position", .curve(.extent).named("position"), \.position, example: ["50%", "50%"],
        "Where the shape's middle lies on the canvas; by default in its middle."),
      Field(
        "channel", .choice, \.channel,
        "What of them counts: luma (white shows) or alpha (what is opaque shows); alpha by default where they have it."),
      Field("invert", .flag, \.isInverted, "true shows what would be hidden, and hides the rest."),
      Field(
        "feather", .curve(.pixels).named("pixels"), \.feather, example: "8px",
        "How far its edge is blurred, in pixels of the canvas."),
    ] + ShapeDocument.outlineFields.map { $0.lifted(\MaskDocument.drawn) })

  private static let mediaType = ValueType.path(
    "the name of a media entry, or a path", schema: ["type": ["string", "number"], "minLength": 1])

  /// The mapping, or its media alone.
  static let type = ValueType<MaskDocument>.either(
    table.type, when: [.mapping, .sequence],
    or: ValueType(mediaType.noun, schema: mediaType.schema) { node, name, diagnostics in
      guard let media = mediaType.decode(node, name, &diagnostics) else { return nil }
      var mask = MaskDocument(at: node.range)
      mask.media = Located(media, at: node.range)
      return mask
    })
}
