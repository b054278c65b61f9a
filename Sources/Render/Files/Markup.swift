internal import Foundation

/// Text and numbers inside HTML and SVG.
enum Markup {
  /// A number with so many decimals; ∞ for one that is not finite.
  static func decimal(_ value: Double, _ places: Int) -> String {
    value.isFinite ? String(format: "%.\(places)f", value) : "∞"
  }

  /// A text that is safe in the page.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
