/// A type that a mapping of the project file is decoded into.
protocol DocumentNode: Sendable {
  /// The place of the mapping.
  var range: SourceRange { get set }
  /// Whether anything in it was reported; what it lacks is then no further mistake.
  var isFaulty: Bool { get set }
  /// Creates one with nothing written in it.
  init(at range: SourceRange)
}

/// One key of a mapping: its name, type and sentence, and where its value goes.
struct Field<Owner>: Sendable {
  let name: String
  /// One sentence for hover texts and the documentation.
  let doc: String
  let isRequired: Bool
  let schema: JSONValue
  /// Reads the value into the owner; false when something was reported.
  let read: @Sendable (_ entry: Node.Entry, _ owner: inout Owner, _ diagnostics: inout DiagnosticList) -> Bool

  init(
    name: String, doc: String, isRequired: Bool, schema: JSONValue,
    read: @escaping @Sendable (Node.Entry, inout Owner, inout DiagnosticList) -> Bool
  ) {
    self.name = name
    self.doc = doc
    self.isRequired = isRequired
    self.schema = schema
    self.read = read
  }

  /// Creates a field whose value is kept with its place.
  init<Value>(
    _ name: String, _ type: ValueType<Value>, _ path: any WritableKeyPath<Owner, Located<Value>?> & Sendable,
    required: Bool = false, example: JSONValue? = nil, _ doc: String
  ) {
    self.init(
      name: name, doc: doc, isRequired: required,
      schema: .property(doc, type.schema, example: example)
    ) { entry, owner, diagnostics in
      guard let value = type.decode(entry.value, name, &diagnostics) else { return false }
      owner[keyPath: path] = Located(value, at: entry.value.range)
      return true
    }
  }

  /// The same key standing directly in the mapping that holds this field's owner.
  func lifted<Outer>(_ path: any WritableKeyPath<Outer, Owner> & Sendable) -> Field<Outer> {
    Field<Outer>(name: name, doc: doc, isRequired: isRequired, schema: schema) { entry, outer, diagnostics in
      read(entry, &outer[keyPath: path], &diagnostics)
    }
  }
}

/// All the keys of one kind of mapping.
struct FieldTable<Owner: DocumentNode>: Sendable {
  /// Keys that are not in the table, such as an encoder's own options.
  struct OtherKeys: Sendable {
    let schema: JSONValue
    let read: @Sendable (_ entry: Node.Entry, _ owner: inout Owner, _ diagnostics: inout DiagnosticList) -> Bool
  }

  /// The name of its definition in the schema.
  let name: String
  /// What messages call it: `a canvas`.
  let noun: String
  /// One sentence for hover texts.
  let doc: String
  let fields: [Field<Owner>]
  let otherKeys: OtherKeys?
  /// Finds a better message for an unknown key than its being unknown.
  let explain: @Sendable (_ entry: Node.Entry, _ siblings: [Node.Entry]) -> Diagnostic?
  private let positions: [String: Int]

  init(
    _ name: String, noun: String, doc: String, fields: [Field<Owner>], otherKeys: OtherKeys? = nil,
    explain: @escaping @Sendable (Node.Entry, [Node.Entry]) -> Diagnostic? = { _, _ in nil }
  ) {
    self.name = name
    self.noun = noun
    self.doc = doc
    self.fields = fields
    self.otherKeys = otherKeys
    self.explain = explain
    positions = Dictionary(fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads a mapping; what is wrong is reported and the rest is read all the same.
  func decode(_ node: Node, _ name: String, _ diagnostics: inout DiagnosticList) -> Owner? {
    guard case .mapping(let entries) = node.content else {
      diagnostics.append(.wrongShape(node, name, mustBe: noun))
      return nil
    }
    var owner = Owner(at: node.head)
    var seen: Set<Int> = []
    for entry in entries where !entry.key.hasPrefix("x-") {
      let isGood: Bool
      if let position = positions[entry.key] {
        seen.insert(position)
        isGood = fields[position].read(entry, &owner, &diagnostics)
      } else if let otherKeys {
        isGood = otherKeys.read(entry, &owner, &diagnostics)
      } else {
        diagnostics.append(unknownKey(entry, among: entries))
        isGood = false
      }
      if !isGood { owner.isFaulty = true }
    }
    guard !owner.isFaulty else { return owner }
    for (position, field) in fields.enumerated() where field.isRequired && !seen.contains(position) {
      owner.isFaulty = true
      diagnostics.append(.missingKey(field.name, in: noun, doc: field.doc, at: node.head))
    }
    return owner
  }

  private func unknownKey(_ entry: Node.Entry, among entries: [Node.Entry]) -> Diagnostic {
    if let better = explain(entry, entries) { return better }
    let written = Set(entries.map(\.key))
    let free = fields.map(\.name).filter { !written.contains($0) }
    if let cut = cutText(before: entry, among: entries) { return cut }
    if let near = closestMatch(to: entry.key, in: free) {
      return Diagnostic(
        .error, code: "document.unknown-key", "\(noun) has no \"\(entry.key)\": did you mean \"\(near)\"?",
        at: entry.keyRange, fixIts: [.init("write \"\(near)\"", replacing: entry.keyRange, with: near)])
    }
    let known = fields.map(\.name).joined(separator: ", ")
    return Diagnostic(
      .error, code: "document.unknown-key", "\(noun) has no \"\(entry.key)\": remove it or call it \"x-\(entry.key)\"",
      at: entry.keyRange, notes: known.isEmpty ? [] : [.init("it may have \(known)")])
  }
}

extension FieldTable {
  /// A key without a value behind a value without quotes, in `{ }`: most likely its text went on after a comma.
  private func cutText(before entry: Node.Entry, among entries: [Node.Entry]) -> Diagnostic? {
    guard entry.value.isAbsent, let place = entries.firstIndex(where: { $0.keyRange == entry.keyRange }), place > 0,
      case .scalar(let start) = entries[place - 1].value.content, !start.isQuoted, !start.isNull,
      entries[place - 1].value.range.end.line == entry.keyRange.start.line
    else { return nil }
    let whole = JSONValue.string("\(start.text), \(entry.key)").text
    let range = SourceRange(
      file: entry.keyRange.file, start: entries[place - 1].value.range.start, end: entry.keyRange.end)
    return Diagnostic(
      .error, code: "yaml.cut-text",
      "\(noun) has no \"\(entry.key)\"; inside { } a text without quotes ends at its first comma: put it in quotes",
      at: entry.keyRange, fixIts: [.init("write \(whole)", replacing: range, with: whole)])
  }

  /// The table as a type of value: a mapping described by its definition.
  var type: ValueType<Owner> {
    ValueType(noun, schema: SchemaDefinitions.reference(name)) { node, name, diagnostics in
      decode(node, name, &diagnostics)
    }
  }

  /// The definition that ``type`` refers to.
  var definition: JSONValue {
    let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
    let needs: JSONValue = required.isEmpty ? [:] : ["required": .array(required)]
    let properties = JSONValue.object(fields.map { .init(key: $0.name, value: $0.schema) })
    return (["description": .string(doc), "type": "object"] as JSONValue)
      .adding(needs)
      .adding([
        "properties": properties, "patternProperties": ["^x-": true],
        "additionalProperties": otherKeys?.schema ?? false,
      ])
  }
}

extension Diagnostic {
  fileprivate static func missingKey(_ key: String, in noun: String, doc: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "document.missing-key", "\(noun) needs \"\(key)\"", at: range, notes: [.init("\(key): \(doc)")])
  }
}
