/// A value with the place where the author wrote it.
package struct Located<Value: Sendable>: Sendable {
  package let value: Value
  package let range: SourceRange

  package init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}

extension Located: Equatable where Value: Equatable {}

/// A value under a name of the author's: an entry of `media` or `sequences`.
package struct Named<Value: Sendable>: Sendable {
  package let name: String
  package let nameRange: SourceRange
  package let value: Value
}
