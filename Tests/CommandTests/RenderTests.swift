internal import Foundation
internal import Testing

/// `render` and `frame`: what is written, where, how it is told, and how it ends.
@Suite struct RenderTests {
  @Test func progressAndResultAreJSON() throws {
    let folder = try film("duration: 3s")
    let outcome = try edlrender("film.yaml", "--json", in: folder)
    let objects = try outcome.objects
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.errors.isEmpty)
    let progress = objects.filter { $0["event"] == "progress" }
    #expect(progress.last?["done"] == "90")
    #expect(progress.allSatisfy { $0["total"] == "90" })
    #expect(progress.compactMap { Int($0["done"] ?? "") }.isSorted)
    let result = try #require(objects.first { $0["event"] == "result" })
    #expect(result["frames"] == "90")
    #expect(result["samples"] == "144000")
    #expect(objects.last?["status"] == "0")
  }

  @Test func theResultTellsTheDigestOrTheError() throws {
    let folder = try film("duration: 1s")
    let made = try edlrender("film.yaml", "--json", in: folder).objects.filter { $0["event"] == "result" }
    let sum = try Tool.run("sha256sum", ["film.mp4"], in: folder.path).prefix { $0 != " " }
    #expect(made.count == 1)
    #expect(made.first?["digest"] == "sha256:\(sum)")
    #expect(made.first?["output"] == "film.mp4")
    let failed = try edlrender("film.yaml", "--json", "-o", "nowhere/film.mp4", in: folder)
    let results = try failed.objects.filter { $0["event"] == "result" }
    #expect(results.count == 1)
    #expect(results.first?["path"] == "<null>")
    #expect(results.first?["error"]?.contains("output.folder") == true)
    #expect(try failed.objects.last?["status"] == "\(failed.status)")
  }

  @Test func progressIsQuietWhenAskedTo() throws {
    let folder = try film("duration: 1s")
    let quiet = try edlrender("film.yaml", "-q", in: folder)
    #expect(quiet.status == 0)
    #expect(quiet.output.isEmpty && quiet.errors.isEmpty, "\(quiet.output)\(quiet.errors)")
    let none = try edlrender("film.yaml", "--progress", "none", in: folder)
    #expect(none.output.contains("film.mp4: 1.00 s, 30 frames"))
    #expect(none.errors.isEmpty)
  }

  @Test func rangesAndPathsFollowTheCommandLine() throws {
    let folder = try film("id: intro, duration: 3s")
    let other = try Folder()
    let outcome = try edlrender(
      "film.yaml", "--range", "1s..intro.end - 10f", "-o", other("part.mp4"), "--jobs", "2", "--no-cache", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try Film(path: other("part.mp4")).frameCount == 50)
    #expect(try folder.names == ["film.yaml", "media"])
  }

  @Test(
    "a path of another kind on the command line is encoded as its ending asks",
    arguments: ["", "outputs: [{path: film.mp4}]\n"])
  func endingsOfTheCommandLine(outputs: String) throws {
    let folder = try Folder()
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 64x36, fps: 25}
      tracks:
        - {kind: video, items: [{solid: teal, duration: 2s}]}
      \(outputs)
      """)
    for (ending, codec) in [("webm", "vp9"), ("gif", "gif"), ("mkv", "h264"), ("mp4", "h264")] {
      let outcome = try edlrender("film.yaml", "-o", "film.\(ending)", "--range", "0..40f", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try codecAndPictures(of: folder("film.\(ending)")) == "\(codec),40")
    }
  }

  @Test("a thousand pictures a second: libavformat tells no lengths of them, and the file is kept all the same")
  func theFastestRate() throws {
    let folder = try Folder()
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 64x36, fps: 1000}
      tracks:
        - {kind: video, items: [{solid: teal, duration: 60f}]}
      """)
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try codecAndPictures(of: folder("film.mp4")) == "h264,60")
  }

  private func codecAndPictures(of path: String) throws -> String {
    try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-count_packets", "-show_entries", "stream=codec_name,nb_read_packets", "-of", "csv=p=0", path,
      ]
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(arguments: [
    ("2s..1s", "range.empty"), ("1s", "range.syntax"), ("0..60", "time.bare-number"),
    ("0..99s", "time.outside-programme"), ("intr.start..2s", "time.unknown-item"),
  ])
  func wrongRangesAreExplained(range: String, code: String) throws {
    let folder = try film("id: intro, duration: 3s")
    let outcome = try edlrender("film.yaml", "--range", range, in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--range:1:1: error[\(code)]"), "\(outcome.errors)")
    #expect(!folder.has("film.mp4"))
  }

  @Test func unknownOutputsAreNamed() throws {
    let folder = try film("duration: 1s")
    let outcome = try edlrender("film.yaml", "--output", "flim", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("did you mean \"film\"?"))
    #expect(try edlrender("film.yaml", "--output", "film", in: folder).status == 0)
  }

  @Test func aFrameIsTheOneOnDisplay() throws {
    let folder = try film("duration: 2s")
    for time in ["1s", "30f", "1.02s", "end - 1s", "50%"] {
      let outcome = try edlrender("frame", "film.yaml", time, "-o", "still.png", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("still.png: frame 30, 1280x720"))
      #expect(try Film(path: folder("still.png")).size == "1280x720")
    }
    let beyond = try edlrender("frame", "film.yaml", "end", "-o", "still.png", in: folder)
    #expect(beyond.status == 2)
    #expect(beyond.errors.contains("has 60 frames"))
  }

  @Test func nothingThatIsReadIsWrittenOver() throws {
    let folder = try Folder()
    try Tool.run("cp", ["\(Places.media)/talk.mp4", "\(Places.media)/stills/1-wide.png", folder.path])
    try folder.write("film.yaml", CheckTests.film(clip: "talk.mp4", fields: "duration: 1s"))
    try folder.write("still.yaml", CheckTests.film(clip: "1-wide.png", fields: "duration: 1s"))
    try Tool.run("ln", ["-s", "talk.mp4", folder("other.mp4")])
    for path in ["talk.mp4", "./talk.mp4", "other.mp4"] {
      let outcome = try edlrender("film.yaml", "-o", path, in: folder)
      #expect(outcome.status == 2, "\(outcome.errors)")
      #expect(outcome.errors.contains("talk.mp4"))
    }
    let frame = try edlrender("frame", "still.yaml", "0", "-o", "1-wide.png", in: folder)
    #expect(frame.status == 2)
    #expect(frame.errors.contains("is a file that the project reads"))
    #expect(try Tool.run("cmp", ["\(Places.media)/talk.mp4", folder("talk.mp4")]).isEmpty)
  }

  @Test func outputsStayUnderTheProjectsFolderUnlessAllowed() throws {
    let folder = try Folder()
    try folder.linkMedia()
    let outside = try Folder()
    try folder.write(
      "film.yaml", CheckTests.film(fields: "duration: 1s") + "\noutputs: [{path: \"\(outside("film.mp4"))\"}]\n")
    let refused = try edlrender("film.yaml", in: folder)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("film.yaml:7:"))
    #expect(try outside.names.isEmpty)
    #expect(try edlrender("film.yaml", "--allow", outside.path, in: folder).status == 0)
    #expect(outside.has("film.mp4"))
  }
}

/// A folder with a project of one clip.
func film(_ fields: String) throws -> Folder {
  let folder = try Folder()
  try folder.linkMedia()
  try folder.write("film.yaml", CheckTests.film(fields: fields))
  return folder
}

extension Array where Element: Comparable {
  /// Whether no element is smaller than the one before it.
  var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
