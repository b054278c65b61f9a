/// An entry of `tracks:` as written.
package struct TrackDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var kind: Located<Track.Kind>?
  package var bus: Located<String>?
  package var items: Located<[ItemDocument]>?
  package var effects: Located<[EffectDocument]>?
  /// On an audio track what stands on it, on a video track what stands under `audio`.
  package var mix: MixDocument

  package init(at range: SourceRange) {
    self.range = range
    mix = MixDocument(at: range)
  }
}

extension TrackDocument {
  /// The table of the tracks of one kind; it differs in the items alone.
  static func table(_ kind: Track.Kind) -> FieldTable<TrackDocument> {
    kind == .video ? videoTable : audioTable
  }

  private static let videoTable = makeTable(
    .video, doc: "A track of pictures, and of the sound of those that have some; later tracks lie over earlier ones.")
  private static let audioTable = makeTable(.audio, doc: "A track of sound alone.")

  private static func makeTable(_ kind: Track.Kind, doc: String) -> FieldTable<TrackDocument> {
    FieldTable(
      "\(kind.rawValue)Track", noun: "a track", doc: doc,
      fields: [
        Field(
          "kind", .choice([kind.rawValue]) { _ in kind }, \.kind, required: true,
          "What the track gives: video (picture, and sound where there is some) or audio."),
        Field(
          "bus", .text("the name of a bus"), \.bus, example: "main",
          "The bus that its sound goes to: main by default; inside a group, a stack or a named sequence it goes the way "
            + "of the item."),
        Field(
          "items", ItemDocument.listType(kind), \.items, required: true,
          "What it plays, one after the other; \"at\" places an item elsewhere."),
      ] + (kind == .video ? [effectsField, audioField] : MixDocument.fields.map { $0.lifted(\TrackDocument.mix) })
    ) { entry, _ in
      guard ItemDocument.forms(kind).contains(where: { $0.key == entry.key }) else { return nil }
      return Diagnostic(
        .error, code: "document.misplaced-key",
        "a track has no \"\(entry.key)\": write it as an item, items: [{\(entry.key): …}]", at: entry.keyRange)
    }
  }

  private static let effectsField = Field(
    "effects", EffectDocument.listType, \TrackDocument.effects, "What is done to all that the track shows, in order.")

  private static let audioField = Field<TrackDocument>(
    name: "audio", doc: "What is done to the sum of its items' sound: gain, pan, mute, channels, effects.",
    isRequired: false,
    schema: .property(
      "What is done to the sum of its items' sound: gain, pan, mute, channels, effects.",
      MixDocument.trackTable.type.schema,
      example: ["gain": "-3dB"])
  ) { entry, track, diagnostics in
    guard let mix = MixDocument.trackTable.decode(entry.value, "audio", &diagnostics) else { return false }
    track.mix = mix
    return !mix.isFaulty
  }

  /// A track, whose `kind` says which table reads the rest.
  static let type = ValueType<TrackDocument>(
    "a track such as {kind: video, items: [...]}",
    schema: [
      "type": "object", "required": ["kind", "items"],
      "if": ["properties": ["kind": ["const": "audio"]], "required": ["kind"]],
      "then": ["$ref": "#/definitions/audioTrack"], "else": ["$ref": "#/definitions/videoTrack"],
    ]
  ) { node, name, diagnostics in
    guard case .mapping(let entries) = node.content else {
      diagnostics.append(.wrongShape(node, name, mustBe: "a track such as {kind: video, items: [...]}"))
      return nil
    }
    guard let kindNode = entries.first(where: { $0.key == "kind" })?.value else {
      // The video table reports the missing kind and reads the rest.
      return table(.video).decode(node, name, &diagnostics)
    }
    guard let kind = ValueType<Track.Kind>.choice.decode(kindNode, "kind", &diagnostics) else { return nil }
    return table(kind).decode(node, name, &diagnostics)
  }

  /// The tracks of a project, a stack or a named sequence.
  static let listType = ValueType<[TrackDocument]>.list(of: type, "a list of tracks")
}

extension Track.Kind: CaseIterable {
  /// Both kinds.
  public static let allCases: [Track.Kind] = [.video, .audio]
}
