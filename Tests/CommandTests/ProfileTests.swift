internal import Foundation
internal import Testing

/// Profiles: every one makes a file that other tools read, own ones extend them, mistakes name what would do.
@Suite struct ProfileTests {
  /// A clip of two seconds of 320x180 at 30 with sound.
  static func clip(in folder: Folder) throws {
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=1", "-f", "lavfi", "-i", "sine=440:d=1:r=48000",
        "-c:v", "libx264", "-preset", "ultrafast", "-colorspace", "bt709", "-c:a", "aac", folder("a.mp4"),
      ])
  }

  static func project(_ outputs: [String], more: String = "") -> String {
    """
    edlrender: 1
    canvas: {size: 320x180, fps: 30}
    \(more)
    tracks:
      - kind: video
        items: [{clip: a.mp4}]
    outputs:
    \(outputs.map { "  - \($0)" }.joined(separator: "\n"))

    """
  }

  /// codec, size and counted pictures of each stream, as ffprobe and the decoders tell.
  static func streams(_ path: String) throws -> [String] {
    try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-count_frames", "-show_entries", "stream=codec_name,width,height,nb_read_frames", "-of",
        "csv=p=0", path,
      ]
    ).split(separator: "\n").map { line in line.hasSuffix(",") ? String(line.dropLast()) : String(line) }
  }

  @Test func everyProfileMakesAFileThatDecodes() throws {
    let folder = try Folder()
    try Self.clip(in: folder)
    let files = [
      ("web", "mp4", "h264,320,180,30", "aac"), ("web-small", "mov", "h264,320,180,30", "aac"),
      ("hevc", "mp4", "hevc,320,180,30", "aac"), ("av1", "webm", "av1,320,180,30", "opus"),
      ("vp9", "webm", "vp9,320,180,30", "opus"), ("prores", "mov", "prores,320,180,30", "pcm_s24le"),
      ("dnxhr", "mov", "dnxhd,320,180,30", "pcm_s24le"), ("archive", "mkv", "ffv1,320,180,30", "flac"),
      ("proxy", "mp4", "h264,320,180,30", "aac"), ("gif", "gif", "gif,320,180,15", nil),
      ("webp", "webp", nil, nil), ("podcast", "m4a", nil, "aac"), ("podcast", "mp3", nil, "mp3"),
    ]
    try folder.write(
      "film.yaml", Self.project(files.map { "{path: \($0.0).\($0.1), profile: \($0.0), range: 0..1s}" }))
    let outcome = try edlrender("film.yaml", "--progress", "none", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for (name, ending, video, audio) in files {
      let path = folder("\(name).\(ending)")
      // FFmpeg 5.1 writes animated WebP and cannot read it.
      guard ending != "webp" else { continue }
      try Tool.run("ffmpeg", ["-v", "error", "-xerror", "-i", path, "-f", "null", "-"])
      let streams = try Self.streams(path)
      #expect(streams.count == [video, audio].compactMap { $0 }.count, "\(name): \(streams)")
      if let video { #expect(streams.first == video, "\(name)") }
      if let audio { #expect(streams.last?.hasPrefix(audio) == true, "\(name): \(streams)") }
    }
    let listed = try edlrender("profiles")
    #expect(
      Set(files.map(\.0)) == Set(listed.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)))
  }

  @Test func ownProfilesExtendOthers() throws {
    let folder = try Folder()
    try Self.clip(in: folder)
    let own = """
      profiles:
        tiny: {extends: web-small, max_size: 90x160, max_fps: 12, video: {bitrate: 300k, two_pass: true}, audio: off}
        tinier: {extends: tiny, max_size: 80x80}
      """
    try folder.write(
      "film.yaml",
      Self.project(
        [
          "{path: tiny.mp4, profile: tiny}", "{path: tinier.mp4, profile: tinier, fps: 50}",
          "{path: loud.mp4, profile: web, audio: [{bitrate: 96k}]}",
        ],
        more: own))
    #expect(try edlrender("film.yaml", "-q", in: folder).status == 0)
    // 320x180 within 160x90 is half of it; of 30 frames a second at most 12 every third is left: 10.
    #expect(try Self.streams(folder("tiny.mp4")) == ["h264,160,90,10"])
    // Within 80x80: 80x45, and 45 rounds to an even 44 or 46 (a tie goes up).
    #expect(try Self.streams(folder("tinier.mp4")) == ["h264,80,46,50"])
    #expect(try Self.streams(folder("loud.mp4")).count == 2)
    let plan = try edlrender("plan", "film.yaml", in: folder).output
    #expect(plan.contains("h264, preset slow, bitrate 300k, in two passes"))
  }

  @Test func averageBitratesAreKept() throws {
    let folder = try Folder()
    try Self.clip(in: folder)
    try folder.write(
      "film.yaml",
      Self.project([
        "{path: one.mp4, video: {codec: h264, preset: fast, bitrate: 400k}, audio: off}",
        "{path: two.mp4, video: {codec: h264, preset: fast, bitrate: 400k, two_pass: true}, audio: off}",
        "{path: vp9.webm, video: {codec: vp9, bitrate: 400k, two_pass: true}, audio: off}",
        "{path: hevc.mp4, video: {codec: hevc, preset: fast, bitrate: 400k, two_pass: true}, audio: off}",
      ]).replacing("[{clip: a.mp4}]", with: "[{clip: a.mp4, loop: 4s}]"))
    #expect(try edlrender("film.yaml", "-q", in: folder).status == 0)
    for name in ["one.mp4", "two.mp4", "vp9.webm", "hevc.mp4"] {
      let size = try FileManager.default.attributesOfItem(atPath: folder(name))[.size] as? Int
      // Four seconds at 400 kbit/s are 200,000 bytes.
      #expect((140_000...260_000).contains(size ?? 0), "\(name): \(size ?? 0)")
    }
  }

  @Test(arguments: [
    ("{path: a.webm, profile: prores}", "output.codec-container", "it holds vp9, av1"),
    ("{path: b.mp4, video: {codec: prores}}", "output.codec-container", "hold prores"),
    ("{path: b.mp4, video: {codec: vc1}}", "output.codec", "this FFmpeg has no encoder for vc1"),
    ("{path: b.mp4, video: {codec: vc1}}", "output.codec", "it holds h264, hevc"),
    ("{path: b.mp4, profile: wbe}", "profile.unknown", "did you mean \"web\"?"),
    ("{path: b.mp4, profile: web, video: {gop: often}}", "encoder.option-value", "gop"),
    ("{path: b.mp4, profile: own, video: {presett: fast}}", "encoder.unknown-option", "did you mean \"preset\"?"),
    ("{path: b.mkv, profile: archive, video: {bitrate: 1M, two_pass: true}}", "output.two-pass", "libx264"),
    ("{path: b.mp4, profile: web, video: {two_pass: true}}", "output.two-pass", "bitrate"),
    ("{path: b.mp4, profile: loop}", "profile.recursion", "extends itself"),
  ])
  func mistakesNameWhatWouldDo(output: String, code: String, words: String) throws {
    let folder = try Folder()
    try Self.clip(in: folder)
    let own = "profiles: {own: {extends: web}" + (output.contains("loop") ? ", loop: {extends: loop}}" : "}")
    try folder.write("film.yaml", Self.project([output], more: own))
    let outcome = try edlrender("check", "film.yaml", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("error[\(code)]") && outcome.errors.contains(words), "\(outcome.errors)")
  }

  /// A canvas into another shape: red corners of a white picture tell what became of it.
  @Test func sizesOfAnotherShapeAreFitted() throws {
    let folder = try Folder()
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 320x160, fps: 25}
      tracks:
        - kind: video
          items: [{solid: white, duration: 1s}]
        - kind: video
          items: [{solid: red, duration: 1s, size: 80x160, position: [0px, 0px], anchor: top-left}]
      outputs:
        - {path: contain.mkv, size: 160x160, video: {codec: ffv1}}
        - {path: cover.mkv, size: 160x160, fit: cover, video: {codec: ffv1}}
        - {path: fill.mkv, size: 160x160, fit: fill, fps: 10, video: {codec: ffv1}}
      """)
    let outcome = try edlrender("film.yaml", "-q", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    func pixel(_ name: String, _ x: Int, _ y: Int) throws -> [Int] {
      try Tool.run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-i", folder(name), "-vf", "format=rgb24,crop=1:1:\(x):\(y)", "-frames:v", "1", "-f",
          "rawvideo", folder("p"),
        ])
      return try Data(contentsOf: URL(filePath: folder("p"))).map { Int($0) }
    }
    func isNear(_ pixel: [Int], _ wanted: [Int]) -> Bool { zip(pixel, wanted).allSatisfy { abs($0 - $1) < 8 } }
    // Whole: 160x80 between bars of 40 lines, its first quarter red.
    #expect(isNear(try pixel("contain.mkv", 20, 20), [0, 0, 0]))
    #expect(isNear(try pixel("contain.mkv", 20, 80), [255, 0, 0]))
    #expect(isNear(try pixel("contain.mkv", 60, 80), [255, 255, 255]))
    // Cut: the middle half, nothing red left.
    #expect(isNear(try pixel("cover.mkv", 4, 80), [255, 255, 255]))
    // Stretched: a quarter of the width red.
    #expect(isNear(try pixel("fill.mkv", 20, 4), [255, 0, 0]))
    #expect(isNear(try pixel("fill.mkv", 60, 4), [255, 255, 255]))
    #expect(try Film(path: folder("fill.mkv")).frameCount == 10)
  }

  @Test(arguments: ["mp4", "mkv", "mov"])
  func chaptersAndMetadataAreInTheFile(ending: String) throws {
    let folder = try Folder()
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 160x90, fps: 25}
      tracks: [{kind: video, items: [{solid: red, duration: 4s}]}]
      markers: [{at: 500ms, name: Early}, {at: 1s, name: "One; = 1"}, {at: 3s, name: Zwei}]
      outputs: [{path: film.\(ending), range: 1s..4s, chapters: markers, metadata: {title: "Ein Tag", artist: Ann}}]
      """)
    let outcome = try edlrender("film.yaml", "-q", "--no-cache", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let chapters = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "chapter=start_time,end_time:chapter_tags=title", "-of", "csv=p=0",
        folder("film.\(ending)"),
      ])
    // The range begins at the second marker; the first one lies before it.
    #expect(chapters == "0.000000,2.000000,One; = 1\n2.000000,3.000000,Zwei\n")
    // FFmpeg's mp4 has no chapter that begins late.
    try folder.write("late.yaml", try folder.read("film.yaml").replacing("range: 1s..4s", with: "range: 0s..4s"))
    let late = try edlrender("check", "late.yaml", in: folder)
    #expect(late.status == 0 && late.errors.contains("warning[output.first-chapter]") == (ending != "mkv"))
    let tags = try Tool.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "format_tags=title,artist", "-of", "default=nw=1", folder("film.\(ending)")])
    #expect(tags.lowercased().contains("tag:title=ein tag") && tags.lowercased().contains("tag:artist=ann"), "\(tags)")
    try folder.write(
      "bad.yaml",
      try folder.read("film.yaml").replacing("artist: Ann", with: "mood: calm").replacing(".mkv", with: ".mp4"))
    let refused = try edlrender("check", "bad.yaml", in: folder)
    #expect(refused.status == 2 && refused.errors.contains("output.metadata"))
  }
}
