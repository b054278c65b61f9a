/// A JSON value whose objects keep the order of their keys, so that its text is always the same.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number by its text.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Sendable {
    let key: String
    let value: JSONValue
  }

  /// The members of an object, none for another value.
  var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }

  /// A schema with the sentence that editors show on hovering, and an example if there is one.
  static func property(_ doc: String, _ schema: JSONValue, example: JSONValue? = nil) -> JSONValue {
    let examples: JSONValue = example.map { ["examples": [$0]] } ?? [:]
    return JSONValue.object([Member(key: "description", value: .string(doc))]).adding(schema).adding(examples)
  }

  /// An object with further members behind its own.
  func adding(_ more: JSONValue) -> JSONValue { .object(members + more.members) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
}

extension JSONValue {
  /// A string, or null for nothing.
  init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }

  /// The value as text: indented by two, but short arrays and objects of scalars on one line.
  var text: String {
    var output = ""
    write(to: &output, indent: 0)
    return output
  }

  private func write(to output: inout String, indent: Int) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .integer(let value): output += "\(value)"
    case .number(let text): output += text
    case .string(let value): Self.write(value, to: &output)
    case .array(let elements):
      write(elements.map { (nil, $0) }, brackets: ("[", "]"), to: &output, indent: indent)
    case .object(let members):
      write(members.map { ($0.key, $0.value) }, brackets: ("{", "}"), to: &output, indent: indent)
    }
  }

  private func write(
    _ parts: [(key: String?, value: JSONValue)], brackets: (String, String), to output: inout String, indent: Int
  ) {
    let isFlat = parts.allSatisfy { $0.value.isScalar } && parts.reduce(0) { $0 + $1.value.width } < 72
    let outer = String(repeating: " ", count: indent)
    output += brackets.0
    for (index, part) in parts.enumerated() {
      output += index == 0 ? "" : isFlat ? ", " : ","
      if !isFlat { output += "\n\(outer)  " }
      if let key = part.key {
        Self.write(key, to: &output)
        output += ": "
      }
      part.value.write(to: &output, indent: indent + 2)
    }
    if !isFlat { output += "\n\(outer)" }
    output += brackets.1
  }

  private var isScalar: Bool {
    switch self {
    case .array(let elements): elements.isEmpty
    case .object(let members): members.isEmpty
    default: true
    }
  }

  private var width: Int {
    guard case .string(let text) = self else { return 8 }
    return text.utf8.count + 4
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      // Controls, and what YAML, which reads this form too, takes for a line's end or a mark.
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
        let hex = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
