public import MediaTime

/// A named way to encode: which codecs with which options, and how large and fast it may get.
public struct Profile: Sendable {
  /// How one kind of stream is encoded.
  public struct Stream: Sendable {
    /// The codec's or encoder's name; nil lets the container choose.
    public var codec: String?
    /// libavutil's name of the pixel format; nil lets the encoder choose.
    public var pixelFormat: String?
    /// Options of the encoder in order.
    public var options: [EncoderOption]
    /// Whether the picture is encoded twice, the second time knowing all of it.
    public var isTwoPass: Bool

    /// Creates a way to encode.
    public init(
      codec: String? = nil, pixelFormat: String? = nil, options: [EncoderOption] = [], isTwoPass: Bool = false
    ) {
      self.codec = codec
      self.pixelFormat = pixelFormat
      self.options = options
      self.isTwoPass = isTwoPass
    }
  }

  /// What a project calls it.
  public var name: String
  /// What it is for, in a few words.
  public var summary: String
  /// The endings of files that it is meant for.
  public var endings: [String]
  /// The picture; nil for none.
  public var video: Stream?
  /// Each stream of sound; nil for none.
  public var audio: Stream?
  /// What a larger picture is made to fit into, whichever side is longer.
  public var largest: PixelSize?
  /// Frames a second beyond which frames are left out.
  public var fastest: Rational?

  /// Creates a profile.
  public init(
    name: String, summary: String, endings: [String], video: Stream?, audio: Stream?, largest: PixelSize? = nil,
    fastest: Rational? = nil
  ) {
    self.name = name
    self.summary = summary
    self.endings = endings
    self.video = video
    self.audio = audio
    self.largest = largest
    self.fastest = fastest
  }
}

extension Profile {
  /// The profiles that every project has, the one by default first.
  public static let builtIn: [Profile] = [
    Profile(
      "web", "plays everywhere: H.264 (HEVC for an HDR canvas) and AAC", ["mp4", "m4v", "mov", "mkv"],
      "h264", ["preset": "medium", "crf": "20"], "aac", ["bitrate": "192k"]),
    Profile(
      "web-small", "for slow lines: H.264 within 1280x720 and AAC", ["mp4", "m4v", "mov", "mkv"],
      "h264", ["preset": "slow", "crf": "26"], "aac", ["bitrate": "128k"],
      largest: PixelSize(width: 1280, height: 720)),
    Profile(
      "hevc", "half the size of H.264 where it plays: HEVC and AAC", ["mp4", "m4v", "mov", "mkv"],
      "hevc", ["preset": "medium", "crf": "22"], "aac", ["bitrate": "192k"]),
    Profile(
      "av1", "the smallest for browsers: AV1 and Opus", ["mp4", "webm", "mkv"],
      "av1", ["crf": "30", "cpu-used": "6"], "opus", ["bitrate": "160k"]),
    Profile(
      "vp9", "free of patents: VP9 and Opus", ["webm", "mkv", "mp4"],
      "vp9", ["crf": "31", "deadline": "good", "cpu-used": "2", "row-mt": "1"], "opus", ["bitrate": "160k"]),
    Profile(
      "prores", "to be edited further: ProRes 422 HQ and PCM", ["mov", "mkv"],
      "prores", ["profile": "hq", "vendor": "apl0"], "pcm_s24le", [:], pixelFormat: "yuv422p10le"),
    Profile(
      "dnxhr", "to be edited further: DNxHR HQ and PCM", ["mov", "mkv", "mxf"],
      "dnxhr", ["profile": "dnxhr_hq"], "pcm_s24le", [:], pixelFormat: "yuv422p"),
    Profile(
      "archive", "loses nothing, with checksums: FFV1 and FLAC", ["mkv"],
      "ffv1", ["level": "3", "g": "1", "slices": "4", "slicecrc": "1"], "flac", [:]),
    Profile(
      "proxy", "stands in for large media: H.264 within 960x540 that seeks fast, and AAC", ["mp4", "mov", "mkv"],
      "h264", ["preset": "veryfast", "crf": "26", "gop": "12"], "aac", ["bitrate": "128k"],
      largest: PixelSize(width: 960, height: 540)),
    Profile(
      "gif", "a silent loop of few colors, within 480x480 at up to 15 frames a second", ["gif"], "gif", [:], nil, [:],
      largest: PixelSize(width: 480, height: 480), fastest: Rational(15)),
    Profile(
      "webp", "a silent loop for browsers, within 640x640 at up to 15 frames a second", ["webp"],
      "libwebp_anim", ["quality": "75", "compression_level": "4"], nil, [:],
      largest: PixelSize(width: 640, height: 640), fastest: Rational(15)),
    Profile(
      "podcast", "speech alone, by the codec of the file", ["m4a", "mp3", "opus", "ogg"], nil, [:], "",
      [
        "bitrate": "128k"
      ]),
  ]

  /// A profile that every project has.
  ///
  /// An empty name of a codec lets the container choose; nil leaves the stream out.
  private init(
    _ name: String, _ summary: String, _ endings: [String], _ video: String?,
    _ videoOptions: KeyValuePairs<String, String>, _ audio: String?, _ audioOptions: KeyValuePairs<String, String>,
    pixelFormat: String? = nil, largest: PixelSize? = nil, fastest: Rational? = nil
  ) {
    func stream(_ codec: String?, _ options: KeyValuePairs<String, String>, _ pixelFormat: String?) -> Stream? {
      codec.map { codec in
        Stream(
          codec: codec.isEmpty ? nil : codec, pixelFormat: pixelFormat,
          options: options.map {
            EncoderOption(name: $0, value: $1, nameRange: .wholeFile, valueRange: .wholeFile)
          })
      }
    }
    self.init(
      name: name, summary: summary, endings: endings, video: stream(video, videoOptions, pixelFormat),
      audio: stream(audio, audioOptions, nil), largest: largest, fastest: fastest)
  }
}

extension Profile.Stream {
  /// Options of which one says what another would: a later one takes the place of an earlier other.
  private static let exclusive: Set<String> = ["crf", "bitrate", "b", "qp", "cqp", "q", "qscale", "global_quality"]

  /// This way to encode, changed by what is written on top of it.
  ///
  /// Another codec starts anew: options belong to the encoder that they were chosen for.
  func changed(by other: Profile.Stream) -> Profile.Stream {
    if let codec = other.codec, codec != self.codec {
      return Profile.Stream(
        codec: codec, pixelFormat: other.pixelFormat, options: other.options, isTwoPass: other.isTwoPass)
    }
    let names = Set(other.options.map(\.name))
    let replaced = names.isDisjoint(with: Self.exclusive) ? names : names.union(Self.exclusive)
    return Profile.Stream(
      codec: codec, pixelFormat: other.pixelFormat ?? pixelFormat,
      options: options.filter { !replaced.contains($0.name) } + other.options,
      isTwoPass: other.isTwoPass || isTwoPass)
  }

  /// The same with options whose place is nowhere said to stand at another one.
  func placed(at range: SourceRange) -> Profile.Stream {
    var stream = self
    for index in stream.options.indices where stream.options[index].nameRange == .wholeFile {
      stream.options[index].nameRange = range
      stream.options[index].valueRange = range
    }
    return stream
  }
}
