/// Builds the tree of a text's layout from libyaml's events and what stands between them.
///
/// libyaml passes over comments; but between the places of two events nothing else can be, so they
/// are found there. A comment belongs to the value that it stands behind, else to the entry that it
/// stands above; above nothing, to the collection that is indented as far as it is.
struct LayoutTreeBuilder {
  /// A collection whose end has not come yet.
  private final class Open {
    let node: LayoutNode
    let kind: YAMLCollection
    let column: Int
    var entries: [LayoutEntry] = []
    var key: LayoutNode?
    /// What stands above the entry that comes next.
    var lead: [LayoutTrivia] = []

    init(_ node: LayoutNode, _ kind: YAMLCollection, column: Int) {
      self.node = node
      self.kind = kind
      self.column = column
    }
  }

  private let text: LayoutText
  private var stack: [Open] = []
  /// The first collection on the stack that was opened since the last value.
  private var fresh: Int?
  /// Block collections that end before the next value.
  private var ends = 0
  private var cursor = SourcePosition(line: 1, column: 1)
  private var lastNode: LayoutNode?

  /// The lines before the document's mark or first value.
  private(set) var head: [LayoutTrivia] = []
  /// `---` and the directives before it, when they are written.
  private(set) var mark: [String] = []
  private(set) var root: LayoutNode?
  /// Every comment that was found.
  private(set) var comments: [String] = []
  /// The lines behind everything.
  private(set) var tail: [LayoutTrivia] = []

  init(_ text: LayoutText) { self.text = text }

  mutating func take(_ event: YAMLEvent) {
    switch event.kind {
    case .scalar, .alias:
      reach(event.start)
      let (properties, start) = skipProperties(event)
      let node = scalar(event, from: start, properties: properties)
      attach(node)
      lastNode = node
    case .collectionStart(let kind, let isFlow):
      let hasProperties = event.anchor != nil || event.tag != nil
      // The gap before the first value of a block belongs to that value, unless other blocks end in it.
      if isFlow || hasProperties || ends > 0 { reach(event.start) }
      let (properties, start) = skipProperties(event)
      if hasProperties { cursor = start }
      let node = LayoutNode(kind == .mapping ? .mapping([]) : .sequence([]), properties: properties, isFlow: isFlow)
      let opened = Open(node, kind, column: isFlow ? 0 : start.column)
      if !isFlow, fresh == nil { fresh = stack.count }
      stack.append(opened)
      guard isFlow else { return }
      let first = text.scalar(at: start)
      node.isPair = kind == .mapping && first != "{"
      if !node.isPair { cursor = SourcePosition(line: start.line, column: start.column + 1) }
    case .collectionEnd:
      guard let open = stack.last else { return }
      guard open.node.isFlow else {
        ends += 1
        return
      }
      reach(event.end, before: event.start)
      finish()
      lastNode = open.node
    case .documentStart:
      let lines = text.slice(from: event.start, to: event.end)
      reach(event.start)
      if event.start < event.end { mark = lines.map(Self.withoutEndBlanks) }
      cursor = event.end
    case .streamEnd: reach(event.start, isEnd: true)
    case .documentEnd, .other: break
    }
  }

  // MARK: Values

  private mutating func scalar(_ event: YAMLEvent, from start: SourcePosition, properties: [String]) -> LayoutNode {
    if !properties.isEmpty || start != event.start { cursor = start }
    let first = text.scalar(at: start)
    if case .scalar(_, true) = event.kind, first == "|" || first == ">" {
      return block(event, from: start, properties: properties)
    }
    cursor = max(event.end, start)
    var lines = start < event.end ? text.slice(from: start, to: event.end) : [""]
    for index in lines.indices.dropFirst() { lines[index] = String(lines[index].drop { $0 == " " || $0 == "\t" }) }
    return LayoutNode(.scalar(lines), properties: properties)
  }

  private mutating func block(_ event: YAMLEvent, from start: SourcePosition, properties: [String]) -> LayoutNode {
    let headLine = text.slice(from: start, to: SourcePosition(line: start.line, column: .max))[0]
    let parts = headLine.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let header = Self.withoutEndBlanks(String(parts[0]))
    let lastLine = event.end.column > 1 ? event.end.line : event.end.line - 1
    var raw = start.line < lastLine ? (start.line + 1...lastLine).map { Array(text.line($0)) } : []
    if !header.contains("+") {
      while let last = raw.last, last.allSatisfy({ $0 == " " || $0 == "\t" }) { raw.removeLast() }
    }
    let given = header.compactMap(\.wholeNumberValue).first
    // Nested in no block, the indentation counts from the line's start.
    let outer = max(0, (enclosingColumn ?? 1) - 1)
    let found = raw.first { $0.contains { $0 != " " } }.map { $0.prefix { $0 == " " }.count }
    let indent = given.map { outer + $0 } ?? found ?? 0
    let lines = raw.map { String(String.UnicodeScalarView($0.dropFirst(min(indent, $0.count)))) }
    let node = LayoutNode(
      .block(
        header: given == nil ? header : "\(header.prefix(1))2\(header.dropFirst().filter { !$0.isNumber })",
        lines: lines),
      properties: properties)
    if parts.count > 1 {
      let comment = Self.withoutEndBlanks("#" + parts[1])
      node.comment = comment
      comments.append(comment)
    }
    let behind = start.line + raw.count
    cursor = SourcePosition(line: behind, column: text.line(behind).count + 1)
    return node
  }

  /// The column of the innermost block that a value stands in.
  private var enclosingColumn: Int? { stack.last { !$0.node.isFlow }?.column }

  /// Steps over anchor and tag, which libyaml counts to the value; a comment between is kept.
  private mutating func skipProperties(_ event: YAMLEvent) -> ([String], SourcePosition) {
    guard event.anchor != nil || event.tag != nil else { return ([], event.start) }
    var properties: [String] = []
    var (line, column) = (event.start.line, event.start.column)
    while line <= text.lines.count {
      // An empty value ends with its properties.
      if isEmptyScalar(event), SourcePosition(line: line, column: column) >= event.end { break }
      let scalars = text.line(line)
      guard column <= scalars.count else {
        (line, column) = (line + 1, 1)
        continue
      }
      switch scalars[column - 1] {
      case " ", "\t": column += 1
      case "#":
        let comment = Self.withoutEndBlanks(String(String.UnicodeScalarView(scalars[(column - 1)...])))
        if let open = stack.last { open.lead.append(.comment(comment)) } else { head.append(.comment(comment)) }
        comments.append(comment)
        (line, column) = (line + 1, 1)
      case "&", "!":
        let word = scalars[(column - 1)...].prefix {
          $0 != " " && $0 != "\t" && !(isInFlow && Self.flowMarks.contains($0))
        }
        properties.append(String(String.UnicodeScalarView(word)))
        column += word.count
        cursor = SourcePosition(line: line, column: column)
      default: return (properties, SourcePosition(line: line, column: column))
      }
    }
    return (properties, cursor)
  }

  private static let flowMarks: Set<Unicode.Scalar> = [",", "{", "}", "[", "]"]
  private var isInFlow: Bool { stack.last?.node.isFlow ?? false }

  private func isEmptyScalar(_ event: YAMLEvent) -> Bool {
    if case .scalar("", false) = event.kind { true } else { false }
  }

  // MARK: Structure

  private mutating func attach(_ node: LayoutNode) {
    guard let open = stack.last else {
      root = node
      return
    }
    if open.kind == .mapping, open.key == nil {
      open.key = node
      return
    }
    open.entries.append(LayoutEntry(lead: open.lead, key: open.key, value: node))
    open.key = nil
    open.lead = []
  }

  private mutating func finish() {
    guard let open = stack.popLast() else { return }
    open.node.content = open.kind == .mapping ? .mapping(open.entries) : .sequence(open.entries)
    open.node.tail += open.lead
    attach(open.node)
  }

  private mutating func closeEnded() {
    while ends > 0 {
      ends -= 1
      finish()
    }
  }

  // MARK: Comments

  /// Goes to the next value, hanging up what stands on the way.
  private mutating func reach(_ position: SourcePosition, before start: SourcePosition? = nil, isEnd: Bool = false) {
    let remarks = text.remarks(from: cursor, to: start ?? position, isAfterValue: cursor.line > 1 || cursor.column > 1)
    var rest = remarks[...]
    if let first = rest.first, first.isBehindValue, case .comment(let comment) = first.trivia {
      rest = rest.dropFirst()
      put(comment)
    }
    hang(Array(rest), isEnd: isEnd)
    cursor = position
    lastNode = nil
    fresh = nil
  }

  /// A comment behind a value on its line.
  private mutating func put(_ comment: String) {
    let comment = Self.withoutEndBlanks(comment)
    comments.append(comment)
    if let lastNode, lastNode.comment == nil {
      lastNode.comment = comment
    } else if let open = stack.last {
      open.lead.append(.comment(comment))
    } else {
      head.append(.comment(comment))
    }
  }

  private mutating func hang(_ remarks: [LayoutText.Remark], isEnd: Bool) {
    for case .comment(let text) in remarks.map({ Self.trimmed($0.trivia) }) { comments.append(text) }
    guard !stack.isEmpty else {
      let trivia = remarks.map { Self.trimmed($0.trivia) }
      if root == nil { head += trivia } else { tail += trivia }
      return
    }
    // The collections that end here, from the inside, then the one that goes on.
    var level = stack.count - 1
    let going = stack.count - 1 - ends
    let outside = going >= 0 ? stack[going].column : isEnd ? 0 : 1
    var above: [LayoutTrivia] = []
    var blanks: [LayoutTrivia] = []
    for remark in remarks {
      guard case .comment = remark.trivia else {
        blanks.append(.blank)
        continue
      }
      while level > going, remark.column <= outside || !isInside(remark, level, going) { level -= 1 }
      let trivia = blanks + [Self.trimmed(remark.trivia)]
      blanks = []
      if level > going { stack[level].node.tail += trivia } else { above += trivia }
    }
    let place = fresh ?? going
    closeEnded()
    if going < 0 { tail += above } else { stack[place].lead += above + blanks }
  }

  /// Whether a comment is indented as far as a collection, and further than the one around it.
  private func isInside(_ remark: LayoutText.Remark, _ level: Int, _ going: Int) -> Bool {
    let column = stack[level].column
    return remark.column >= column && !(level - 1 > going && remark.column == stack[level - 1].column)
  }

  private static func trimmed(_ trivia: LayoutTrivia) -> LayoutTrivia {
    if case .comment(let text) = trivia { .comment(withoutEndBlanks(text)) } else { trivia }
  }

  private static func withoutEndBlanks(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
