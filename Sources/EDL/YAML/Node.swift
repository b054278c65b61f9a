/// A piece of the parsed YAML text: raw scalars (never typed by the parser), sequences, mappings.
///
/// Aliases are expanded and merge keys applied, so one text range can occur under several parents.
package struct Node: Sendable {
  package enum Content: Sendable {
    case scalar(Scalar)
    case sequence([Node])
    case mapping([Entry])
  }

  /// A scalar's raw text. A plain empty scalar, `~` and `null` are `isNull`.
  package struct Scalar: Sendable {
    package let text: String
    /// Whether the text is a string whatever it says: quoted, a block (`|`, `>`), or tagged `!!str`.
    package let isQuoted: Bool
    package var isNull: Bool { !isQuoted && Self.nulls.contains(text) }

    // The null spellings of YAML's core schema.
    private static let nulls = ["", "~", "null", "Null", "NULL"]

    package init(text: String, isQuoted: Bool) {
      self.text = text
      self.isQuoted = isQuoted
    }
  }

  package struct Entry: Sendable {
    package let key: String
    package let keyRange: SourceRange
    package let value: Node

    package init(key: String, keyRange: SourceRange, value: Node) {
      self.key = key
      self.keyRange = keyRange
      self.value = value
    }
  }

  package let content: Content
  package let range: SourceRange

  package init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }
}
