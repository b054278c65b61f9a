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
