internal import Foundation
internal import Testing

/// AAC that was encoded in pieces, against one continuous encoding by the ffmpeg tool.
@Suite struct SoundPieceTests {
  private static let length = 50 * 48000
  private static let frame = 1024
  /// The boundary of the two pieces that 50 seconds have, in frames.
  private static let boundary = 1024

  @Test func piecesAreHeardAsOne() throws {
    let folder = try Folder()
    // Plucked tones that glide, with soft noise: what is coded changes all the time.
    let tone = "0.3*sin(2*PI*(220*t+9*sin(t)))*exp(-3*mod(t\\,0.5))+0.2*sin(2*PI*1330*t)*exp(-5*mod(t\\,0.37))"
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(tone)+0.004*(random(0)-0.5):s=48000:d=50", "-c:a",
        "pcm_s16le", folder("tone.wav"),
      ])
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {fps: 25, channels: mono}
      tracks: [{kind: audio, items: [{clip: tone.wav}]}]
      outputs: [{path: pieces.m4a, video: off, audio: [{codec: aac, bitrate: 80k}]}]
      """)
    #expect(try edlrender("film.yaml", "--jobs", "1", "--no-cache", in: folder).status == 0)
    #expect(try edlrender("film.yaml", "--jobs", "3", "--no-cache", "-o", folder("more.m4a"), in: folder).status == 0)
    let bytes = try Data(contentsOf: URL(filePath: folder("pieces.m4a")))
    #expect(try bytes == Data(contentsOf: URL(filePath: folder("more.m4a"))))
    try Tool.run(
      "ffmpeg", ["-v", "error", "-i", folder("tone.wav"), "-c:a", "aac", "-b:a", "80k", folder("whole.m4a")])

    let original = try Film(path: folder("tone.wav")).samples()
    let pieces = try Film(path: folder("pieces.m4a")).samples()
    let whole = try Film(path: folder("whole.m4a")).samples()
    #expect(original.count == Self.length)
    #expect(pieces.count == whole.count)
    // The two encodings are different things: the second piece began anew.
    #expect(zip(pieces, whole).contains { $0 != $1 })
    let (ours, theirs) = (errors(pieces, original), errors(whole, original))
    for frame in Self.boundary - 60..<Self.boundary + 60 {
      // What an encoder allows itself in one frame or the next is not alike: its neighbours count too.
      let near = theirs[frame - 12..<frame + 12]
      #expect(ours[frame].power <= 2 * (near.map(\.power).max() ?? 0), "frame \(frame)")
      #expect(ours[frame].peak <= 2 * (near.map(\.peak).max() ?? 0), "frame \(frame)")
    }
  }

  /// A minute of tones in clips of two seconds, as AAC: three pieces. `start` is where the clip at 50 s begins.
  private func writeClips(_ folder: Folder, start: Int) throws {
    let clips = (0..<30).map { number in
      "{clip: tone.wav, in: \(number == 25 ? start : number * 7 % 20)f, duration: 2s, fade_in: 3f}"
    }
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {fps: 25, channels: mono}
      tracks:
        - {kind: audio, items: [\(clips.joined(separator: ", "))]}
        - {kind: audio, gain: [{at: 0s, value: -20dB}, {at: 60s, value: -6dB}], items: [{clip: low.mp3, repeat: 20}]}
      outputs: [{path: film.mkv, video: off, audio: [{codec: aac, bitrate: 64k}]}]
      """)
  }

  @Test func onlyPiecesThatAnEditTouchesAreMadeAgain() throws {
    let folder = try Folder()
    func make(_ name: String, _ tone: String, _ options: [String] = []) throws {
      try Tool.run(
        "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(tone):s=44100:d=3"] + options + [folder(name)])
    }
    try make("tone.wav", "0.4*sin(2*PI*(220*t+9*sin(t)))*exp(-3*mod(t\\,0.5))")
    try make("low.mp3", "0.2*sin(2*PI*110*t)+0.02*(random(0)-0.5)", ["-b:a", "64k"])
    let environment = ["EDLRENDER_CACHE": folder("cache")]
    /// The film's bytes, and what was said.
    func render(_ options: String...) throws -> (bytes: Data, errors: String) {
      let outcome = try Tool(
        Places.program, ["film.yaml"] + options, in: folder.path, environment: environment
      ).finish()
      #expect(outcome.status == 0, "\(outcome.errors)")
      return (try Data(contentsOf: URL(filePath: folder("film.mkv"))), outcome.errors)
    }
    func entries() throws -> [String] {
      try Tool.run("find", [folder("cache/v1/entries"), "-type", "f"]).split(separator: "\n").map(String.init).sorted()
    }
    try writeClips(folder, start: 5)
    let first = try render("--jobs", "2").bytes
    // The stream and its three pieces.
    let before = try entries()
    #expect(before.count == 4)
    #expect(try render().bytes == first)

    // The last piece alone has the clip at 50 s.
    try writeClips(folder, start: 11)
    let second = try render("--jobs", "1").bytes
    #expect(try entries().count == 6)
    #expect(second != first)
    #expect(try render("--no-cache").bytes == second)

    // What is damaged is mixed again; the bytes are those of the first time.
    for entry in try entries() {
      var bytes = try Data(contentsOf: URL(filePath: entry))
      bytes[bytes.count - 9] ^= 1
      try bytes.write(to: URL(filePath: entry))
    }
    try writeClips(folder, start: 5)
    let third = try render()
    #expect(third.bytes == first)
    #expect(third.errors.contains("cache.damaged"))
  }

  /// How far each frame is from the original.
  private func errors(_ samples: [Float], _ original: [Float]) -> [(power: Float, peak: Float)] {
    (0..<original.count / Self.frame).map { frame in
      var (power, peak) = (Float(0), Float(0))
      for index in frame * Self.frame..<(frame + 1) * Self.frame {
        let difference = samples[index] - original[index]
        power += difference * difference
        peak = max(peak, abs(difference))
      }
      return (power, peak)
    }
  }
}
