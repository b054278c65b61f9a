extension ValueType where Value == String {
  /// Any text; numbers are taken as they are written.
  static let text = text("a text")

  /// Any text, called by what it is for.
  static func text(_ noun: String) -> ValueType {
    ValueType(noun, schema: ["type": ["string", "number", "boolean"]]) { node, name, diagnostics in
      node.scalarText(as: noun, name, &diagnostics)
    }
  }

  /// The path of a local file or folder, relative to the file where it stands.
  static let path = path("the path of a file", schema: ["type": "string", "minLength": 1])

  /// A path, or what may stand for one.
  static func path(_ noun: String, schema: JSONValue) -> ValueType {
    ValueType(noun, schema: schema) { node, name, diagnostics in
      guard let text = node.scalarText(as: noun, name, &diagnostics) else { return nil }
      guard text.isEmpty || text.utf8.contains(0) else { return text }
      diagnostics.append(.badValue(text, name, code: "value.path", mustBe: noun, at: node.range))
      return nil
    }
  }

  /// One of a few words that stand for themselves.
  static func word(_ words: [String], code: String = "value.choice") -> ValueType {
    choice(words, code: code) { $0 }
  }
}

extension ValueType {
  /// One of a few words.
  static func choice(
    _ words: [String], code: String = "value.choice", make: @escaping @Sendable (String) -> Value?
  ) -> ValueType {
    let noun = words.count == 1 ? "\"\(words[0])\"" : "one of \(words.joined(separator: ", "))"
    // An editor takes an unquoted 90 or 5.1 for a number.
    let numbers = words.filter { DecimalText.parse($0) != nil }.map(JSONValue.number)
    return ValueType(noun, schema: (["enum": .array(words.map(JSONValue.string) + numbers)] as JSONValue).orVariable) {
      node, name, diagnostics in
      guard let text = node.scalarText(as: noun, name, &diagnostics) else { return nil }
      if words.contains(text), let value = make(text) { return value }
      let fixIts = closestMatch(to: text, in: words).map {
        [Diagnostic.FixIt("write \"\($0)\"", replacing: node.range, with: $0)]
      }
      diagnostics.append(.badValue(text, name, code: code, mustBe: noun, at: node.range, fixIts: fixIts ?? []))
      return nil
    }
  }
}

extension ValueType where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of an enumeration's words.
  static var choice: ValueType {
    choice(Value.allCases.map(\.rawValue)) { Value(rawValue: $0) }
  }
}

extension ValueType where Value == Bool {
  /// `true` or `false`, as YAML 1.2 spells them.
  static let flag = ValueType("true or false", schema: (["type": "boolean"] as JSONValue).orVariable) {
    node, name, diagnostics in
    guard let text = node.scalarText(as: "true or false", name, &diagnostics) else { return nil }
    switch text {
    case "true", "True", "TRUE": return true
    case "false", "False", "FALSE": return false
    default: break
    }
    let meant = ["yes": "true", "on": "true", "no": "false", "off": "false"][text.lowercased()]
    let fixIts = meant.map { [Diagnostic.FixIt("write \($0)", replacing: node.range, with: $0)] } ?? []
    diagnostics.append(
      .badValue(text, name, code: "value.flag", mustBe: "true or false", at: node.range, fixIts: fixIts))
    return nil
  }
}

extension ValueType where Value == Int {
  /// A whole number in a range.
  static func integer(_ range: ClosedRange<Int>, _ noun: String) -> ValueType {
    .scalar(
      noun,
      schema: ([
        "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
      ] as JSONValue).orVariable,
      code: "value.number"
    ) { text in
      // Digits only: `010` is ten and `1_0`, `0x10`, `1e1` are nothing, whatever a YAML version says.
      guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(text) else { return nil }
      return range.contains(value) ? value : nil
    }
  }
}
