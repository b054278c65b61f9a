// The keys of items, by what they are about. Which of them an item has depends on its leading key
// and on the kind of its track; `ItemDocument+Tables.swift` puts them together.
extension ItemDocument {
  static let placeFields: [Field<ItemDocument>] = [
    Field("id", .id, \.id, example: "intro", "A name that times elsewhere may refer to: intro.start, intro.end + 10f."),
    Field(
      "at", .time, \.at, example: "intro.end + 1s",
      "When it starts in its sequence; by default at the end of the item before it."),
    Field("enabled", .flag, \.isEnabled, "false takes the item out and keeps its time as a gap."),
  ]

  static let durationField = Field(
    "duration", .length, \ItemDocument.duration, example: "4s", "How long it plays, or to-end: until the sequence ends."
  )

  static let rangeFields: [Field<ItemDocument>] = [
    Field("in", .time, \.sourceIn, example: "10s", "The first moment of the source that plays; its start by default."),
    Field(
      "out", .time, \.sourceOut, example: "14.5s",
      "The first moment of the source that no longer plays; its end by default."),
    durationField,
  ]

  static let timecodeField = Field(
    "timecode", .choice, \ItemDocument.timecode,
    "What timecodes in \"in\" and \"out\" count from: the first frame (start, the default) or the media's own start "
      + "timecode (source).")

  static let playFields: [Field<ItemDocument>] = [
    Field(
      "speed", .curve(.speed), \.speed, example: "3/2",
      "How fast it plays: 2, 1.5, 3/2 or 150%; keyframes, in the time of one play, make a ramp."),
    Field("reverse", .flag, \.isReversed, "true plays it backwards."),
    repeatField, loopField,
  ]

  static let repeatField = Field(
    "repeat", .integer(1...100_000, "a whole number from 1 to 100000, as 0 plays are empty"), \ItemDocument.repeats,
    example: 3,
    "How many times it plays in all.")

  static let loopField = Field(
    "loop", .length, \ItemDocument.loop, example: "to-end",
    "Plays on and on, and is cut after this time, or where the sequence ends (to-end).")

  static let extendField = Field(
    "extend", .choice, \ItemDocument.extend,
    "What happens where the media is shorter than asked: error (the default), freeze (its last frame stays), loop or "
      + "black (a gap).")

  static let freezeField = Field(
    "freeze", .time, \ItemDocument.freeze, example: "3s", "Shows the frame of this moment of the source all the time.")

  static let fitField = Field(
    "fit", .choice, \ItemDocument.fit,
    "How the picture is scaled into its box: contain (whole, the default), cover (overhang cut), fill (stretched) or "
      + "none (its own size).")

  static let effectsField = Field(
    "effects", EffectDocument.listType, \ItemDocument.effects,
    "What is done to the fitted picture, in order: filters of libavfilter, looks and graphs.")

  static let styleField = Field(
    "style", .named(.text, "a mapping of ASS's names to values"), \ItemDocument.style,
    example: ["Fontsize": 20, "PrimaryColour": "yellow"],
    "Overrides of the style, by ASS's names: Fontname, Fontsize, PrimaryColour, Outline, Alignment, MarginV and others."
  )

  /// The box, the fit and the crop of a picture that has pixels of its own.
  static let framingFields = [fitField] + PictureDocument.framingFields.map { $0.lifted(\ItemDocument.picture) }

  static let boxField = PictureDocument.boxField.lifted(\ItemDocument.picture)

  static let colorTagsField = PictureDocument.colorTagsField.lifted(\ItemDocument.picture)

  /// Where any picture lies and how it is laid over what is below.
  static let pictureFields = PictureDocument.layerFields.map { $0.lifted(\ItemDocument.picture) } + [framingField]

  static let titleFields = TitleDocument.fields.map { $0.lifted(\ItemDocument.title) }

  static let shapeFields = ShapeDocument.fields.map { $0.lifted(\ItemDocument.drawn) }

  static let drawnSizeField = ShapeDocument.sizeField.lifted(\ItemDocument.drawn)

  static let framesFields: [Field<ItemDocument>] = [
    Field(
      "deinterlace", .choice, \.deinterlace,
      "Whether fields become frames: auto (where the file says so, the default), off or bob (one frame a field)."),
    orientationField,
  ]

  static let orientationField = Field(
    "orientation", .orientation, \ItemDocument.orientation, example: 90,
    "What is done instead of what the file asks for: ignore, a turn clockwise by 0, 90, 180 or 270 degrees, "
      + "flip-horizontal, flip-vertical, transpose (mirrored about the falling diagonal), transverse (about the rising "
      + "one), or exif-1 to exif-8.")

  static let audioField = Field(
    "audio", SoundDocument.settingType, \ItemDocument.audio, example: ["gain": "-6dB"],
    "off silences it; a mapping sets its sound: gain, pan, mute, effects, fade_in, fade_out, pitch, stream.")

  static func streamField(_ kind: Track.Kind) -> Field<ItemDocument> {
    Field(
      "stream", StreamDocument.table(kind).type, \.streams, example: ["audio": 1],
      "Which streams of the file are used, counted from 0.")
  }

  static let soundFields = SoundDocument.itemFields.map { $0.lifted(\ItemDocument.ownSound) }
}

extension ValueType where Value == String {
  /// An item's name: it must read as one word of a time expression.
  static let id = ValueType.scalar(
    "a name of the letters A to Z, digits, _ and -, beginning with one of the first three",
    schema: (["type": ["string", "integer"], "pattern": "^[A-Za-z0-9_][A-Za-z0-9_-]*$"] as JSONValue).orVariable,
    code: "value.id"
  ) { text in
    let isName = text.utf8.allSatisfy { byte in
      isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    // `start` and `end` are moments of the item itself.
    guard isName, !text.isEmpty, !text.hasPrefix("-"), !["start", "end", "to-end"].contains(text) else { return nil }
    return text
  }
}
