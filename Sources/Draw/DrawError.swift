/// Why something cannot be drawn, as the end of a sentence.
package struct DrawError: Error, Hashable, Sendable {
  package let message: String
  /// Whether it is a title's markup that is wrong.
  package let isOfMarkup: Bool

  package init(_ message: String, isOfMarkup: Bool = false) {
    self.message = message
    self.isOfMarkup = isOfMarkup
  }
}
