/// Gathers a mapping's keys and values, refuses what is not one key to one value, and applies
/// merge keys (`<<`) when the mapping ends.
struct YAMLMappingBuilder {
  private enum Key {
    case name(String, SourceRange)
    case merge(SourceRange)
    /// Reported already; its value is dropped.
    case refused
  }

  private var key: Key?
  private var entries: [Node.Entry] = []
  private var places = KeyIndex()
  private var merge: (key: SourceRange, value: Node)?
  private let findsCutTexts: Bool
  /// The last value, when it seems to go on in the keys after it.
  private var cut: CutText?
  /// A key that is a piece of ``cut`` if it has no value.
  private var piece: (node: Node, range: SourceRange, canBeMergeKey: Bool)?

  init(findsCutTexts: Bool) { self.findsCutTexts = findsCutTexts }

  /// Whether the next node is a key.
  var isAtKey: Bool { key == nil && piece == nil }

  /// Whether the next node is the value of a key that is the user's own.
  var isInOwnKey: Bool {
    if case .name(let name, _) = key { return name.hasPrefix("x-") }
    return false
  }

  /// Takes the next node: a key, then its value, in turn.
  mutating func take(
    _ node: Node, at range: SourceRange, canBeMergeKey: Bool, _ diagnostics: inout DiagnosticList
  ) {
    guard let cut else { return pair(node, at: range, canBeMergeKey: canBeMergeKey, &diagnostics) }
    guard let piece else {
      self.piece = (node, range, canBeMergeKey)
      return
    }
    self.piece = nil
    var longer = cut
    if node.isAbsent, longer.take(piece.node) {
      self.cut = longer
      if longer.isWhole { join(longer, &diagnostics) }
      return
    }
    endCut(&diagnostics)
    pair(piece.node, at: piece.range, canBeMergeKey: piece.canBeMergeKey, &diagnostics)
    pair(node, at: range, canBeMergeKey: canBeMergeKey, &diagnostics)
  }

  /// Puts a text that was cut in the place of its first piece.
  private mutating func join(_ text: CutText, _ diagnostics: inout DiagnosticList) {
    cut = nil
    diagnostics.append(text.diagnostic)
    guard let last = entries.popLast() else { return }
    entries.append(Node.Entry(key: last.key, keyRange: last.keyRange, value: text.node))
  }

  /// Takes the pieces of what was no cut text for the keys that they are.
  private mutating func endCut(_ diagnostics: inout DiagnosticList) {
    let pieces = cut?.pieces ?? []
    cut = nil
    for piece in pieces.dropFirst() {
      pair(piece, at: piece.range, canBeMergeKey: true, &diagnostics)
      let end = SourceRange(file: piece.range.file, start: piece.range.end, end: piece.range.end)
      let absent = Node(.scalar(Node.Scalar(text: "", isQuoted: false)), at: end)
      pair(absent, at: end, canBeMergeKey: false, &diagnostics)
    }
  }

  private mutating func pair(
    _ node: Node, at range: SourceRange, canBeMergeKey: Bool, _ diagnostics: inout DiagnosticList
  ) {
    guard let key else {
      self.key = readKey(node, at: range, canBeMergeKey: canBeMergeKey, &diagnostics)
      return
    }
    self.key = nil
    switch key {
    case .name(let name, let keyRange):
      entries.append(Node.Entry(key: name, keyRange: keyRange, value: node))
      // What an alias stands for is whole.
      if findsCutTexts, node.range == range { cut = CutText(node) }
    case .merge(let range): merge = (range, node)
    case .refused: break
    }
  }

  private mutating func readKey(
    _ node: Node, at range: SourceRange, canBeMergeKey: Bool, _ diagnostics: inout DiagnosticList
  ) -> Key {
    guard case .scalar(let scalar) = node.content else {
      diagnostics.append(.yamlKeyNotScalar(at: range))
      return .refused
    }
    if scalar.text.isEmpty, !scalar.isQuoted {
      diagnostics.append(.yamlKeyMissing(at: range))
      return .refused
    }
    if scalar.text == "<<", canBeMergeKey {
      if let merge {
        diagnostics.append(.yamlDuplicateKey("<<", first: merge.key, second: range))
        return .refused
      }
      return .merge(range)
    }
    if let first = places.insert(scalar.text, at: range) {
      diagnostics.append(.yamlDuplicateKey(scalar.text, first: first, second: range))
      return .refused
    }
    return .name(scalar.text, range)
  }

  /// Returns the entries: the mapping's own, then those merged in that it does not name itself.
  mutating func finish(_ diagnostics: inout DiagnosticList) -> [Node.Entry] {
    endCut(&diagnostics)
    guard let merge else { return entries }
    let sources: [Node] =
      switch merge.value.content {
      case .sequence(let nodes): nodes
      case .mapping, .scalar: [merge.value]
      }
    for source in sources {
      guard case .mapping(let merged) = source.content else {
        diagnostics.append(.yamlMerge(at: source.range, key: merge.key))
        continue
      }
      for entry in merged where places.insert(entry.key, at: entry.keyRange) == nil { entries.append(entry) }
    }
    return entries
  }
}

/// Where each key of a mapping stands; a plain list while it is short.
private struct KeyIndex {
  private var short: [(key: String, range: SourceRange)] = []
  private var long: [String: SourceRange] = [:]
  private static let longest = 8

  /// Adds a key, or returns where it stands already.
  mutating func insert(_ key: String, at range: SourceRange) -> SourceRange? {
    if long.isEmpty {
      if let known = short.first(where: { $0.key == key }) { return known.range }
      guard short.count >= Self.longest else {
        short.append((key, range))
        return nil
      }
      for known in short { long[known.key] = known.range }
    }
    if let known = long[key] { return known }
    long[key] = range
    return nil
  }
}

extension Diagnostic {
  static func yamlDuplicateKey(_ key: String, first: SourceRange, second: SourceRange) -> Diagnostic {
    let place = first.file == second.file ? "line \(first.start.line)" : "another file"
    return Diagnostic(
      .error, code: "yaml.duplicate-key",
      "the key \"\(key)\" is there twice, on \(place) and on line \(second.start.line)", at: second,
      notes: [Note("\"\(key)\" is first given here", at: first)])
  }

  fileprivate static func yamlKeyNotScalar(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "yaml.key", "a list or a mapping cannot be a key", at: range)
  }

  fileprivate static func yamlKeyMissing(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, code: "yaml.key", "a key is missing before \":\"", at: range)
  }

  fileprivate static func yamlMerge(at range: SourceRange, key: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "yaml.merge", "\"<<\" merges a mapping or a list of mappings, and this is neither", at: range,
      notes: [Note("the merge key is here", at: key)])
  }
}
