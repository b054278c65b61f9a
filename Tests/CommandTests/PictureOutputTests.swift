internal import Foundation
internal import Testing

/// Outputs that are pictures, read back by FFmpeg's tools: colours known by hand, sizes, counts, nothing left behind.
@Suite struct PictureOutputTests {
  /// Renders an output of a film that is red for a second, then blue for one; returns the folder.
  private static func rendered(_ output: String) throws -> Folder {
    let folder = try Folder()
    try folder.write(
      "p.yaml",
      """
      edlrender: 1
      canvas: {size: 64x48, fps: 25}
      tracks:
        - kind: video
          items: [{solid: "#ff0000", duration: 1s}, {solid: "#0000ff", duration: 1s}]
      outputs: [\(output)]

      """)
    let outcome = try edlrender("p.yaml", "--no-cache", "-q", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  /// The pixel in the middle of a picture's crop, as FFmpeg's tool decodes it.
  private static func pixel(_ path: String, _ folder: Folder, x: Int, y: Int) throws -> [UInt8] {
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", path, "-vf", "format=gbrp,crop=1:1:\(x):\(y)", "-f", "rawvideo", "-pix_fmt", "rgb24",
        folder("pixel"),
      ])
    return Array(try Data(contentsOf: URL(filePath: folder("pixel"))))
  }

  private static func isNear(_ pixel: [UInt8], _ color: [Int]) -> Bool {
    pixel.count == 3 && zip(pixel, color).allSatisfy { abs(Int($0) - $1) <= 6 }
  }

  @Test("a sheet takes frames soon after the pictures that a decoder can begin with")
  func sheetsAreQuickToDecode() throws {
    let folder = try Folder()
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=10", "-c:v", "libx264", "-g", "60", "-keyint_min",
        "60", "-sc_threshold", "0", "-bf", "3", folder("long.mp4"),
      ])
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      tracks: [{kind: video, items: [{clip: long.mp4}]}]
      outputs: [{path: sheet.png, contact_sheet: {columns: 5, rows: 1}}]
      """)
    let plan = try edlrender("plan", "film.yaml", in: folder)
    let frames = plan.output.split(separator: "\n").compactMap { line in
      line.contains("+1\t") ? Int(line.trimmingCharacters(in: .whitespaces).prefix { $0 != "+" }) : nil
    }
    // Key pictures stand at 0, 60, 120, 180 and 240; cells are the parts of 50 frames.
    #expect(frames.count == 5, "\(plan.output)")
    for (part, frame) in frames.enumerated() {
      #expect((part * 50..<part * 50 + 50).contains(frame) && frame % 60 < 6, "part \(part): frame \(frame)")
    }
  }

  @Test(arguments: ["png", "jpg", "webp", "tif", "bmp"])
  func framesAreFilesOfTheirColors(ending: String) throws {
    let folder = try Self.rendered("{path: \"s%02d.\(ending)\", frames: [0, 50%, end - 1f]}")
    let names = ["s01.\(ending)", "s02.\(ending)", "s03.\(ending)"]
    #expect(try folder.names == (["p.yaml"] + names).sorted())
    for (name, color) in zip(names, [[255, 0, 0], [0, 0, 255], [0, 0, 255]]) {
      #expect(Self.isNear(try Self.pixel(folder(name), folder, x: 32, y: 24), color), "\(name)")
    }
  }

  @Test func aNumberedPathIsEveryFrameOfTheRange() throws {
    let folder = try Self.rendered("{path: \"f%d.png\", range: 23f..27f}")
    #expect(try folder.names == ["f1.png", "f2.png", "f3.png", "f4.png", "p.yaml"])
    #expect(Self.isNear(try Self.pixel(folder("f2.png"), folder, x: 5, y: 5), [255, 0, 0]))
    #expect(Self.isNear(try Self.pixel(folder("f3.png"), folder, x: 5, y: 5), [0, 0, 255]))
  }

  /// Two cells of 64x48 with 4 pixels between and around them: 140x56.
  @Test func aSheetHasACellForEachMoment() throws {
    let folder = try Self.rendered(
      "{path: s.png, frames: [0, 1s], contact_sheet: {columns: 2, cell: 64x48, spacing: 4, labels: none, background: lime}}"
    )
    let size = try Tool.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", folder("s.png")])
    #expect(size == "140,56\n")
    #expect(Self.isNear(try Self.pixel(folder("s.png"), folder, x: 36, y: 28), [255, 0, 0]))
    #expect(Self.isNear(try Self.pixel(folder("s.png"), folder, x: 104, y: 28), [0, 0, 255]))
    #expect(try Self.pixel(folder("s.png"), folder, x: 70, y: 28) == [0, 255, 0])
  }

  @Test(arguments: [
    ("{path: a.png}", "output.one-picture"), ("{path: a.png, every: 1s}", "output.number"),
    ("{path: \"%d.png\", frames: 1s, every: 1s}", "output.forms"), ("{path: \"%d.png\", every: 1ms}", "output.step"),
    ("{path: a.png, frames: 1s, chapters: markers}", "output.not-for-pictures"),
    ("{path: a.png, frames: end}", "time.outside-programme"),
    ("{path: a.jpg, frames: 1s, video: {qscale: 40}}", "encoder.option-value"),
  ])
  func mistakesAreErrorsAtTheirLine(output: String, code: String) throws {
    let folder = try Folder()
    try folder.write(
      "p.yaml",
      "edlrender: 1\ncanvas: {size: 64x48, fps: 25}\ntracks: [{kind: video, items: [{solid: red, duration: 2s}]}]\n"
        + "outputs:\n  - \(output)\n")
    let outcome = try edlrender("check", "p.yaml", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("p.yaml:5:") && outcome.errors.contains("[\(code)]"), "\(outcome.errors)")
  }
}
