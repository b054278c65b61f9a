/// One finding about a project, with the place it is about and what to do.
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable, Comparable {
    /// Told for information; never changes the exit status.
    case note
    /// Rendered all the same, unless `--strict`.
    case warning
    /// Nothing is rendered.
    case error

    /// Orders from note to error.
    public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.weight < rhs.weight }
    private var weight: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// A remark that belongs to a diagnostic, with its own place if it has one.
  public struct Note: Hashable, Sendable {
    /// The sentence, lower case, no full stop.
    public let message: String
    /// The place it is about.
    public let range: SourceRange?

    /// Creates a note.
    public init(_ message: String, at range: SourceRange? = nil) {
      self.message = message
      self.range = range
    }
  }

  /// A text that would mend the fault when put in place of a range.
  public struct FixIt: Hashable, Sendable {
    /// What the replacement does: `write "4s"`.
    public let message: String
    /// The range that it replaces.
    public let range: SourceRange
    /// The new text.
    public let replacement: String

    /// Creates a fix-it.
    public init(_ message: String, replacing range: SourceRange, with replacement: String) {
      self.message = message
      self.range = range
      self.replacement = replacement
    }
  }

  /// Whose fault it is, which decides the exit status.
  public enum Blame: Hashable, Sendable {
    /// The project or the command line (exit status 2).
    case project
    /// A media file or the disk (exit status 3).
    case media
    /// What was recorded before and is otherwise now (exit status 1).
    case comparison
  }

  /// How bad it is.
  public var severity: Severity
  /// The stable name of the kind of finding, such as `clip.beyond-media`.
  public let code: String
  /// The finding, lower case, no full stop, the offending value in double quotes.
  public let message: String
  /// Where it is.
  public let range: SourceRange?
  /// Further remarks.
  public let notes: [Note]
  /// Ways to mend it; each is an alternative.
  public let fixIts: [FixIt]
  /// Whose fault it is.
  public let blame: Blame

  /// Creates a diagnostic.
  public init(
    _ severity: Severity, code: String, _ message: String, at range: SourceRange? = nil,
    notes: [Note] = [], fixIts: [FixIt] = [], blame: Blame = .project
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.range = range
    self.notes = notes
    self.fixIts = fixIts
    self.blame = blame
  }
}
