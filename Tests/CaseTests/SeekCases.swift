internal import Testing

/// A clip's first frame is the right one wherever the file lets a reader land.
@Suite("SEEK", .needsCommand)
struct SeekCases {
  private static func flashing(_ name: String, _ arguments: [String]) -> Input {
    Input(
      name,
      from: [Signal.barcode(frames: 50, lower: .flash(every: 25)), Signal.beeps(every: 48000, seconds: "2")],
      FFmpeg.h264 + arguments + FFmpeg.aac)
  }

  static let editList = flashing("seek01.mp4", ["-bf", "2", "-x264-params", "b-adapt=0"])
  static let negativeOffsets = Input(
    "seek01n.mp4", from: editList, ["-c", "copy", "-movflags", "+negative_cts_offsets"])
  static let openGroups = Input(
    "seek02.mp4", from: [Signal.barcode(frames: 50)],
    FFmpeg.h264 + ["-x264-params", "open-gop=1:keyint=12:min-keyint=12:scenecut=0:bframes=3:b-adapt=0"])

  /// A lossless trim: an edit list that begins in the middle of a group of pictures.
  static let trimmed = Input(
    "seek04.mp4", from: flashing("seek04_src.mp4", ["-g", "25", "-bf", "2"]), before: ["-ss", "0.48"], ["-c", "copy"])

  /// A transport stream, whose clock starts near 1.4 s.
  static let transport = flashing("seek05.ts", ["-bf", "2"])

  @Test("01a: MP4 with B-frames in full", arguments: [editList, negativeOffsets])
  func compositionOffsets(input: Input) throws {
    let film = try rendered(Film(items: ["{clip: \(input.name)}"]), with: [input])
    #expect(try film.barcodes() == Array(0..<50))
    let lower = try film.colors(80, 90)
    #expect(lower.indices.filter { lower[$0].distance(to: .white) < 55 } == [0, 25])
    expect(try film.sound().onsets(), near: [0, 48000], within: 32)
  }

  @Test("01b: its first two frames as clips", arguments: [editList, negativeOffsets])
  func firstFrames(input: Input) throws {
    let items = ["{clip: \(input.name), in: 0f, out: 1f}", "{clip: \(input.name), in: 1f, out: 2f}"]
    #expect(try rendered(Film(items: items), with: [input]).barcodes() == [0, 1])
  }

  @Test("02: every frame of an open GOP file by itself, backwards")
  func openGroups() throws {
    let items = (0..<50).reversed().map { "{clip: seek02.mp4, in: \($0)f, out: \($0 + 1)f}" }
    let film = try rendered(Film(items: items), with: [Self.openGroups])
    #expect(try film.barcodes() == Array((0..<50).reversed()))
    let straight = try rendered(Film(items: ["{clip: seek02.mp4}"]), with: [Self.openGroups])
    #expect(try Picture.checksums(of: film.path) == Picture.checksums(of: straight.path).reversed())
  }

  @Test("04a: an edit list that starts inside a group of pictures")
  func editListInside() throws {
    let film = try rendered(Film(items: ["{clip: seek04.mp4}"]), with: [Self.trimmed])
    #expect(try film.barcodes() == Array(12..<50))
    let lower = try film.colors(80, 90)
    #expect(lower.indices.filter { lower[$0].distance(to: .white) < 55 } == [13])
    expect(try film.sound().onsets(), near: [24960], within: 64)
  }

  @Test(
    "04bc: ranges count from the first shown frame",
    arguments: [("in: 0f, out: 1f", 12..<13), ("in: 0.52s, duration: 5f", 25..<30)])
  func rangesAfterEditList(range: String, codes: Range<Int>) throws {
    let film = try rendered(Film(items: ["{clip: seek04.mp4, \(range)}"]), with: [Self.trimmed])
    #expect(try film.barcodes() == Array(codes))
  }

  @Test("05: a transport stream keeps sound and picture together")
  func transportStream() throws {
    let film = try rendered(Film(items: ["{clip: seek05.ts}"]), with: [Self.transport])
    #expect(try film.barcodes() == Array(0..<50))
    let beeps = try film.sound().onsets()
    try #require(beeps.count == 2)
    let lower = try film.colors(80, 90)
    #expect(lower.indices.filter { lower[$0].distance(to: .white) < 55 } == [0, 25])
    #expect(abs(beeps[1] - 48000) <= 1024 + 64)

    // The same distance in the source: its samples are counted from the file's start.
    let source = try Self.transport.path()
    let start = try Facts.of(source).format.start_time.flatMap { Double($0) } ?? 0
    let picture = try timestamps(of: source)[25] - start
    let sound = Double(try Sound.of(source).onsets()[1]) / 48000
    expect(Double(beeps[1]) / 48000 - 1, near: sound - picture, within: 0.001)
  }

  @Test("05: frames of a transport stream count from its first picture")
  func transportStreamRange() throws {
    let film = try rendered(Film(items: ["{clip: seek05.ts, in: 25f, out: 35f}"]), with: [Self.transport])
    #expect(try film.barcodes() == Array(25..<35))
  }
}
