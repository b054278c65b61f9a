internal import Foundation
internal import Testing

/// `golden`: what is recorded is what an encoder gets, and whatever changes is caught and named.
@Suite struct GoldenTests {
  private static func line(of id: String) -> Int {
    let lines = GoldenProject.text.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.contains("id: \(id),") } ?? -2) + 1
  }

  /// The digests of a golden file by the line that they stand under, runs written out.
  private static func digests(of text: String) -> [String: [String]] {
    var result: [String: [String]] = [:]
    var stream = ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if let match = line.wholeMatch(of: /([0-9a-f]{16})(?: x ([0-9]+))?/) {
        let count = match.output.2.flatMap { Int($0) } ?? 1
        result[stream, default: []] += Array(repeating: String(match.output.1), count: count)
      } else if line.first != "#" {
        stream = words[0]
      }
    }
    return result
  }

  @Test func digestsAreThoseOfTheLosslessRender() throws {
    let project = try GoldenProject()
    try project.record()
    #expect(try edlrender("film.yaml", in: project.folder).status == 0)
    let digests = Self.digests(of: try project.folder.read("film.golden"))
    // FFmpeg's own digests of the decoded pictures.
    let frames = try Tool.run(
      "ffmpeg", ["-v", "error", "-i", project.folder("film.mkv"), "-map", "0:v", "-f", "framemd5", "-"])
    let expected = frames.split(separator: "\n").filter { $0.first != "#" }.map { line in
      String(line.split(separator: " ").last?.prefix(16) ?? "")
    }
    #expect(expected.count == 95)
    #expect(digests["picture"] == expected)
    // Python's of the decoded samples.
    try Tool.run(
      "ffmpeg", ["-v", "error", "-i", project.folder("film.mkv"), "-map", "0:a", "-f", "f32le", project.folder("raw")])
    let script = """
      import hashlib, sys
      data = open(sys.argv[1], "rb").read()
      for at in range(0, len(data), 8000): print(hashlib.md5(data[at:at + 8000]).hexdigest()[:16])
      """
    let blocks = try Tool.run("python3", ["-c", script, project.folder("raw")]).split(separator: "\n").map(String.init)
    // 95 frames at 25 are 182,400 samples.
    #expect(blocks.count == 183)
    #expect(digests["sound"] == blocks)
  }

  @Test func theFileIsTheSameEverywhere() throws {
    let project = try GoldenProject()
    try project.record("--jobs", "1")
    let first = try project.folder.read("film.golden")
    let again = try edlrender(
      "golden", "record", project.folder("film.yaml"), "--jobs", "5", environment: ["TZ": "Asia/Tokyo", "LC_ALL": "C"])
    #expect(again.status == 0, "\(again.errors)")
    #expect(try project.folder.read("film.golden") == first)
    let blind = try edlrender(
      "golden", "check", "film.yaml", in: project.folder, environment: ["EDLRENDER_CPU_FLAGS": "0"])
    #expect(blind.status == 0, "\(blind.errors)")
    #expect(!first.contains(project.folder.path))
    // The digest of the plain card, 20 frames of which the dot leaves 5, comes as one line.
    #expect(first.contains(/\n[0-9a-f]{16} x 5\n# body\n/))
  }

  @Test func onePixelAndOneSampleAreFound() throws {
    let project = try GoldenProject()
    try project.record()
    // Frame 61 of the media is 25 + 20 + (61 - 25) of the film; sample 50,123 of the bed its own.
    try project.makePicture(brighterInFrame: 61)
    try project.makeSound(largerInSample: 50_123)
    let outcome = try edlrender("golden", "check", "film.yaml", in: project.folder)
    #expect(outcome.status == 1)
    let findings = outcome.errors.split(separator: "\n").filter { $0.contains("error[") }
    try #require(findings.count == 2, "\(outcome.errors)")
    #expect(findings[0].hasPrefix("film.yaml:\(Self.line(of: "body")):"))
    #expect(findings[0].contains(": error[golden.picture]: frame 81 (3.240 s) is not as recorded: \"body\""))
    #expect(findings[1].hasPrefix("film.yaml:\(Self.line(of: "bed")):"))
    #expect(findings[1].contains("error[golden.sound]: samples 50000 to 50999 of sound stream 0 (1.042 s to 1.063 s)"))
    #expect(findings[1].hasSuffix("\"bed\""))
  }

  @Test(arguments: [
    ("\"#204060\"", "\"#204061\"", "card", "error[golden.picture]: frames 25 to 44 (1.000 s to 1.800 s)"),
    ("fill: red", "fill: blue", "dot", "error[golden.picture]: frames 10 to 39 (0.400 s to 1.600 s)"),
    ("gain: -6dB", "gain: -6.1dB", "tail", "error[golden.sound]: samples 96000 to 143999 of sound stream 0"),
    ("duration: 20f", "duration: 24f", "card", "error[golden.picture]: frames 45 to 48 (1.800 s to 1.960 s)"),
    ("duration: 20f", "duration: 16f", "card", "error[golden.picture]: 4 recorded frames are gone at frame 41"),
  ])
  func editsAreNamedByItemAndLine(old: String, new: String, id: String, words: String) throws {
    let project = try GoldenProject()
    try project.record()
    try project.write("film.yaml", replacing: old, with: new)
    let outcome = try edlrender("golden", "check", "film.yaml", in: project.folder)
    #expect(outcome.status == 1)
    let finding = outcome.errors.split(separator: "\n").first { $0.contains(words) }
    #expect(finding?.hasPrefix("film.yaml:\(Self.line(of: id)):") == true, "\(outcome.errors)")
    #expect(finding?.hasSuffix(": \"\(id)\"") == true, "\(outcome.errors)")
    // As an object a program finds the same.
    let objects = try edlrender("golden", "check", "film.yaml", "--json", in: project.folder).objects
    #expect(objects.contains { $0["event"] == "result" && $0["equal"] == "0" })
    #expect(objects.contains { $0["message"]?.contains(words.split(separator: "]: ")[1]) == true })
  }

  @Test(arguments: [
    ("language: eng", "language: deu", "sound stream 0: language is \"deu\" now, and was \"eng\""),
    ("title: Main", "title: Mein", "sound stream 0: title is \"Mein\" now, and was \"Main\""),
    ("codec: pcm_f32le", "codec: flac", "sound stream 0: encoder is \"flac\" now, and was \"pcm_f32le\""),
    ("video: {codec: ffv1}", "video: {codec: ffv1, pixel_format: yuv444p}", "the picture: format is \"yuv444p\" now"),
  ])
  func streamsAreNamed(old: String, new: String, words: String) throws {
    let project = try GoldenProject()
    try project.record()
    try project.write("film.yaml", replacing: old, with: new)
    let outcome = try edlrender("golden", "check", "film.yaml", in: project.folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error[golden.stream]: \(words)"), "\(outcome.errors)")
    #expect(outcome.errors.contains("film.yaml:2"), "\(outcome.errors)")
  }

  @Test func chaptersAndTagsAreNamed() throws {
    let project = try GoldenProject()
    let path = "path: film.mkv"
    func write(_ title: String, _ markers: String) throws {
      try project.write(
        "film.yaml", replacing: path, with: "\(path)\n    chapters: markers\n    metadata: {title: \"\(title)\"}")
      let text = try project.folder.read("film.yaml")
      try project.folder.write("film.yaml", text + "markers: [\(markers)]\n")
    }
    try write("A 'film' = 1", "{at: 0s, name: Start}, {at: 2s, name: Body}")
    try project.record()
    #expect(try edlrender("golden", "check", "film.yaml", in: project.folder).status == 0)
    // What was recorded is what the file has, as ffprobe reads it.
    #expect(try edlrender("film.yaml", in: project.folder).status == 0)
    let shown = try Tool.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "chapter=start_time:chapter_tags=title:format_tags=title", "-of", "csv"]
        + [project.folder("film.mkv")])
    #expect(shown.contains("chapter,2.000000,Body") && shown.contains("A 'film' = 1"), "\(shown)")
    let golden = try project.folder.read("film.golden")
    #expect(golden.contains("\nchapter frame=50 title=Body\n"), "\(golden.prefix(1200))")
    try write("Another", "{at: 1s, name: Start}")
    let outcome = try edlrender("golden", "check", "film.yaml", in: project.folder)
    #expect(outcome.status == 1)
    for words in [
      "error[golden.chapter]: chapter \"Body\", which began at frame 50, is gone",
      "error[golden.chapter]: chapter \"Start\" begins at frame 25, and frame 0 was recorded",
      "error[golden.tag]: the tag title is \"Another\" now",
    ] { #expect(outcome.errors.contains(words), "\(words)\n\(outcome.errors)") }
  }

  @Test func swappedAndLostStreamsAreNamed() throws {
    let project = try GoldenProject()
    let one = "{codec: pcm_f32le, language: eng, title: Main}"
    let other = "{codec: pcm_f32le, channels: mono, language: deu}"
    try project.write("film.yaml", replacing: one, with: "\(one), \(other)")
    try project.record()
    try project.write("film.yaml", replacing: one, with: "\(other), \(one)")
    let swapped = try edlrender("golden", "check", "film.yaml", in: project.folder)
    #expect(swapped.status == 1)
    #expect(swapped.errors.contains("error[golden.stream]: sound stream 0 is what sound stream 1 was"))
    #expect(swapped.errors.contains("error[golden.stream]: sound stream 1 is what sound stream 0 was"))
    #expect(!swapped.errors.contains("golden.sound"))
    try project.folder.write("film.yaml", GoldenProject.text)
    let lost = try edlrender("golden", "check", "film.yaml", in: project.folder)
    #expect(lost.status == 1)
    #expect(lost.errors.contains("error[golden.stream]: sound stream 1 is gone"), "\(lost.errors)")
  }

  @Test func lostAndNewOutputsAreNamed() throws {
    let project = try GoldenProject()
    try project.record()
    try project.write("film.yaml", replacing: "path: film.mkv", with: "path: movie.mkv")
    let outcome = try edlrender("golden", "check", "film.yaml", in: project.folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error[golden.output]: the output \"film.mkv\" was recorded"))
    #expect(outcome.errors.contains("error[golden.output]: the output \"movie.mkv\" was not recorded"))
  }

  @Test func wrongGoldenFilesAreExplained() throws {
    let project = try GoldenProject()
    let missing = try edlrender("golden", "check", "film.yaml", in: project.folder)
    #expect(missing.status == 2)
    #expect(missing.errors.contains("error[golden.missing]") && missing.errors.contains("golden record film.yaml"))
    try project.folder.write("notes.txt", "mine\n")
    let foreign = try edlrender("golden", "record", "film.yaml", "--golden", "notes.txt", in: project.folder)
    #expect(foreign.status == 2)
    #expect(foreign.errors.contains("error[golden.foreign]"))
    #expect(try project.folder.read("notes.txt") == "mine\n")
    for (text, place) in [
      ("mine\n", "1:1"), ("edlrender-golden 2\n", "1:1"), ("edlrender-golden 1\noutput path=a\n<<<<<<<\n", "3:1"),
      ("edlrender-golden 1\n0123456789abcdef\n", "2:1"),
      ("edlrender-golden 1\noutput path=a\npicture\n0123456789abcdef x 99999999999\n", "4:1"),
      ("edlrender-golden 1\noutput path=\"a\n", "2:1"),
    ] {
      try project.folder.write("film.golden", text)
      let outcome = try edlrender("golden", "check", "film.yaml", in: project.folder)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("film.golden:\(place): error[golden.syntax]"), "\(text)\(outcome.errors)")
    }
    let action = try edlrender("golden", "chekc", "film.yaml", in: project.folder)
    #expect(action.status == 2 && action.errors.contains("did you mean \"check\"?"))
  }

  @Test func otherVersionsAreTold() throws {
    let project = try GoldenProject()
    try project.record()
    let text = try project.folder.read("film.golden").replacing(/avcodec [0-9.]+/, with: "avcodec 99.0.100")
    try project.folder.write("film.golden", text)
    let equal = try edlrender("golden", "check", "film.yaml", in: project.folder)
    #expect(equal.status == 0)
    #expect(equal.errors.contains("note[golden.versions]"), "\(equal.errors)")
    try project.write("film.yaml", replacing: "fill: red", with: "fill: blue")
    let other = try edlrender("golden", "check", "film.yaml", in: project.folder)
    #expect(other.status == 1)
    #expect(other.errors.contains("warning[golden.versions]"))
    #expect(other.errors.contains("avcodec 99.0.100"))
    #expect(other.errors.contains("--tolerance psnr=40"))
  }

  /// The example's own golden file: exact with the libraries that recorded it, near with others.
  @Test func theExampleIsAsCommitted() throws {
    let folder = try Folder()
    try Tool.run("cp", ["-r", "\(Places.package)/examples/golden", folder("golden")])
    let exact = try edlrender("golden", "check", "golden/project.yaml", in: folder)
    if exact.errors.contains("[golden.versions]") {
      let near = try edlrender(
        "golden", "check", "golden/project.yaml", "--tolerance", "psnr=35,sound=50", in: folder)
      #expect(near.status == 0, "\(near.errors)")
    } else {
      #expect(exact.status == 0, "\(exact.errors)")
    }
    let blind = try edlrender(
      "golden", "check", "golden/project.yaml", "--jobs", "1", in: folder, environment: ["EDLRENDER_CPU_FLAGS": "0"])
    #expect(blind.status == exact.status, "\(blind.errors)")
  }
}
