extension ItemDocument {
  private static let soundKeys = Set(SoundDocument.itemFields.map(\.name))

  /// A better message for a key that belongs to another kind of item.
  static func misplaced(
    _ entry: Node.Entry, among siblings: [Node.Entry], in kind: Track.Kind, noun: String
  ) -> Diagnostic? {
    let isNested = [
      "a gap", "a solid", "a title", "a shape", "a gradient", "a transition", "an adjustment", "a source", "subtitles",
    ].contains(noun)
    if kind == .video, soundKeys.contains(entry.key), !isNested { return soundBesidePicture(entry, siblings) }
    if kind == .audio, entry.key == "audio", !isNested {
      return Diagnostic(
        .error, code: "item.sound-fields",
        "on an audio track the sound fields stand on the item itself: write what is under \"audio\" without it",
        at: entry.keyRange)
    }
    if noun == "a gap", entry.key == "duration" {
      return Diagnostic(
        .error, code: "item.gap-duration", "a gap says its length itself: write \"gap: DURATION\"", at: entry.keyRange)
    }
    if noun == "a transition", ["at", "id"].contains(entry.key) {
      return Diagnostic(
        .error, code: "document.misplaced-key",
        "a transition has no \"\(entry.key)\": it lies where the items before and after it meet", at: entry.keyRange)
    }
    let elsewhere = (forms(.video) + forms(.audio)).filter { form in
      form.table.fields.contains { $0.name == entry.key }
    }
    guard let owner = elsewhere.first else { return nil }
    let isOfPicture =
      !soundKeys.contains(entry.key)
      && !forms(.audio).contains { form in
        form.table.fields.contains { $0.name == entry.key }
      }
    let reason =
      kind == .audio && isOfPicture
      ? "on an audio track nothing shows" : "it belongs to \(owner.table.noun)"
    return Diagnostic(
      .error, code: "document.misplaced-key", "\(noun) has no \"\(entry.key)\": \(reason)", at: entry.keyRange)
  }

  private static func soundBesidePicture(_ entry: Node.Entry, _ siblings: [Node.Entry]) -> Diagnostic {
    var fixIts: [Diagnostic.FixIt] = []
    if case .scalar(let scalar) = entry.value.content, !siblings.contains(where: { $0.key == "audio" }) {
      let whole = SourceRange(file: entry.keyRange.file, start: entry.keyRange.start, end: entry.value.range.end)
      let text = "audio: {\(entry.key): \(scalar.text)}"
      fixIts = [.init("write \"\(text)\"", replacing: whole, with: text)]
    }
    return Diagnostic(
      .error, code: "item.sound-fields",
      "beside a picture \"\(entry.key)\" stands under \"audio\": write audio: {\(entry.key): …}", at: entry.keyRange,
      fixIts: fixIts)
  }
}
