internal import Foundation
internal import Testing

/// `golden` with a proxy: what is kept, how close is close enough, and what a report shows.
@Suite struct GoldenProxyTests {
  @Test func proxiesAreSmallLosslessAndTheSameEverywhere() throws {
    let project = try GoldenProject()
    try project.record("--proxy", "--jobs", "1")
    let first = try Data(contentsOf: URL(filePath: project.folder("film.golden.mkv")))
    let text = try project.folder.read("film.golden")
    try project.record("--proxy", "--jobs", "5")
    #expect(try Data(contentsOf: URL(filePath: project.folder("film.golden.mkv"))) == first)
    #expect(try project.folder.read("film.golden") == text)
    let digest = try Tool.run("md5sum", [project.folder("film.golden.mkv")]).prefix(16)
    #expect(text.contains("proxy name=film.golden.mkv digest=\(digest)\n"))
    // A picture that is small already is kept whole: the same frames as those of the film.
    #expect(try edlrender("film.yaml", in: project.folder).status == 0)
    let md5s = try ["film.mkv", "film.golden.mkv"].map { name in
      try Tool.run("ffmpeg", ["-v", "error", "-i", project.folder(name), "-map", "0:v", "-f", "md5", "-"])
    }
    #expect(md5s[0] == md5s[1])
    let film = Film(path: project.folder("film.golden.mkv"))
    #expect(try film.sampleCount == 182_400)
    try project.write("large.yaml", replacing: "size: 64x36", with: "size: 640x350")
    #expect(try edlrender("golden", "record", "large.yaml", "--proxy", in: project.folder).status == 0)
    #expect(try Film(path: project.folder("large.golden.mkv")).size == "256x140")
  }

  @Test func tolerancesAreThoseOfFFmpeg() throws {
    let project = try GoldenProject()
    try project.record("--proxy")
    try project.write("film.yaml", replacing: "\"#204060\"", with: "\"#284060\"")
    let recorded = project.folder("recorded.mkv")
    try FileManager.default.copyItem(atPath: project.folder("film.golden.mkv"), toPath: recorded)
    #expect(try edlrender("film.yaml", in: project.folder).status == 0)
    let log = try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-i", project.folder("film.mkv"), "-i", recorded, "-lavfi",
        "[0:v][1:v]psnr=stats_file=-", "-an", "-f", "null", "-",
      ])
    let values = log.matches(of: /psnr_avg:([0-9.]+)/).compactMap { Double($0.output.1) }
    let least = try #require(values.min())
    #expect((20..<50).contains(least))
    for (tolerance, status) in [(least - 0.1, 0), (least + 0.1, 1)] as [(Double, Int32)] {
      let outcome = try edlrender(
        "golden", "check", "film.yaml", "--tolerance", "psnr=\(tolerance)", in: project.folder)
      #expect(outcome.status == status, "\(least) \(tolerance) \(outcome.errors)")
      #expect(outcome.output.contains(status == 0 ? "within tolerance" : "not as recorded"))
    }
    let similar = try edlrender("golden", "check", "film.yaml", "--tolerance", "ssim=0.5,sound=90", in: project.folder)
    #expect(similar.status == 0, "\(similar.errors)")
    let exact = try edlrender("golden", "check", "film.yaml", "--tolerance", "ssim=1", in: project.folder)
    #expect(exact.status == 1)
    #expect(exact.errors.contains("frames 25 to 44"))
  }

  @Test func soundHasItsOwnTolerance() throws {
    let project = try GoldenProject()
    try project.record("--proxy")
    try project.write("film.yaml", replacing: "gain: -6dB", with: "gain: -6.1dB")
    // Noise of an eighth of full scale, even in all values: -18.06 - 4.77 dB; at -6 dB, and of it
    // 1 - 10^(-0.1/20): -38.8 dB more. The difference is 67.6 dB below full scale.
    for (tolerance, status) in [("psnr=40,sound=67", 0), ("psnr=40,sound=69", 1), ("psnr=40", 0)] as [(String, Int32)] {
      let outcome = try edlrender("golden", "check", "film.yaml", "--tolerance", tolerance, in: project.folder)
      #expect(outcome.status == status, "\(tolerance) \(outcome.errors)")
    }
  }

  @Test func wrongTolerancesAndProxiesAreExplained() throws {
    let project = try GoldenProject()
    try project.record()
    for text in ["40", "psnr=", "ssim=2", "psnr=40,", "vmaf=90"] {
      let outcome = try edlrender("golden", "check", "film.yaml", "--tolerance", text, in: project.folder)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("error[command.usage]: --tolerance takes psnr=DB"))
    }
    try project.write("film.yaml", replacing: "fill: red", with: "fill: blue")
    let none = try edlrender("golden", "check", "film.yaml", "--tolerance", "psnr=10", in: project.folder)
    #expect(none.status == 2)
    #expect(none.errors.contains("error[golden.proxy]: --tolerance compares with a proxy, and none was recorded"))
    try project.record("--proxy")
    try project.write("film.yaml", replacing: "fill: red", with: "fill: lime")
    let file = try FileHandle(forWritingTo: URL(filePath: project.folder("film.golden.mkv")))
    try file.seekToEnd()
    try file.write(contentsOf: Data([0]))
    try file.close()
    let other = try edlrender("golden", "check", "film.yaml", "--tolerance", "psnr=10", in: project.folder)
    #expect(other.status == 2)
    #expect(other.errors.contains("warning[golden.proxy]: the golden proxy \"film.golden.mkv\" is not the one"))
  }

  @Test func theReportShowsRecordedAndNow() throws {
    let project = try GoldenProject()
    try project.record("--proxy")
    try project.write("film.yaml", replacing: "\"#204060\"", with: "\"#a04060\"")
    try project.makeSound(largerInSample: 50_123)
    let outcome = try edlrender("golden", "check", "film.yaml", "--report", "page.html", in: project.folder)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("page.html shows what differs"))
    let page = try project.folder.read("page.html")
    for words in [
      "frames 25 to 44 (1.000 s to 1.800 s) are not as recorded", "samples 50000 to 50999", "film.yaml:9:",
      "class=\"range\"", ">recorded<", ">now<", "difference × 8, PSNR", "<h3>Sound stream 0</h3>",
    ] { #expect(page.contains(words), "\(words)") }
    // Nothing of it comes from elsewhere.
    #expect(!page.contains("<script") && !page.contains("http"))
    #expect(!page.contains(project.folder.path))
    // First, middle and last frame of the stretch, each as recorded, now and difference.
    let pictures = page.matches(of: /base64,([^"]+)"/).compactMap { Data(base64Encoded: String($0.output.1)) }
    try #require(pictures.count == 9)
    var colors: [[Int]] = []
    for (number, picture) in pictures[3..<6].enumerated() {
      let path = project.folder("\(number).png")
      try picture.write(to: URL(filePath: path))
      let corner = try Tool.run(
        "python3", ["-c", Self.corner, path]
      ).split(separator: " ").compactMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      colors.append(corner)
    }
    // 8-bit YUV keeps a colour within a step or two; the difference of 128 red is shown at the limit.
    #expect(zip(colors[0], [0x20, 0x40, 0x60]).allSatisfy { abs($0 - $1) <= 2 }, "\(colors)")
    #expect(zip(colors[1], [0xA0, 0x40, 0x60]).allSatisfy { abs($0 - $1) <= 2 }, "\(colors)")
    #expect(colors[2][0] == 255 && colors[2][1] <= 32 && colors[2][2] <= 32, "\(colors)")
    let again = try edlrender(
      "golden", "check", "film.yaml", "--report", "again.html", "--jobs", "1", in: project.folder)
    #expect(again.status == 1)
    #expect(try project.folder.read("again.html") == page)
  }

  /// The dot is 30 of the 95 frames.
  @Test func onlyWhatDiffersIsRenderedAgain() throws {
    let project = try GoldenProject()
    for hasProxy in [false, true] {
      try project.folder.write("film.yaml", GoldenProject.text)
      if hasProxy { try project.record("--proxy") } else { try project.record() }
      try project.write("film.yaml", replacing: "fill: red", with: "fill: blue")
      let outcome = try edlrender("golden", "check", "film.yaml", "--progress", "json", "--json", in: project.folder)
      #expect(outcome.status == 1)
      var runs: [Int] = []
      var last = (done: 0, total: 0)
      for event in (outcome.output + outcome.errors).matches(of: /"done":([0-9]+),"total":([0-9]+)/) {
        guard let done = Int(event.1), let total = Int(event.2) else { continue }
        if total != last.total || done < last.done { runs.append(total) }
        last = (done, total)
      }
      #expect(runs == [95, 30], "\(outcome.output)")
    }
  }

  @Test func withoutAProxyTheReportSaysSo() throws {
    let project = try GoldenProject()
    try project.record()
    try project.write("film.yaml", replacing: "fill: red", with: "fill: blue")
    #expect(try edlrender("golden", "check", "film.yaml", in: project.folder).status == 1)
    let page = try project.folder.read("film.golden.html")
    #expect(page.contains("No proxy was recorded"))
    #expect(page.matches(of: /base64,/).count == 3)
    #expect(page.contains("alt=\"now\"") && !page.contains("alt=\"recorded\""))
  }

  /// Prints the first pixel of a PNG; FFmpeg decodes it.
  private static let corner = """
    import subprocess, sys
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", sys.argv[1], "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                         stdout=subprocess.PIPE, check=True).stdout
    print(raw[0], raw[1], raw[2])
    """
}
