/// A stream of subtitles in an output, made of a file of subtitles.
public struct SubtitleOutput: Hashable, Sendable {
  /// The file.
  public var path: String
  /// The frame of the programme that the file's times count from.
  public var start: Int
  /// The ISO 639-2 language tag.
  public var language: String?
  /// The stream's title.
  public var title: String?
  /// Whether players show it by themselves.
  public var isDefault: Bool
  /// Whether players show it even to those who want no subtitles: it translates what is said in another language.
  public var isForced: Bool
  /// Where the file is named.
  public var origin: SourceRange

  /// Creates a stream of subtitles.
  public init(
    path: String, start: Int = 0, language: String? = nil, title: String? = nil, isDefault: Bool = false,
    isForced: Bool = false, origin: SourceRange
  ) {
    self.path = path
    self.start = start
    self.language = language
    self.title = title
    self.isDefault = isDefault
    self.isForced = isForced
    self.origin = origin
  }
}
