extension ItemDocument {
  /// One kind of item: its leading key and the table of its keys.
  struct Form: Sendable {
    let key: String
    let table: FieldTable<ItemDocument>
  }

  /// The kinds of items that a kind of track may hold.
  static func forms(_ kind: Track.Kind) -> [Form] { kind == .video ? videoForms : audioForms }

  private static let videoForms: [Form] = [
    form(
      .video, leading: clipField, noun: "a clip", doc: "A video, a still, an image sequence or a named sequence.",
      rangeFields + [timecodeField] + playFields + [freezeField, extendField, streamField(.video)]
        + framesFields + [colorTagsField] + framingFields + [effectsField] + pictureFields + [audioField]),
    form(.video, leading: gapField, noun: "a gap", doc: "Time in which nothing shows and nothing sounds.", []),
    form(
      .video, leading: groupField(.video), noun: "a group", doc: "Items played as if they were one clip.",
      rangeFields + playFields + [freezeField, extendField] + framingFields + [effectsField] + pictureFields + [
        audioField
      ]),
    form(
      .video, leading: stackField, noun: "a stack", doc: "Tracks played as if they were one clip.",
      rangeFields + playFields + [freezeField, extendField] + framingFields + [effectsField] + pictureFields + [
        audioField
      ]),
    form(
      .video, leading: solidField, noun: "a solid", doc: "One colour over the whole canvas, or a box of it.",
      [durationField, boxField, effectsField] + pictureFields),
    form(
      .video, leading: textField, noun: "a title", doc: "Text, drawn sharp at every size.",
      [durationField] + titleFields + [effectsField] + pictureFields),
    form(
      .video, leading: shapeField, noun: "a shape", doc: "A rectangle, an ellipse, a polygon or a path.",
      [durationField] + shapeFields + [effectsField] + pictureFields),
    form(
      .video, leading: gradientField, noun: "a gradient", doc: "Colours that change over the canvas, or over a box.",
      [durationField, drawnSizeField, effectsField] + pictureFields),
    form(
      .video, leading: adjustField, noun: "an adjustment", doc: "Effects on all that lies below, while it lasts.",
      [durationField] + pictureFields),
    form(
      .video, leading: sourceField, noun: "a source", doc: "The pictures of a source of libavfilter.",
      [durationField] + framingFields + [effectsField] + pictureFields),
    form(
      .video, leading: subtitlesField, noun: "subtitles", doc: "Subtitles drawn into the picture.",
      rangeFields + [styleField, effectsField] + pictureFields),
    transitionForm(.video),
  ]

  private static let audioForms: [Form] = [
    form(
      .audio, leading: clipField, noun: "a clip on an audio track", doc: "The sound of a file or of a named sequence.",
      rangeFields + [timecodeField] + playFields + [extendField, streamField(.audio)] + soundFields),
    form(.audio, leading: gapField, noun: "a gap", doc: "Time in which nothing sounds.", []),
    form(
      .audio, leading: groupField(.audio), noun: "a group on an audio track",
      doc: "Items played as if they were one clip.", rangeFields + playFields + [extendField] + soundFields),
    form(
      .audio, leading: stackField, noun: "a stack on an audio track", doc: "The sound of tracks as if of one clip.",
      rangeFields + playFields + [extendField] + soundFields),
    transitionForm(.audio),
  ]

  private static func form(
    _ kind: Track.Kind, leading: Field<ItemDocument>, noun: String, doc: String, _ fields: [Field<ItemDocument>],
    place: [Field<ItemDocument>] = placeFields
  ) -> Form {
    let name = "\(kind.rawValue)\(leading.name.prefix(1).uppercased())\(leading.name.dropFirst())"
    return Form(
      key: leading.name,
      table: FieldTable(name, noun: noun, doc: doc, fields: [leading] + place + fields) { entry, siblings in
        misplaced(entry, among: siblings, in: kind, noun: noun)
      })
  }

  private static func transitionForm(_ kind: Track.Kind) -> Form {
    let leading = leadingField(
      "transition", TransitionDocument.kindType(kind), example: "dissolve",
      kind == .video
        ? "How the item before it gives way to the one after it: dissolve, a kind of libavfilter's xfade by its name, "
          + "fade-through or wipe."
        : "How the item before it gives way to the one after it: dissolve."
    ) { .transition($0) }
    return form(
      kind, leading: leading, noun: "a transition", doc: "How one item gives way to the next.",
      TransitionDocument.fields(kind).map { $0.lifted(\ItemDocument.transition) },
      place: placeFields.filter { $0.name == "enabled" })
  }

  private static let clipField = leadingField(
    "clip",
    ValueType.path(
      "the name of a media entry or sequence, or a path", schema: ["type": ["string", "number"], "minLength": 1]),
    example: "talk.mov",
    "What plays: a name under media or sequences, or the path of a file relative to this one."
  ) { .clip($0) }

  private static let gapField = leadingField("gap", .time, example: "1s", "How long the gap is.") { .gap($0) }

  private static let solidField = leadingField(
    "solid", .color, example: "navy", "The colour; one that begins with # stands in quotes."
  ) { .solid($0) }

  private static let textField = leadingField(
    "text", ValueType.text("a text"), example: "Hello", "The text; nothing in it is interpreted."
  ) { .text($0) }

  private static let shapeField = leadingField(
    "shape", ValueType<ShapeDocument.Kind>.choice, example: "rectangle",
    "What it is: rectangle, ellipse, polygon (points, or sides) or path."
  ) { .shape($0) }

  private static let gradientField = leadingField(
    "gradient", GradientDocument.table.type, example: ["angle": 90, "stops": ["navy", "black"]],
    "The colours and where they lie."
  ) { .gradient($0) }

  private static let adjustField = leadingField(
    "adjust", AdjustmentDocument.table.type, example: nil, "What is done to all that lies below: {effects: [...]}."
  ) { .adjustment($0) }

  private static let sourceField = leadingField(
    "source", .text("a source of libavfilter such as testsrc2 or mandelbrot=maxiter=2000"), example: "testsrc2",
    "A source of libavfilter with its options; size and rate are the canvas's by default."
  ) { .generator($0) }

  private static let subtitlesField = leadingField(
    "subtitles", .path("the path of a file of subtitles", schema: ["type": "string", "minLength": 1]),
    example: "talk.srt", "The file: .srt, .ass, .ssa or .vtt. Its times count from the item's start."
  ) { .subtitles($0) }

  private static let stackField = leadingField(
    "stack", TrackDocument.listType, example: nil, "The tracks, bottom first."
  ) { .stack($0.value) }

  private static func groupField(_ kind: Track.Kind) -> Field<ItemDocument> {
    leadingField("group", listType(kind), example: nil, "The items, one after the other.") { .group($0.value) }
  }

  private static func leadingField<Value>(
    _ name: String, _ type: ValueType<Value>, example: JSONValue?, _ doc: String,
    make: @escaping @Sendable (Located<Value>) -> Content
  ) -> Field<ItemDocument> {
    Field(
      name: name, doc: doc, isRequired: true,
      schema: .property(doc, type.schema, example: example)
    ) { entry, item, diagnostics in
      guard let value = type.decode(entry.value, name, &diagnostics) else { return false }
      item.content = make(Located(value, at: entry.value.range))
      return true
    }
  }
}
