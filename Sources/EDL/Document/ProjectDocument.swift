/// A whole project as written, its includes merged in.
package struct ProjectDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var version: Located<Int>?
  package var canvas: Located<CanvasDocument>?
  package var media: Located<[Named<MediaDocument>]>?
  package var sequences: Located<[Named<SequenceDocument>]>?
  package var tracks: Located<[TrackDocument]>?
  package var looks: Located<[Named<[EffectDocument]>]>?
  package var effects: Located<[EffectDocument]>?
  package var buses: Located<[Named<BusDocument>]>?
  package var markers: Located<[MarkerDocument]>?
  package var profiles: Located<[Named<ProfileDocument>]>?
  package var outputs: Located<[OutputDocument]>?

  package init(at range: SourceRange) { self.range = range }

  /// Whether any track is for pictures and holds something.
  var hasVideoItems: Bool {
    (tracks?.value ?? []).contains { $0.kind?.value == .video && $0.items?.value.isEmpty == false }
  }
}

extension ProjectDocument {
  static let table = FieldTable<ProjectDocument>(
    "project", noun: "a project", doc: "An edlrender project: a timeline of media, and the file that it becomes.",
    fields: [
      Field("edlrender", versionType, \.version, required: true, "The version of this format: 1."),
      Field("canvas", CanvasDocument.type, \.canvas, "The picture and sound that everything is brought to."),
      checkedBefore(
        "vars", schema: ["type": "object", "additionalProperties": ["type": ["string", "number", "boolean"]]],
        "Texts by name, to be used as ${name} in any value; --set NAME=VALUE overrides them."),
      checkedBefore(
        "include",
        schema: ["anyOf": [["type": "string"], ["type": "array", "items": ["type": "string"]]]],
        "Files whose media, looks, sequences, buses and vars are merged in, relative to this one."),
      Field(
        "media", .named(MediaDocument.type, "a mapping of names to media"), \.media,
        "The files that clips refer to by name."),
      Field(
        "sequences", .named(SequenceDocument.type, "a mapping of names to sequences"), \.sequences,
        "Timelines by name, to be used as clips."),
      Field(
        "tracks", TrackDocument.listType, \.tracks, required: true,
        "What plays, bottom first: the first video track is the background."),
      Field(
        "looks", .named(EffectDocument.listType, "a mapping of names to lists of effects"), \.looks,
        "Lists of effects by name, to be used as look: NAME."),
      Field(
        "buses", .named(BusDocument.table.type, "a mapping of names to buses"), \.buses,
        example: ["music": ["gain": "-6dB"]],
        "Sums of sound by name, for tracks, other buses and outputs; main is always there."),
      Field("effects", EffectDocument.listType, \.effects, "What is done to the whole picture, in order."),
      Field("markers", .list(of: MarkerDocument.table.type, "a list of markers"), \.markers, "Named moments."),
      Field(
        "profiles", .named(ProfileDocument.table.type, "a mapping of names to profiles"), \.profiles,
        "Ways to encode by name, to be used as profile: NAME of an output."),
      Field(
        "outputs", .list(of: OutputDocument.table.type, "a list of outputs"), \.outputs,
        "The files to be written; by default one, the project's name with .mp4."),
    ]
  ) { entry, _ in
    let advice: String? =
      switch entry.key {
      case "items", "clip", "clips", "timeline": "items stand on a track, tracks: [{kind: video, items: […]}]"
      case "size", "fps", "sample_rate", "channels", "color", "background":
        "it stands under \"canvas\", canvas: {\(entry.key): …}"
      default: nil
      }
    return advice.map {
      Diagnostic(
        .error, code: "document.misplaced-key", "a project has no \"\(entry.key)\": \($0)", at: entry.keyRange)
    }
  }

  /// A field that ``ProjectText`` has read and applied already.
  private static func checkedBefore(_ name: String, schema: JSONValue, _ doc: String) -> Field<ProjectDocument> {
    Field(name: name, doc: doc, isRequired: false, schema: .property(doc, schema)) { _, _, _ in
      true
    }
  }

  private static let versionType = ValueType<Int>("1", schema: ["const": 1]) { node, name, diagnostics in
    guard let text = node.scalarText(as: "1", name, &diagnostics) else { return nil }
    if text == "1" { return 1 }
    let message =
      "this is edlrender for format version 1, not \"\(text)\": write edlrender: 1, or use a newer edlrender"
    diagnostics.append(Diagnostic(.error, code: "document.version", message, at: node.range))
    return nil
  }
}
