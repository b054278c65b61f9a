internal import EDL

/// `edlrender profiles`: the ways to encode that every project has.
enum ProfilesCommand {
  static let spec = CommandSpec(
    "profiles", summary: "prints the profiles that an output may name: codecs, options, limits",
    discussion: [
      """
      An output takes one with profile: NAME, and changes it with what it writes under video and audio. A project \
      has profiles of its own under "profiles", each of which may extend another.
      """
    ],
    examples: ["profiles", "profiles --json"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let profiles = Profile.builtIn
    reporter.answer(
      "profiles", [("profiles", .array(profiles.map(json)))],
      text: profiles.map(text).joined(separator: "\n\n"))
    return reporter.finish()
  }

  private static func text(_ profile: Profile) -> String {
    var lines = [
      "\(profile.name)\n  \(profile.summary)", "  for    \(profile.endings.map { ".\($0)" }.joined(separator: ", "))",
    ]
    if let video = profile.video { lines.append("  video  \(words(video))") }
    if let audio = profile.audio { lines.append("  audio  \(words(audio))") }
    return lines.joined(separator: "\n")
  }

  private static func words(_ stream: Profile.Stream) -> String {
    var parts = [stream.codec ?? "the container's codec"]
    if let format = stream.pixelFormat { parts.append("pixel_format \(format)") }
    return (parts + stream.options.map { "\($0.name) \($0.value)" }).joined(separator: ", ")
  }

  private static func json(_ profile: Profile) -> JSON {
    .object([
      ("name", .string(profile.name)), ("summary", .string(profile.summary)),
      ("endings", .array(profile.endings.map { .string($0) })), ("video", profile.video.map(json) ?? .null),
      ("audio", profile.audio.map(json) ?? .null), ("max_size", .optional(profile.largest.map { "\($0)" })),
      ("max_fps", .optional(profile.fastest.map { "\($0)" })),
    ])
  }

  private static func json(_ stream: Profile.Stream) -> JSON {
    .object([
      ("codec", .optional(stream.codec)), ("pixel_format", .optional(stream.pixelFormat)),
      ("options", .object(stream.options.map { ($0.name, .string($0.value)) })),
    ])
  }
}
