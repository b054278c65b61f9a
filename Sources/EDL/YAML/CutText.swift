/// A text such as `rgb(1, 2, 3)` that stands without quotes inside `{ }` or `[ ]`, where YAML ends it
/// at its first comma.
///
/// Pieces are gathered while more parentheses are open than closed. A whole one is reported once, and
/// stands for what was meant, instead of a message for each of its pieces.
struct CutText {
  private(set) var pieces: [Node]
  private var openCount: Int
  private static let mostPieces = 16

  /// Begins with a plain text that opens a parenthesis and does not close it.
  init?(_ node: Node) {
    guard let text = node.plainText else { return nil }
    let count = Self.balance(of: text)
    guard count > 0 else { return nil }
    (pieces, openCount) = ([node], count)
  }

  /// Whether all that was opened is closed.
  var isWhole: Bool { openCount == 0 }

  /// Adds the next piece; false when it cannot be one.
  mutating func take(_ node: Node) -> Bool {
    guard let text = node.plainText, pieces.count < Self.mostPieces else { return false }
    let count = openCount + Self.balance(of: text)
    guard count >= 0 else { return false }
    openCount = count
    pieces.append(node)
    return true
  }

  /// The text in one.
  var node: Node {
    let range = SourceRange(
      file: pieces[0].range.file, start: pieces[0].range.start, end: pieces[pieces.count - 1].range.end)
    return Node(.scalar(Node.Scalar(text: text, isQuoted: true)), at: range)
  }

  var diagnostic: Diagnostic {
    let range = node.range
    let first = pieces[0].plainText ?? ""
    let quoted = JSONValue.string(text).text
    return Diagnostic(
      .error, code: "yaml.cut-text",
      "inside { } and [ ] a text without quotes ends at its first comma, here after \"\(first)\": put it in quotes",
      at: range, fixIts: [.init("write \(quoted)", replacing: range, with: quoted)])
  }

  private var text: String { pieces.map { $0.plainText ?? "" }.joined(separator: ", ") }

  private static func balance(of text: String) -> Int {
    text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "(") ? 1 : $1 == UInt8(ascii: ")") ? -1 : 0) }
  }
}

extension Node {
  /// Whether nothing at all is written: the value of a key without one.
  var isAbsent: Bool {
    guard case .scalar(let scalar) = content else { return false }
    return !scalar.isQuoted && scalar.text.isEmpty
  }

  /// The text of a scalar that stands without quotes.
  fileprivate var plainText: String? {
    guard case .scalar(let scalar) = content, !scalar.isQuoted, !scalar.text.isEmpty else { return nil }
    return scalar.text
  }
}
