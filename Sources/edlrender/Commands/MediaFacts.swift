internal import EDL

/// The facts of one file, as a row for people and as an object for programs.
struct MediaFacts {
  let path: String
  let info: MediaInfo

  static let titles = ["FILE", "KIND", "SIZE", "RATE", "LENGTH", "PICTURE", "COLOUR", "SOUND", "TIMECODE"]

  var row: [String] {
    let video = info.video.first
    return [
      path, info.kind.rawValue, video.map { "\($0.displaySize)" } ?? "-", video.map(rate) ?? "-",
      info.approximateDuration.map(Self.clock) ?? "-", info.video.isEmpty ? "-" : joined(info.video.map(picture)),
      video.map(color) ?? "-", info.audio.isEmpty ? "-" : joined(info.audio.map(sound)), info.timecode ?? "-",
    ]
  }

  var json: [(String, JSON)] {
    [
      ("path", .string(path)), ("kind", .string(info.kind.rawValue)), ("format", .string(info.format)),
      ("bytes", .int(Int(info.byteCount))), ("duration", Self.exact(info.duration.map { "\($0)" })),
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
    if video.orientation != 1 { parts.append("orientation \(video.orientation)") }
    if video.fieldOrder != .progressive { parts.append(video.fieldOrder.rawValue) }
    if video.hasAlpha { parts.append("alpha") }
    return parts.joined(separator: " ")
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
  private func videoJSON(_ video: VideoStreamInfo) -> JSON {
    .object([
      ("codec", .string(video.codec)), ("coded_size", .string("\(video.codedSize)")),
      ("display_size", .string("\(video.displaySize)")), ("width", .int(video.displaySize.width)),
      ("height", .int(video.displaySize.height)), ("sample_aspect_ratio", .string("\(video.sampleAspectRatio)")),
      ("orientation", .int(video.orientation)), ("fps", .optional(video.frameRate.map { "\($0)" })),
      ("variable", .bool(video.isVariableRate)), ("duration", Self.exact(video.duration.map { "\($0)" })),
      ("pixel_format", .string(video.pixelFormat)), ("alpha", .bool(video.hasAlpha)),
      ("fields", .string(video.fieldOrder.rawValue)), ("color", colorJSON(video.color)),
    ])
  }

  private func colorJSON(_ color: ColorTags) -> JSON {
    .object([
      ("space", .optional(color.space)), ("primaries", .optional(color.primaries)),
      ("transfer", .optional(color.transfer)), ("range", .optional(color.range)),
    ])
  }

  private func audioJSON(_ audio: AudioStreamInfo) -> JSON {
    .object([
      ("codec", .string(audio.codec)), ("sample_rate", .int(audio.sampleRate)), ("channels", .int(audio.channels)),
      ("layout", .string(audio.layout)), ("start", Self.exact("\(audio.start)")),
      ("duration", Self.exact("\(audio.duration)")),
    ])
  }

  /// Exact seconds without their unit.
  private static func exact(_ time: String?) -> JSON { .optional(time.map { String($0.dropLast()) }) }

  /// `0:01:23.456`: enough to write an `out` by.
  private static func clock(_ seconds: Double) -> String {
    let thousandths = Int((seconds * 1000).rounded())
    let (minutes, rest) = (thousandths / 60000, thousandths % 60000)
    let clock = Measures.decimal(Double(rest) / 1000, places: 3)
    let padded = rest < 10000 ? "0" + clock : clock
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(padded)"
  }
}
