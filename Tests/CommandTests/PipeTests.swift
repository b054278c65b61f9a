internal import Foundation
internal import Testing

/// Bare pictures on standard input: the film is that of the same pictures in a file.
@Suite struct PipeTests {
  private static func project(_ media: String, _ path: String, items: String) -> String {
    """
    edlrender: 1
    canvas: {size: 64x36, fps: 30000/1001}
    media: {in: \(media)}
    tracks: [{kind: video, items: [\(items)]}]
    outputs: [{path: \(path), video: {codec: ffv1, pixel_format: yuv444p}}]

    """
  }

  /// Runs a line of the shell in which `$edlrender` is the program.
  private static func shell(_ line: String, in folder: Folder) throws -> Outcome {
    try Tool(
      "bash", ["-o", "pipefail", "-c", line], in: folder.path,
      environment: ["edlrender": Places.program, "TMPDIR": folder.path]
    ).finish()
  }

  private static func frames(_ path: String) throws -> [Substring] {
    try Tool.run("ffmpeg", ["-v", "error", "-i", path, "-f", "framemd5", "-"]).split(separator: "\n").filter {
      !$0.hasPrefix("#")
    }
  }

  private static func leftOver(_ folder: Folder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("edlrender-pipe") }
  }

  // NUT keeps these formats as they are, so the file is the very pictures that were piped.
  @Test(arguments: ["yuv420p10le", "rgb24", "pal8", "monob", "gbrap"])
  func sameFrames(format: String) throws {
    let folder = try Folder()
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=30000/1001", "-frames:v", "12", "-pix_fmt", format,
        "-c:v", "rawvideo", folder("in.nut"),
      ])
    // Forwards, backwards, from the middle and fast: in another order than they come.
    let items =
      "{clip: in}, {clip: in, reverse: true}, {clip: in, in: 8f, out: 11f}, {clip: in, speed: 3, opacity: 0.5}"
    let tags = "color_tags: {space: bt709, range: tv}"
    let piped = "{pipe: -, size: 64x36, pixel_format: \(format), fps: 30000/1001, \(tags)}"
    try folder.write("pipe.yaml", Self.project(piped, "pipe.mkv", items: items))
    try folder.write("file.yaml", Self.project("{path: in.nut, \(tags)}", "file.mkv", items: items))
    let outcome = try Self.shell(
      "ffmpeg -v error -i in.nut -f rawvideo - | $edlrender pipe.yaml -q --jobs 2", in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    try #require(try edlrender("file.yaml", "-q", in: folder).status == 0)
    let (found, wanted) = (try Self.frames(folder("pipe.mkv")), try Self.frames(folder("file.mkv")))
    #expect(wanted.count == 12 + 12 + 3 + 4)
    #expect(found == wanted)
    #expect(try Self.leftOver(folder).isEmpty)
  }

  @Test("what is cached holds for the same pictures alone")
  func cached() throws {
    let folder = try Folder()
    let piped = "{pipe: stdin, size: 64x36, pixel_format: gray, fps: 30000/1001}"
    try folder.write("p.yaml", Self.project(piped, "out.mkv", items: "{clip: in}"))
    func run(_ color: String, _ cache: String) throws -> (cached: Int, bytes: Data) {
      let outcome = try Self.shell(
        "ffmpeg -v error -f lavfi -i color=\(color):s=64x36:r=30000/1001 -frames:v 5 -pix_fmt gray -f rawvideo - | "
          + "$edlrender p.yaml --json --cache \(cache)", in: folder)
      try #require(outcome.status == 0, "\(outcome.errors)")
      let result = try #require(try outcome.objects.last { $0["event"] == "result" })
      return (Int(result["cached_frames"] ?? "") ?? -1, try Data(contentsOf: URL(filePath: folder("out.mkv"))))
    }
    let first = try run("gray", "one")
    let again = try run("gray", "one")
    #expect(first.cached == 0 && again.cached == 5 && first.bytes == again.bytes)
    let other = try run("white", "one")
    #expect(other.cached == 0 && other.bytes != first.bytes)
    #expect(try run("white", "two").bytes == other.bytes)
  }

  @Test("a part of a picture, nothing at all, a format that is none, a full disk")
  func mistakes() throws {
    let folder = try Folder()
    let piped = "{pipe: stdin, size: 64x36, pixel_format: rgb24, fps: 25}"
    try folder.write("p.yaml", Self.project(piped, "out.mkv", items: "{clip: in}"))
    let part = try Self.shell("head -c 7000 /dev/zero | $edlrender check p.yaml", in: folder)
    // 64 × 36 × 3 = 6912.
    #expect(part.status == 3 && part.errors.contains("p.yaml:3:20: error[media.pipe]"), "\(part.errors)")
    #expect(part.errors.contains("ends 88 bytes into picture 2: pictures are of 64x36 in rgb24, 6912 bytes each"))
    let empty = try Self.shell("$edlrender plan p.yaml < /dev/null", in: folder)
    #expect(empty.status == 3 && empty.errors.contains("standard input is empty"), "\(empty.errors)")
    let whole = try Self.shell("head -c 69120 /dev/zero | $edlrender check p.yaml", in: folder)
    #expect(whole.status == 0 && whole.output.contains("12 frames"), "\(whole.output)\(whole.errors)")
    for command in ["lock p.yaml", "collect p.yaml -o all"] {
      let refused = try Self.shell("head -c 69120 /dev/zero | $edlrender \(command)", in: folder)
      #expect(refused.status == 2 && refused.errors.contains("p.yaml:3:20: error[media.pipe]"), "\(refused.errors)")
      #expect(!folder.has("p.lock.yaml") && !folder.has("all"))
    }
    // The limit of a file's size stands for the disk's.
    let full = try Self.shell(
      "ulimit -f 4; trap '' XFSZ; head -c 69120 /dev/zero | $edlrender check p.yaml", in: folder)
    #expect(full.status == 3 && full.errors.contains("cannot keep standard input in"), "\(full.errors)")
    #expect(full.errors.contains("File too large") && full.errors.contains("TMPDIR"), "\(full.errors)")
    #expect(try Self.leftOver(folder).isEmpty)
    for format in ["vaapi", "rgb25"] {
      try folder.write("p.yaml", Self.project(piped.replacing("rgb24", with: format), "out.mkv", items: "{clip: in}"))
      let wrong = try Self.shell("head -c 6912 /dev/zero | $edlrender check p.yaml", in: folder)
      #expect(wrong.status == 2 && wrong.errors.contains("error[media.pipe-format]"), "\(wrong.errors)")
    }
    try folder.write(
      "p.yaml",
      Self.project("\(piped), b: \(piped)", "out.mkv", items: "{clip: in}, {clip: b}"))
    let two = try Self.shell("head -c 6912 /dev/zero | $edlrender check p.yaml", in: folder)
    #expect(two.status == 2 && two.errors.contains("error[media.second-pipe]"), "\(two.errors)")
  }
}
