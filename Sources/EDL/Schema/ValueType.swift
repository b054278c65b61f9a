/// What may stand as a field's value: the one source of its decoder and of its JSON Schema.
///
/// A decoder returns nil when it has reported why, so that one mistake gives one message.
struct ValueType<Value: Sendable>: Sendable {
  typealias Decode = @Sendable (_ node: Node, _ name: String, _ diagnostics: inout DiagnosticList) -> Value?

  /// Ends the sentence `"fps" must be …`.
  let noun: String
  /// The JSON Schema of the value, without a description.
  let schema: JSONValue
  /// Reads the value; `name` is what messages call it.
  let decode: Decode

  init(_ noun: String, schema: JSONValue, decode: @escaping Decode) {
    self.noun = noun
    self.schema = schema
    self.decode = decode
  }
}

extension ValueType {
  /// The same text read into another type.
  func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ValueType<Other> {
    ValueType<Other>(noun, schema: schema) { node, name, diagnostics in
      decode(node, name, &diagnostics).map(transform)
    }
  }

  /// The same type, whose schema ``SchemaDefinitions`` has under a name.
  func named(_ definition: String) -> ValueType {
    ValueType(noun, schema: SchemaDefinitions.reference(definition), decode: decode)
  }

  /// A type read from a scalar's raw text; `parse` returns nil for a text that is none.
  static func scalar(
    _ noun: String, schema: JSONValue, code: String, parse: @escaping @Sendable (String) -> Value?
  ) -> ValueType {
    ValueType(noun, schema: schema) { node, name, diagnostics in
      guard let text = node.scalarText(as: noun, name, &diagnostics) else { return nil }
      if let value = parse(text) { return value }
      diagnostics.append(.badValue(text, name, code: code, mustBe: noun, at: node.range))
      return nil
    }
  }

  /// One type for mappings, lists or scalars, another one for the rest.
  ///
  /// The node's shape decides, so a fault is reported by the type that was meant.
  static func either(
    _ first: ValueType, when shapes: Set<Node.Shape>, or second: ValueType
  ) -> ValueType {
    ValueType(
      "\(first.noun), or \(second.noun)", schema: ["anyOf": [first.schema, second.schema]]
    ) { node, name, diagnostics in
      let chosen = shapes.contains(node.shape) ? first : second
      return chosen.decode(node, name, &diagnostics)
    }
  }

  /// A list, each of whose elements is one value; nil when any is faulty.
  static func list<Element>(of element: ValueType<Element>, _ noun: String) -> ValueType
  where Value == [Element] {
    ValueType(noun, schema: ["type": "array", "items": element.schema]) { node, name, diagnostics in
      guard case .sequence(let nodes) = node.content else {
        diagnostics.append(.wrongShape(node, name, mustBe: noun))
        return nil
      }
      let values = nodes.compactMap { element.decode($0, name, &diagnostics) }
      return values.count == nodes.count ? values : nil
    }
  }

  /// A list of mappings; a faulty one stays in it, and is known to be faulty.
  static func list<Element: DocumentNode>(of element: ValueType<Element>, _ noun: String) -> ValueType
  where Value == [Element] {
    ValueType(noun, schema: ["type": "array", "items": element.schema]) { node, name, diagnostics in
      guard case .sequence(let nodes) = node.content else {
        diagnostics.append(.wrongShape(node, name, mustBe: noun))
        return nil
      }
      return nodes.map { node in
        if let value = element.decode(node, name, &diagnostics) { return value }
        var faulty = Element(at: node.head)
        faulty.isFaulty = true
        return faulty
      }
    }
  }

  /// A mapping from the author's own names to values; faulty entries are left out.
  static func named<Element>(_ element: ValueType<Element>, _ noun: String) -> ValueType
  where Value == [Named<Element>] {
    ValueType(
      noun,
      schema: [
        "type": "object", "patternProperties": ["^x-": true], "additionalProperties": element.schema,
      ]
    ) { node, name, diagnostics in
      guard case .mapping(let entries) = node.content else {
        diagnostics.append(.wrongShape(node, name, mustBe: noun))
        return nil
      }
      return entries.filter { !$0.key.hasPrefix("x-") }.compactMap { entry in
        element.decode(entry.value, entry.key, &diagnostics).map {
          Named(name: entry.key, nameRange: entry.keyRange, value: $0)
        }
      }
    }
  }
}

extension Node {
  /// The three shapes of a node, and the empty scalar.
  enum Shape: Hashable, Sendable {
    case scalar, sequence, mapping
  }

  var shape: Shape {
    switch content {
    case .scalar: .scalar
    case .sequence: .sequence
    case .mapping: .mapping
    }
  }

  /// A short range to point at: the first key of a mapping, else the whole.
  var head: SourceRange {
    guard case .mapping(let entries) = content, let first = entries.first else { return range }
    return first.keyRange
  }

  /// The raw text of a scalar that says something; reports and returns nil otherwise.
  func scalarText(as noun: String, _ name: String, _ diagnostics: inout DiagnosticList) -> String? {
    guard case .scalar(let scalar) = content, !scalar.isNull else {
      diagnostics.append(.wrongShape(self, name, mustBe: noun))
      return nil
    }
    return scalar.text
  }
}

extension Diagnostic {
  /// A value of the wrong shape, in plain words.
  static func wrongShape(_ node: Node, _ name: String, mustBe noun: String) -> Diagnostic {
    let found =
      switch node.content {
      case .mapping: "a mapping"
      case .sequence: "a list"
      case .scalar(let scalar): scalar.isNull ? "empty" : "the text \"\(scalar.text)\""
      }
    let message =
      found == "empty"
      ? "\"\(name)\" has no value: it must be \(noun)"
      : "\"\(name)\" must be \(noun), not \(found)"
    return Diagnostic(.error, code: "document.wrong-type", message, at: node.head)
  }

  /// A scalar that does not read as what its field needs.
  static func badValue(
    _ text: String, _ name: String, code: String, mustBe noun: String, at range: SourceRange, fixIts: [FixIt] = []
  ) -> Diagnostic {
    Diagnostic(
      .error, code: code, "\"\(text)\" is not a value of \"\(name)\": it must be \(noun)", at: range, fixIts: fixIts)
  }
}
