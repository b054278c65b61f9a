internal import EDL

/// How an output is written as a stream. Plain data.
///
/// The output itself is the first rendition with all the sound; further renditions are outputs of their own, of the
/// picture alone.
struct StreamPlan: Hashable, Sendable {
  /// The lists that are written, and where.
  var manifests: [Manifest]
  /// The folder of all that the lists name.
  var folder: String
  /// What the files of each rendition are called; none for sound alone.
  var renditions: [String]
  /// What the files of each stream of sound are called.
  var sounds: [String]
  /// What the files of each stream of subtitles are called.
  var captions: [String]
  /// The renditions after the first.
  var others: [OutputPlan]

  /// A list of what there is to play.
  struct Manifest: Hashable, Sendable {
    var kind: Streaming.Manifest
    var path: String
  }
}

extension StreamPlan {
  /// Codecs that players of a kind of stream know, most usual first.
  static func codecs(_ kind: Streaming.Manifest, isVideo: Bool) -> [String] {
    switch (kind, isVideo) {
    case (.hls, true): ["h264", "hevc", "av1"]
    case (.hls, false): ["aac", "ac3", "eac3", "flac", "alac", "mp3"]
    case (.dash, true): ["h264", "hevc", "av1", "vp9"]
    case (.dash, false): ["aac", "opus", "ac3", "eac3", "flac", "mp3"]
    }
  }

  /// What the files of streams of a kind are called: by their languages, with a number where that is not enough.
  static func names(_ kind: String, _ languages: [String?], besides taken: [String]) -> [String] {
    var names: [String] = []
    for language in languages {
      let base = language.map { "\(kind)-\($0)" } ?? kind
      var (name, number) = (base, 2)
      while names.contains(name) || taken.contains(name) { (name, number) = ("\(base)-\(number)", number + 1) }
      names.append(name)
    }
    return names
  }
}
