/// A YAML text as its author laid it out: every value with its own spelling, and the comments and
/// blank lines around it. Aliases stay aliases.
final class LayoutNode {
  enum Content {
    /// A scalar or an alias as it is spelt, one element a line; the first is all of it for most.
    case scalar([String])
    /// A `|` or `>` scalar: its header without the indentation, and its lines without theirs.
    case block(header: String, lines: [String])
    case sequence([LayoutEntry])
    case mapping([LayoutEntry])
  }

  var content: Content
  /// Its anchor and tag, as they are spelt.
  var properties: [String]
  /// Whether its author wrote it in brackets or braces.
  var isFlow: Bool
  /// Whether it is a mapping of one pair in a list, without braces: `[a: b]`.
  var isPair = false
  /// What stands behind its last entry, on lines of its own.
  var tail: [LayoutTrivia] = []
  /// The comment behind its last character, or behind the properties of a block.
  var comment: String?

  init(_ content: Content, properties: [String] = [], isFlow: Bool = false) {
    self.content = content
    self.properties = properties
    self.isFlow = isFlow
  }
}

/// An element of a sequence, or a key with its value.
struct LayoutEntry {
  /// The lines before it that hold no value.
  var lead: [LayoutTrivia]
  var key: LayoutNode?
  var value: LayoutNode
}

/// What means nothing to the program and something to the author.
enum LayoutTrivia: Equatable {
  case blank
  case comment(String)
}
