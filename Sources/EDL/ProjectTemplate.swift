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
    if !pictures.isEmpty || sounds.isEmpty {
      lines += pictureTrack(pictures, rate: canvasModel(pictures.map(\.info)).rate)
    }
    if pictures.isEmpty, !sounds.isEmpty {
      lines += soundTrack(sounds)
    } else {
      for sound in sounds { lines += bedTrack(sound.path, isLong: isLong(pictures.map(\.info))) }
    }
    lines += output(hasPicture: !pictures.isEmpty)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func canvas(of infos: [MediaInfo]) -> [String] {
    guard !infos.isEmpty else { return [] }
    let (size, rate) = canvasModel(infos)
    return [
      "# Everything is brought to this picture and sound.",
      "canvas: {size: \(size), fps: \(FrameRate.name(of: rate)), sample_rate: 48000, channels: stereo}",
    ]
  }

  /// The format of the first video; photographs are larger than any film, so they set none.
  private static func canvasModel(_ infos: [MediaInfo]) -> (size: PixelSize, rate: Rational) {
    let assumed = (PixelSize(width: 1920, height: 1080), Rational(30))
    let films = infos.filter { $0.kind == .video }.compactMap(\.video.first)
    // The stills of a sequence have no rate of their own, so a film goes first.
    guard let stream = films.first(where: { $0.frameRate != nil }) ?? films.first else { return assumed }
    let size = PixelSize(
      width: stream.displaySize.width + stream.displaySize.width % 2,
      height: stream.displaySize.height + stream.displaySize.height % 2)
    return (size, CommonRate.nominal(of: stream) ?? assumed.1)
  }

  /// Whether there is time for a rise and a fall of the sound.
  private static func isLong(_ infos: [MediaInfo]) -> Bool {
    let seconds = infos.reduce(0.0) { sum, info in
      sum + (info.kind == .still ? 3 : info.video.first?.duration?.seconds.approximate ?? 0)
    }
    return seconds > 4
  }

  /// Three seconds, in frames where that is not a whole number of them.
  private static func stillLength(at rate: Rational) -> String {
    guard let frames = try? rate * Rational(3), !frames.isWhole else { return "3s" }
    return "\(frames.rounded)f"
  }

  private static func pictureTrack(_ files: [(path: String, info: MediaInfo)], rate: Rational) -> [String] {
    var lines = [
      "  # Items play one after the other. Cut with in and out (10s, 01:30, 120f), change their order,",
      "  # or add {gap: 1s}, speed: 2, repeat: 3, audio: off, audio: {gain: -6dB}.",
      "  - kind: video", "    items:",
    ]
    for file in files {
      switch file.info.kind {
      case .still:
        lines.append("      - {clip: \(quoted(file.path)), duration: \(stillLength(at: rate))}")
      case .video, .audio:
        let out = file.info.video.first?.duration.map { " # lasts \($0.readable)" } ?? ""
        lines.append("      - {clip: \(quoted(file.path))}\(out)")
      }
    }
    if files.isEmpty { lines.append("      - {solid: black, duration: 3s}") }
    return lines
  }

  private static func soundTrack(_ files: [(path: String, info: MediaInfo)]) -> [String] {
    [
      "  # Items play one after the other; gain, fade_in and fade_out change their sound.", "  - kind: audio",
      "    items:",
    ]
      + files.map { "      - {clip: \(quoted($0.path))}" }
  }

  private static func bedTrack(_ path: String, isLong: Bool) -> [String] {
    let fades = isLong ? ", fade_in: 500ms, fade_out: 1s" : ""
    return [
      "  # A bed under everything, again and again, cut where the picture ends.",
      "  - kind: audio", "    items:",
      "      - {clip: \(quoted(path)), loop: to-end, gain: -12dB\(fades)}",
    ]
  }

  private static func output(hasPicture: Bool) -> [String] {
    let remark = [
      "", "# Without outputs the film is written beside this file, as its name with .mp4. For more control:",
    ]
    guard hasPicture else { return remark + ["# outputs:", "#   - {path: out/mix.wav}"] }
    return remark + [
      "# outputs:",
      "#   - path: out/film.mp4",
      "#     video: {codec: h264, preset: medium, crf: 20}",
      "#     audio: [{codec: aac, bitrate: 192k}]",
    ]
  }

  /// A path in double quotes, which in YAML hold every character; `${` would begin a variable.
  private static func quoted(_ path: String) -> String { JSONValue.string(path.replacing("${", with: "$${")).text }
}

extension Time {
  /// To a hundredth of a second.
  fileprivate var readable: String {
    let hundredths = (try? seconds * Rational(100))?.rounded ?? 0
    return "\((try? Rational(hundredths, over: 100))?.decimalText ?? "\(seconds)")s"
  }
}
