internal import Foundation

/// A finished file, looked at from outside by ffprobe and ffmpeg.
struct Film {
  let path: String

  /// The number of pictures that a decoder gets out of it.
  var frameCount: Int {
    get throws {
      let text = try probe("-select_streams", "v:0", "-count_frames", "-show_entries", "stream=nb_read_frames")
      return Int(text) ?? 0
    }
  }

  /// `1280x720`.
  var size: String {
    get throws {
      try probe("-select_streams", "v:0", "-show_entries", "stream=width,height").replacing("\n", with: "x")
    }
  }

  /// Frames a second as a fraction.
  var rate: String { get throws { try probe("-select_streams", "v:0", "-show_entries", "stream=r_frame_rate") } }

  /// The number of samples of a channel that a decoder gets out of it.
  var sampleCount: Int { get throws { try samples().count } }

  /// The first channel of the sound, as the decoder gives it.
  func samples() throws -> [Float] {
    let folder = try Folder()
    try Tool.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-af", "pan=mono|c0=c0", "-f", "f32le", folder("sound")])
    let data = try Data(contentsOf: URL(filePath: folder("sound")))
    return data.withUnsafeBytes { bytes in
      (0..<(bytes.count / 4)).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
  }

  /// The level of a stretch of the sound in decibels below full scale, -120 for silence.
  func level(from start: Double, to end: Double, rate: Double = 48000) throws -> Double {
    let samples = try samples()
    let stretch = samples[min(Int(start * rate), samples.count)..<min(Int(end * rate), samples.count)]
    guard !stretch.isEmpty else { return -120 }
    let power = stretch.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(stretch.count)
    return power > 1e-12 ? 10 * log10(power) : -120
  }

  /// The mean colour of a small copy of a frame, by its number: red, green, blue.
  func color(ofFrame frame: Int) throws -> [Int] {
    let folder = try Folder()
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", path, "-vf", "select=eq(n\\,\(frame)),scale=1:1:flags=area,format=rgb24",
        "-frames:v", "1", "-f", "rawvideo", folder("pixel"),
      ])
    return try Data(contentsOf: URL(filePath: folder("pixel"))).map { Int($0) }
  }

  private func probe(_ arguments: String...) throws -> String {
    let text = try Tool.run(
      "ffprobe", ["-v", "error"] + arguments + ["-of", "default=nokey=1:noprint_wrappers=1", path])
    return String(text.dropLast(text.hasSuffix("\n") ? 1 : 0))
  }
}
