internal import Testing

/// Many clips and large pictures in bounded memory.
@Suite("SCALE", .needsCommand, .serialized)
struct ScaleCases {
  /// Forty files of a second whose codes run on.
  static let files = (0..<40).map { index in
    Input(
      "scale01/\(index).mp4",
      from: [Signal.barcode(frames: 25, from: index * 25), Signal.beeps(every: 48000, seconds: "1")],
      FFmpeg.h264 + FFmpeg.aac)
  }

  static let large = Input(
    "scale03.png", from: ["color=0x406080:s=10000x8000"], ["-frames:v", "1", "-pix_fmt", "rgb24"])

  private func renderClips(_ count: Int) throws -> (run: Run, codes: [Int]) {
    let folder = try Folder()
    for file in Self.files { try folder.bring(file) }
    let items = (0..<count).map { "{clip: scale01/\($0 % 40).mp4, in: \($0 / 40)f, out: \($0 / 40 + 1)f}" }
    try folder.write("film.yaml", Film(items: items).text)
    let run = try folder.edlrender(["film.yaml"], limit: 120, shell: "ulimit -n 64")
    try #require(run.status == 0, "\(run.errors)")
    return (run, try Picture.barcodes(of: folder("out.mkv")))
  }

  @Test("01: a thousand clips with 64 open files")
  func thousandClips() throws {
    let few = try renderClips(100)
    let many = try renderClips(1000)
    #expect(many.codes == (0..<1000).map { ($0 % 40 * 25 + $0 / 40) % 256 })
    #expect(many.run.peakMiB < 400)
    #expect(many.run.peakMiB < 1.5 * few.run.peakMiB, "\(few.run.peakMiB) to \(many.run.peakMiB) MiB")
    #expect(many.run.seconds < 120)
  }

  @Test("03: a still of eighty megapixels, or a refusal that names the limit")
  func largeStill() throws {
    // The zoom of the case comes with keyframes.
    let folder = try Folder()
    try folder.bring(Self.large)
    let items = Array(repeating: "{clip: scale03.png, duration: 25f, fit: cover}", count: 3)
    try folder.write("film.yaml", Film(items: items).text)
    let run = try folder.command(["film.yaml"]).run()
    #expect(run.seconds < 60)
    #expect(run.peakMiB < 1200)
    if run.status == 0 {
      let colors = try Picture.colors(of: folder("out.mkv"), 80, 60)
      #expect(colors.count == 75)
      expect(colors, near: RGB(64, 96, 128), within: 3)
    } else {
      #expect(run.status < 128)
      #expect(run.errors.contains("10000x8000"))
      #expect(!folder.has("out.mkv"))
    }
  }
}
