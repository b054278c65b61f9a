public import MediaTime

/// A size in pixels.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Pixels across.
  public let width: Int
  /// Pixels down.
  public let height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// `1920x1080`.
  public var description: String { "\(width)x\(height)" }
}

/// What is known of a media file before rendering: facts, found by probing, as plain data.
public struct MediaInfo: Hashable, Sendable, Codable {
  /// What the file is to a timeline.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Moving pictures, with or without sound (animated GIF and APNG too).
    case video
    /// One picture, shown for as long as the timeline says.
    case still
    /// Sound alone.
    case audio
  }

  /// What it is to a timeline.
  public var kind: Kind
  /// The container's name as libavformat gives it, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public var format: String
  /// The video streams in file order, attached cover pictures left out.
  public var video: [VideoStreamInfo]
  /// The audio streams in file order.
  public var audio: [AudioStreamInfo]
  /// The start timecode, `01:00:00:00` or `01:00:00;00`, if the file carries one.
  public var timecode: String?
  /// The size of the file in bytes.
  public var byteCount: Int64

  /// Creates a record of facts.
  public init(
    kind: Kind, format: String, video: [VideoStreamInfo] = [], audio: [AudioStreamInfo] = [],
    timecode: String? = nil, byteCount: Int64 = 0
  ) {
    self.kind = kind
    self.format = format
    self.video = video
    self.audio = audio
    self.timecode = timecode
    self.byteCount = byteCount
  }
}

/// The facts of one video stream.
public struct VideoStreamInfo: Hashable, Sendable, Codable {
  /// How the stream's fields are stored.
  public enum FieldOrder: String, Hashable, Sendable, Codable {
    /// Whole frames.
    case progressive
    /// Interlaced, top field shown first.
    case topFirst = "top-first"
    /// Interlaced, bottom field shown first.
    case bottomFirst = "bottom-first"
  }

  /// libavcodec's name of the codec.
  public var codec: String
  /// The stored size in samples.
  public var codedSize: PixelSize
  /// The size as shown: sample aspect ratio made square (wider, never lower), then oriented.
  public var displaySize: PixelSize
  /// The sample aspect ratio, 1 when square or unknown.
  public var sampleAspectRatio: Rational
  /// The EXIF orientation, 1 to 8, that the file asks for; 1 is upright.
  public var orientation: Int
  /// Frames a second: the average for a variable rate; nil for a still.
  public var frameRate: Rational?
  /// Whether frames last differently long.
  public var isVariableRate: Bool
  /// From the first displayed frame to the end of the last one; nil for a still.
  public var duration: Time?
  /// libavutil's name of the pixel format.
  public var pixelFormat: String
  /// Whether pictures carry transparency.
  public var hasAlpha: Bool
  /// How fields are stored.
  public var fieldOrder: FieldOrder
  /// The colour tags as found, FFmpeg's names; nil where the file says nothing.
  public var color: ColorTags

  /// Creates a record of facts.
  public init(
    codec: String, codedSize: PixelSize, displaySize: PixelSize? = nil,
    sampleAspectRatio: Rational = .one, orientation: Int = 1, frameRate: Rational?,
    isVariableRate: Bool = false, duration: Time?, pixelFormat: String, hasAlpha: Bool = false,
    fieldOrder: FieldOrder = .progressive, color: ColorTags = ColorTags()
  ) {
    self.codec = codec
    self.codedSize = codedSize
    self.displaySize = displaySize ?? codedSize
    self.sampleAspectRatio = sampleAspectRatio
    self.orientation = orientation
    self.frameRate = frameRate
    self.isVariableRate = isVariableRate
    self.duration = duration
    self.pixelFormat = pixelFormat
    self.hasAlpha = hasAlpha
    self.fieldOrder = fieldOrder
    self.color = color
  }
}

/// Colour tags by FFmpeg's names (`bt709`, `smpte170m`, `bt2020nc`, `smpte2084`, `tv`, `pc`).
public struct ColorTags: Hashable, Sendable, Codable {
  /// The matrix: `bt709`, `smpte170m`, `bt470bg`, `bt2020nc`, `gbr`, …
  public var space: String?
  /// The primaries.
  public var primaries: String?
  /// The transfer function.
  public var transfer: String?
  /// `tv` (limited) or `pc` (full).
  public var range: String?

  /// Creates tags.
  public init(space: String? = nil, primaries: String? = nil, transfer: String? = nil, range: String? = nil) {
    self.space = space
    self.primaries = primaries
    self.transfer = transfer
    self.range = range
  }
}

/// The facts of one audio stream.
public struct AudioStreamInfo: Hashable, Sendable, Codable {
  /// libavcodec's name of the codec.
  public var codec: String
  /// Samples a second.
  public var sampleRate: Int
  /// The number of channels.
  public var channels: Int
  /// libavutil's name of the layout, such as `stereo` or `5.1`.
  public var layout: String
  /// Where the sound starts on the source's clock (whose zero is the first displayed frame, or
  /// the first sample of a file without pictures). Negative: sound before the picture.
  public var start: Time
  /// From `start` to the end of the sound.
  public var duration: Time

  /// Creates a record of facts.
  public init(
    codec: String, sampleRate: Int, channels: Int, layout: String, start: Time = .zero, duration: Time
  ) {
    self.codec = codec
    self.sampleRate = sampleRate
    self.channels = channels
    self.layout = layout
    self.start = start
    self.duration = duration
  }
}

/// A file that the project reads, to be probed before the timeline can be resolved.
public struct MediaRequest: Hashable, Sendable {
  /// The path to open: absolute, or relative to the current directory.
  public let path: String
  /// The place in the project that names it first.
  public let origin: SourceRange

  /// Creates a request.
  public init(path: String, origin: SourceRange) {
    self.path = path
    self.origin = origin
  }
}

/// What probing a file gave.
public enum ProbeResult: Hashable, Sendable {
  /// Its facts.
  case success(MediaInfo)
  /// Why it cannot be used: a diagnostic's code (`media.not-found`, `media.unreadable`,
  /// `media.unsupported`, `media.truncated`) and its message.
  case failure(code: String, message: String)
}
