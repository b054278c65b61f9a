/// A place in a text file, as people count: both numbers start at 1, columns in Unicode scalars.
public struct SourcePosition: Hashable, Sendable, Comparable {
  /// The line, from 1.
  public var line: Int { Int(storedLine) }
  /// The column, from 1, in Unicode scalars.
  public var column: Int { Int(storedColumn) }

  /// Creates a position.
  public init(line: Int, column: Int) {
    storedLine = UInt32(clamping: line)
    storedColumn = UInt32(clamping: column)
  }

  // Half of what a node weighs is its range, and texts are far below 4 GiB: 32 bits each.
  private let storedLine: UInt32
  private let storedColumn: UInt32

  /// Orders by line, then by column.
  public static func < (lhs: SourcePosition, rhs: SourcePosition) -> Bool {
    (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

extension SourcePosition: CustomStringConvertible {
  /// `12:15`, line and column.
  public var description: String { "\(line):\(column)" }
}

/// A half-open stretch of one file's text.
public struct SourceRange: Hashable, Sendable {
  /// The file's index in ``SourceMap/files``.
  public var file: Int { Int(storedFile) }
  /// The first position.
  public let start: SourcePosition
  /// The position after the last.
  public let end: SourcePosition

  /// Creates a range.
  public init(file: Int, start: SourcePosition, end: SourcePosition) {
    storedFile = UInt32(clamping: file)
    self.start = start
    self.end = end
  }

  private let storedFile: UInt32
}

/// One text that diagnostics may point into.
public struct SourceFile: Sendable {
  /// The path as the user gave it, or as an `include` reached it.
  public let path: String
  /// The whole text.
  public let text: String

  /// Creates a file's text.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}

/// All the texts of a project: the project file first, then its includes in reading order.
public struct SourceMap: Sendable {
  /// The files; ``SourceRange/file`` indexes them.
  public var files: [SourceFile]

  /// Creates a map.
  public init(files: [SourceFile] = []) { self.files = files }
}

extension SourceRange {
  /// The start of the project file: for what is about the whole of it, or has no file at all.
  public static let wholeFile = SourceRange(
    file: 0, start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 1))
}
