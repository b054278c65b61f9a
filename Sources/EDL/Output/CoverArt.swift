/// A picture that a file shows for itself in lists: JPEG or PNG, stored as it is.
public struct CoverArt: Hashable, Sendable {
  /// The picture's file.
  public var path: String
  /// Where it is named.
  public var origin: SourceRange

  /// Creates a cover.
  public init(path: String, origin: SourceRange) {
    self.path = path
    self.origin = origin
  }
}

/// The timecode of an output's first picture.
public struct StartTimecode: Hashable, Sendable {
  /// `01:00:00:00`, with `;` before the frames where it is drop-frame.
  public var text: String
  /// Where it is written.
  public var origin: SourceRange

  /// Creates a start timecode.
  public init(text: String, origin: SourceRange) {
    self.text = text
    self.origin = origin
  }
}
