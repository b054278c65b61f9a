internal import Foundation
internal import Testing

/// Same project, same bytes.
@Suite("DET", .needsCommand, .serialized)
struct DeterminismCases {
  static let source = Input(
    "det01.mp4", from: ["testsrc2=s=320x240:r=25:d=3", "anoisesrc=r=48000:d=3:seed=1:a=0.3"],
    ["-c:v", "libx264", "-qp", "18", "-pix_fmt", "yuv420p"] + FFmpeg.aac)

  /// Two clips scaled down, a speed change, fades and a second track of sound. The dissolve, the title
  /// and the crossfade of the case come with those features.
  static func film(_ container: String, video: String = "codec: h264, crf: 20") -> Film {
    Film(
      items: [
        "{clip: det01.mp4, in: 5f, out: 40f}", "{clip: det01.mp4, in: 1s, duration: 1s, speed: 3/2}",
        "{gap: 3f}", "{clip: det01.mp4, out: 20f, reverse: true, audio: {gain: -3dB, fade_in: 5f, fade_out: 200ms}}",
      ],
      sound: [["{clip: det01.mp4, loop: to-end, gain: -12dB, fade_in: 1s, fade_out: 500ms}"]],
      output: "{path: out.\(container), video: {\(video)}, audio: [{codec: aac, bitrate: 128k}]}")
  }

  /// Renders in a folder of its own and gives the bytes.
  private func bytes(
    _ film: Film, _ options: [String] = [], environment: [String: String] = [:], before wrapper: [String] = [],
    from place: String? = nil
  ) throws -> Data {
    let folder = try Folder()
    try folder.bring(Self.source)
    try folder.write("film.yaml", film.text)
    var command = folder.command(["film.yaml"] + options, environment: environment)
    if let place {
      command.folder = place
      command.arguments[0] = folder("film.yaml")
    }
    if let first = wrapper.first {
      command.arguments = wrapper.dropFirst() + [command.tool] + command.arguments
      command.tool = first
    }
    let run = try command.run()
    try #require(run.status == 0, "\(run.errors)")
    return try folder.data(film.output)
  }

  @Test("same bytes whatever the jobs, the place, the clock and the language", arguments: ["mp4", "mkv"])
  func surroundings(container: String) throws {
    let film = Self.film(container)
    let right = try bytes(film)
    #expect(try Picture.checksumsOfBytes(right, container).count == 35 + 25 + 3 + 20)
    for jobs in ["1", "2", "7"] {
      #expect(try bytes(film, ["--jobs", jobs]) == right, "--jobs \(jobs)")
    }
    let elsewhere = ["TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8", "USER": "somebody"]
    #expect(try bytes(film, environment: elsewhere) == right, "other time zone and language")
    #expect(try bytes(film, from: "/") == right, "other working folder")
    if Places.tool("faketime") != nil {
      #expect(try bytes(film, before: ["faketime", "2031-02-03 04:05:06"]) == right, "another day")
    }
  }

  @Test("same bytes on a busy machine")
  func load() throws {
    let film = Self.film("mp4")
    let right = try bytes(film)
    let burners = try (0..<3).map { _ in
      try Child(Command("sh", ["-c", "while :; do :; done"], limit: 60))
    }
    defer {
      for burner in burners {
        burner.send(SIGKILL)
        _ = try? burner.wait()
      }
    }
    #expect(try bytes(film, before: ["nice", "-n", "10"]) == right)
  }

  @Test(
    "other codecs keep the promise too",
    arguments: ["codec: h264, preset: veryfast, bitrate: 300k", "codec: ffv1", "codec: mpeg4"])
  func codecs(video: String) throws {
    let film = Self.film("mkv", video: video)
    let right = try bytes(film, ["--jobs", "1"])
    #expect(try bytes(film, ["--jobs", "3"], environment: ["TZ": "Asia/Kathmandu"]) == right)
  }

  /// A dissolve, a turned picture over it, effects, and a title above.
  static let layered = Film(
    items: [
      "{clip: det01.mp4, out: 30f}", "{transition: dissolve, duration: 10f}",
      "{clip: det01.mp4, in: 1s, duration: 30f, effects: [{eq: {contrast: 1.2}}, {unsharp: {}}]}",
      "{transition: circleopen, duration: 7f}", "{clip: det01.mp4, in: 1s, duration: 1s, effects: [{look: sepia}]}",
    ],
    below: [], sound: [["{clip: det01.mp4, loop: to-end, speed: 5/4, gain: -12dB}"]],
    output: "{path: out.mp4, video: {codec: h264, crf: 20}, audio: [{codec: aac, bitrate: 128k}]}"
  ).adding(
    track: [
      "{clip: det01.mp4, duration: 2s, size: [40%, 40%], position: {0s: [30%, 30%], 2s: [60%, 70%]}, rotation: {0s: 0, "
        + "2s: 30}, opacity: 80%, audio: off}",
      "{text: Same, duration: 1s, font: {size: 30}, position: [50%, 85%], fade_in: 5f}",
    ])

  @Test("same bytes on a processor without vector instructions, as far as libav's reach goes; with any jobs")
  func processors() throws {
    for film in [Self.film("mp4"), Self.film("mkv", video: "codec: mpeg4"), Self.layered] {
      let right = try bytes(film)
      #expect(try bytes(film, environment: ["EDLRENDER_CPU_FLAGS": "0"]) == right)
      #expect(try bytes(film, ["--jobs", "1"]) == right)
      #expect(try bytes(film, ["--jobs", "7"]) == right)
    }
  }

  @Test("no date, path, host or user in the file", arguments: ["mp4", "mkv", "mov"])
  func nothingPersonal(container: String) throws {
    let folder = try Folder()
    try folder.bring(Self.source)
    let path = try folder.render(Self.film(container))
    let facts = try Facts.of(path)
    for tags in [facts.format.tags] + facts.streams.map(\.tags) {
      #expect(tags?.keys.contains("creation_time") != true)
    }
    let bytes = try folder.data("out.\(container)")
    let host = ProcessInfo.processInfo.hostName
    for text in [folder.path, host, "det01", "film.yaml"] where text.count > 3 {
      #expect(bytes.range(of: Data(text.utf8)) == nil, "\(text) is in the file")
    }
  }
}

extension Picture {
  /// ``checksums(of:)`` of a file held in memory.
  static func checksumsOfBytes(_ bytes: Data, _ container: String) throws -> [String] {
    let folder = try Folder()
    try folder.write("film.\(container)", Array(bytes))
    return try checksums(of: folder("film.\(container)"))
  }
}
