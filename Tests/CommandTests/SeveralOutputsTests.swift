internal import Foundation
internal import Testing

/// Several outputs in one run: what they have in common is made once, and their bytes are those of separate runs.
@Suite struct SeveralOutputsTests {
  /// Nine seconds of 25 frames in four items.
  private static func project(_ outputs: [String]) -> String {
    """
    edlrender: 1
    canvas: {size: 160x90, fps: 25}
    buses: {voice: {}}
    tracks:
      - kind: video
        items:
          - {clip: a.mp4, duration: 3s}
          - {clip: a.mp4, in: 1s, duration: 2s, speed: 3/2}
          - {solid: "#204060", duration: 1s}
          - {clip: a.mp4, duration: 3s, opacity: 60%}
      - {kind: audio, bus: voice, items: [{clip: a.mp4, at: 1s, duration: 2s, gain: -6dB}]}
    outputs:
    \(outputs.map { "  - \($0)" }.joined(separator: "\n"))

    """
  }

  private static let media = Result { () throws -> Folder in
    let folder = try Folder()
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "mandelbrot=s=160x90:r=25", "-f", "lavfi", "-i", "sine=f=440:r=48000", "-t",
        "4", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", folder("a.mp4"),
      ])
    return folder
  }

  private static func folder(_ outputs: [String]) throws -> Folder {
    let folder = try Folder()
    try FileManager.default.copyItem(atPath: try media.get()("a.mp4"), toPath: folder("a.mp4"))
    try folder.write("p.yaml", project(outputs))
    return folder
  }

  private static func run(_ arguments: [String], in folder: Folder) throws -> Outcome {
    try Tool(Places.program, arguments, in: folder.path).finish()
  }

  /// The last words on each output, by its path.
  private static func results(_ outcome: Outcome) throws -> [String: [String: String]] {
    Dictionary(
      try outcome.objects.filter { $0["event"] == "result" }.compactMap { object in
        object["output"].map { ($0, object) }
      }, uniquingKeysWith: { $1 })
  }

  private static let quick = "video: {codec: h264, preset: ultrafast}"

  /// Each with whether it takes anything from those before it.
  private static let outputs: [(text: String, path: String, isShared: Bool)] = [
    ("{path: film.mp4, \(quick)}", "film.mp4", false),
    ("{path: tall.mp4, size: 90x160, fit: cover, \(quick)}", "tall.mp4", true),
    // Its packets are the film's.
    ("{path: film.mkv, \(quick), audio: [{codec: flac}, {bus: voice, codec: aac}]}", "film.mkv", true),
    ("{path: half.mp4, fps: 25/2, video: {codec: mpeg4}}", "half.mp4", false),
    ("{path: slow.mp4, fps: 10, range: 3s..9s, \(quick)}", "slow.mp4", true),
    ("{path: lossless.mkv, video: {codec: ffv1}, audio: off}", "lossless.mkv", true),
    ("{path: fine.mkv, video: {codec: ffv1, pixel_format: yuv444p}, audio: off}", "fine.mkv", false),
    ("{path: film.m4a, video: off}", "film.m4a", true),
    ("{path: clean.wav, video: off, audio: [{without: voice}]}", "clean.wav", false),
    ("{path: wave.png, size: 300x60, waveform: {}}", "wave.png", true),
    ("{path: sheet.png, contact_sheet: {columns: 2, rows: 2}}", "sheet.png", false),
  ]

  /// What separate runs write.
  private static let separate = Result { () throws -> [String: Data] in
    let folder = try Self.folder(outputs.map(\.text))
    var files: [String: Data] = [:]
    for output in outputs {
      let outcome = try edlrender("p.yaml", "--no-cache", "--output", output.path, "-q", in: folder)
      guard outcome.status == 0 else { throw ToolError(outcome.errors) }
      files[output.path] = try Data(contentsOf: URL(filePath: folder(output.path)))
    }
    return files
  }

  @Test(
    "one run writes the bytes of separate runs",
    arguments: [["--no-cache"], ["--no-cache", "--jobs", "1"], ["--cache", "cache"]])
  func sameBytes(options: [String]) throws {
    let separate = try Self.separate.get()
    let folder = try Self.folder(Self.outputs.map(\.text))
    let outcome = try Self.run(["p.yaml", "--json"] + options, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let results = try Self.results(outcome)
    for output in Self.outputs {
      let bytes = try Data(contentsOf: URL(filePath: folder(output.path)))
      #expect(bytes == separate[output.path], "\(output.path)")
      #expect(results[output.path]?["shared"] == (output.isShared ? "1" : "0"), "\(output.path)")
    }
    #expect(try Film(path: folder("tall.mp4")).frameCount == 225)
  }

  @Test("the order of the outputs changes no byte")
  func otherOrder() throws {
    let separate = try Self.separate.get()
    let folder = try Self.folder(Self.outputs.reversed().map(\.text))
    #expect(try edlrender("p.yaml", "--no-cache", "-q", in: folder).status == 0)
    for output in Self.outputs {
      #expect(try Data(contentsOf: URL(filePath: folder(output.path))) == separate[output.path], "\(output.path)")
    }
  }

  @Test("random films, edited at random, in random outputs")
  func randomFilms() throws {
    let rounds = ProcessInfo.processInfo.environment["EDLRENDER_FILMS"].flatMap { Int($0) } ?? 4
    var shared = 0
    for seed in 0..<rounds {
      let folder = try Folder()
      try RandomFilm.files(in: folder)
      var (film, dice) = (RandomFilm(seed: seed), Dice(1000 + seed))
      for _ in 0..<dice.roll(0...3) { _ = try film.edit(in: folder) }
      let outputs = (0..<3).map { number in
        let path = "out\(number)"
        let range = dice.roll(0...2) == 0 ? ", range: \(dice.roll(0...40))f.. end - \(dice.roll(0...20))f" : ""
        let fields = dice.pick([
          ".mkv, \(Self.quick), audio: [{codec: flac}]", ".mkv, size: 72x128, fit: cover, \(Self.quick), audio: off",
          ".mkv, fps: 10, \(Self.quick), audio: [{codec: aac}]", ".mp4, video: {codec: mpeg4}", ".m4a, video: off",
          ".wav, video: off, audio: [{channels: mono}]", ".mkv, video: {codec: ffv1}, audio: off",
        ])
        return "{path: \(path)\(fields)\(range)}"
      }
      let text = film.text.split(separator: "\n").dropLast().joined(separator: "\n") + "\noutputs:\n"
      try folder.write("film.yaml", text + outputs.map { "  - \($0)\n" }.joined())
      let outcome = try edlrender("film.yaml", "--json", "--no-cache", in: folder)
      try #require(outcome.status == 0, "\(outputs): \(outcome.output)")
      let results = try Self.results(outcome)
      shared += results.values.count { $0["shared"] == "1" }
      for path in results.keys {
        let together = try Data(contentsOf: URL(filePath: folder(path)))
        #expect(try edlrender("film.yaml", "-q", "--no-cache", "--output", path, in: folder).status == 0)
        #expect(try Data(contentsOf: URL(filePath: folder(path))) == together, "film \(seed): \(path) of \(outputs)")
      }
    }
    // Else the test shows nothing.
    #expect(shared * 4 > rounds, "\(shared) outputs in \(rounds) films took something from another one")
  }

  @Test("after an edit only what it touches is made again, for all outputs")
  func afterAnEdit() throws {
    let outputs = [Self.outputs[0].text, Self.outputs[1].text]
    let folder = try Self.folder(outputs)
    let cache = ["--cache", folder("cache"), "--json"]
    #expect(try Self.run(["p.yaml"] + cache, in: folder).status == 0)
    try folder.write("p.yaml", Self.project(outputs).replacing("#204060", with: "#402060"))
    let again = try Self.run(["p.yaml"] + cache, in: folder)
    let results = try Self.results(again)
    #expect(results["film.mp4"]?["cached_frames"] == results["tall.mp4"]?["cached_frames"])
    #expect((results["film.mp4"]?["cached_frames"]).flatMap { Int($0) } ?? 0 > 100)
    let shared = try Data(contentsOf: URL(filePath: folder("tall.mp4")))
    #expect(try edlrender("p.yaml", "--no-cache", "-q", "--output", "tall.mp4", in: folder).status == 0)
    #expect(try Data(contentsOf: URL(filePath: folder("tall.mp4"))) == shared)
    // One is there, the other one is gone: that alone is written.
    try FileManager.default.removeItem(atPath: folder("tall.mp4"))
    let last = try Self.results(try Self.run(["p.yaml"] + cache, in: folder))
    #expect(last["film.mp4"]?["unchanged"] == "1" && last["tall.mp4"]?["unchanged"] == "0")
    #expect(try Data(contentsOf: URL(filePath: folder("tall.mp4"))) == shared)
  }

  // MARK: Nothing half made

  @Test(
    "an output whose disk is full leaves the one before it whole",
    .enabled(if: geteuid() == 0, "only the superuser can mount"))
  func fullDisk() throws {
    let film = "{path: film.mkv, video: {codec: ffv1}, audio: [{codec: pcm_s16le}]}"
    for second in [
      "{path: small/tall.mkv, size: 90x160, video: {codec: ffv1}, audio: off}",
      "{path: small/sound.wav, video: off}",
    ] {
      let folder = try Self.folder([film, second])
      try folder.write("small/empty", "")
      let mount = try Tool("mount", ["-t", "tmpfs", "-o", "size=100k", "none", folder("small")]).finish()
      // A container may forbid it even to its superuser.
      guard mount.status == 0 else { return }
      defer { _ = try? Tool.run("umount", ["-l", folder("small")]) }
      let outcome = try edlrender("p.yaml", "--json", "--no-cache", in: folder)
      #expect(outcome.status == 3 && outcome.output.contains("No space left on device"), "\(outcome.errors)")
      #expect(try Film(path: folder("film.mkv")).frameCount == 225)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder("small")).isEmpty)
      let results = try Self.results(outcome)
      #expect(results["film.mkv"]?["frames"] == "225" && results["film.mkv"]?["error"] == nil)
      #expect(results.filter { $0.key.hasPrefix("small/") }.allSatisfy { $0.value["error"] != nil })
    }
  }

  @Test("killed at any time, every name has the old file or a whole new one")
  func killed() throws {
    let outputs = ["{path: film.mkv, video: {codec: ffv1}}", "{path: tall.mkv, size: 90x160, video: {codec: ffv1}}"]
    let folder = try Self.folder(outputs)
    for milliseconds in [50, 150, 300, 500, 800] as [UInt32] {
      for name in ["film.mkv", "tall.mkv"] { try folder.write(name, "old") }
      let render = try Tool(Places.program, ["p.yaml", "-q", "--no-cache", "--jobs", "1"], in: folder.path)
      usleep(milliseconds * 1000)
      render.send(SIGKILL)
      _ = try render.finish()
      for name in ["film.mkv", "tall.mkv"] where try Data(contentsOf: URL(filePath: folder(name))) != Data("old".utf8) {
        #expect(try Film(path: folder(name)).frameCount == 225, "\(name) after \(milliseconds) ms")
      }
    }
    #expect(try edlrender("p.yaml", "-q", "--no-cache", in: folder).status == 0)
    #expect(try folder.names == ["a.mp4", "film.mkv", "p.yaml", "tall.mkv"])
  }
}
