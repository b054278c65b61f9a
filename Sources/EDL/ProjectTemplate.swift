internal import MediaTime

/// The project that `edlrender init` writes: it renders as it is, and its remarks teach the rest.
public enum ProjectTemplate {
  /// Returns the text of a project that plays files one after the other.
  ///
  /// Videos play whole, stills for three seconds each; a file of sound alone becomes a bed under
  /// everything, cut where the picture ends. Paths are written as they are given.
  public static func make(files: [(path: String, info: MediaInfo)]) -> String {
    let pictures = files.filter { $0.info.kind != .audio }
    let sounds = files.filter { $0.info.kind == .audio }
    var lines = ["edlrender: 1"]
    lines += canvas(of: pictures.map(\.info))
    lines += ["", "tracks:"]
    if !pictures.isEmpty || sounds.isEmpty { lines += pictureTrack(pictures) }
    if pictures.isEmpty {
      lines += soundTrack(sounds)
    } else {
      for sound in sounds { lines += bedTrack(sound.path) }
    }
    lines += output(hasPicture: !pictures.isEmpty)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func canvas(of infos: [MediaInfo]) -> [String] {
    guard let model = infos.first(where: { $0.kind == .video }) ?? infos.first, let stream = model.video.first else {
      return []
    }
    let size = PixelSize(
      width: stream.displaySize.width + stream.displaySize.width % 2,
      height: stream.displaySize.height + stream.displaySize.height % 2)
    let rate = CommonRate.nominal(of: stream).map(FrameRate.name(of:)) ?? "30"
    // A photograph is larger than any film.
    let shown = model.kind == .still ? "1920x1080" : "\(size)"
    return [
      "# Everything is brought to this picture and sound.",
      "canvas: {size: \(shown), fps: \(rate), sample_rate: 48000, channels: stereo}",
    ]
  }

  private static func pictureTrack(_ files: [(path: String, info: MediaInfo)]) -> [String] {
    var lines = [
      "  # Items play one after the other. Cut with in and out (10s, 01:30, 120f), change their order,",
      "  # or add {gap: 1s}, speed: 2, repeat: 3, audio: off, audio: {gain: -6dB}.",
      "  - kind: video", "    items:",
    ]
    for file in files {
      switch file.info.kind {
      case .still:
        lines.append("      - {clip: \(quoted(file.path)), duration: 3s}")
      case .video, .audio:
        let out = file.info.video.first?.duration.map { " # lasts \($0.readable)" } ?? ""
        lines.append("      - {clip: \(quoted(file.path))}\(out)")
      }
    }
    if files.isEmpty { lines.append("      - {solid: black, duration: 3s}") }
    return lines
  }

  private static func soundTrack(_ files: [(path: String, info: MediaInfo)]) -> [String] {
    ["  # Items play one after the other; gain, fade_in and fade_out change their sound.", "  - kind: audio", "    items:"]
      + files.map { "      - {clip: \(quoted($0.path))}" }
  }

  private static func bedTrack(_ path: String) -> [String] {
    [
      "  # A bed under everything, again and again, cut where the picture ends.",
      "  - kind: audio", "    items:",
      "      - {clip: \(quoted(path)), loop: to-end, gain: -12dB, fade_in: 500ms, fade_out: 1s}",
    ]
  }

  private static func output(hasPicture: Bool) -> [String] {
    let remark = ["", "# Without outputs the film is written beside this file, as its name with .mp4. For more control:"]
    guard hasPicture else { return remark + ["# outputs:", "#   - {path: out/mix.wav}"] }
    return remark + [
      "# outputs:",
      "#   - path: out/film.mp4",
      "#     video: {codec: h264, preset: medium, crf: 20}",
      "#     audio: [{codec: aac, bitrate: 192k}]",
    ]
  }

  /// A path in double quotes, which in YAML hold every character.
  private static func quoted(_ path: String) -> String { JSONValue.string(path).text }
}

extension Time {
  /// To a hundredth of a second.
  fileprivate var readable: String {
    let hundredths = (try? seconds * Rational(100))?.rounded ?? 0
    return "\((try? Rational(hundredths, over: 100))?.decimalText ?? "\(seconds)")s"
  }
}
