internal import Foundation
internal import Testing

/// The streams of sound of an output, by the ffmpeg tool: where their samples are, and what they are called.
@Suite struct SoundStreamTests {
  /// A burst of 3 kHz, 1 ms wide, around each of these samples of the programme.
  private static let bursts = [30000, 80000]
  /// Three seconds at 25 frames a second.
  private static let length = 144000

  @Test(arguments: [
    // In Matroska, ogg and mp3 the very number of samples comes out.
    "aac mkv 0", "aac mka 0", "opus mkv 0", "opus webm 0", "opus ogg 0", "mp3 mkv 0", "mp3 mp3 0", "mp2 mkv 0",
    "flac mkv 0", "flac mp4 0", "flac ogg 0", "flac flac 0", "alac mov 0", "alac m4a 0", "alac mkv 0",
    "pcm mov 0", "pcm mkv 0", "pcm wav 0", "pcm avi 0",
    // In the mp4 family this ffmpeg decodes the last frame to its end.
    "aac mp4 1024", "aac mov 1024", "aac m4a 1024", "opus mp4 960", "mp3 mp4 1152", "ac3 mp4 1536", "ac3 mkv 1536",
    "eac3 mov 1536",
  ])
  func samplesAreWhereTheyBelong(row: String) throws {
    let words = row.split(separator: " ").map(String.init)
    let (codec, ending, slack) = (words[0], words[1], Int(words[2]) ?? 0)
    let folder = try clicks()
    let isFilm = ["mp4", "mov", "mkv", "webm", "avi"].contains(ending)
    let video = isFilm ? "codec: \(ending == "webm" ? "vp8" : "h264")" : ""
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 64x64, fps: 25}
      tracks:
        - {kind: video, items: [{solid: blue, duration: 3s}]}
        - {kind: audio, items: [{clip: clicks.wav}]}
      outputs: [{path: out.\(ending), video: \(isFilm ? "{\(video)}" : "off"), audio: [{codec: \(codec)}]}]
      """)
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let film = Film(path: folder("out.\(ending)"))
    let samples = try film.samples()
    #expect((Self.length...Self.length + slack).contains(samples.count), "\(samples.count)")
    for burst in Self.bursts { #expect(lag(of: samples, at: burst) == 0, "around \(burst)") }
    if isFilm {
      // Opus starts with its pre-skip, which the decoder leaves out.
      let starts = try Tool.run(
        "ffprobe", ["-v", "error", "-show_entries", "stream=start_time", "-of", "default=nk=1:nw=1", film.path])
      let early = codec == "opus" && ending != "mp4" ? "-0.007000" : "0.000000"
      #expect(starts == "0.000000\n\(early)\n", "\(starts)")
    }
  }

  @Test(
    "repeats, and speeds as of a tape, keep every sample in its place",
    arguments: [
      "aac mp4", "aac mov", "aac mkv", "opus mp4", "opus mkv", "opus webm", "flac mp4", "flac mkv", "pcm mov",
      "pcm mkv",
      "pcm wav",
    ])
  func repeatsAndSpeeds(row: String) throws {
    let words = row.split(separator: " ").map(String.init)
    let (codec, ending) = (words[0], words[1])
    let folder = try clicks()
    let video = ending == "wav" ? "off" : "{codec: \(ending == "webm" ? "vp8" : "h264")}"
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 64x64, fps: 25}
      tracks:
        - {kind: video, items: [{solid: blue, duration: 188f}]}
        - kind: audio
          items:
            - {clip: clicks.wav, in: 0s, out: 1s, loop: 3s}
            - {clip: clicks.wav, speed: 2, pitch: follow}
            - {clip: clicks.wav, reverse: true}
      outputs: [{path: out.\(ending), video: \(video), audio: [{codec: \(codec)}]}]
      """)
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let samples = try Film(path: folder("out.\(ending)")).samples()
    #expect((360_960...362_496).contains(samples.count), "\(samples.count)")
    // Three plays of the first second.
    for play in 0..<3 { #expect(lag(of: samples, at: 30000 + play * 48000, within: 300) == 0, "play \(play)") }
    // From 3 s on twice as fast; that is 37.5 frames, so from frame 75 + 38 on backwards, its last sample first.
    for burst in Self.bursts {
      #expect(lag(of: samples, at: 144_000 + burst / 2, speed: 2, within: 300) == 0, "fast, around \(burst)")
      #expect(
        lag(of: samples, at: 113 * 1920 + Self.length - 1 - burst, within: 300) == 0, "backwards, around \(burst)")
    }
  }

  @Test func streamsHaveTheirNames() throws {
    let folder = try clicks()
    for (ending, key) in [("mkv", "title"), ("mov", "handler_name"), ("mp4", "handler_name")] {
      try folder.write(
        "film.yaml",
        """
        edlrender: 1
        canvas: {fps: 25}
        tracks: [{kind: audio, items: [{clip: clicks.wav}]}]
        outputs:
          - path: out.\(ending)
            video: off
            audio:
              - {codec: aac, bitrate: 96k, language: eng, title: Main mix}
              - {codec: alac, bits: 24, language: deu, title: Commentary, default: true}
              - {codec: ac3, bitrate: 448k, channels: "5.1", sample_rate: 44100}
        """)
      let outcome = try edlrender("film.yaml", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let text = try Tool.run(
        "ffprobe",
        [
          "-v", "error", "-show_entries",
          "stream=codec_name,sample_rate,channels,bits_per_raw_sample:stream_disposition=default:"
            + "stream_tags=language,\(key)", "-of", "csv=p=0", folder("out.\(ending)"),
        ])
      let lines = text.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[0].hasPrefix("aac,48000,2,") && lines[0].hasSuffix(",0,eng,Main mix"), "\(text)")
      #expect(lines[1].hasPrefix("alac,48000,2,24,1,\(ending == "mov" ? "ger" : "deu"),Commentary"), "\(text)")
      #expect(lines[2].hasPrefix("ac3,44100,6,"), "\(text)")
    }
  }

  @Test func anotherRateKeepsItsPlaceAndLength() throws {
    let folder = try clicks()
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {fps: 25}
      tracks: [{kind: audio, items: [{clip: clicks.wav}]}]
      outputs: [{path: out.wav, audio: [{bits: float, sample_rate: 44100}]}]
      """)
    #expect(try edlrender("film.yaml", in: folder).status == 0)
    let samples = try Film(path: folder("out.wav")).samples()
    #expect(samples.count == 132300)
    // The bursts of the programme, sampled at the other rate.
    let expected = Self.wave(rate: 44100, count: samples.count)
    let difference = zip(samples, expected).map { abs(Double($0 - $1)) }.max() ?? 1
    #expect(difference < 1e-3)
  }

  @Test(arguments: ["8 pcm_u8 8", "16 pcm_s16le 16", "24 pcm_s24le 24", "32 pcm_s32le 24", "float pcm_f32le 26"])
  func widthsOfPCM(row: String) throws {
    let words = row.split(separator: " ").map(String.init)
    let (bits, codec, exactBits) = (words[0], words[1], Int(words[2]) ?? 0)
    // A float, which every sample is on its way, has 24 bits itself.
    let step = pow(0.5, Double(exactBits - 1))
    let folder = try clicks()
    let project = """
      edlrender: 1
      canvas: {fps: 25}
      tracks: [{kind: audio, items: [{clip: clicks.wav, gain: -3dB}]}]
      outputs: [{path: PATH, audio: [{bits: \(bits)DITHER}]}]
      """
    var files: [String: [Float]] = [:]
    for (name, dither) in [("plain", ", dither: none"), ("dithered", ""), ("again", "")] {
      try folder.write(
        "film.yaml", project.replacing("PATH", with: "\(name).wav").replacing("DITHER", with: dither))
      #expect(try edlrender("film.yaml", in: folder).status == 0)
      files[name] = try Film(path: folder("\(name).wav")).samples()
    }
    let name = try Tool.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", folder("plain.wav")])
    #expect(name == "\(codec)\n")
    #expect(
      try Data(contentsOf: URL(filePath: folder("dithered.wav")))
        == Data(contentsOf: URL(filePath: folder("again.wav"))))
    let exact = Self.wave(rate: 48000, count: Self.length).map { Float(Int16(($0 * 32768).rounded())) / 32768 }
      .map { Double($0) * pow(10, -3.0 / 20) }
    func worst(_ name: String) -> Double {
      zip(files[name] ?? [], exact).map { abs(Double($0) - $1) }.max() ?? 1
    }
    #expect(worst("plain") <= step / 2 + 1e-7)
    // Triangular noise reaches one step, and rounding half a one.
    #expect(worst("dithered") <= step * 1.5 + 1e-7)
  }

  @Test(arguments: [
    (
      "out.webm", "{codec: aac}", "output.codec-container",
      "it holds opus, vorbis; .mp4, .mov, .mkv, .avi, .ts hold aac"
    ),
    ("out.wav", "{codec: opus}", "output.codec-container", "it holds mp3, ac3"),
    ("out.wav", "{codec: pcm}, {codec: pcm}", "output.streams", "keep one audio stream, or write .mka"),
    ("out.mka", "{codec: aac, bits: 24}", "output.bits", "it stores no samples"),
    ("out.mka", "{codec: flac, bits: float}", "output.bits", "it takes 16, 24"),
    ("out.mka", "{codec: pcm_s16le, bits: 24}", "output.bits", "codec: pcm takes every width"),
    ("out.ogg", "{codec: opus, sample_rate: 44100}", "output.sample-rate", "write \"sample_rate: 48000\""),
    ("out.mp3", "{codec: mp3, channels: \"5.1\"}", "output.channels", "it takes mono, stereo"),
    ("out.mka", "{codec: aac, default: true}, {codec: aac, default: true}", "output.default-streams", "keep one"),
    ("out.aac", "{codec: aac}", "output.delay", "begins with 1024 samples of silence: its sound comes 21.3 ms late"),
  ])
  func mistakesSayWhatWouldDo(path: String, streams: String, code: String, words: String) throws {
    let folder = try clicks()
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {fps: 25}
      tracks: [{kind: audio, items: [{clip: clicks.wav}]}]
      outputs: [{path: \(path), video: off, audio: [\(streams)]}]
      """)
    let outcome = try edlrender("check", "film.yaml", in: folder)
    #expect(outcome.status == (code == "output.delay" ? 0 : 2))
    #expect(outcome.errors.contains("[\(code)]") && outcome.errors.contains(words), "\(outcome.errors)")
  }

  // MARK: The clicks

  /// A folder with the clicks as a WAV of 16 bits, stereo.
  private func clicks() throws -> Folder {
    let folder = try Folder()
    var bytes = Data()
    for sample in Self.wave(rate: 48000, count: Self.length) {
      let value = Int16((sample * 32768).rounded())
      for _ in 0..<2 { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
    }
    try bytes.write(to: URL(filePath: folder("clicks.raw")))
    try Tool.run(
      "ffmpeg",
      ["-v", "error", "-f", "s16le", "-ar", "48000", "-ac", "2", "-i", folder("clicks.raw"), folder("clicks.wav")])
    return folder
  }

  private static func wave(rate: Double, count: Int) -> [Float] {
    let centres = bursts.map { Double($0) / 48000 }
    return (0..<count).map { index in
      Float(
        centres.reduce(0.0) { sum, centre in
          let time = Double(index) / rate - centre
          guard abs(time) < 0.01 else { return sum }
          return sum + 0.7 * exp(-pow(time / 0.0006, 2)) * cos(2 * .pi * 3000 * time)
        })
    }
  }

  /// By how many samples a decoded burst is late, by cross-correlation.
  private func lag(of samples: [Float], at centre: Int, speed: Double = 1, within reach: Int = 2000) -> Int? {
    let burst = (-200..<200).map { index in
      let time = Double(index) / 48000 * speed
      return Float(0.7 * exp(-pow(time / 0.0006, 2)) * cos(2 * .pi * 3000 * time))
    }[...]
    return (-reach...reach).max { first, second in
      correlation(samples, centre - 200 + first, burst) < correlation(samples, centre - 200 + second, burst)
    }
  }

  private func correlation(_ samples: [Float], _ start: Int, _ burst: ArraySlice<Float>) -> Double {
    guard start >= 0, start + burst.count <= samples.count else { return -.infinity }
    var sum: Float = 0
    for (offset, value) in burst.enumerated() { sum += samples[start + offset] * value }
    return Double(sum)
  }
}
