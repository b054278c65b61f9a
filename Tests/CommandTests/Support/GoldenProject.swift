internal import Foundation

/// A little film of every kind of item, on media that a test can change by one pixel or one sample.
struct GoldenProject {
  let folder: Folder

  static let text = """
    edlrender: 1
    canvas: {size: 64x36, fps: 25}
    media:
      noise: {path: noise.mkv, color_tags: {space: bt709, primaries: bt709, transfer: bt709, range: tv}}
    tracks:
      - kind: video
        items:
          - {id: intro, clip: noise, out: 1s, audio: off}
          - {id: card, solid: "#204060", duration: 20f}
          - {id: body, clip: noise, in: 1s, out: 3s, audio: off}
      - kind: video
        items:
          - {id: dot, shape: ellipse, size: [20px, 20px], fill: red, at: 10f, duration: 30f}
      - kind: audio
        items:
          - {id: bed, clip: bed.wav, out: 2s}
          - {id: tail, clip: bed.wav, in: 2s, out: 3s, gain: -6dB}
    outputs:
      - path: film.mkv
        video: {codec: ffv1}
        audio: [{codec: pcm_f32le, language: eng, title: Main}]

    """

  /// Makes the media and the project `film.yaml`.
  init() throws {
    folder = try Folder()
    try folder.write("film.yaml", Self.text)
    try makePicture()
    try makeSound()
  }

  /// Records the project.
  func record(_ options: String...) throws {
    try Tool.run(Places.program, ["golden", "record", "film.yaml"] + options, in: folder.path)
  }

  /// Writes the project with a text replaced, which must be in it once.
  func write(_ name: String, replacing old: String, with new: String) throws {
    guard Self.text.components(separatedBy: old).count == 2 else { throw ToolError("\"\(old)\" is not in it once") }
    try folder.write(name, Self.text.replacing(old, with: new))
  }

  /// Makes three seconds of noise; a pixel of one frame brighter by one where asked for.
  func makePicture(brighterInFrame changed: Int? = nil) throws {
    let size = 64 * 36 * 3 / 2
    var bytes = Self.noise(count: size * 75).map { UInt8($0 >> 56 & 127) + 64 }
    if let changed { bytes[changed * size + 1000] += 1 }
    try encode(Data(bytes), ["-f", "rawvideo", "-s", "64x36", "-pix_fmt", "yuv420p", "-r", "25"], "noise.mkv", "ffv1")
  }

  /// Makes three seconds of noise in stereo; a sample larger by one where asked for.
  func makeSound(largerInSample changed: Int? = nil) throws {
    var samples = Self.noise(count: 144_000 * 2).map { Int16(truncatingIfNeeded: $0 >> 48) / 8 }
    if let changed { samples[changed * 2] += 1 }
    let bytes = samples.withUnsafeBytes { Data($0) }
    try encode(bytes, ["-f", "s16le", "-ar", "48000", "-ac", "2"], "bed.wav", "pcm_s16le")
  }

  private func encode(_ bytes: Data, _ input: [String], _ name: String, _ codec: String) throws {
    try bytes.write(to: URL(filePath: folder("raw")))
    try Tool.run(
      "ffmpeg", ["-v", "error", "-nostdin", "-y"] + input + ["-i", folder("raw"), "-c", codec, folder(name)])
    try FileManager.default.removeItem(atPath: folder("raw"))
  }

  private static func noise(count: Int) -> [UInt64] {
    var state: UInt64 = 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }
}
