/// Collects findings while a stage goes on; every stage of the front half takes one `inout`.
///
/// Holds a bounded number of each severity, so that a broken file of a million lines costs no more
/// memory than it is of use; what is left out is counted in ``omittedCount``.
public struct DiagnosticList: Sendable {
  /// The findings in the order they were made.
  public private(set) var all: [Diagnostic] = []

  /// How many further findings were left out because there were very many.
  public private(set) var omittedCount = 0

  /// Creates an empty list.
  public init() {}

  /// Whether any finding is an error.
  public var hasErrors: Bool { counts[.error] != nil }

  /// Adds a finding, unless the very same one is there already (an anchor used twice).
  public mutating func append(_ diagnostic: Diagnostic) {
    let count = counts[diagnostic.severity, default: 0]
    guard count < Self.limit else {
      omittedCount += seen.contains(diagnostic) ? 0 : 1
      return
    }
    guard seen.insert(diagnostic).inserted else { return }
    counts[diagnostic.severity] = count + 1
    all.append(diagnostic)
  }

  /// Adds all findings of another list.
  public mutating func append(contentsOf other: DiagnosticList) {
    for diagnostic in other.all { append(diagnostic) }
    omittedCount += other.omittedCount
  }

  /// Whether there are so many errors that looking for more helps nobody.
  package var isFull: Bool { counts[.error, default: 0] >= Self.limit }

  private var seen: Set<Diagnostic> = []
  private var counts: [Diagnostic.Severity: Int] = [:]
  private static let limit = 500
}
