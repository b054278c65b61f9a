/// How a stream of an output is encoded, as written; options stay raw until libavcodec checks them.
package struct EncoderDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var codec: Located<String>?
  package var pixelFormat: Located<String>?
  package var isTwoPass: Located<Bool>?
  package var bus: Located<String>?
  package var solo: Located<[String]>?
  package var without: Located<[String]>?
  package var channels: Located<String>?
  package var sampleRate: Located<Int>?
  package var width: Located<AudioOutput.SampleWidth>?
  package var dither: Located<AudioOutput.Dither>?
  package var isDefault: Located<Bool>?
  package var language: Located<String>?
  package var title: Located<String>?
  package var options: [EncoderOption] = []

  package init(at range: SourceRange) { self.range = range }
}

extension EncoderDocument {
  static let videoTable = FieldTable<EncoderDocument>(
    "videoEncoder", noun: "a video stream",
    doc: "How the picture is encoded; any other key is an option of the encoder.",
    fields: [
      Field(
        "codec", .text("a codec such as h264"), \.codec, example: "h264",
        "The codec (h264) or the encoder (libx264); by default the container's own."),
      Field(
        "pixel_format", .text("a pixel format such as yuv420p"), \.pixelFormat, example: "yuv420p",
        "How pixels are stored, by FFmpeg's name; by default as the encoder likes best."),
      option("preset", example: "medium", "How hard the encoder tries, from fast and large to slow and small."),
      option("crf", example: 18, "The constant quality to aim for: lower is better and larger."),
      option(
        "bitrate", example: "8M",
        "The average bits a second to aim for, instead of crf; maxrate and bufsize are half more and twice as much "
          + "unless they are given."),
      Field(
        "two_pass", .flag, \.isTwoPass, example: true,
        "Encodes twice, the second time knowing all of it: bits go where they are needed. Needs a bitrate."),
    ], otherKeys: otherOptions)

  static let audioTable = FieldTable<EncoderDocument>(
    "audioEncoder", noun: "an audio stream",
    doc: "How an audio stream is encoded; any other key is an option of the encoder.",
    fields: [
      Field("bus", .text("the name of a bus"), \.bus, example: "main", "The bus that it carries; main by default."),
      Field(
        "solo", busNames, \.solo, example: ["music", "effects"],
        "The only buses that are heard in it, with all that goes to them."),
      Field("without", busNames, \.without, example: ["commentary"], "Buses that it sounds as if they were muted."),
      Field(
        "codec", .text("a codec such as aac"), \.codec, example: "aac",
        "The codec (aac) or the encoder (libopus); by default the container's own."),
      option("bitrate", example: "192k", "The bits a second to aim for."),
      Field(
        "channels", .word(CanvasDocument.channelLayouts), \.channels, example: "5.1",
        "The speakers of the stream; by default those of its bus."),
      Field(
        "sample_rate", .integer(8000...384_000, "a sample rate from 8000 to 384000"), \.sampleRate, example: 48000,
        "Samples a second; by default the canvas's."),
      Field(
        "bits", .choice, \.width, example: 24,
        "How a sample is stored by codecs that lose nothing: 8, 16 (the default), 24, 32 or float."),
      Field(
        "dither", .choice, \.dither,
        "What keeps rounding to bits from being heard: triangular (the default) or none."),
      Field(
        "default", .flag, \.isDefault, example: true,
        "Whether players choose it by themselves; by default the first stream."),
      Field("language", language, \.language, example: "eng", "Its language, by the three letters of ISO 639-2."),
      Field("title", .text, \.title, "Its title."),
    ], otherKeys: otherOptions)

  private static let busNames = ValueType<[String]>.either(
    .list(of: .text("the name of a bus"), "a list of buses"), when: [.sequence, .mapping],
    or: ValueType<String>.text("the name of a bus").map { [$0] })

  /// Three letters for a language.
  static let language = ValueType<String>.scalar(
    "three letters of ISO 639-2 such as eng",
    schema: (["type": "string", "pattern": "^[a-z]{3}$"] as JSONValue).orVariable,
    code: "value.language"
  ) { text in
    text.utf8.count == 3 && text.utf8.allSatisfy { (97...122).contains($0) } ? text : nil
  }

  private static let optionSchema: JSONValue = ["type": ["string", "number", "boolean"]]

  private static func option(_ name: String, example: JSONValue, _ doc: String) -> Field<EncoderDocument> {
    Field(
      name: name, doc: doc, isRequired: false,
      schema: .property(doc, optionSchema, example: example)
    ) { entry, owner, diagnostics in
      read(entry, &owner, &diagnostics)
    }
  }

  private static let otherOptions = FieldTable<EncoderDocument>.OtherKeys(schema: optionSchema) {
    entry, owner, diagnostics in
    read(entry, &owner, &diagnostics)
  }

  private static func read(
    _ entry: Node.Entry, _ owner: inout EncoderDocument, _ diagnostics: inout DiagnosticList
  ) -> Bool {
    guard let value = entry.value.scalarText(as: "an option's value", entry.key, &diagnostics) else { return false }
    owner.options.append(
      EncoderOption(name: entry.key, value: value, nameRange: entry.keyRange, valueRange: entry.value.range))
    return true
  }
}
