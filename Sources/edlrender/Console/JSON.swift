/// A JSON value that is written on one line, its keys in the order given.
enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// A measured number, written with at most three decimals.
  case measure(Double)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])
  /// JSON that is written already; line breaks in it are taken out.
  case text(String)

  /// A string, or null.
  static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// The value as one line without its end.
  var line: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): "\(value)"
    case .measure(let value): Self.decimal(value)
    case .string(let text): Self.quoted(text)
    case .array(let values): "[" + values.map { $0.line }.joined(separator: ",") + "]"
    case .object(let entries):
      "{" + entries.map { "\(Self.quoted($0.0)):\($0.1.line)" }.joined(separator: ",") + "}"
    case .text(let text): Self.flattened(text)
    }
  }

  private static func decimal(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "null" }
    let thousandths = Int((value * 1000).rounded())
    guard thousandths % 1000 != 0 else { return "\(thousandths / 1000)" }
    return "\(Double(thousandths) / 1000)"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Drops line breaks and indentation; inside a JSON string neither occurs unescaped.
  private static func flattened(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      String(line.drop { $0 == " " || $0 == "\t" })
    }.joined()
  }
}
