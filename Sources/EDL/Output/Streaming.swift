/// A film cut into segments at several sizes, for players that choose among them as they play.
public struct Streaming: Hashable, Sendable {
  /// A list of what there is to play.
  public enum Manifest: String, CaseIterable, Hashable, Sendable {
    /// HTTP Live Streaming: a master playlist.
    case hls = "m3u8"
    /// Dynamic Adaptive Streaming over HTTP: a media presentation description.
    case dash = "mpd"

    /// What its kind is called.
    public var name: String { self == .hls ? "HLS" : "DASH" }
  }

  /// One size and quality of the picture.
  public struct Rendition: Hashable, Sendable {
    /// What its files are called.
    public var name: String
    /// How large and fast it is; nil for what the canvas is.
    public var framing: Framing?
    /// How it is encoded.
    public var video: VideoOutput
    /// Where it is described.
    public var origin: SourceRange
  }

  /// The sizes and qualities in the order written; none for sound alone.
  public var renditions: [Rendition]
  /// Frames of the canvas from the start of one segment to that of the next.
  public var segmentLength: Int
  /// The lists that are written, the one that the path names first.
  public var manifests: [Manifest]

  /// The paths of all lists, where the first one is at a path.
  public func paths(_ path: String) -> [String] {
    let stem = Self.stem(of: path)
    return manifests.map { $0 == manifests.first ? path : "\(stem).\($0.rawValue)" }
  }

  /// The folder of everything that the lists name: the path without its ending.
  public static func stem(of path: String) -> String {
    String(path.dropLast(LocalFiles.ending(of: path).count + 1))
  }
}

extension Streaming.Manifest {
  /// The list that a file's ending stands for.
  public init?(path: String) { self.init(rawValue: LocalFiles.ending(of: path)) }
}

extension OutputForm {
  /// How its film is cut into segments; nil for what is no stream.
  public var streaming: Streaming? { if case .stream(let streaming) = self { streaming } else { nil } }

  /// Whether it holds all frames of its part of the programme.
  public var isFilm: Bool { self == .film || streaming != nil }
}
