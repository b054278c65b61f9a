internal import Foundation
internal import Testing

/// What a file says of itself: cover, timecode, facts; read back by ffprobe and ffmpeg.
@Suite struct FileLabelTests {
  private static func folder(_ outputs: String, rate: String = "30000/1001") throws -> Folder {
    let folder = try Folder()
    for name in ["c.jpg", "c.png", "c.webp"] {
      try Tool.run(
        "ffmpeg", ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=s=48x32", "-frames:v", "1", folder(name)])
    }
    try folder.writeSound("tone.wav", (0..<24000).map { Int16($0 % 100 * 50) })
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 64x36, fps: \(rate)}
      tracks:
        - {kind: video, items: [{solid: red, duration: 15f}]}
        - {kind: audio, items: [{clip: tone.wav}]}
      markers: [{at: 0s, name: A}]
      outputs:
      \(outputs)

      """)
    return folder
  }

  private static func probe(_ path: String, _ entries: String) throws -> [String] {
    try Tool.run("ffprobe", ["-v", "error", "-show_entries", entries, "-of", "csv=p=0", path])
      .split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test func coversAreInTheFileByteForByte() throws {
    let rows = [
      ("a.mp4", "c.jpg"), ("a.m4a", "c.png"), ("a.mkv", "c.png"), ("a.mka", "c.jpg"), ("a.mp3", "c.jpg"),
      ("a.flac", "c.png"), ("a.ogg", "c.png"), ("a.opus", "c.jpg"),
    ]
    let folder = try Self.folder(
      rows.map { path, cover in
        let isFilm = path.hasSuffix("mp4") || path.hasSuffix("mkv")
        return "  - {path: \(path), cover: \(cover), \(isFilm ? "chapters: markers" : "video: off")}"
      }.joined(separator: "\n"))
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for (path, cover) in rows {
      let streams = try Self.probe(folder(path), "stream=index,codec_name:stream_disposition=attached_pic")
      let codec = cover.hasSuffix("png") ? "png" : "mjpeg"
      let attached = streams.filter { $0.hasSuffix(",1") }
      #expect(attached.count == 1 && attached[0].contains(",\(codec),"), "\(path): \(streams)")
      let number = attached[0].prefix { $0 != "," }
      try Tool.run(
        "ffmpeg",
        [
          "-v", "error", "-nostdin", "-y", "-i", folder(path), "-map", "0:\(number)", "-c", "copy", "-f", "image2pipe",
          folder("back"),
        ])
      #expect(FileManager.default.contentsEqual(atPath: folder("back"), andPath: folder(cover)), "\(path)")
    }
  }

  @Test func timecodeIsThatOfTheFirstPicture() throws {
    let folder = try Self.folder(
      """
        - {path: a.mp4, timecode: "01:00:00;02", range: 5f..15f}
        - {path: a.mov, timecode: "10:09:59;20"}
        - {path: a.mkv, timecode: "01:00:00:29"}
      """)
    #expect(try edlrender("film.yaml", in: folder).status == 0)
    for (name, timecode) in [("a.mp4", "01:00:00;02"), ("a.mov", "10:09:59;20"), ("a.mkv", "01:00:00:29")] {
      let tags = try Tool.run(
        "ffprobe",
        ["-v", "error", "-select_streams", "v", "-show_entries", "stream_tags", "-of", "compact", folder(name)])
      #expect(tags.lowercased().contains("tag:timecode=\(timecode)"), "\(tags)")
    }
    guard let text = try? Tool.run("mediainfo", [folder("a.mov")]) else {
      print("mediainfo is not installed: what it says of timecode is not looked at")
      return
    }
    let lines = text.split(whereSeparator: \.isNewline)
    #expect(lines.contains { $0.hasPrefix("Time code of first frame") && $0.hasSuffix(": 10:09:59;20") })
  }

  @Test func factsComeBackOrAreRefused() throws {
    let names = ["title", "artist", "date", "comment", "genre", "copyright"]
    let facts = names.map { "\($0): \($0 == "date" ? "\"2024\"" : "my \($0)")" }.joined(separator: ", ")
    let films = ["mp4", "mov", "mkv", "avi"]
    let sounds = ["m4a", "mp3", "flac", "wav", "ogg"]
    let folder = try Self.folder(
      (films + sounds).map {
        "  - {path: a.\($0), metadata: {\(facts)}\(sounds.contains($0) ? ", video: off" : "")}"
      }.joined(separator: "\n"))
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for ending in films + sounds {
      let tags = try Tool.run(
        "ffprobe",
        ["-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "default=nw=1", folder("a.\(ending)")]
      ).lowercased()
      for name in names {
        #expect(tags.contains("tag:\(name)=\(name == "date" ? "2024" : "my \(name)")\n"), "\(ending)")
      }
    }
  }

  @Test func mistakesAreFoundBeforeRendering() throws {
    let folder = try Self.folder(
      """
        - {path: a.mov, cover: c.jpg}
        - {path: b.mp4, cover: c.webp}
        - {path: c.mp4, cover: cut.jpg}
        - {path: d.mp4, timecode: "01:01:00;00"}
        - {path: e.webm, timecode: "01:01:00:00"}
        - {path: f.mp4, timecode: "24:00:00:00"}
        - {path: g.mp4, timecode: "01:00:00;00", fps: 25}
        - {path: h.mov, metadata: {lyrics: la}}
        - {path: i.ts, metadata: {title: none}}
      """)
    let whole = try Data(contentsOf: URL(filePath: folder("c.jpg")))
    try whole.prefix(whole.count - 20).write(to: URL(filePath: folder("cut.jpg")))
    let outcome = try edlrender("check", "film.yaml", in: folder)
    #expect(outcome.status == 2)
    for finding in [
      "film.yaml:8:26: error[output.cover]: \"mov\" holds no cover",
      "error[output.cover]: \"c.webp\" is neither JPEG nor PNG", "error[output.cover]: \"cut.jpg\" ends before",
      "the next label is \"01:01:00;02\"", "error[output.timecode]: \"webm\"", "error[value.timecode]: \"24:00:00:00\"",
      "error[time.drop-frame-rate]", "error[output.metadata]: \"mov\" has no place for \"lyrics\"",
      "error[output.metadata]: \"mpegts\" has no place for \"title\"",
    ] {
      #expect(outcome.errors.contains(finding), "\(finding)\n\(outcome.errors)")
    }
  }
}
