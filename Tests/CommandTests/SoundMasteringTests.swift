internal import Foundation
internal import Testing

/// `duck`, `limiter` and `loudness` of buses: by hand where a sum does, else by the ffmpeg tool's meter.
@Suite struct SoundMasteringTests {
  @Test("a bus is down by the depth at the very sample at which the other begins, and comes back after the hold")
  func duckingIsDoneWhenTheOtherBegins() throws {
    let folder = try Folder()
    // The voice is there from sample 48000 to 57599, at a half; the bed is a quarter all along.
    try folder.writeSound("voice.wav", (0..<96000).map { 48000..<57600 ~= $0 ? 16384 : 0 })
    try folder.writeSound("bed.wav", [Int16](repeating: 8192, count: 96000))
    let bed = try samples(
      of: "music", folder, "music: {duck: {under: voice, by: 12dB, attack: 100ms, hold: 50ms, release: 200ms}}")
    #expect(bed.count == 96000)
    func decibels(_ sample: Int) -> Double { 20 * log10(Double(bed[sample]) * 4) }
    // Straight lines of decibels: 4,800 samples down, 2,400 held after the last loud one, 9,600 up.
    for (sample, expected) in [
      (43199, 0.0), (45599, -6), (47999, -12), (48000, -12), (52000, -12), (57599, -12), (59999, -12), (64799, -6),
      (69599, 0), (90000, 0),
    ] {
      #expect(abs(decibels(sample) - expected) < 0.01, "sample \(sample): \(decibels(sample)) dB, not \(expected)")
    }
    // What is listened to stays as it is.
    #expect(try samples(of: "voice", folder, "music: {duck: {under: voice}}").max() == 0.5)
  }

  @Test("what stays below the threshold, or is not heard there, ducks nothing")
  func aQuietBusDucksNothing() throws {
    let folder = try Folder()
    try folder.writeSound("voice.wav", [Int16](repeating: 300, count: 96000))
    try folder.writeSound("bed.wav", [Int16](repeating: 8192, count: 96000))
    // 300/32768 is -40.8 dB.
    #expect(Set(try samples(of: "music", folder, "music: {duck: {under: voice}}")) == [0.25])
    let heard = try samples(of: "music", folder, "music: {duck: {under: voice, threshold: -41dB, attack: 0, by: 6dB}}")
    #expect(abs(20 * log10(Double(heard[50000]) * 4) + 6) < 0.001)
  }

  @Test("a limiter keeps the wave below its peak, leaves alone what is below, and moves nothing")
  func theLimiterHoldsThePeak() throws {
    let folder = try Folder()
    // A quiet second, then one at full scale, whose wave goes above its samples: 12 kHz at 45 degrees.
    let quiet = (0..<48000).map { Int16(3000 * sin(Double($0) * 0.1)) }
    let loud = (0..<48000).map { Int16(32000 * ([0.7071, 0.7071, -0.7071, -0.7071][$0 % 4] as Double)) }
    try folder.writeSound("voice.wav", quiet + loud)
    try folder.writeSound("bed.wav", [Int16](repeating: 0, count: 96000))
    let limited = try samples(of: "main", folder, "main: {gain: 2dB, limiter: -3dBTP}")
    for sample in stride(from: 0, to: 43000, by: 997) {
      #expect(abs(Double(limited[sample]) - Double(quiet[sample]) / 32768 * pow(10, 0.1)) < 1e-6)
    }
    let peak = try meter(folder("out.wav")).peak
    #expect(peak <= -3 && peak > -3.6, "\(peak) dBTP")
  }

  @Test("a loudness is met within a tenth, below the peak, by the ffmpeg tool's meter", arguments: ["aac", "pcm"])
  func loudnessIsMet(codec: String) throws {
    let folder = try Folder()
    try folder.linkMedia()
    let ending = codec == "aac" ? "m4a" : "wav"
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {fps: 25}
      tracks:
        - {kind: audio, bus: voice, items: [{clip: media/voice.wav}]}
        - {kind: audio, bus: music, items: [{clip: media/beat.wav, loop: to-end}]}
      buses:
        voice: {loudness: {target: -20LUFS}}
        music: {duck: {under: voice, by: 9dB}}
        main: {loudness: {target: -9LUFS, peak: -3dBTP}}
      outputs:
        - {path: out.\(ending), video: off, audio: [{codec: \(codec), dither: none}]}
        - {path: voice.wav, video: off, audio: [{bus: voice, codec: pcm}]}
        - {path: part.wav, video: off, range: 2s..4s, audio: [{codec: pcm, dither: none}]}
      """)
    let outcome = try edlrender("film.yaml", "--jobs", "2", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let main = try meter(folder("out.\(ending)"))
    #expect(abs(main.loudness + 9) <= 0.1, "\(main.loudness) LUFS")
    #expect(main.peak <= (codec == "aac" ? -2.7 : -3), "\(main.peak) dBTP")
    #expect(abs(try meter(folder("voice.wav")).loudness + 20) <= 0.1)
    if codec == "pcm" {
      // A part is measured as the whole is.
      let whole = try Film(path: folder("out.wav")).samples()
      #expect(try Film(path: folder("part.wav")).samples() == Array(whole[96000..<192_000]))
    }
    let bytes = try Data(contentsOf: URL(filePath: folder("out.\(ending)")))
    #expect(
      try edlrender("film.yaml", "--jobs", "5", "--no-cache", "--output", "out.\(ending)", in: folder).status == 0)
    #expect(try Data(contentsOf: URL(filePath: folder("out.\(ending)"))) == bytes)
  }

  @Test(
    "mistakes are told at their places",
    arguments: [
      ("music: {duck: {under: voise}}", "bus.unknown", "did you mean \"voice\"?"),
      ("music: {duck: {under: voice, attack: -1s}}", "duck.time", "from 0 to 60 seconds"),
      ("music: {duck: {under: main}}", "bus.circle", "music"),
      ("music: {duck: {by: 9dB}}", "document.missing-key", "under"),
      ("main: {loudness: {target: -16}}", "value.gain", "-16LUFS"),
      ("main: {limiter: 3dBTP}", "value.gain", "from -60 to 0"),
    ])
  func mistakes(buses: String, code: String, words: String) throws {
    let folder = try Folder()
    try folder.writeSound("voice.wav", [Int16](repeating: 0, count: 4800))
    try folder.writeSound("bed.wav", [Int16](repeating: 0, count: 4800))
    try folder.write("film.yaml", project(of: "main", buses))
    let outcome = try edlrender("check", "film.yaml", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("error[\(code)]") && outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("what a loudness took is told, and measured once for all outputs and runs")
  func theMeasurementIsToldAndKept() throws {
    let folder = try Folder()
    try folder.writeSound("tone.wav", (0..<144_000).map { Int16(1500 * sin(Double($0) * 0.13)) })
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {fps: 25}
      tracks: [{kind: audio, items: [{clip: tone.wav}]}]
      buses: {main: {loudness: {target: -20LUFS, peak: -1dBTP}}}
      outputs:
        - {path: out.wav, video: off, audio: [{codec: pcm_s16le}]}
        - {path: out.flac, video: off, audio: [{codec: flac}]}
      """)
    func told(_ output: String) throws -> (measured: Double, gain: Double) {
      let said = try edlrender("film.yaml", "--json", "--cache", folder("cache"), "--output", output, in: folder).output
      let words = try #require(
        said.firstMatch(
          of: /"loudness":\[\{"bus":"main","measured":([-.0-9]+),"gain":([-.0-9]+),"limited":false\}\]/))
      return try (#require(Double(words.1)), #require(Double(words.2)))
    }
    let first = try told("out.wav")
    #expect(try abs(first.measured - meter(folder("tone.wav")).loudness) < 0.1)
    #expect(abs(first.gain - (-20 - first.measured)) < 0.001)
    // Another gain in the note of it: whoever reads that has not measured.
    let notes = try FileManager.default.subpathsOfDirectory(atPath: folder("cache/v1/files"))
      .filter { $0.count > 60 }.map { "cache/v1/files/\($0)" }.filter {
        try folder.read($0).hasSuffix(" free\n\($0.suffix(64))\n")
      }
    #expect(notes.count == 1)
    let lines = try folder.read(notes[0]).split(separator: "\n", maxSplits: 1)
    let words = lines[0].split(separator: " ")
    try folder.write(notes[0], "\(words[0]) 3.0 free\n\(lines[1])")
    #expect(try told("out.flac").gain == 3)
  }

  private func project(of bus: String, _ buses: String) -> String {
    let own = buses.hasPrefix("{") || buses.hasPrefix("voice")
    return """
      edlrender: 1
      canvas: {fps: 25}
      tracks:
        - {kind: audio, bus: voice, items: [{clip: voice.wav}]}
        - {kind: audio, bus: music, items: [{clip: bed.wav}]}
      buses: \(own ? buses : "{voice: {}, \(buses.hasPrefix("music") ? "" : "music: {}, ")\(buses)}")
      outputs: [{path: out.wav, video: off, audio: [{bus: \(bus), codec: pcm_f32le}]}]
      """
  }

  /// The left channel of a bus.
  private func samples(of bus: String, _ folder: Folder, _ buses: String) throws -> [Float] {
    try folder.write("film.yaml", project(of: bus, buses))
    let outcome = try edlrender("film.yaml", "--no-cache", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try Film(path: folder("out.wav")).samples()
  }

  private func meter(_ path: String) throws -> (loudness: Double, peak: Double) {
    let text = try Tool.run(
      "ffmpeg",
      [
        "-hide_banner", "-nostats", "-i", path, "-filter_complex",
        "ebur128=peak=true:metadata=1,ametadata=print:file=-",
        "-f", "null", "-",
      ])
    func last(_ name: String) throws -> Double {
      let line = text.split(separator: "\n").last { $0.hasPrefix("lavfi.r128.\(name)=") }
      return try #require(line.flatMap { Double($0.drop { $0 != "=" }.dropFirst()) })
    }
    let channels = try text.split(separator: "\n").filter { $0.contains("true_peaks_ch") }.map { line in
      try #require(Double(line.drop { $0 != "=" }.dropFirst()))
    }
    return (try last("I"), 20 * log10(channels.max() ?? 0))
  }
}
