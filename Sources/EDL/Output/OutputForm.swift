/// What an output is: a film, or pictures made of some of its frames, or of its sound.
public enum OutputForm: Hashable, Sendable {
  /// All frames in one file, and the sound.
  case film
  /// Frames as files of their own, in the order of time.
  case stills(Stills)
  /// Frames in rows on one picture.
  case sheet(ContactSheet)
  /// A picture of the sound.
  case waveform(Waveform)
  /// A film in segments, at several sizes.
  case stream(Streaming)
}

/// Frames of the programme as pictures, one a file.
public struct Stills: Hashable, Sendable {
  /// The frames of the programme, one for each file.
  public var frames: [Int]

  /// Creates stills of some frames.
  public init(frames: [Int]) { self.frames = frames }

  /// The endings of files that hold one picture.
  public static let endings = ["png", "jpg", "jpeg", "webp", "avif", "tif", "tiff", "bmp", "dpx"]

  /// The path of each of `count` files, counted from 1 where the path has a `%d`; nil when it has none and
  /// there are several.
  public static func paths(_ path: String, count: Int) -> [String]? {
    let (folder, name) = LocalFiles.split(path)
    guard let pattern = NumberPattern(name) else { return count == 1 ? [path] : nil }
    return (0..<count).map { LocalFiles.join(folder, pattern.name($0 + 1)) }
  }
}

/// Frames of the programme in rows on one picture.
public struct ContactSheet: Hashable, Sendable {
  /// Which frames it shows.
  public enum Choice: Hashable, Sendable {
    /// These.
    case frames([Int])
    /// One of each of so many equal parts of the output's frames: the one that is found quickest.
    case parts(Int)
  }

  /// Which frames it shows.
  public var choice: Choice
  /// How many lie beside each other.
  public var columns: Int
  /// How many rows there are.
  public var rows: Int
  /// The size of a frame.
  public var cell: PixelSize
  /// The pixels between frames and around them.
  public var spacing: Int
  /// Whether its timecode stands below each frame.
  public var hasLabels: Bool
  /// A line above the frames.
  public var title: String?
  /// The colour of labels and title.
  public var color: Color
  /// The colour behind the frames.
  public var background: Color
}

/// A picture of the sound.
public struct Waveform: Hashable, Sendable {
  /// How loud is how high.
  public enum Scale: String, CaseIterable, Hashable, Sendable {
    /// By amplitude.
    case linear
    /// By decibels, from -60 dB at the middle to 0 dB at the edge.
    case log
  }

  /// The size of the picture.
  public var size: PixelSize
  /// How loud is how high.
  public var scale: Scale
  /// Whether each channel has a row of its own.
  public var isSplit: Bool
  /// The colour of the sound.
  public var color: Color
  /// The colour behind it.
  public var background: Color
}
