/// Builds the tree from events, on a stack of its own so that no text can exhaust the real one.
struct YAMLTreeBuilder {
  /// A finished node with what it would weigh if it were written out again.
  struct Built {
    let node: Node
    /// The nodes in it, aliases written out.
    let count: Int
    /// The levels of collections in it, 0 for a scalar.
    let height: Int
  }

  /// A collection whose end has not come yet.
  struct Open {
    let kind: YAMLCollection
    let isFlow: Bool
    let start: SourcePosition
    let anchor: Anchor?
    var count = 1
    var height = 0
    var items = YAMLSequenceBuilder(findsCutTexts: false)
    var mapping = YAMLMappingBuilder(findsCutTexts: false)
    /// Where the last child ends: a block collection ends there, not at the next token.
    var lastEnd: SourcePosition
  }

  /// A name given with `&`; a later one of the same name replaces it.
  struct Anchor {
    let name: String
    let serial: Int
  }

  private enum AnchorState {
    case open(serial: Int)
    case done(Built, serial: Int)

    var serial: Int {
      switch self {
      case .open(let serial), .done(_, let serial): serial
      }
    }
  }

  let file: Int
  var diagnostics = DiagnosticList()
  private var stack: [Open] = []
  private var result: Built?
  private var documentStart: SourceRange?
  private var isPoisoned = false
  private var anchors: [String: AnchorState] = [:]
  private var anchorCount = 0
  private var nodeCount = 0

  // Comparing an unknown alias with very many anchors would take longer than reading the file.
  private static let mostSuggested = 500

  init(file: Int) { self.file = file }

  /// The document's node, once all events are taken; nil if the tree has holes.
  var root: Node? { isPoisoned ? nil : result?.node }

  /// Takes an event; returns whether more are wanted.
  mutating func take(_ event: YAMLEvent) throws(YAMLStop) -> Bool {
    let range = SourceRange(file: file, start: event.start, end: event.end)
    switch event.kind {
    case .scalar(let text, let isQuoted):
      try count(1, at: range)
      let isString = isQuoted || checkTag(event.tag, at: range) == .string
      let place = isQuoted ? range : withoutProperties(event, text, range)
      let node = Node(.scalar(Node.Scalar(text: text, isQuoted: isString)), at: place)
      let built = Built(node: node, count: 1, height: 0)
      if let anchor = open(event.anchor) { close(anchor, built) }
      attach(built, at: range, mergeable: !isQuoted)
    case .alias(let name):
      attach(try expand(name, at: range), at: range, mergeable: false)
    case .collectionStart(let kind, let isFlow):
      try count(1, at: range)
      guard stack.count < YAMLLoader.Limit.depth else { throw YAMLStop(.yamlTooDeep(at: range)) }
      _ = checkTag(event.tag, at: range)
      let findsCutTexts = isFlow && !stack.contains { $0.mapping.isInOwnKey }
      stack.append(
        Open(
          kind: kind, isFlow: isFlow, start: event.start, anchor: open(event.anchor),
          items: YAMLSequenceBuilder(findsCutTexts: findsCutTexts),
          mapping: YAMLMappingBuilder(findsCutTexts: findsCutTexts), lastEnd: event.end))
    case .collectionEnd: finishCollection(at: event.end)
    case .documentStart:
      guard documentStart == nil else { throw YAMLStop(.yamlSecondDocument(at: range)) }
      documentStart = range
    case .streamEnd:
      try checkNotEmpty()
      return false
    case .documentEnd, .other: break
    }
    return true
  }

  /// Returns the range of a plain scalar alone: libyaml begins it at its anchor or tag, which a fix
  /// must not replace.
  private func withoutProperties(_ event: YAMLEvent, _ text: String, _ range: SourceRange) -> SourceRange {
    guard event.anchor != nil || event.tag != nil, event.start.line == event.end.line else { return range }
    let start = SourcePosition(line: event.end.line, column: event.end.column - text.unicodeScalars.count)
    return SourceRange(file: file, start: max(start, event.start), end: event.end)
  }

  private func checkNotEmpty() throws(YAMLStop) {
    if let node = result?.node, !node.isNull { return }
    let start = SourcePosition(line: 1, column: 1)
    throw YAMLStop(.yamlEmpty(at: SourceRange(file: file, start: start, end: start)))
  }

  private mutating func count(_ nodes: Int, at range: SourceRange) throws(YAMLStop) {
    nodeCount += nodes
    guard nodeCount <= YAMLLoader.Limit.nodes else { throw YAMLStop(.yamlTooManyNodes(at: range)) }
  }

  // MARK: Collections

  private mutating func finishCollection(at end: SourcePosition) {
    guard var open = stack.popLast() else { return }
    let range = SourceRange(file: file, start: open.start, end: open.isFlow ? end : open.lastEnd)
    let content: Node.Content =
      switch open.kind {
      case .sequence: .sequence(open.items.finish())
      case .mapping: .mapping(open.mapping.finish(&diagnostics))
      }
    let built = Built(node: Node(content, at: range), count: open.count, height: open.height + 1)
    if let anchor = open.anchor { close(anchor, built) }
    attach(built, at: range, mergeable: false)
  }

  /// Hangs a node under the collection that is open, or makes it the root.
  ///
  /// `range` is where it stands there, which for an alias is not where its node was written.
  private mutating func attach(_ built: Built, at range: SourceRange, mergeable: Bool) {
    guard !stack.isEmpty else {
      result = built
      return
    }
    let top = stack.count - 1
    stack[top].count += built.count
    stack[top].height = max(stack[top].height, built.height)
    stack[top].lastEnd = range.end
    switch stack[top].kind {
    case .sequence: stack[top].items.take(built.node, at: range, &diagnostics)
    case .mapping: stack[top].mapping.take(built.node, at: range, canBeMergeKey: mergeable, &diagnostics)
    }
  }

  // MARK: Anchors and aliases

  private mutating func open(_ name: String?) -> Anchor? {
    guard let name else { return nil }
    anchorCount += 1
    anchors[name] = .open(serial: anchorCount)
    return Anchor(name: name, serial: anchorCount)
  }

  private mutating func close(_ anchor: Anchor, _ built: Built) {
    guard anchors[anchor.name]?.serial == anchor.serial else { return }
    anchors[anchor.name] = .done(built, serial: anchor.serial)
  }

  /// Returns the node that an alias stands for: shared, never copied, but counted in full.
  private mutating func expand(_ name: String, at range: SourceRange) throws(YAMLStop) -> Built {
    switch anchors[name] {
    case .done(let built, _):
      nodeCount += built.count
      guard nodeCount <= YAMLLoader.Limit.nodes else { throw YAMLStop(.yamlAliasLimit(name, at: range)) }
      guard stack.count + built.height <= YAMLLoader.Limit.depth else { throw YAMLStop(.yamlTooDeep(at: range)) }
      return Built(node: built.node, count: built.count, height: built.height)
    case .open: diagnostics.append(.yamlRecursiveAlias(name, at: range))
    case nil:
      let known = anchors.count <= Self.mostSuggested ? anchors.keys.sorted() : []
      diagnostics.append(.yamlUnknownAlias(name, known: known, at: range))
    }
    isPoisoned = true
    // Stands in for what is missing so that nothing more is said about it, wherever it is.
    let isKey = stack.last.map { $0.kind == .mapping && $0.mapping.isAtKey } ?? false
    let content: Node.Content = isKey ? .scalar(Node.Scalar(text: "*\(name)", isQuoted: true)) : .mapping([])
    return Built(node: Node(content, at: range), count: 1, height: 0)
  }

  // MARK: Tags

  private enum Tag {
    case ignored
    case string
  }

  private mutating func checkTag(_ tag: String?, at range: SourceRange) -> Tag {
    guard let tag else { return .ignored }
    let prefix = "tag:yaml.org,2002:"
    let core = tag.hasPrefix(prefix) ? String(tag.dropFirst(prefix.count)) : nil
    if tag == "!" || core == "str" { return .string }
    if let core, ["int", "float", "bool", "null", "seq", "map", "merge"].contains(core) { return .ignored }
    diagnostics.append(.yamlTag(core.map { "!!\($0)" } ?? tag, at: range))
    return .ignored
  }
}

extension Diagnostic {
  fileprivate static func yamlTooDeep(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "yaml.depth",
      "the nesting is deeper than \(YAMLLoader.Limit.depth) levels; is a closing bracket missing?", at: range)
  }

  fileprivate static func yamlTooManyNodes(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "yaml.too-large", "the file has more than \(YAMLLoader.Limit.nodes) values", at: range)
  }

  fileprivate static func yamlAliasLimit(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "yaml.alias-limit",
      "with the alias \"*\(name)\" written out, the file has more than \(YAMLLoader.Limit.nodes) values; "
        + "aliases that hold aliases multiply", at: range)
  }

  fileprivate static func yamlRecursiveAlias(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "yaml.alias-recursive",
      "the alias \"*\(name)\" stands inside what it names: a recursion without end",
      at: range)
  }

  fileprivate static func yamlUnknownAlias(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    let near = closestMatch(to: name, in: known)
    return Diagnostic(
      .error, code: "yaml.alias-unknown", "no anchor \"&\(name)\" before this alias", at: range,
      fixIts: near.map { [FixIt("did you mean \"*\($0)\"?", replacing: range, with: "*\($0)")] } ?? [])
  }

  fileprivate static func yamlTag(_ tag: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "yaml.tag", "the tag \"\(tag)\" means nothing here; remove it (values are typed by their field)",
      at: range)
  }

  fileprivate static func yamlSecondDocument(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "yaml.documents", "a second document begins here; a project file holds exactly one", at: range)
  }

  static func yamlEmpty(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "yaml.empty", "the file is empty; a project begins with \"edlrender: 1\"", at: range)
  }
}
