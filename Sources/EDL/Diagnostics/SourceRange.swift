/// A place in a text file, as people count: both numbers start at 1, columns in Unicode scalars.
public struct SourcePosition: Hashable, Sendable, Comparable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Orders by line, then by column.
  public static func < (lhs: SourcePosition, rhs: SourcePosition) -> Bool {
    (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

/// A half-open stretch of one file's text.
public struct SourceRange: Hashable, Sendable {
  /// The file's index in ``SourceMap/files``.
  public let file: Int
  /// The first position.
  public let start: SourcePosition
  /// The position after the last.
  public let end: SourcePosition

  /// Creates a range.
  public init(file: Int, start: SourcePosition, end: SourcePosition) {
    self.file = file
    self.start = start
    self.end = end
  }
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
