internal import AV
internal import EDL
internal import MediaTime

/// How one output is written: container, encoders, formats. Plain data.
struct OutputPlan: Hashable, Sendable {
  /// Where the file goes.
  var path: String
  var container: ContainerCatalog.Entry
  /// The format that pictures are composed in.
  var canvas: CanvasFormat
  var video: VideoPlan?
  var audio: [AudioPlan]
  /// The streams of subtitles, ready to be written.
  var subtitles: [SubtitlePlan] = []
  /// The frames of the programme.
  var frames: Range<Int>
  /// The samples of the programme.
  var samples: Range<Int>
  /// Which of the frames its pictures show.
  var cadence: Cadence
  /// How pictures are put together; nil for a film.
  var pictures: PicturesPlan?
  /// How it is written as a stream; nil for a file.
  var stream: StreamPlan?
  /// Frames of the canvas from one picture that must be a key picture to the next; nil leaves them to the encoder.
  var keyInterval: Int?
  /// What the file says of itself.
  var labels = FileLabels()

  /// What players are told of each stream, in the file's order: the picture, sound, subtitles.
  var streamLabels: [StreamLabel] {
    (video == nil ? [] : [StreamLabel(isDefault: true)])
      + audio.map { StreamLabel(language: $0.language, title: $0.title, isDefault: $0.isDefault) }
      + subtitles.map(\.label)
  }

  /// How many pictures the file has.
  var pictureCount: Int {
    if let pictures { return pictures.form == .stills ? pictures.frames.count : 1 }
    return filmPictureCount
  }

  /// How many frames are rendered, repeats counted each.
  var frameCount: Int { pictures.map { $0.frames.isEmpty ? frames.count : $0.frames.count } ?? frames.count }

  private var filmPictureCount: Int { video == nil ? 0 : cadence.pictures(of: 0..<frames.count).count }

  /// The muxer's own options.
  var muxerOptions: [EncoderSettings.Option] {
    switch container.name {
    case "mp4", "mov", "ipod": [.init(name: "movflags", value: "+faststart")]
    // Animations begin anew for ever, as those of GIF do by default.
    case "webp": [.init(name: "loop", value: "0")]
    case "apng": [.init(name: "plays", value: "0")]
    default: []
    }
  }
}

/// What players are told of a stream.
struct StreamLabel: Hashable, Sendable {
  var language: String?
  var title: String?
  /// Whether players choose it by themselves.
  var isDefault: Bool
  /// Whether players show it to all.
  var isForced = false
}

/// How a picture stream is encoded.
struct VideoPlan: Hashable, Sendable {
  var settings: EncoderSettings
  /// Whether closed segments may be encoded apart and put one after the other.
  var isCuttable: Bool
  /// Whether it is encoded twice, the second time knowing all of it.
  var isTwoPass: Bool
  /// From the canvas's format and size to the encoder's; empty when they are the same.
  var conversion: String
  /// From RGB of 12 bits, brought from the canvas's light to sRGB's, to the encoder's format; nil where
  /// the canvas's light is kept.
  var afterMapping: String?
  /// Whether its pictures are brought to a palette that is chosen by all of them; they come as packed RGB.
  var hasPalette: Bool {
    if case .video(_, _, let format, _, _) = settings.input { format.isPaletted } else { false }
  }

  /// Pictures a second.
  var frameRate: Rational {
    guard case .video(_, _, _, let rate, _) = settings.input else { return .one }
    return rate
  }
}

/// How a sound stream is made of its bus, and encoded.
struct AudioPlan: Hashable, Sendable {
  var settings: EncoderSettings
  /// What of the programme's sound it carries.
  var outlet = SoundOutlet()
  /// What its bus gives.
  var bus: SoundFormat
  /// What the stream holds.
  var stream: SoundFormat
  /// How its samples become the encoder's.
  var samples: SampleFrameMaker
  /// How the container marks what is not of the sound.
  var trimming: StreamTrim.Style
  /// The stream's samples.
  var length: Int
  /// How many columns of a waveform it becomes; nil for a stream that is heard.
  var columns: Int?
  /// Whether players choose it by themselves.
  var isDefault: Bool
  var language: String?
  var title: String?
}

/// Samples a second, and speakers by libavutil's name.
struct SoundFormat: Hashable, Sendable {
  var sampleRate: Int
  var layout: String
}

/// What is known of encoders by measurement: how to keep their bytes the same on every machine,
/// and which can be cut.
enum EncoderFacts {
  /// Options that make an encoder's bytes independent of processor and threads.
  static func exactOptions(_ encoder: String) -> [EncoderSettings.Option] {
    switch encoder {
    case "libx264": [.init(name: "x264-params", value: "cpu-independent=1")]
    case "libx265": [.init(name: "x265-params", value: "frame-threads=1:pools=1:info=0:log-level=none")]
    case "libaom-av1": [.init(name: "row-mt", value: "0")]
    case "libsvtav1": [.init(name: "svtav1-params", value: "lp=1")]
    case "mjpeg", "dnxhd", "mpeg2video", "mpeg4", "mpeg1video", "h263": [.init(name: "dct", value: "int")]
    default: []
    }
  }

  /// Options that write into the stream what displays are told of HDR, for encoders that can.
  static func hdrOptions(_ encoder: String, _ hdr: HDRMetadata) -> [EncoderSettings.Option] {
    let light = hdr.brightestPixel.map { "\($0),\(hdr.brightestFrame)" }
    func display(_ write: (Int, Int) -> String) -> String? {
      guard let luminance = hdr.luminance else { return nil }
      let xy = hdr.display.chromaticities
      func point(_ index: Int) -> String { "(\(write(xy[index], 50000)),\(write(xy[index + 1], 50000)))" }
      let range = "(\(write(luminance.upperBound, 10000)),\(write(luminance.lowerBound, 10000)))"
      return "G\(point(2))B\(point(4))R\(point(0))WP\(point(6))L\(range)"
    }
    let (whole, parts): ((Int, Int) -> String, (Int, Int) -> String) = (
      { value, _ in "\(value)" }, { "\(Double($0) / Double($1))" }
    )
    let (name, entries): (String, [(String, String?)]) =
      switch encoder {
      case "libx264": ("x264-params", [("mastering-display", display(whole)), ("cll", light)])
      case "libx265": ("x265-params", [("master-display", display(whole)), ("max-cll", light)])
      case "libsvtav1": ("svtav1-params", [("mastering-display", display(parts)), ("content-light", light)])
      default: ("", [])
      }
    let words = entries.compactMap { key, value in value.map { "\(key)=\($0)" } }
    return words.isEmpty ? [] : [.init(name: name, value: words.joined(separator: ":"))]
  }

  /// Makes an encoder quick instead of thorough, for a draft; not all can be told to.
  static func hurry(_ encoder: String, _ options: inout [EncoderSettings.Option]) {
    guard ["libx264", "libx265"].contains(encoder) else { return }
    options.removeAll { $0.name == "preset" }
    options.append(.init(name: "preset", value: "ultrafast"))
  }

  /// Encoders whose segments were proved to join: closed groups, equal headers.
  static let cuttable: Set<String> = [
    "libx264", "libx264rgb", "libx265", "libvpx", "libvpx-vp9", "prores", "prores_ks", "prores_aw", "dnxhd",
    "mjpeg", "png", "ffv1", "ffvhuff", "huffyuv", "utvideo", "rawvideo", "v210", "qtrle",
  ]

  /// Encoders that can look at everything before they encode it.
  static let twoPass: Set<String> = ["libx264", "libx265", "libvpx", "libvpx-vp9", "libaom-av1", "mpeg4", "mpeg2video"]

  /// Encoders that keep to a buffer: an average bitrate is given one.
  static let buffered: Set<String> = ["libx264", "libx265", "libvpx", "libvpx-vp9", "mpeg4", "mpeg2video"]

  /// Encoders that give key pictures at an interval alone, and none that is asked for.
  static let keysByInterval: Set<String> = ["libsvtav1"]

  /// Options that stand for a run over the whole programme, which cannot be cut.
  static func forbidsCutting(_ option: EncoderSettings.Option) -> Bool {
    option.name == "flags" && option.value.contains("pass") || ["pass", "passlogfile", "stats"].contains(option.name)
  }
}
