/// The JSON Schema of project files, for editors (completion, hover, checks while typing).
///
/// It comes out of the tables that the decoder reads with, so it knows the same keys and words.
public enum Schema {
  /// The schema as a JSON text, draft 7.
  public static var json: String { document.text + "\n" }

  private static var document: JSONValue {
    let root: JSONValue = [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "edlrender project",
    ]
    return root.adding(ProjectDocument.table.definition).adding(["definitions": .object(definitions)])
  }

  private static var definitions: [JSONValue.Member] {
    let kinds: [Track.Kind] = [.video, .audio]
    var members = SchemaDefinitions.all
    members += [
      entry(CanvasDocument.table), entry(HDRDocument.table), entry(MediaDocument.table), entry(SequenceDocument.table),
      entry(MarkerDocument.table), entry(ProfileDocument.table), entry(OutputDocument.table),
      entry(ContactSheetDocument.table), entry(WaveformDocument.table), entry(RenditionDocument.table),
      entry(SubtitleStreamDocument.table),
      entry(EncoderDocument.videoTable),
      entry(EncoderDocument.audioTable), entry(SoundDocument.table), entry(MixDocument.trackTable),
      entry(BusDocument.table), entry(DuckDocument.table), entry(LoudnessDocument.table),
      entry(ColorTagsDocument.table), entry(CropDocument.table), entry(MaskDocument.table), entry(KeyDocument.table),
      entry(WipeDocument.table),
      entry(GradientDocument.table), GradientDocument.stopDefinition, entry(FontDocument.table),
      entry(OutlineDocument.table), entry(ShadowDocument.table), entry(TitleBoxDocument.table),
      entry(TitleDocument.typewriterTable), entry(StrokeDocument.table),
    ]
    members.append(.init(key: "effect", value: EffectDocument.definition))
    members.append(entry(AdjustmentDocument.table))
    for kind in kinds {
      members.append(entry(TrackDocument.table(kind)))
      members.append(entry(StreamDocument.table(kind)))
      members.append(.init(key: "\(kind.rawValue)Item", value: ItemDocument.definition(kind)))
      members += ItemDocument.forms(kind).map { entry($0.table) }
    }
    return members
  }

  private static func entry<Owner>(_ table: FieldTable<Owner>) -> JSONValue.Member {
    .init(key: table.name, value: table.definition)
  }
}
