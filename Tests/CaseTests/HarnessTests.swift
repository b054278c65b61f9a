internal import Foundation
internal import Testing

/// The suite's own instruments: a probe that could not fail would prove nothing.
@Suite("Harness")
struct HarnessTests {
  @Test("the command under test is built")
  func commandIsBuilt() {
    #expect(
      FileManager.default.isExecutableFile(atPath: Places.command),
      "no command at \(Places.command): swift build -c release --product edlrender, or set EDLRENDER_BIN")
  }

  @Test("a process gives its outputs, its status and its time")
  func process() throws {
    let run = try Command("sh", ["-c", "echo out; echo err >&2; pwd; exit 7"], in: "/").run()
    #expect(run.output == "out\n/\n")
    #expect(run.errors == "err\n")
    #expect(run.status == 7)
    #expect(try Command("sh", ["-c", "kill -TERM $$"]).run().status == 143)
    let endless = try Command("sleep", ["60"], limit: 0.2).run()
    #expect(endless.timedOut && endless.status == 137 && endless.seconds < 5)
  }

  @Test("memory, limits and traps of a child are its own")
  func limits() throws {
    let hungry = try Command("bash", ["-c", "x=$(head -c 60000000 /dev/zero | tr '\\0' a); echo ${#x}"]).run()
    #expect(hungry.output == "60000000\n")
    #expect(hungry.peakMiB > 55 && hungry.peakMiB < 600)
    #expect(try Command("sleep", ["0.1"]).run().peakMiB < 30)
    let files = try Command("bash", ["-c", "ulimit -n"]).after(shell: "ulimit -n 64").run()
    #expect(files.output == "64\n")
    let folder = try Folder()
    let size = try Command("bash", ["-c", "head -c 1000000 /dev/zero > big"], in: folder.path)
      .after(shell: "trap '' XFSZ; ulimit -f 100").run()
    #expect(size.status == 1 && size.errors.contains("File too large"))
  }

  @Test("bar codes, colours and sizes are read as they were drawn")
  func pictureProbes() throws {
    let coded = try SyncCases.longSound("sync03b.mp4", from: 100).path()
    #expect(try Picture.barcodes(of: coded) == Array(100..<125))
    let first = try Picture.first(of: coded)
    #expect(first.width == 160 && first.height == 120)
    expect(first.color(80, 90), near: RGB(128, 128, 128), within: 2)
    #expect(first.ink != nil)
    #expect(Set(try Picture.checksums(of: coded)).count == 25)
    let flashes = try Picture.colors(of: try SyncCases.shortSound.path(), 80, 90)
    #expect(flashes.indices.filter { flashes[$0].distance(to: .white) < 8 } == [0])
  }

  @Test("wrong files are seen to be wrong", arguments: ["repeat", "drop", "shift", "blend"])
  func wrongPictures(fault: String) throws {
    let right = try SyncCases.longSound("sync03a.mp4", from: 0).path()
    let folder = try Folder()
    let filters = [
      "repeat": "loop=1:1:7", "drop": "select='not(eq(n,7))'", "shift": "select='gt(n,0)'",
      "blend": "tmix=frames=2",
    ]
    try FFmpeg.run([
      "-i", right, "-an", "-vf", filters[fault] ?? "", "-fps_mode", "vfr", "-c:v", "ffv1", folder("wrong.mkv"),
    ])
    #expect(try Picture.barcodes(of: folder("wrong.mkv")) != Array(0..<25))
  }

  @Test("sound is placed to the sample, and faults in it show")
  func soundProbes() throws {
    let folder = try Folder()
    try FFmpeg.run(["-f", "lavfi", "-i", Signal.saw(seconds: "2"), "-c:a", "pcm_s16le", folder("saw.wav")])
    let saw = try Sound.of(folder("saw.wav"))
    #expect(saw.sawRuns() == [Sound.SawRun(start: 0, source: 0, length: 96000)])
    // One sample lost, one doubled, and a whole level change.
    for filter in ["aselect='not(eq(n,3))'", "asetnsamples=1:p=0,aloop=loop=1:size=1:start=500", "volume=0.5"] {
      try FFmpeg.run(["-i", folder("saw.wav"), "-af", filter, folder("wrong.wav")])
      #expect(try Sound.of(folder("wrong.wav")).sawRuns().count > 1)
    }
    try FFmpeg.run([
      "-f", "lavfi", "-i", Signal.beeps(every: 48000, seconds: "3"), "-af", "adelay=100S", folder("beeps.wav"),
    ])
    #expect(try Sound.of(folder("beeps.wav")).onsets() == [100, 48100, 96100])
    try FFmpeg.run(["-f", "lavfi", "-i", Signal.tone("700", seconds: "1"), folder("tone.wav")])
    let tone = try Sound.of(folder("tone.wav")).tone(0.1, 0.9)
    expect(tone.hertz, near: 700, within: 1.5)
    expect(tone.peak, near: 0.5, within: 0.002)
    expect(tone.rms, near: 0.3535, within: 0.002)
  }

  /// The shared probe's answer as words.
  private func reference(_ arguments: String...) throws -> [Substring] {
    let run = try Command("python3", ["\(Places.shared)/cases/probe.py"] + arguments).run()
    #expect(run.status == 0, "\(run.errors)")
    return run.output.split { $0 == " " || $0 == "\n" }
  }

  @Test(
    "every probe agrees with the shared one", .needsShared("cases/probe.py"), .needsTool("python3"),
    arguments: [SyncCases.shortSound, VariableRateCases.twoRates, SyncCases.ntsc])
  func agreesWithReference(input: Input) throws {
    let path = try input.path()
    #expect(try Picture.barcodes(of: path) == reference("bar8", path).compactMap { Int($0) })
    #expect(
      try Picture.checksums(of: path)
        == reference("framemd5", path).enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
    let color = try Picture.colors(of: path, 30, 20)[5]
    #expect(try reference("rgb", path, "5", "30", "20") == ["\(color.red),\(color.green),\(color.blue)"])
    let ink = try #require(try Picture.map(path, \.ink)[3])
    let box = "(\(ink.x.lowerBound), \(ink.y.lowerBound), \(ink.x.upperBound), \(ink.y.upperBound))"
    #expect(try reference("ink", path, "3").joined(separator: " ").hasSuffix(box))
    let sound = try Sound.of(path)
    #expect(try reference("onsets", path).dropFirst(3).compactMap { Int($0) } == sound.onsets())
    #expect(try reference("nsamples", path).first == "\(sound.length)")
    #expect(try reference("saw", path).prefix(200).map(String.init) == sound.sawRuns().prefix(200).map(\.description))
    let tone = sound.tone(0, 0.5)
    let words = try reference("tone", path, "0", "0.5")
    #expect(words[2] == String(format: "%.4f", tone.rms)[...])
    #expect(words[4] == String(format: "%.4f", tone.peak)[...])
    #expect(words[6] == String(format: "%.1f", tone.hertz)[...])
    #expect(try timestamps(of: path).map { String(format: "%.6f", $0) } == reference("pts", path).map(String.init))
  }
}
