/// An entry of `sequences:` as written: tracks, or the items of a single video track.
package struct SequenceDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var tracks: Located<[TrackDocument]>?
  package var items: Located<[ItemDocument]>?
  package var effects: Located<[EffectDocument]>?

  package init(at range: SourceRange) { self.range = range }
}

extension SequenceDocument {
  static let table = FieldTable<SequenceDocument>(
    "sequence", noun: "a named sequence",
    doc: "Tracks or items under a name, to be used as a clip any number of times.",
    fields: [
      Field("tracks", TrackDocument.listType, \.tracks, "Its tracks, bottom first."),
      Field("items", ItemDocument.listType(.video), \.items, "The items of its only track, a video track."),
      Field("effects", EffectDocument.listType, \.effects, "What is done to its whole picture, in order."),
    ])

  /// The mapping, or a list of items alone.
  static let type = ValueType<SequenceDocument>.either(
    ValueType(
      "a list of items", schema: ItemDocument.listType(.video).schema
    ) { node, name, diagnostics in
      guard let items = ItemDocument.listType(.video).decode(node, name, &diagnostics) else { return nil }
      var sequence = SequenceDocument(at: node.range)
      sequence.items = Located(items, at: node.range)
      return sequence
    }, when: [.sequence],
    or: ValueType(table.noun, schema: table.type.schema) { node, name, diagnostics in
      guard var sequence = table.decode(node, name, &diagnostics) else { return nil }
      if !sequence.isFaulty, (sequence.tracks == nil) == (sequence.items == nil) {
        sequence.isFaulty = true
        diagnostics.append(
          Diagnostic(
            .error, code: "sequence.content",
            "the sequence \"\(name)\" must have either \"tracks\" or \"items\"", at: sequence.range))
      }
      return sequence
    })

  /// Its tracks, whichever way they are written.
  var allTracks: [TrackDocument] {
    if let tracks { return tracks.value }
    guard let items else { return [] }
    var track = TrackDocument(at: items.range)
    track.items = items
    return [track]
  }
}
