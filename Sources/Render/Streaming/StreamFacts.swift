internal import AV
internal import EDL
internal import Foundation
internal import MediaTime

/// What players are told of a rendition's picture.
struct StreamPicture: Hashable, Sendable {
  var size: PixelSize
  var rate: Rational
  /// `SDR`, `PQ` or `HLG`.
  var range: String

  init(_ output: OutputPlan, _ video: VideoPlan) {
    (size, rate, range) = (output.canvas.size, video.frameRate, "SDR")
    if case .video(let width, let height, _, _, let color) = video.settings.input {
      size = PixelSize(width: width, height: height)
      range = ["smpte2084": "PQ", "arib-std-b67": "HLG"][color.transfer] ?? "SDR"
    }
  }

  /// The attributes of HLS.
  var attributes: [String] {
    ["RESOLUTION=\(size)", String(format: "FRAME-RATE=%.3f", rate.approximate), "VIDEO-RANGE=\(range)"]
  }
}

/// What players are told of a stream of sound.
enum StreamSound {
  /// What menus show of each: its title, or its language, or its number; no two are the same.
  static func names(_ sounds: [AudioPlan]) -> [String] { names("Audio", sounds.map { ($0.title, $0.language) }) }

  /// The same of streams of any kind.
  static func names(_ kind: String, _ streams: [(title: String?, language: String?)]) -> [String] {
    var names: [String] = []
    for (index, stream) in streams.enumerated() {
      let base = label(stream.title ?? stream.language ?? "\(kind) \(index + 1)")
      var (name, number) = (base, 2)
      while names.contains(name) { (name, number) = ("\(base) \(number)", number + 1) }
      names.append(name)
    }
    return names
  }

  /// A text without what would end it in a list.
  private static func label(_ text: String) -> String {
    String(text.map { $0 == "\"" ? "'" : $0.isNewline ? " " : $0 })
  }

  /// The tag of a language by RFC 5646, which prefers two letters to three.
  static func tag(_ language: String) -> String {
    Locale.LanguageCode(language).identifier(.alpha2) ?? language
  }

  /// The name of what its encoder makes.
  static func codec(_ audio: AudioPlan) -> String {
    EncoderCatalog.find(audio.settings.encoder)?.codec ?? audio.settings.encoder
  }

  static func channelCount(_ audio: AudioPlan) -> Int {
    EncoderCatalog.channelCount(ofLayout: audio.stream.layout) ?? 2
  }
}
