internal import Foundation
internal import Testing

/// Waveforms: tones whose peaks are known, and the heights that these come to.
@Suite struct WaveformTests {
  /// The lines that a column shows the sound in, from the first to before the last.
  private static func lines(_ path: String, _ width: Int, _ height: Int, column: Int) throws -> [Range<Int>] {
    let folder = try Folder()
    try Tool.run("ffmpeg", ["-v", "error", "-i", path, "-pix_fmt", "gray", "-f", "rawvideo", folder("pixels")])
    let pixels = [UInt8](try Data(contentsOf: URL(filePath: folder("pixels"))))
    try #require(pixels.count == width * height)
    var lines: [Range<Int>] = []
    for line in 0..<height where pixels[line * width + column] > 128 {
      if let last = lines.last, last.upperBound == line {
        lines[lines.count - 1] = last.lowerBound..<line + 1
      } else {
        lines.append(line..<line + 1)
      }
    }
    return lines
  }

  @Test("each column reaches as far as its samples, in shares or in decibels, channels apart or together")
  func heights() throws {
    let folder = try Folder()
    // 8 columns of 4800 samples. A tone of 12 kHz has the samples 0, a, 0, -a: its peak is a sample.
    // Three columns of a half, three of two fifths, two of silence; on the right half of that.
    let samples = (0..<38400).map { index -> Int16 in
      Int16([0, 1, 0, -1][index % 4] * [16384, 13107, 0][index / 14400])
    }
    try folder.writeSound("tone.wav", samples)
    let look = "color: white, background: black"
    try folder.write(
      "p.yaml",
      """
      edlrender: 1
      canvas: {size: 64x36, fps: 25}
      tracks: [{kind: audio, items: [{clip: tone.wav, channels: [1, {1: -6.0206dB}]}]}]
      outputs:
        - {path: split.png, size: 8x80, waveform: {channels: split, \(look)}}
        - {path: mix.png, size: 8x40, waveform: {\(look)}}
        - {path: log.png, size: 8x80, waveform: {channels: split, scale: log, \(look)}}

      """)
    let outcome = try edlrender("p.yaml", "-q", in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    for column in 0..<8 {
      // 20 lines times a half, two fifths, a quarter and a fifth, on either side of lines 20 and 60; silence is one line.
      let linear = [[10..<30, 55..<65], [12..<28, 56..<64], [20..<21, 60..<61]][column / 3]
      #expect(try Self.lines(folder("split.png"), 8, 80, column: column) == linear)
      #expect(try Self.lines(folder("mix.png"), 8, 40, column: column) == [linear[0]])
      // 20 · (1 − decibels / 60): 17.99 for -6.02, 17.35 for -7.96, 15.99 for -12.04, 15.34 for -13.98.
      let log = [[2..<38, 44..<76], [3..<37, 45..<75], [20..<21, 60..<61]][column / 3]
      #expect(try Self.lines(folder("log.png"), 8, 80, column: column) == log)
    }
  }
}
