public import EDL

/// What a render is told beside the timeline.
public struct RenderOptions: Sendable {
  /// Pictures rendered side by side; nil: one a core.
  public var jobs: Int?
  /// Writes here instead of the output's own path.
  public var outputPath: String?
  /// Folders besides the project's that may be written to.
  public var allowedFolders: [String]
  /// Filters that may be used although they write files, open sockets or load code.
  public var allowedFilters: Set<String>
  /// The only folder that may be read; nil allows all.
  public var root: String?
  /// Where finished work is kept between renders; nil keeps nothing.
  public var cache: CacheOptions?
  /// Whether encoders that can hurry do.
  public var isDraft = false

  /// One of several shares of what is missing.
  public struct Part: Hashable, Sendable {
    /// Which, from 1.
    public var number: Int
    /// Of how many.
    public var count: Int

    /// Creates a share; nil unless the number is one of 1 to `count`.
    public init?(_ number: Int, of count: Int) {
      guard number >= 1, number <= count else { return nil }
      self.number = number
      self.count = count
    }
  }

  /// Creates options.
  public init(
    jobs: Int? = nil, outputPath: String? = nil, allowedFolders: [String] = [], allowedFilters: Set<String> = [],
    root: String? = nil, cache: CacheOptions? = nil
  ) {
    self.cache = cache
    self.allowedFilters = allowedFilters
    self.root = root
    self.jobs = jobs
    self.outputPath = outputPath
    self.allowedFolders = allowedFolders
  }
}

/// How far a render is; handed to a callback some ten times a second and once at the end.
public struct RenderProgress: Sendable {
  /// Frames (or, without a picture, canvas frames of sound) finished.
  public var done: Int
  /// Frames in all.
  public var total: Int

  /// Creates a report of how far something is.
  public init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }
}

/// A finished file, checked against the plan.
public struct RenderResult: Sendable {
  /// Where it is.
  public var path: String
  /// Picture frames, 0 without a picture.
  public var frames: Int
  /// Samples of each audio stream.
  public var samples: Int
  /// Its size in bytes.
  public var byteCount: Int64
  /// The length of the programme in seconds.
  public var duration: Double
  /// Picture frames that were not rendered but taken from the cache, places of a repeat counted each.
  public var cachedFrames: Int
  /// Whether the file was there already, byte for byte.
  public var isUnchanged = false
  /// Whether what it shows, or sounds like where that is all, was made along with an earlier output of the batch.
  public var isShared = false
  /// The files, where each frame is one.
  public var stills: [Still] = []
  /// The files of a stream.
  public var stream: StreamResult?
  /// What was done for the `loudness` of buses.
  public var loudness: [LoudnessChange] = []
  /// What was found while rendering: clipping, for one.
  public var diagnostics: [Diagnostic]
}

extension RenderResult {
  /// A file of one frame.
  public struct Still: Hashable, Sendable {
    /// Where it is.
    public var path: String
    /// The frame of the programme.
    public var frame: Int
  }
}

/// Asks a running render to stop; safe to use from any thread.
public protocol RenderCancellation: Sendable {
  /// Whether the render should stop now.
  var isCancelled: Bool { get }
}
