/// What stands under `adjust` of an item.
package struct AdjustmentDocument: DocumentNode {
  package var range: SourceRange
  package var isFaulty = false
  package var effects: Located<[EffectDocument]>?

  package init(at range: SourceRange) { self.range = range }
}

extension AdjustmentDocument {
  static let table = FieldTable<AdjustmentDocument>(
    "adjustment", noun: "an adjustment", doc: "What is done to all that lies below.",
    fields: [
      Field(
        "effects", EffectDocument.listType, \.effects, required: true,
        "What is done to all that lies below, in order.")
    ])
}
