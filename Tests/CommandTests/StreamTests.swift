internal import Foundation
internal import Testing

/// Streams, read from their lists by FFmpeg's tools and by hand.
@Suite struct StreamTests {
  /// Seven seconds of 25 frames: a film of 4 s, a source that is rendered as a whole, and a colour.
  private static func project(
    _ output: String = ladder, items: String = "{clip: a.mp4}, {source: \"testsrc2=s=160x90:r=25\", duration: 2s}"
  ) -> String {
    """
    edlrender: 1
    canvas: {size: 160x90, fps: 25}
    tracks:
      - kind: video
        items: [\(items), {solid: "#204060", duration: 1s}]
    outputs:
      - \(output)

    """
  }

  private static let ladder = """
    {path: film.m3u8, segment: 2s, dash: true, video: {codec: h264, preset: ultrafast}, renditions: [
          {video: {preset: veryfast}}, {size: 96x54, video: {bitrate: 60k, two_pass: true}}, {name: low, size: 64x36, fps: 25/2}],
          audio: [{language: eng, title: Film}, {language: deu, bitrate: 64k, channels: mono}]}
    """

  /// A folder with the film that all projects read.
  private static func folder() throws -> Folder {
    let folder = try Folder()
    try FileManager.default.copyItem(atPath: try media.get()("a.mp4"), toPath: folder("a.mp4"))
    return folder
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

  /// The ladder, rendered once for all tests that look at it.
  private static let rendered = Result { () throws -> Folder in
    let folder = try Self.folder()
    try folder.write("p.yaml", project())
    let outcome = try edlrender("p.yaml", "--no-cache", "--jobs", "2", "--json", in: folder)
    guard outcome.status == 0 else { throw ToolError(outcome.errors) }
    try folder.write("events", outcome.output)
    return folder
  }

  // MARK: Seen from outside

  @Test("FFmpeg reads every rendition and every sound whole, from either list", arguments: ["film.m3u8", "film.mpd"])
  func everythingIsThere(list: String) throws {
    let folder = try Self.rendered.get()
    // 7 s at 25 and at 12.5 frames a second; the last picture of an odd number is shown.
    for (index, frames) in [175, 175, 88].enumerated() {
      let text = try Tool.run(
        "ffprobe",
        [
          "-v", "error", "-count_frames", "-select_streams", "v:\(index)", "-show_entries",
          "stream=nb_read_frames,start_time", "-of", "default=nk=1:nw=1", folder(list),
        ])
      #expect(
        text.split(separator: "\n").map(String.init).suffix(2) == ["0.000000", "\(frames)"], "v:\(index): \(text)")
    }
    for index in 0..<2 {
      try Tool.run(
        "ffmpeg",
        ["-v", "error", "-y", "-i", folder(list), "-map", "0:a:\(index)", "-f", "s16le", "-ac", "1", folder("pcm")])
      let count = try Data(contentsOf: URL(filePath: folder("pcm"))).count / 2
      // What the encoder puts in front, and the rest of the last packet.
      #expect((336_000..<336_000 + 2 * 1024 + 1).contains(count), "a:\(index): \(count) samples")
    }
  }

  @Test("every segment begins at the same moment in every rendition, with a key picture, and is decoded alone")
  func segmentsAreAligned() throws {
    let folder = try Self.rendered.get()
    let stream = try Stream(folder("film.m3u8"))
    #expect(stream.variants.count == 3 && stream.sounds.count == 2)
    for (index, variant) in stream.variants.enumerated() {
      let track = variant.track
      #expect(track.starts == [0, 2, 4, 6], "\(index)")
      #expect(track.target == 2)
      var whole = try Data(contentsOf: URL(filePath: track.initialization))
      let header = whole
      for (segment, start) in zip(track.segments, track.starts) {
        let bytes = try Data(contentsOf: URL(filePath: segment.file))
        whole += bytes
        try (header + bytes).write(to: URL(filePath: folder("one.mp4")))
        let frames = try Self.pictures(folder("one.mp4"))
        let rate = index == 2 ? 12.5 : 25
        // A last half picture is a whole one.
        #expect(frames.count == Int((segment.seconds * rate).rounded()), "\(segment.file)")
        #expect(frames.first?.isKey == true && frames.first?.time == start, "\(segment.file): \(frames.first as Any)")
      }
      try whole.write(to: URL(filePath: folder("all.mp4")))
      let keys = try Self.pictures(folder("all.mp4")).filter(\.isKey).map(\.time)
      #expect(Set([0, 2, 4, 6]).isSubset(of: Set(keys)), "\(keys)")
    }
    for sound in stream.sounds {
      for (start, edge) in zip(sound.track.starts, [0.0, 2, 4, 6]) {
        // The first packet at or behind the edge; packets are 1,024 samples.
        #expect(start >= edge && start < edge + 1024.0 / 48000 + 1e-6, "\(start)")
      }
      #expect(abs(sound.track.segments.reduce(0) { $0 + $1.seconds } - 7) < 1e-5)
    }
  }

  /// The decoded pictures of a file: when each is shown, and whether it is a key picture.
  private static func pictures(_ path: String) throws -> [(time: Double, isKey: Bool)] {
    let text = try Tool.run(
      "ffprobe",
      ["-v", "error", "-select_streams", "v", "-show_entries", "frame=key_frame,pts_time", "-of", "csv=p=0", path])
    return text.split(separator: "\n").map { line in
      let parts = line.split(separator: ",")
      return (Double(parts.dropFirst().first ?? "") ?? -1, parts.first == "1")
    }
  }

  @Test func theListTellsWhatTheFilesAre() throws {
    let folder = try Self.rendered.get()
    let stream = try Stream(folder("film.m3u8"))
    let sizes = ["160x90", "96x54", "64x36"]
    #expect(stream.variants.map { $0.attributes["RESOLUTION"] } == sizes)
    #expect(stream.variants.map { $0.attributes["FRAME-RATE"] } == ["25.000", "25.000", "12.500"])
    #expect(stream.sounds.map { $0.attributes["LANGUAGE"] } == ["en", "de"])
    #expect(stream.sounds.map { $0.attributes["NAME"] } == ["Film", "deu"])
    #expect(stream.sounds.map { $0.attributes["CHANNELS"] } == ["2", "1"])
    #expect(stream.sounds.map { $0.attributes["DEFAULT"] } == ["YES", "NO"])
    let sound = stream.sounds[0].track
    for variant in stream.variants {
      // Profile, constraints and level stand behind the name and the version of the box.
      let header = try Data(contentsOf: URL(filePath: variant.track.initialization))
      let box = try #require(header.firstRange(of: Data("avcC".utf8)))
      let level = header[box.upperBound + 1..<box.upperBound + 4].map { String(format: "%02x", $0) }.joined()
      #expect(variant.attributes["CODECS"] == "avc1.\(level),mp4a.40.2")
      // The list rounds lengths to microseconds.
      let peak = try Self.peak(variant.track) + Self.peak(sound)
      #expect(abs((Double(variant.attributes["BANDWIDTH"] ?? "") ?? 0) - peak) <= 1)
      let average = try Self.average(variant.track) + Self.average(sound)
      #expect(abs((Double(variant.attributes["AVERAGE-BANDWIDTH"] ?? "") ?? 0) - average) <= 1)
    }
  }

  /// Bits a second of neighbouring segments that last from a half to one and a half of two seconds: of single ones.
  private static func peak(_ track: Stream.Track) throws -> Double {
    try track.segments.map { Double(try size($0.file)) * 8 / $0.seconds }.max() ?? 0
  }

  private static func average(_ track: Stream.Track) throws -> Double {
    let bytes = try track.segments.reduce(0) { $0 + (try size($1.file)) }
    return Double(bytes) * 8 / track.segments.reduce(0) { $0 + $1.seconds }
  }

  private static func size(_ path: String) throws -> Int {
    try Data(contentsOf: URL(filePath: path)).count
  }

  @Test func theResultNamesTheListsAndTheRenditions() throws {
    let folder = try Self.rendered.get()
    let line = try folder.read("events").split(separator: "\n").first { $0.contains("\"result\"") }
    let event = try JSONSerialization.jsonObject(with: Data((line ?? "").utf8)) as? [String: Any]
    #expect(event?["manifests"] as? [String] == ["film.m3u8", "film.mpd"])
    let renditions = event?["renditions"] as? [[String: Any]] ?? []
    #expect(renditions.map { $0["name"] as? String } == ["90p", "54p", "low"])
    let stream = try Stream(folder("film.m3u8"))
    #expect(renditions.map { $0["playlist"] as? String ?? "" }.map { folder($0) } == stream.variants.map(\.track.path))
    #expect((event?["sounds"] as? [[String: Any]])?.count == 2)
    #expect(event?["frames"] as? Int == 175)
    let checked = try edlrender("check", "p.yaml", in: folder)
    #expect(checked.output.contains("film.m3u8 (90p, 54p, low)"))
    let plan = try edlrender("plan", "p.yaml", in: folder)
    #expect(plan.output.contains("segments of 50 frames") && plan.output.contains("low: libx264, 64x36, 25/2 fps"))
  }

  // MARK: Always the same

  @Test func theBytesAreTheSameForAnyJobsAndFromTheCache() throws {
    let folder = try Self.rendered.get()
    let first = try Self.tree(folder)
    let other = try Self.folder()
    try other.write("p.yaml", Self.project())
    for options in [["--jobs", "1"], ["--jobs", "3"]] {
      let outcome = try Tool(
        Places.program, ["p.yaml", "-q"] + options, in: other.path, environment: ["EDLRENDER_CACHE": other("cache")]
      ).finish()
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try Self.tree(other) == first, "\(options)")
    }
  }

  @Test("renditions that share their frames share no more: one is changed, the other comes from the cache")
  func oneRenditionIsChanged() throws {
    let output = """
      {path: film.m3u8, segment: 2s, video: {codec: h264, preset: ultrafast}, renditions: [
            {}, {size: 80x44, fps: 25/2, video: {crf: 30}}]}
      """
    let (folder, other) = (try Self.folder(), try Self.folder())
    for text in [output, output.replacing("crf: 30", with: "crf: 40")] {
      try folder.write("p.yaml", Self.project(text, items: "{clip: a.mp4}"))
      let outcome = try Tool(
        Places.program, ["p.yaml", "-q"], in: folder.path, environment: ["EDLRENDER_CACHE": folder("cache")]
      ).finish()
      #expect(outcome.status == 0, "\(outcome.errors)")
      try other.write("p.yaml", Self.project(text, items: "{clip: a.mp4}"))
      #expect(try edlrender("p.yaml", "-q", "--no-cache", "--jobs", "1", in: other).status == 0)
      #expect(try Self.tree(folder) == Self.tree(other))
    }
    // 5 s: three segments of each rendition in the first render, three more of one in the second, and the sound.
    let entries = try FileManager.default.subpathsOfDirectory(atPath: folder("cache/v1/entries"))
    #expect((10...12).contains(entries.filter { $0.contains("/") }.count), "\(entries)")
  }

  /// The names and the bytes of a stream's files.
  private static func tree(_ folder: Folder, _ name: String = "film") throws -> [String: Data] {
    var found: [String: Data] = [:]
    let pieces = try FileManager.default.contentsOfDirectory(atPath: folder(name)).map { "\(name)/\($0)" }
    for file in pieces + ["\(name).m3u8", "\(name).mpd"] where folder.has(file) {
      found[file] = try Data(contentsOf: URL(filePath: folder(file)))
    }
    return found
  }

  // MARK: Nothing half made

  @Test("a render that is killed leaves the older stream whole; the next one cleans up")
  func killed() throws {
    let folder = try Self.folder()
    let output =
      "{path: film.m3u8, segment: 1s, renditions: [{}, {size: 80x44}], video: {codec: h264, preset: ultrafast}}"
    try folder.write("p.yaml", Self.project(output, items: "{solid: red, duration: 1s}"))
    #expect(try edlrender("p.yaml", "-q", in: folder).status == 0)
    let old = try Stream(folder("film.m3u8")).contents()
    let slow = output.replacing("preset: ultrafast", with: "preset: veryslow")
    try folder.write("p.yaml", Self.project(slow, items: "{clip: a.mp4}"))
    for milliseconds in [60, 200, 400, 700] as [UInt32] {
      let render = try Tool(Places.program, ["p.yaml", "-q", "--no-cache"], in: folder.path)
      usleep(milliseconds * 1000)
      render.send(SIGKILL)
      guard try render.finish().status == 128 + SIGKILL else { break }
      #expect(try Stream(folder("film.m3u8")).contents() == old, "\(milliseconds) ms")
    }
    #expect(try edlrender("p.yaml", "-q", in: folder).status == 0)
    let stream = try Stream(folder("film.m3u8"))
    #expect(stream.variants.map { $0.track.segments.count } == [5, 5])
    #expect(try stream.contents() != old)
    let kept = Set(stream.files.map { URL(filePath: $0).lastPathComponent }).subtracting(["film.m3u8"])
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder("film"))) == kept)
    #expect(try folder.names == ["a.mp4", "film", "film.m3u8", "p.yaml"])
  }

  @Test("on a full disk the older stream stays whole", .enabled(if: geteuid() == 0, "only the superuser can mount"))
  func fullDisk() throws {
    let folder = try Self.folder()
    try folder.write("small/empty", "")
    let mount = try Tool("mount", ["-t", "tmpfs", "-o", "size=300k", "none", folder("small")]).finish()
    // A container may forbid it even to its superuser.
    guard mount.status == 0 else { return }
    defer { _ = try? Tool.run("umount", ["-l", folder("small")]) }
    let small = "{path: small/film.m3u8, segment: 1s, video: {codec: h264, preset: ultrafast}}"
    try folder.write("p.yaml", Self.project(small, items: "{solid: red, duration: 1s}"))
    #expect(try edlrender("p.yaml", "-q", in: folder).status == 0)
    let old = try Stream(folder("small/film.m3u8")).contents()
    try folder.write("p.yaml", Self.project(small.replacing("preset: ultrafast", with: "crf: 1")))
    let outcome = try edlrender("p.yaml", "-q", in: folder)
    #expect(outcome.status == 3 && outcome.errors.contains("No space left on device"), "\(outcome.errors)")
    #expect(try Stream(folder("small/film.m3u8")).contents() == old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder("small")).sorted() == ["film", "film.m3u8"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder("small/film")).count == old.count - 1)
  }

  @Test("files of others stay, and those that the list of another kind still names")
  func leftovers() throws {
    let folder = try Self.folder()
    let both = "{path: film.m3u8, segment: 1s, dash: true, video: {codec: h264, preset: ultrafast}}"
    try folder.write("p.yaml", Self.project(both, items: "{solid: red, duration: 1s}"))
    #expect(try edlrender("p.yaml", "-q", in: folder).status == 0)
    try folder.write("film/notes.txt", "mine")
    let named = try folder.read("film.mpd").matches(of: /film\/([^"]+)/).map { "film/\($0.output.1)" }
    #expect(named.count == 3)
    // The .mpd is not written any more, and still names what it did.
    let other = both.replacing("dash: true, ", with: "")
    try folder.write("p.yaml", Self.project(other, items: "{solid: blue, duration: 1s}"))
    #expect(try edlrender("p.yaml", "-q", in: folder).status == 0)
    #expect(try folder.read("film/notes.txt") == "mine")
    #expect(named.allSatisfy { folder.has($0) }, "\(named)")
    try FileManager.default.removeItem(atPath: folder("film.mpd"))
    #expect(try edlrender("p.yaml", "-q", in: folder).status == 0)
    #expect(named.filter { !folder.has($0) }.count > 0)
    #expect(try Stream(folder("film.m3u8")).contents().count == 5)
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("{path: a.mp4, segment: 6s}", "output.streams-alone"), ("{path: a.mp4, renditions: [{}]}", "output.streams-alone"),
    ("{path: a.m3u8, metadata: {title: x}}", "output.streams-alone"),
    ("{path: a.m3u8, orientation: tag}", "output.streams-alone"),
    ("{path: a.mpd, dash: true}", "output.streams-alone"), ("{path: a.m3u8, segment: 100ms}", "output.segment"),
    ("{path: a.m3u8, renditions: [{size: 320x180}]}", "rendition.size"),
    ("{path: a.m3u8, renditions: [{name: a}, {name: a}]}", "rendition.name"),
    ("{path: a.m3u8, renditions: [{name: a b}]}", "value.rendition-name"),
    ("{path: a.m3u8, renditions: [{}, {fps: 30000/1001}]}", "rendition.rate"),
    ("{path: a.m3u8, renditions: []}", "output.empty"),
    ("{path: a.m3u8, video: off, renditions: [{}], audio: [{codec: aac}]}", "output.empty"),
    ("{path: a.m3u8, video: {codec: vp9}}", "output.codec-container"),
    ("{path: a.m3u8, audio: [{codec: opus}]}", "output.codec-container"),
    ("{path: a.m3u8, renditions: [{video: {crf: high}}]}", "encoder.option-value"),
    ("{path: a.m3u8, renditions: [{size: 81x45}]}", "output.odd-size"),
    ("{path: a.m3u8, renditions: [{bitrate: 800k}]}", "document.unknown-key"),
  ])
  func mistakesAreErrorsAtTheirLine(output: String, code: String) throws {
    let folder = try Self.folder()
    try folder.write("p.yaml", Self.project(output))
    let outcome = try edlrender("check", "p.yaml", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("p.yaml:7:") && outcome.errors.contains("[\(code)]"), "\(outcome.errors)")
  }

  @Test func otherShapesAndSharedFoldersAreFound() throws {
    let folder = try Self.folder()
    try folder.write("p.yaml", Self.project("{path: a.m3u8, renditions: [{}, {size: 80x80}]}\n  - {path: a.mpd}"))
    let outcome = try edlrender("check", "p.yaml", in: folder)
    #expect(outcome.errors.contains("warning[rendition.shape]") && outcome.errors.contains("error[output.same-path]"))
  }
}
