internal import EDL

/// The facts of one file or sequence, as rows for people and as an object for programs.
struct MediaFacts {
  let entry: LibraryEntry

  private var info: MediaInfo { entry.info }

  static let titles = ["FILE", "KIND", "SIZE", "RATE", "LENGTH", "PICTURE", "COLOUR", "SOUND", "TIMECODE"]

  /// The row of the file, and one for each variant.
  var rows: [[String]] {
    [row(path: entry.path, kind: kind, info: info)]
      + entry.variants.map { variant in
        let path = "  \(variant.path)"
        guard let info = variant.info else {
          return [path, variant.role.rawValue] + Array(repeating: "-", count: Self.titles.count - 2)
        }
        return row(path: path, kind: variant.role.rawValue, info: info)
      }
  }

  var json: [(String, JSON)] {
    var facts = Self.json(path: entry.path, kind: entry.kind.rawValue, info: info)
    if let stills = entry.stills {
      facts += [
        ("first", .int(stills.first)), ("last", .int(stills.last)), ("count", .int(stills.count)),
        ("missing", .array(stills.missing.map { .int($0) })),
      ]
    }
    let variants = entry.variants.map { variant in
      let role = ("role", JSON.string(variant.role.rawValue))
      guard let info = variant.info else { return JSON.object([role, ("path", .string(variant.path))]) }
      return .object([role] + Self.json(path: variant.path, kind: info.kind.rawValue, info: info))
    }
    return facts + [("variants", .array(variants))]
  }

  private var kind: String {
    guard let stills = entry.stills else { return entry.kind.rawValue }
    let lack = stills.missing.isEmpty ? "" : ", \(stills.missing.count) missing"
    return "\(stills.first)-\(stills.last)\(lack)"
  }

  private func row(path: String, kind: String, info: MediaInfo) -> [String] {
    let video = info.video.first
    return [
      path, kind, video.map { "\($0.displaySize)" } ?? "-", video.map(rate) ?? "-",
      info.approximateDuration.map(Self.clock) ?? "-", info.video.isEmpty ? "-" : joined(info.video.map(picture)),
      video.map(color) ?? "-", info.audio.isEmpty ? "-" : joined(info.audio.map(sound)), info.timecode ?? "-",
    ]
  }

  private static func json(path: String, kind: String, info: MediaInfo) -> [(String, JSON)] {
    [
      ("path", .string(path)), ("kind", .string(kind)), ("format", .string(info.format)),
      ("bytes", .int(Int(info.byteCount))), ("duration", exact(info.duration.map { "\($0)" })),
      ("seconds", info.approximateDuration.map { .measure($0) } ?? .null), ("timecode", .optional(info.timecode)),
      ("video", .array(info.video.map(videoJSON))), ("audio", .array(info.audio.map(audioJSON))),
    ]
  }

  private func joined(_ parts: [String]) -> String { parts.joined(separator: " + ") }

  private func rate(_ video: VideoStreamInfo) -> String {
    guard let name = video.rateName, let rate = video.approximateRate else { return "-" }
    if video.isVariableRate { return "~" + Measures.decimal(rate, places: 2) }
    // A rate that came out of time stamps: the exact fraction tells a reader nothing.
    return name.count <= 9 ? name : Measures.decimal(rate, places: 3)
  }

  private func picture(_ video: VideoStreamInfo) -> String {
    var parts = [video.codec, video.pixelFormat]
    if video.isAnamorphic { parts.append("stored \(video.codedSize)") }
    if video.orientation != 1 { parts.append("turned \(Self.turn(video.orientation))") }
    if video.fieldOrder != .progressive { parts.append(video.fieldOrder.rawValue) }
    if video.hasAlpha { parts.append("alpha") }
    return parts.joined(separator: " ")
  }

  /// An EXIF orientation in words: degrees clockwise, or a mirroring.
  private static func turn(_ orientation: Int) -> String {
    let words = ["0", "mirrored", "180", "flipped", "transposed", "90", "transversed", "270"]
    return words.indices.contains(orientation - 1) ? words[orientation - 1] : "\(orientation)"
  }

  private func color(_ video: VideoStreamInfo) -> String {
    let tags = [video.color.space, video.color.primaries, video.color.transfer, video.color.range]
    return tags.contains { $0 != nil } ? tags.map { $0 ?? "-" }.joined(separator: "/") : "-"
  }

  private func sound(_ audio: AudioStreamInfo) -> String {
    let start = audio.startsLate ? " from \(audio.start)" : ""
    return "\(audio.codec) \(audio.sampleRate) \(audio.layout)\(start)"
  }

  // The words and forms are those of the plan's JSON.
  private static func videoJSON(_ video: VideoStreamInfo) -> JSON {
    .object([
      ("codec", .string(video.codec)), ("coded_size", .string("\(video.codedSize)")),
      ("display_size", .string("\(video.displaySize)")), ("width", .int(video.displaySize.width)),
      ("height", .int(video.displaySize.height)), ("sample_aspect_ratio", .string("\(video.sampleAspectRatio)")),
      ("orientation", .int(video.orientation)), ("fps", .optional(video.frameRate.map { "\($0)" })),
      ("variable", .bool(video.isVariableRate)), ("duration", exact(video.duration.map { "\($0)" })),
      ("pixel_format", .string(video.pixelFormat)), ("alpha", .bool(video.hasAlpha)),
      ("fields", .string(video.fieldOrder.rawValue)), ("color", colorJSON(video.color)),
    ])
  }

  private static func colorJSON(_ color: ColorTags) -> JSON {
    .object([
      ("space", .optional(color.space)), ("primaries", .optional(color.primaries)),
      ("transfer", .optional(color.transfer)), ("range", .optional(color.range)),
    ])
  }

  private static func audioJSON(_ audio: AudioStreamInfo) -> JSON {
    .object([
      ("codec", .string(audio.codec)), ("sample_rate", .int(audio.sampleRate)), ("channels", .int(audio.channels)),
      ("layout", .string(audio.layout)), ("start", exact("\(audio.start)")),
      ("duration", exact("\(audio.duration)")),
    ])
  }

  /// Exact seconds without their unit.
  private static func exact(_ time: String?) -> JSON { .optional(time.map { String($0.dropLast()) }) }

  /// `0:01:23.456`: enough to write an `out` by.
  static func clock(_ seconds: Double) -> String {
    let thousandths = Int((seconds * 1000).rounded())
    let (minutes, rest) = (thousandths / 60000, thousandths % 60000)
    let clock = Measures.decimal(Double(rest) / 1000, places: 3)
    let padded = rest < 10000 ? "0" + clock : clock
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(padded)"
  }
}
