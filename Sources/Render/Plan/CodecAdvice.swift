internal import AV

/// What would do where a container cannot hold a codec.
struct CodecAdvice {
  let container: ContainerCatalog.Entry
  let isVideo: Bool

  /// The codecs and endings that people use, most usual first.
  private static let sounds = ["aac", "opus", "flac", "mp3", "ac3", "alac", "vorbis", "pcm_s16le", "pcm_s16be"]
  private static let pictures = ["h264", "hevc", "vp9", "av1", "prores", "dnxhd", "mpeg2video", "mjpeg", "ffv1"]
  private static let soundEndings = ["mka", "m4a", "ogg", "wav", "flac", "mp3", "ac3", "aiff"]
  private static let pictureEndings = ["mp4", "mov", "mkv", "webm", "avi", "ts"]

  /// `it holds opus, vorbis; .mp4, .mkv hold aac`.
  func sentence(for codec: String) -> String {
    let endings = (Self.pictureEndings + (isVideo ? [] : Self.soundEndings)).filter { ending in
      ContainerCatalog.find(path: "a.\(ending)").map { $0.name != container.name && holds(codec, $0) } ?? false
    }
    let others =
      endings.isEmpty
      ? []
      : [
        "\(endings.prefix(5).map { "." + $0 }.joined(separator: ", ")) \(endings.count == 1 ? "holds" : "hold") \(codec)"
      ]
    return ([own].compactMap(\.self) + others).joined(separator: "; ")
  }

  /// What the container holds and this FFmpeg makes; nil when nothing is known.
  var own: String? {
    let codecs = (isVideo ? Self.pictures : Self.sounds).filter {
      holds($0, container) && EncoderCatalog.find($0) != nil
    }
    return codecs.isEmpty ? nil : "it holds \(codecs.joined(separator: ", "))"
  }

  private func holds(_ codec: String, _ container: ContainerCatalog.Entry) -> Bool {
    ContainerCatalog.canHold(codec: codec, in: container) == true
  }
}
