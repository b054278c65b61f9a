/// Why something cannot be drawn, as the end of a sentence.
package struct DrawError: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
