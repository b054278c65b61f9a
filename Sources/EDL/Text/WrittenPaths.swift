/// A value of the project's text that may be a path, with its place.
public struct WrittenText: Sendable {
  /// The value, variables put in place.
  public let value: String
  /// Where it stands, quotes and all.
  public let range: SourceRange
}

/// Finds the values of a project's texts among which its paths are, so that they can be written anew.
public enum WrittenPaths {
  /// Every scalar of the project and its includes but those that are words for people, in their order.
  ///
  /// The files of `sources` are the project's own, in the order in which loading it finds them.
  public static func values(path: String, options: Project.Options, sources: inout SourceMap) -> [WrittenText] {
    var ignored = DiagnosticList()
    guard let text = ProjectText.load(path: path, options: options, sources: &sources, diagnostics: &ignored) else {
      return []
    }
    var found: [SourceRange: String] = [:]
    add(text.root, to: &found)
    // Merging has dropped what included files include in turn.
    for (index, file) in sources.files.enumerated() {
      guard let root = YAMLLoader.load(text: file.text, file: index, diagnostics: &ignored),
        case .mapping(let entries) = root.content
      else { continue }
      for entry in entries where entry.key == "include" { add(entry.value, to: &found) }
    }
    return found.map { WrittenText(value: $0.value, range: $0.key) }
      .sorted { ($0.range.file, $0.range.start) < ($1.range.file, $1.range.start) }
  }

  private static let words: Set<String> = ["text", "name", "title", "id", "language", "metadata", "vars"]

  private static func add(_ node: Node, to found: inout [SourceRange: String]) {
    switch node.content {
    case .scalar(let scalar): if found[node.range] == nil { found[node.range] = scalar.text }
    case .sequence(let nodes): for node in nodes { add(node, to: &found) }
    case .mapping(let entries):
      for entry in entries where !words.contains(entry.key) && !entry.key.hasPrefix("x-") {
        add(entry.value, to: &found)
      }
    }
  }
}

extension SourceFile {
  /// The text with some places of it written anew; `edits` do not overlap.
  public func edited(_ edits: [(range: SourceRange, text: String)]) -> String {
    var scalars = Array(text.unicodeScalars)
    var starts = [0]
    for (index, scalar) in scalars.enumerated() {
      let isLineEnd = scalar == "\n" || (scalar == "\r" && !(index + 1 < scalars.count && scalars[index + 1] == "\n"))
      if isLineEnd { starts.append(index + 1) }
    }
    func offset(_ position: SourcePosition) -> Int {
      min(starts[min(position.line - 1, starts.count - 1)] + position.column - 1, scalars.count)
    }
    for edit in edits.sorted(by: { $0.range.start > $1.range.start }) {
      scalars.replaceSubrange(offset(edit.range.start)..<offset(edit.range.end), with: Array(edit.text.unicodeScalars))
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  /// The text between two places.
  public func part(_ range: SourceRange) -> String {
    let marker = "\u{F8FF}"
    let (whole, without) = (Array(text.unicodeScalars), Array(edited([(range, marker)]).unicodeScalars))
    guard let start = zip(whole, without).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
      return ""
    }
    let count = whole.count - without.count + 1
    var part = String.UnicodeScalarView()
    part.append(contentsOf: whole[start..<start + count])
    return String(part)
  }
}
