internal import Testing

/// The corpus' instruments, on films made by the `ffmpeg` tool: right ones pass, wrong ones do not.
@Suite("Corpus harness", .needsShared("media/video"))
struct CorpusHarnessTests {
  @Test(
    "rates, counts and ranges of real files",
    arguments: [
      ("mdn-flower.mp4", "30000/1001", true, 150), ("androidx-sample.mkv", "30", true, 30),
      ("mediabunny-cursed-vfr.mp4", "60", false, 63), ("swifttc-VideoTrack_25_VFR_1sec.mov", "25", true, 25),
    ])
  func rates(name: String, rate: String, isConstant: Bool, count: Int) throws {
    let file = try #require(try CorpusFile("\(Places.shared)/media/video/\(name)"))
    #expect(CorpusFile.ratio(file.rate) == CorpusFile.ratio(rate))
    #expect(file.isConstant == isConstant && file.count == count)
    #expect(file.ranges.count == 3 && file.ranges[0].lowerBound == 0)
    if isConstant { #expect(file.ranges[2] == count - 10..<count && file.expected(7) == 7...7) }
    #expect(file.expected(file.ranges[2].upperBound - 1).upperBound == count - 1)
  }

  @Test("a shifted copy is told from a straight one, exactly and by likeness")
  func shifted() throws {
    let path = "\(Places.shared)/media/video/mdn-flower.mp4"
    let source = try #require(try CorpusFile(path))
    #expect(source.grade == .exact)
    let folder = try Folder()
    for (name, first) in [("straight.mkv", 20), ("shifted.mkv", 21)] {
      try FFmpeg.run([
        "-i", path, "-an", "-vf", "trim=start_frame=\(first):end_frame=\(first + 5)", "-c:v", "ffv1", folder(name),
      ])
    }
    let right = try FrameList(folder("straight.mkv"), decoder: [], filter: "null", format: "yuv420p")
    #expect(right.checksums == Array(source.checksums[20..<25]))
    let wrong = try FrameList(folder("shifted.mkv"), decoder: [], filter: "null", format: "yuv420p")
    #expect(wrong.checksums == Array(source.checksums[21..<26]))
    let thumbnails = try Thumbnails(path)
    #expect(
      (0..<5).map { (try? Thumbnails(folder("straight.mkv")))?.best($0, in: thumbnails).index } == [20, 21, 22, 23, 24])
    #expect(
      (0..<5).map { (try? Thumbnails(folder("shifted.mkv")))?.best($0, in: thumbnails).index } == [21, 22, 23, 24, 25])
  }
}
