internal import Testing

/// Faster, slower, backwards.
@Suite("SPEED, REV", .needsCommand)
struct SpeedCases {
  static let tone = Input(
    "speed01.mov", from: [Signal.barcode(frames: 100), Signal.tone("1000", seconds: "4")],
    FFmpeg.h264 + FFmpeg.pcm)
  static let saw = Input(
    "rev01.mov", from: [Signal.barcode(frames: 50), Signal.saw(seconds: "2")],
    FFmpeg.h264 + ["-g", "25", "-bf", "2"] + FFmpeg.pcm)

  static let speeds: [(String, Double)] = [
    ("2", 2), ("1/2", 0.5), ("4", 4), ("1/4", 0.25), ("8", 8), ("1001/1000", 1.001),
  ]

  private func expectPicture(_ film: Rendered, speed: Double) throws {
    let codes = try film.barcodes()
    #expect(codes.count == Int((100 / speed).rounded()))
    #expect(codes == codes.sorted())
    // The source frame on display at k·speed, exactly.
    expect(codes, near: codes.indices.map { min(99, Int(Double($0) * speed + 1e-9)) }, within: 0)
  }

  @Test("SPEED-01: length, frames and pitch at every speed", arguments: speeds)
  func speed(written: String, speed: Double) throws {
    let film = try rendered(Film(items: ["{clip: speed01.mov, speed: \(written)}"]), with: [Self.tone])
    try expectPicture(film, speed: speed)
    let sound = try film.sound()
    let seconds = Double(sound.length) / 48000
    expect(seconds, near: 4 / speed, within: 0.04)
    expect(sound.tone(seconds / 4, seconds * 3 / 4).hertz, near: 1000, within: 15)
    #expect(sound.tone(seconds / 4, seconds * 3 / 4).rms > 0.2)
  }

  @Test("SPEED-01: pitch that follows the speed")
  func pitchFollows() throws {
    let film = try rendered(
      Film(items: ["{clip: speed01.mov, speed: 2, audio: {pitch: follow}}"]), with: [Self.tone])
    try expectPicture(film, speed: 2)
    let sound = try film.sound()
    expect(Double(sound.length) / 48000, near: 2, within: 0.04)
    expect(sound.tone(0.5, 1.5).hertz, near: 2000, within: 5)
  }

  @Test("SPEED-01: impossible speeds are refused", arguments: ["0", "-1", ".nan", "1e9", "1/0", "fast"])
  func impossible(speed: String) throws {
    let folder = try Folder()
    try folder.bring(Self.tone)
    try folder.write("film.yaml", Film(items: ["{clip: speed01.mov, speed: \(speed)}"]).text)
    let run = try folder.edlrender(["film.yaml"])
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.contains(/film\.yaml:6:\d+: error/))
    #expect(!folder.has("out.mkv"))
  }

  @Test("REV-01a: backwards, no frame and no sample lost")
  func reversed() throws {
    let film = try rendered(Film(items: ["{clip: rev01.mov, reverse: true}"]), with: [Self.saw])
    #expect(try film.barcodes() == Array((0..<50).reversed()))
    let samples = try #require(try film.sound().channels.first)
    #expect(samples.count == 96000)
    #expect(samples.first == 31999 && samples.last == 0)
    let falls = zip(samples, samples.dropFirst()).allSatisfy { (Int($0) - Int($1) + 32000) % 32000 == 1 }
    #expect(falls)
  }

  @Test("REV-01b: forth and back")
  func forthAndBack() throws {
    let film = try rendered(
      Film(items: ["{clip: rev01.mov}", "{clip: rev01.mov, reverse: true}"]), with: [Self.saw])
    #expect(try film.barcodes() == Array(0..<50) + Array((0..<50).reversed()))
  }

  @Test("REV-01c: a range backwards")
  func reversedRange() throws {
    let film = try rendered(
      Film(items: ["{clip: rev01.mov, in: 10f, out: 20f, reverse: true}"]), with: [Self.saw])
    #expect(try film.barcodes() == Array((10..<20).reversed()))
    let samples = try #require(try film.sound().channels.first)
    #expect(samples.count == 19200)
    #expect(samples.first == Int16((20 * 1920 - 1) % 32000) && samples.last == Int16(10 * 1920 % 32000))
  }
}
