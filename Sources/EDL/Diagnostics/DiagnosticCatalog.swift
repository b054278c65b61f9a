/// The explanation of every diagnostic code: what `edlrender explain CODE` prints and the docs list.
///
/// To add a code, add an entry to the table of its area (`DiagnosticCatalog+….swift`); a test holds
/// that every code in the sources is here.
public enum DiagnosticCatalog {
  /// What a code means.
  public struct Entry: Sendable, Hashable {
    /// The code.
    public let code: String
    /// One paragraph: what is wrong, why it matters, what to do.
    public let explanation: String
    /// A text, or a command, that gives this diagnostic.
    public let wrong: String
    /// The same, mended.
    public let right: String

    /// Creates an entry.
    public init(_ code: String, _ explanation: String, wrong: String, right: String) {
      self.code = code
      self.explanation = explanation
      self.wrong = wrong
      self.right = right
    }
  }

  /// All entries, ordered by code.
  public static let all: [Entry] = tables.joined().sorted { $0.code < $1.code }

  /// Returns the entry of a code.
  public static func entry(for code: String) -> Entry? { index[code] }

  /// Returns a code's explanation with its examples, as text for a terminal, ending in a newline.
  public static func explanation(of code: String) -> String? {
    guard let entry = entry(for: code) else { return nil }
    return "\(entry.code)\n\n\(entry.explanation)\n\nWrong:\n\n\(indented(entry.wrong))\n\nRight:\n\n"
      + "\(indented(entry.right))\n"
  }

  /// Returns the code that a misspelt one most likely means.
  public static func code(near code: String) -> String? { closestMatch(to: code, in: all.map(\.code)) }

  private static let tables: [[Entry]] = [
    yamlEntries, timeEntries, textEntries, documentEntries, itemEntries, mediaEntries, pictureEntries, drawingEntries,
    transitionEntries, effectEntries, soundEntries, outputEntries, renderEntries, commandEntries, lockEntries,
    goldenEntries,
  ]

  private static let index: [String: Entry] = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
  }
}
