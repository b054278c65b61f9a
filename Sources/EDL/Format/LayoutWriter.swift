/// Writes a tree in the canonical layout.
///
/// Two blanks a level, one after a colon, none inside brackets; a collection in brackets stays on
/// one line where it fits, and becomes a block where it does not or holds a comment; one blank line
/// at most; comments behind values two blanks after them, aligned in neighbouring lines.
struct LayoutWriter {
  /// Columns that a line with brackets may have.
  static let width = 120

  private struct Line {
    var indent: Int
    var text: String
    var comment: String?
  }

  static func text(head: [LayoutTrivia], mark: [String], root: LayoutNode?, tail: [LayoutTrivia]) -> String {
    var lines = Self.lines(head, indent: 0)
    lines += mark.map { Line(indent: 0, text: $0) }
    if let root {
      let content = body(root)
      lines += properties(root).isEmpty ? [] : [Line(indent: 0, text: properties(root), comment: root.comment)]
      lines += content
    }
    lines += Self.lines(tail, indent: 0)
    return print(tidied(lines))
  }

  // MARK: Blocks

  /// The lines of the whole text's value.
  private static func body(_ node: LayoutNode) -> [Line] {
    fits(node, behind: 0) ? [Line(indent: 0, text: inline(node), comment: node.comment)] : block(node, indent: 0)
  }

  /// The lines of a value that begins on a line of its own, a collection as a block.
  private static func block(_ node: LayoutNode, indent: Int) -> [Line] {
    switch node.content {
    case .mapping(let entries), .sequence(let entries):
      return entries.flatMap { self.lines(of: $0, indent: indent) } + lines(node.tail, indent: indent)
    case .scalar(let lines):
      return lines.enumerated().map {
        Line(indent: indent, text: $1, comment: $0 == lines.count - 1 ? node.comment : nil)
      }
    case .block(let header, let lines):
      return [Line(indent: indent, text: header, comment: node.comment)]
        + lines.map { Line(indent: indent + 2, text: $0) }
    }
  }

  private static func lines(of entry: LayoutEntry, indent: Int) -> [Line] {
    let value = entry.value
    var lead = lines(entry.lead, indent: indent)
    let head = entry.key.map { "\(keyText($0)):" } ?? "-"
    let start = properties(value).isEmpty ? head : "\(head) \(properties(value))"
    // One comment has room behind the first line: that of the value, else that of the key.
    var comments = [entry.key?.comment, value.comment].compactMap { $0 }
    let comment = comments.popLast()
    lead = comments.map { Line(indent: indent, text: "", comment: $0) } + lead
    switch value.content {
    case .scalar(let parts):
      var lines = [Line(indent: indent, text: parts == [""] ? start : "\(start) \(parts[0])")]
      lines += parts.dropFirst().map { Line(indent: indent + 2, text: $0) }
      lines[lines.count - 1].comment = comment
      return lead + lines
    case .block(let header, let parts):
      let first = Line(indent: indent, text: "\(start) \(header)", comment: comment)
      return lead + [first] + parts.map { Line(indent: indent + 2, text: $0) }
    case .sequence, .mapping:
      if fits(value, behind: indent + start.unicodeScalars.count + 1) {
        let tail = lines(value.tail, indent: indent)
        return lead + tail + [Line(indent: indent, text: "\(start) \(inline(value))", comment: comment)]
      }
      var inner = block(value, indent: indent + 2)
      guard entry.key == nil, properties(value).isEmpty else {
        return lead + [Line(indent: indent, text: start, comment: comment)] + withoutFirstBlanks(inner)
      }
      // The first entry stands behind the dash; what stands above it goes above the dash.
      if let comment { lead.append(Line(indent: indent, text: "", comment: comment)) }
      let above = inner.prefix { $0.text.isEmpty }
      inner.removeFirst(above.count)
      lead += above.map { Line(indent: $0.comment == nil ? 0 : indent, text: "", comment: $0.comment) }
      guard !inner.isEmpty else { return lead }
      inner[0].indent = indent
      inner[0].text = "- \(inner[0].text)"
      return lead + inner
    }
  }

  private static func lines(_ trivia: [LayoutTrivia], indent: Int) -> [Line] {
    trivia.map { item in
      switch item {
      case .blank: Line(indent: 0, text: "")
      case .comment(let text): Line(indent: indent, text: "", comment: text)
      }
    }
  }

  private static func withoutFirstBlanks(_ lines: [Line]) -> [Line] {
    Array(lines.drop { $0.text.isEmpty && $0.comment == nil })
  }

  // MARK: One line

  private static func fits(_ node: LayoutNode, behind column: Int) -> Bool {
    guard !isEmpty(node) else { return true }
    return node.isFlow && !node.isPair && isOneLine(node) && column + inline(node).unicodeScalars.count <= width
  }

  private static func isEmpty(_ node: LayoutNode) -> Bool {
    switch node.content {
    case .mapping(let entries), .sequence(let entries): entries.isEmpty
    case .scalar, .block: false
    }
  }

  /// Whether nothing in a collection needs a line of its own.
  private static func isOneLine(_ node: LayoutNode) -> Bool {
    switch node.content {
    case .scalar(let lines): return lines.count == 1
    case .block: return false
    case .mapping(let entries), .sequence(let entries):
      return !hasComments(node.tail)
        && entries.allSatisfy { entry in
          !hasComments(entry.lead) && entry.key?.comment == nil && entry.value.comment == nil
            && entry.key.map(isOneLine) ?? true && isOneLine(entry.value)
        }
    }
  }

  private static func hasComments(_ trivia: [LayoutTrivia]) -> Bool { trivia.contains { $0 != .blank } }

  private static func inline(_ node: LayoutNode) -> String {
    switch node.content {
    case .scalar(let lines): return lines[0]
    case .block(let header, _): return header
    case .sequence(let entries): return "[\(entries.map { full($0.value) }.joined(separator: ", "))]"
    case .mapping(let entries):
      let text = entries.map(inline).joined(separator: ", ")
      return node.isPair ? text : "{\(text)}"
    }
  }

  private static func inline(_ entry: LayoutEntry) -> String {
    "\(entry.key.map(keyText) ?? ""): \(full(entry.value))"
  }

  private static func full(_ node: LayoutNode) -> String {
    let properties = properties(node)
    return properties.isEmpty ? inline(node) : "\(properties) \(inline(node))"
  }

  private static func properties(_ node: LayoutNode) -> String { node.properties.joined(separator: " ") }

  /// A key on one line; an alias needs a blank before its colon.
  private static func keyText(_ node: LayoutNode) -> String {
    let text = full(node)
    return text.hasPrefix("*") ? text + " " : text
  }

  // MARK: Lines

  /// Leaves one blank line where there were more, and none at the ends.
  private static func tidied(_ lines: [Line]) -> [Line] {
    var tidy: [Line] = []
    var blanks = 0
    for line in withoutFirstBlanks(lines) {
      if line.text.isEmpty, line.comment == nil, line.indent == 0 {
        blanks += 1
        continue
      }
      if blanks > 0 { tidy.append(Line(indent: 0, text: "")) }
      blanks = 0
      tidy.append(line)
    }
    return tidy
  }

  private static func print(_ lines: [Line]) -> String {
    var text = ""
    var index = 0
    while index < lines.count {
      var end = index + 1
      if isCommented(lines[index]) {
        while end < lines.count, isCommented(lines[end]) { end += 1 }
      }
      let column = lines[index..<end].map { $0.indent + $0.text.count }.max() ?? 0
      for line in lines[index..<end] {
        let isBlank = line.text.isEmpty && line.comment == nil
        var written = isBlank ? "" : String(repeating: " ", count: line.indent) + line.text
        if let comment = line.comment {
          if !line.text.isEmpty { written += String(repeating: " ", count: column - line.indent - line.text.count + 2) }
          written += comment
        }
        text += written + "\n"
      }
      index = end
    }
    return text
  }

  private static func isCommented(_ line: Line) -> Bool { !line.text.isEmpty && line.comment != nil }
}
