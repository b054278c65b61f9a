extension ItemDocument {
  /// An item of a kind of track; its leading key says which table reads it.
  static func type(_ kind: Track.Kind) -> ValueType<ItemDocument> {
    ValueType(
      noun(kind), schema: SchemaDefinitions.reference("\(kind.rawValue)Item")
    ) { node, name, diagnostics in
      decode(node, kind, name, &diagnostics)
    }
  }

  /// The items of a track or a group.
  static func listType(_ kind: Track.Kind) -> ValueType<[ItemDocument]> {
    .list(of: type(kind), "a list of items")
  }

  /// The definition of an item in the schema: one of the forms.
  static func definition(_ kind: Track.Kind) -> JSONValue {
    let choices = forms(kind).map { form in
      SchemaDefinitions.reference(form.table.name)
    }
    return ["description": "What a track plays: it has exactly one leading key.", "anyOf": .array(choices)]
  }

  private static func decode(
    _ node: Node, _ kind: Track.Kind, _ name: String, _ diagnostics: inout DiagnosticList
  ) -> ItemDocument? {
    guard case .mapping(let entries) = node.content else {
      diagnostics.append(.wrongShape(node, "an item", mustBe: noun(kind)))
      return nil
    }
    let forms = forms(kind)
    let leading = entries.filter { entry in forms.contains { $0.key == entry.key } }
    guard let first = leading.first, let form = forms.first(where: { $0.key == first.key }) else {
      diagnostics.append(noLeadingKey(node, entries, kind))
      return nil
    }
    if leading.count > 1 {
      diagnostics.append(
        Diagnostic(
          .error, code: "item.kind-ambiguous",
          "an item is one thing, but this one has both \"\(leading[0].key)\" and \"\(leading[1].key)\": make it two items",
          at: leading[1].keyRange, notes: [.init("\"\(leading[0].key)\" is here", at: leading[0].keyRange)]))
      return nil
    }
    var item = form.table.decode(node, name, &diagnostics)
    item?.framings = framings(of: entries, form, at: node, &diagnostics)
    item?.range = SourceRange(file: first.keyRange.file, start: first.keyRange.start, end: first.value.head.end)
    return item
  }

  private static func noun(_ kind: Track.Kind) -> String {
    // Spelled out: the tables that know these keys are made of this type.
    kind == .video
      ? "a mapping with one of clip, gap, group, stack, solid, text, shape, gradient, adjust, source, subtitles, transition"
      : "a mapping with one of clip, gap, group, stack, transition"
  }

  private static func noLeadingKey(_ node: Node, _ entries: [Node.Entry], _ kind: Track.Kind) -> Diagnostic {
    let drawn = ["solid": "a solid", "text": "a title", "shape": "a shape", "gradient": "a gradient"]
    if kind == .audio, let silent = entries.first(where: { drawn[$0.key] != nil }) {
      return Diagnostic(
        .error, code: "item.no-sound",
        "\(drawn[silent.key] ?? silent.key) has no sound: put it on a track of kind video", at: silent.keyRange)
    }
    let keys = forms(kind).map(\.key)
    let known = Set(forms(kind).flatMap { $0.table.fields.map(\.name) })
    for entry in entries where !known.contains(entry.key) && !entry.key.hasPrefix("x-") {
      guard let near = closestMatch(to: entry.key, in: keys) else { continue }
      return Diagnostic(
        .error, code: "document.unknown-key", "an item has no \"\(entry.key)\": did you mean \"\(near)\"?",
        at: entry.keyRange, fixIts: [.init("write \"\(near)\"", replacing: entry.keyRange, with: near)])
    }
    return Diagnostic(
      .error, code: "item.kind-missing",
      "an item needs one of \(keys.joined(separator: ", ")), which says what it is", at: node.head)
  }
}
