/// One entry of an `effects` list as written: a filter, a look or a graph.
package struct EffectDocument: Sendable {
  package enum Action: Sendable {
    /// A filter of libavfilter, whose name and options are checked by whoever renders.
    case filter(String, [Option])
    /// A look by its name, with what a built-in one takes.
    case look(Located<String>, [Option])
    /// A graph in libavfilter's text.
    case graph(Located<String>)
  }

  /// An option as written; without a name it is the filter's first one.
  package struct Option: Sendable {
    package var name: Located<String>?
    package var value: Located<CurveDocument<String>>
  }

  package var action: Action
  package var range: SourceRange
}

extension EffectDocument {
  /// The list under `effects`, and a look.
  static let listType = ValueType<[EffectDocument]>(
    "a list of effects such as [hue: {s: 0}]",
    schema: ["type": "array", "items": SchemaDefinitions.reference("effect")]
  ) { node, name, diagnostics in
    guard case .sequence(let nodes) = node.content else {
      diagnostics.append(.wrongShape(node, name, mustBe: "a list of effects such as [hue: {s: 0}]"))
      return nil
    }
    // What is faulty is left out, so that the rest can tell its own mistakes.
    return nodes.compactMap { decode($0, &diagnostics) }
  }

  /// The definition of one effect in the schema.
  static let definition: JSONValue = [
    "description":
      "A filter of libavfilter by its name, with its options; look: NAME; or graph: a whole graph from [in] to [out].",
    "anyOf": [
      ["type": "string"],
      [
        "type": "object", "minProperties": 1, "maxProperties": 1,
        "properties": [
          "look": .property(
            "A look by its name; a mapping gives one of the built-in looks its values.",
            ["anyOf": [["type": "string"], ["type": "object", "minProperties": 1, "maxProperties": 1]]]),
          "graph": .property("A graph in libavfilter's text, from the pad [in] to the pad [out].", ["type": "string"]),
        ],
        "additionalProperties": ["type": ["string", "number", "boolean", "object", "array", "null"]],
      ],
    ],
  ]

  private static func decode(_ node: Node, _ diagnostics: inout DiagnosticList) -> EffectDocument? {
    switch node.content {
    case .scalar:
      guard let name = node.scalarText(as: "the name of a filter", "effects", &diagnostics) else { return nil }
      return EffectDocument(action: .filter(name, []), range: node.range)
    case .sequence:
      diagnostics.append(.wrongShape(node, "effects", mustBe: "an effect such as hue: {s: 0}"))
      return nil
    case .mapping(let all):
      let entries = all.filter { !$0.key.hasPrefix("x-") }
      guard entries.count == 1, let entry = entries.first else {
        diagnostics.append(.notOneEffect(node, entries))
        return nil
      }
      return decode(entry, &diagnostics)
    }
  }

  private static func decode(_ entry: Node.Entry, _ diagnostics: inout DiagnosticList) -> EffectDocument? {
    switch entry.key {
    case "look": return look(entry, &diagnostics)
    case "graph":
      guard let text = entry.value.scalarText(as: "a graph from [in] to [out]", "graph", &diagnostics) else {
        return nil
      }
      return EffectDocument(action: .graph(Located(text, at: entry.value.range)), range: entry.keyRange)
    default:
      guard let options = options(entry.value, of: entry.key, &diagnostics) else { return nil }
      return EffectDocument(action: .filter(entry.key, options), range: entry.keyRange)
    }
  }

  private static func look(_ entry: Node.Entry, _ diagnostics: inout DiagnosticList) -> EffectDocument? {
    if case .mapping(let parts) = entry.value.content, parts.count == 1, let part = parts.first {
      guard let options = options(part.value, of: part.key, &diagnostics) else { return nil }
      return EffectDocument(action: .look(Located(part.key, at: part.keyRange), options), range: entry.keyRange)
    }
    let noun = "the name of a look, or one with its settings such as {wash: {color: orange}}"
    guard let name = entry.value.scalarText(as: noun, "look", &diagnostics) else { return nil }
    return EffectDocument(action: .look(Located(name, at: entry.value.range), []), range: entry.keyRange)
  }

  private static func options(
    _ node: Node, of filter: String, _ diagnostics: inout DiagnosticList
  ) -> [Option]? {
    func value(_ node: Node, _ name: String) -> Located<CurveDocument<String>>? {
      valueType.decode(node, name, &diagnostics).map { Located($0, at: node.range) }
    }
    switch node.content {
    case .scalar(let scalar) where scalar.isNull: return []
    case .mapping(let entries) where !isKeyframes(entries):
      var options: [Option] = []
      var isWhole = true
      for entry in entries where !entry.key.hasPrefix("x-") {
        if let value = value(entry.value, entry.key) {
          options.append(Option(name: Located(entry.key, at: entry.keyRange), value: value))
        } else {
          isWhole = false
        }
      }
      return isWhole ? options : nil
    case .scalar, .mapping, .sequence: return value(node, filter).map { [Option(name: nil, value: $0)] }
    }
  }

  /// Whether a mapping is `{0s: 1, 2s: 3}` rather than options by name.
  ///
  /// `start` and `end` alone are options: `trim` and `atrim` have them.
  private static func isKeyframes(_ entries: [Node.Entry]) -> Bool {
    let keys = entries.filter { !$0.key.hasPrefix("x-") && $0.key != "ease" }
    return keys.contains { $0.key.contains(where: \.isWholeNumber) }
      && keys.allSatisfy { entry in
        var ignored = DiagnosticList()
        return TimeExpression.parse(entry.key, at: entry.keyRange, diagnostics: &ignored) != nil
      }
  }

  private static let valueType = ValueType<CurveDocument<String>>.curve(.text("a value, or keyframes"))
}

extension Diagnostic {
  fileprivate static func notOneEffect(_ node: Node, _ entries: [Node.Entry]) -> Diagnostic {
    let names = entries.map { "- \($0.key)" }.joined(separator: ", ")
    return Diagnostic(
      .error, code: "effect.not-one",
      entries.isEmpty
        ? "an effect is empty: write the name of a filter, or remove it"
        : "an effect is one filter, and this has \(entries.count): write them as a list, \(names)",
      at: entries.dropFirst().first?.keyRange ?? node.head)
  }
}

extension ItemDocument {
  /// The effects of the item, wherever it has them.
  var writtenEffects: [EffectDocument]? {
    if case .adjustment(let adjustment)? = content { return adjustment.value.effects?.value }
    return effects?.value
  }
}
