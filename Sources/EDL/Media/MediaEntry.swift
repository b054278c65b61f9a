public import MediaTime

/// What a clip reads, known from its text and from the names of files alone.
struct MediaEntry: Sendable {
  /// Where the frames come from.
  enum Source: Sendable {
    case file
    case stills([String], Timing)
  }

  /// When the stills of a sequence appear.
  enum Timing: Sendable {
    /// At this rate, else one a canvas frame.
    case rate(Rational?)
    /// At these times; one more than stills if the last says when the last still ends.
    case times([Located<TimeExpression>])
  }

  /// The name under `media`, or the path as written.
  let name: String
  /// The path as written.
  let written: String
  /// The path to probe: the file, or the first still.
  let path: String
  let source: Source
  /// Where its path is written.
  let origin: SourceRange
  /// What the file says of its colour, corrected.
  var colorTags: ColorTags?
  /// A smaller copy, seen from the current directory, and where it is written.
  var proxy: Located<String>?
}

/// What the `clip:` of an item means.
enum ClipTarget: Sendable {
  /// An index of ``MediaCatalog/entries``.
  case media(Int)
  case sequence(String)
  /// Something that was reported.
  case faulty
}

/// Bare pictures that a project reads from standard input.
public struct PipedMedia: Hashable, Sendable {
  /// The path that the project reads them from: the caller writes them there.
  public let path: String
  /// The size of the pictures.
  public let size: PixelSize
  /// How their pixels are stored, by libavutil's name.
  public let pixelFormat: String
  /// Pictures a second.
  public let frameRate: Rational
  /// Where the project names them.
  public let origin: SourceRange
}
