/// A text cut at its references to variables: `${name}` refers, `$${` is a plain `${`.
enum VariableText {
  enum Piece: Hashable {
    case literal(String)
    case reference(String)
    /// A `${` without its `}`.
    case unclosed
  }

  /// Cuts a text into pieces.
  static func pieces(of text: String) -> [Piece] {
    let bytes = Array(text.utf8)
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if starts("$${", bytes, at: index) {
        literal += "${".utf8
        index += 3
      } else if starts("${", bytes, at: index) {
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else { return pieces + [.unclosed] }
        if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
        literal = []
        pieces.append(.reference(String(decoding: bytes[(index + 2)..<end], as: UTF8.self)))
        index = end + 1
      } else {
        literal.append(bytes[index])
        index += 1
      }
    }
    if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
    return pieces
  }

  private static func starts(_ prefix: String, _ bytes: [UInt8], at index: Int) -> Bool {
    bytes[index...].starts(with: prefix.utf8)
  }
}

extension Diagnostic {
  static func variablesNotMapping(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "vars.mapping", "\"vars\" is a mapping of names to values, and this is not", at: range)
  }

  static func variableName(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "vars.name", "\"\(name)\" is not a name: use letters, digits, \"_\", \"-\" and \".\"", at: range)
  }

  static func variableNotScalar(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "vars.value", "the variable \"\(name)\" is one text, not a list or a mapping", at: range)
  }

  static func variableUnset(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "vars.unset",
      "the variable \"\(name)\" has no value; give it one here or with --set \(name)=…, or write \"\" for no text",
      at: range)
  }

  static func variableUndeclared(_ name: String, known: [String]) -> Diagnostic {
    let hint = closestMatch(to: name, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
    return Diagnostic(
      .error, code: "vars.undeclared", "--set \(name)=…: the project has no variable \"\(name)\" under \"vars\"\(hint)")
  }

  static func variableUnknown(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    let hint = closestMatch(to: name, in: known).map { "; did you mean \"${\($0)}\"?" } ?? ""
    return Diagnostic(
      .error, code: "vars.unknown",
      "there is no variable \"\(name)\" under \"vars\"\(hint)", at: range,
      notes: [Note("for a \"${\" that is just text, write \"$${\"")])
  }

  static func variableUnclosed(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "vars.syntax", "a \"${\" here has no \"}\"", at: range,
      notes: [Note("for a \"${\" that is just text, write \"$${\"")])
  }

  static func variableCycle(_ names: [String], at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "vars.cycle",
      "the variable refers to itself: " + names.map { "\"\($0)\"" }.joined(separator: " → "), at: range)
  }

  static func variableTooLarge(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "vars.too-large", "with its variables in place, this text is too long", at: range)
  }
}
