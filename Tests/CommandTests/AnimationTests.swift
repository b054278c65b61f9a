internal import Foundation
internal import Testing

/// Animated GIF, WebP and APNG, opened by Python's Pillow.
@Suite struct AnimationTests {
  private static let hasPillow: Bool = {
    let answer = try? Tool("python3", ["-c", "import PIL"]).finish().status
    if answer != 0 { print("Pillow is not installed: animations are not looked at by it") }
    return answer == 0
  }()

  /// What Pillow finds, a line a picture: its length in ms, how many colours, and the colours of some places.
  private static func pictures(_ path: String, places: [(Int, Int)] = [(8, 8)]) throws -> [String] {
    let script = """
      import sys
      from PIL import Image
      image = Image.open(sys.argv[1])
      print(image.format, image.n_frames, image.size, image.info.get("loop"))
      for number in range(image.n_frames):
          image.seek(number)
          image.load()
          picture = image.convert("RGB")
          colors = picture.getcolors(1 << 20)
          print(round(image.info.get("duration", 0)), len(colors), [picture.getpixel(p) for p in \(places)])
      """
    return try Tool.run("python3", ["-c", script, path]).split(whereSeparator: \.isNewline).map(String.init)
  }

  private static func project(_ items: String, _ outputs: String, canvas: String = "") -> String {
    """
    edlrender: 1
    canvas: {size: 32x32, fps: 5\(canvas)}
    tracks: [{kind: video, items: [\(items)]}]
    outputs: [\(outputs)]

    """
  }

  @Test(.enabled(if: hasPillow)) func colorsAreThoseOfTheCanvas() throws {
    let folder = try Folder()
    try folder.write(
      "film.yaml",
      Self.project(
        "{solid: \"#c83232\", duration: 1f}, {solid: \"#1e90ff\", duration: 1f}, {solid: \"#2e8b57\", duration: 1f}",
        "{path: a.gif}, {path: a.webp, video: {quality: 100}}, {path: b.webp, video: {lossless: 1}}, {path: a.apng}"))
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let expected = [[200, 50, 50], [30, 144, 255], [46, 139, 87]]
    for file in ["a.gif", "a.webp", "b.webp", "a.apng"] {
      let lines = try Self.pictures(folder(file))
      #expect(lines[0].hasSuffix("3 (32, 32) 0"), "\(file): \(lines[0])")
      for (line, color) in zip(lines.dropFirst(), expected) {
        #expect(line.hasPrefix("200 "), "\(file): \(line)")
        let found = line.matches(of: /\d+/).suffix(3).compactMap { Int($0.output) }
        // The canvas is YUV of 8 bits: a step or two of RGB. With BT.709's matrix it would be 13 and more.
        #expect(zip(found, color).allSatisfy { abs($0 - $1) <= 3 }, "\(file): \(line)")
      }
    }
  }

  @Test(.enabled(if: hasPillow)) func aGIFKeepsFewColorsExactly() throws {
    let folder = try Folder()
    // Sixty-four squares, each of its own colour.
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-f", "lavfi", "-i",
        "color=black:s=32x32,format=gbrp,geq=r='floor(X/4)*36':g='floor(Y/4)*36':b=100,format=rgb24", "-frames:v", "1",
        folder("squares.png"),
      ])
    try folder.write(
      "film.yaml", Self.project("{clip: squares.png, duration: 2f}", "{path: a.gif}, {path: a.apng}"))
    #expect(try edlrender("film.yaml", in: folder).status == 0)
    let places = (0..<64).map { ($0 % 8 * 4 + 1, $0 / 8 * 4 + 2) }
    let (gif, apng) = (
      try Self.pictures(folder("a.gif"), places: places), try Self.pictures(folder("a.apng"), places: places)
    )
    #expect(gif[1] == apng[1])
    #expect(gif[1].hasPrefix("200 64 "), "\(gif[1])")
  }

  @Test(.enabled(if: hasPillow)) func aGIFOfManyColorsIsAsNearAsTheToolsOwn() throws {
    let folder = try Folder()
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-f", "lavfi", "-i",
        "color=black:s=32x32,format=gbrp,geq=r='X*7':g='Y*5':b=100,format=rgb24", "-frames:v", "1", folder("ramp.png"),
      ])
    try folder.write("film.yaml", Self.project("{clip: ramp.png, duration: 2f}", "{path: a.gif}"))
    #expect(try edlrender("film.yaml", in: folder).status == 0)
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", folder("ramp.png"), "-vf",
        "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=bayer", folder("tool.gif"),
      ])
    func error(_ name: String) throws -> Double {
      let script = """
        import sys
        from PIL import Image
        a, b = (Image.open(path).convert("RGB").tobytes() for path in sys.argv[1:])
        print(sum(abs(x - y) for x, y in zip(a, b)) / len(a))
        """
      let text = try Tool.run("python3", ["-c", script, folder(name), folder("ramp.png")])
      return try #require(Double(text.filter { !$0.isWhitespace }))
    }
    #expect(try error("a.gif") < 1.25 * error("tool.gif"))
    let first = try Data(contentsOf: URL(filePath: folder("a.gif")))
    #expect(try edlrender("film.yaml", "--no-cache", "--jobs", "1", in: folder).status == 0)
    #expect(try Data(contentsOf: URL(filePath: folder("a.gif"))) == first)
  }

  @Test(.enabled(if: hasPillow)) func anHDRCanvasIsToneMapped() throws {
    let folder = try Folder()
    try folder.write(
      "film.yaml",
      Self.project(
        "{solid: white, duration: 1f}, {solid: black, duration: 1f}", "{path: a.gif}, {path: a.apng}",
        canvas: ", color: bt2020-pq"))
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    // As the still of the same frame is, whose brightness is known to be right.
    #expect(try edlrender("frame", "film.yaml", "0s", "-o", "still.png", in: folder).status == 0)
    func white(_ name: String) throws -> Int {
      Int(try Self.pictures(folder(name))[1].matches(of: /\d+/).last?.output ?? "") ?? -1
    }
    #expect(abs(try white("a.gif") - white("still.png")) <= 1)
    #expect(abs(try white("a.apng") - white("still.png")) <= 1)
  }
}
