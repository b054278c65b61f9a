/// A value over time as written: one value, or keyframes.
package struct CurveDocument<Value: Sendable>: Sendable {
  /// A keyframe as written.
  package struct Key: Sendable {
    package var at: Located<TimeExpression>
    package var value: Value
    package var ease: Ease?
  }

  package enum Form: Sendable {
    case constant(Value)
    /// In the order written; the ease is for keys without one of their own.
    case keys([Key], ease: Ease)
  }

  package var form: Form

  /// Whether it is one value.
  package var isConstant: Bool { if case .constant = form { true } else { false } }
}

extension ValueType {
  /// One value, or keyframes: `{0s: 0, 12f: 1, ease: ease-out}` or `[{at: 0s, value: 0, ease: hold}]`.
  static func curve<Element>(_ element: ValueType<Element>) -> ValueType where Value == CurveDocument<Element> {
    let mapping: JSONValue = [
      "type": "object",
      "properties": ["ease": .property("How every value goes on to the next.", ValueType<Ease>.ease.schema)],
      "patternProperties": ["^x-": true], "additionalProperties": element.schema, "minProperties": 1,
    ]
    let key: JSONValue = [
      "type": "object",
      "properties": [
        "at": .property("When, in the item's own time.", ValueType<TimeExpression>.time.schema),
        "value": .property("The value at that time.", element.schema),
        "ease": .property("How the value goes on to the next; linear by default.", ValueType<Ease>.ease.schema),
      ], "patternProperties": ["^x-": true], "required": ["at", "value"], "additionalProperties": false,
    ]
    return ValueType(
      "\(element.noun), or keyframes such as {0s: …, 1s: …}",
      schema: ["anyOf": [element.schema, mapping, ["type": "array", "items": key, "minItems": 1]]]
    ) { node, name, diagnostics in
      switch node.content {
      case .mapping(let entries): keys(entries, of: element, node, name, &diagnostics)
      case .sequence(let nodes) where !nodes.isEmpty && nodes.allSatisfy { $0.shape == .mapping }:
        keys(nodes, of: element, node, name, &diagnostics)
      case .scalar, .sequence:
        element.decode(node, name, &diagnostics).map { CurveDocument(form: .constant($0)) }
      }
    }
  }

  private static func keys<Element>(
    _ entries: [Node.Entry], of element: ValueType<Element>, _ node: Node, _ name: String,
    _ diagnostics: inout DiagnosticList
  ) -> CurveDocument<Element>? where Value == CurveDocument<Element> {
    var (keys, ease, isFaulty) = ([CurveDocument<Element>.Key](), Ease.linear, false)
    for entry in entries where !entry.key.hasPrefix("x-") {
      if entry.key == "ease" {
        guard let written = ValueType<Ease>.ease.decode(entry.value, "ease", &diagnostics) else {
          isFaulty = true
          continue
        }
        ease = written
        continue
      }
      let time = TimeExpression.parse(entry.key, at: entry.keyRange, diagnostics: &diagnostics)
      let value = element.decode(entry.value, name, &diagnostics)
      guard let time, let value else {
        isFaulty = true
        continue
      }
      keys.append(.init(at: Located(time, at: entry.keyRange), value: value, ease: nil))
    }
    guard !isFaulty else { return nil }
    guard !keys.isEmpty else {
      diagnostics.append(.noKeyframes(name, at: node.head))
      return nil
    }
    return CurveDocument(form: .keys(keys, ease: ease))
  }

  private static func keys<Element>(
    _ nodes: [Node], of element: ValueType<Element>, _ node: Node, _ name: String,
    _ diagnostics: inout DiagnosticList
  ) -> CurveDocument<Element>? where Value == CurveDocument<Element> {
    var keys: [CurveDocument<Element>.Key] = []
    for node in nodes {
      guard case .mapping(let entries) = node.content else { continue }
      var (time, value, ease): (Located<TimeExpression>?, Element?, Ease?)
      var isFaulty = false
      for entry in entries where !entry.key.hasPrefix("x-") {
        switch entry.key {
        case "at":
          time = ValueType<TimeExpression>.time.decode(entry.value, "at", &diagnostics).map {
            Located($0, at: entry.value.range)
          }
          if time == nil { isFaulty = true }
        case "value":
          value = element.decode(entry.value, name, &diagnostics)
          if value == nil { isFaulty = true }
        case "ease":
          ease = ValueType<Ease>.ease.decode(entry.value, "ease", &diagnostics)
          if ease == nil { isFaulty = true }
        default:
          diagnostics.append(
            Diagnostic(
              .error, code: "document.unknown-key", "a keyframe has no \"\(entry.key)\"", at: entry.keyRange,
              notes: [.init("it has at, value and ease")]))
          isFaulty = true
        }
      }
      guard !isFaulty else { return nil }
      guard let time, let value else {
        diagnostics.append(
          Diagnostic(
            .error, code: "document.missing-key", "a keyframe of \"\(name)\" needs \"\(time == nil ? "at" : "value")\"",
            at: node.head))
        return nil
      }
      keys.append(.init(at: time, value: value, ease: ease))
    }
    return CurveDocument(form: .keys(keys, ease: .linear))
  }
}

extension Diagnostic {
  fileprivate static func noKeyframes(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "keyframes.none", "\"\(name)\" has no keyframe: write {0s: VALUE, 1s: VALUE}, or one value",
      at: range
    )
  }
}

extension ValueType where Value == Ease {
  /// The name of an ease, or a cubic Bézier.
  static let ease = ValueType(
    "an ease such as ease-in-out, hold or cubic-bezier(0.3, 0, 0.7, 1)", schema: SchemaDefinitions.reference("ease")
  ) { node, name, diagnostics in
    let noun = "an ease such as ease-in-out, hold or cubic-bezier(0.3, 0, 0.7, 1)"
    guard let text = node.scalarText(as: noun, name, &diagnostics) else { return nil }
    if let ease = Ease(text) { return ease }
    let fixIts = closestMatch(to: text, in: Ease.names).map {
      [Diagnostic.FixIt("write \"\($0)\"", replacing: node.range, with: $0)]
    }
    diagnostics.append(.badValue(text, name, code: "value.ease", mustBe: noun, at: node.range, fixIts: fixIts ?? []))
    return nil
  }
}
