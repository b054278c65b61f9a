/// An entry of `subtitles:` of an output as written.
package struct SubtitleStreamDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var path: Located<String>?
  package var start: Located<TimeExpression>?
  package var language: Located<String>?
  package var title: Located<String>?
  package var isDefault: Located<Bool>?
  package var isForced: Located<Bool>?

  package init(at range: SourceRange) { self.range = range }
}

extension SubtitleStreamDocument {
  static let table = FieldTable<SubtitleStreamDocument>(
    "subtitleStream", noun: "a stream of subtitles", doc: "Subtitles that players can turn on and off.",
    fields: [
      Field(
        "path", pathType, \.path, required: true, example: "talk.eng.srt",
        "A file of SubRip (.srt), ASS (.ass, .ssa) or WebVTT (.vtt), relative to the project."),
      Field(
        "at", .time, \.start, example: "talk.start",
        "The moment of the programme that the file's times count from; its start by default."),
      Field(
        "language", EncoderDocument.language, \.language, example: "eng",
        "Its language, by the three letters of ISO 639-2."),
      Field("title", .text, \.title, example: "English", "Its title."),
      Field("default", .flag, \.isDefault, example: true, "Whether players show it by themselves; false by default."),
      Field(
        "forced", .flag, \.isForced, example: true,
        "Whether it is shown to all, because it translates what is said in another language; false by default."),
    ])

  /// A list of streams, or one: a mapping, or its path alone.
  static let type = ValueType<[SubtitleStreamDocument]>.either(
    .list(of: one, "a list of streams of subtitles"), when: [.sequence], or: one.map { [$0] })

  private static let one = ValueType<SubtitleStreamDocument>.either(
    table.type, when: [.mapping, .sequence],
    or: ValueType<Located<String>>(pathType.noun, schema: pathType.schema) { node, name, diagnostics in
      pathType.decode(node, name, &diagnostics).map { Located($0, at: node.range) }
    }.map { path in
      var document = SubtitleStreamDocument(at: path.range)
      document.path = path
      return document
    })

  private static let pathType = ValueType<String>.path(
    "the path of a file of subtitles", schema: ["type": "string", "minLength": 1])
}
