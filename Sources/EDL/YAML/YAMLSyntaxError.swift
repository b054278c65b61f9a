/// What libyaml says about a text that it cannot read: true, but in the words of a grammar.
struct YAMLSyntaxError: Error {
  let problem: String
  let position: SourcePosition
  let context: String
  let contextPosition: SourcePosition?

  /// Says it in the words of someone who has not read the grammar.
  func diagnostic(in bytes: UnsafeBufferPointer<UInt8>, file: Int) -> Diagnostic {
    let text = YAMLSourceText(bytes)
    if let tab = tabPosition(in: text) { return .yamlTab(at: Self.range(tab, width: 1, file: file)) }
    let (message, place) = explanation(in: text)
    let position = text.clamped(place)
    let opening = contextPosition.flatMap { start in
      start < position && openers.contains { context.hasSuffix($0) }
        ? Diagnostic.Note("it begins here", at: Self.range(start, width: 1, file: file)) : nil
    }
    let width = text.scalar(at: position) == nil ? 0 : 1
    return Diagnostic(
      .error, code: "yaml.syntax", message, at: Self.range(position, width: width, file: file),
      notes: opening.map { [$0] } ?? [])
  }

  private var openers: [String] {
    ["flow sequence", "flow mapping", "block mapping", "block collection", "quoted scalar"]
  }

  private static func range(_ start: SourcePosition, width: Int, file: Int) -> SourceRange {
    SourceRange(
      file: file, start: start, end: SourcePosition(line: start.line, column: start.column + width))
  }

  // MARK: Tabs

  /// Returns the tab that is behind the error, if one is.
  private func tabPosition(in text: YAMLSourceText) -> SourcePosition? {
    let problems = [
      "cannot start any token", "tab character", "mapping values are not allowed", "expected key",
      "expected '-' indicator", "expected ':'",
    ]
    guard problems.contains(where: problem.contains) else { return nil }
    if text.scalar(at: position) == "\t" { return position }
    return text.tabInIndentation(ofLine: position.line).map { SourcePosition(line: position.line, column: $0) }
  }

  // MARK: Words

  private func explanation(in text: YAMLSourceText) -> (message: String, position: SourcePosition) {
    let start = contextPosition ?? position
    switch problem {
    case "could not find expected ':'" where context.contains("simple key"):
      return ("a \":\" is missing after this key", start)
    case "mapping values are not allowed in this context":
      return (
        "a \":\" is not expected here: check the indentation, and put text that contains \": \" in quotes", position
      )
    case "block sequence entries are not allowed in this context":
      return ("a list item (\"- \") cannot begin here: begin it on a line of its own", position)
    case "mapping keys are not allowed in this context": return ("a key cannot begin here", position)
    case "found unexpected end of stream" where context.contains("quoted"),
      "found unexpected document indicator" where context.contains("quoted"):
      return ("the quoted text that begins here is never closed", start)
    case "found character that cannot start any token": return (wrongStart(in: text), position)
    case "found unknown escape character":
      return (
        "\"\\\(name(text.scalar(at: next(position))))\" is not an escape: write \"\\\\\" for a backslash, "
          + "or use single quotes",
        position
      )
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      return ("the number of this \"\\x\", \"\\u\" or \"\\U\" escape is not a character", position)
    default: return (structure(in: text), position)
    }
  }

  private func structure(in text: YAMLSourceText) -> String {
    let found = text.scalar(at: position).map { "\"\(name($0))\"" } ?? "the end"
    if text.scalar(at: position) == ":", problem.contains("did not find expected") {
      return "a key is missing before \":\""
    }
    if isAtVariable(in: text) { return "between brackets or braces, put text with \"${…}\" in quotes" }
    switch problem {
    case "did not find expected ',' or ']'": return "a \",\" or \"]\" is missing in this list before \(found)"
    case "did not find expected ',' or '}'": return "a \",\" or \"}\" is missing in this mapping before \(found)"
    case "did not find expected key":
      return "a key is expected here: the line is indented differently from the keys above it"
    case "did not find expected '-' indicator":
      return "a \"- \" is expected here: the line is indented differently from the list above it"
    case "did not find expected node content": return "a value is expected before \(found)"
    case "did not find expected <document start>":
      return "this stands outside of what the file began with: check the indentation"
    case "found undefined tag handle": return "the tag here is not declared; remove it"
    case "found incompatible YAML document": return "this YAML version is not supported; remove the \"%YAML\" line"
    case "did not find expected alphabetic or numeric character":
      return "a name of letters, digits, \"-\" and \"_\" is expected after \"&\" or \"*\": quote text that begins so"
    case "did not find expected comment or line break":
      return "only a line break may follow \"|\" or \">\": begin the text on the next line"
    default: return problem.isEmpty ? "this is not valid YAML" : "this is not valid YAML: \(problem)"
    }
  }

  /// `[${name}]`: to YAML the brace opens a mapping.
  private func isAtVariable(in text: YAMLSourceText) -> Bool {
    let before = SourcePosition(line: position.line, column: position.column - 1)
    return position.column > 1 && text.scalar(at: position) == "{" && text.scalar(at: before) == "$"
  }

  private func wrongStart(in text: YAMLSourceText) -> String {
    "text cannot begin with \"\(name(text.scalar(at: position)))\": put it in quotes"
  }

  private func next(_ position: SourcePosition) -> SourcePosition {
    SourcePosition(line: position.line, column: position.column + 1)
  }

  private func name(_ scalar: Unicode.Scalar?) -> String { scalar.map { String(Character($0)) } ?? "" }
}

extension Diagnostic {
  fileprivate static func yamlTab(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "yaml.tab", "a tab stands where YAML allows only spaces: indent with spaces", at: range,
      fixIts: [FixIt("use spaces", replacing: range, with: "  ")])
  }
}
