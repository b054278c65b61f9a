internal import Foundation
internal import Testing

/// Outputs that are composed at a size of their own, each item as its framing says.
@Suite struct FramingTests {
  /// A still of 64x36 whose left half is red and whose right half is blue.
  private static let media = Result { () throws -> Folder in
    let folder = try Folder()
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "color=red:s=64x36,format=rgb24,drawbox=32:0:32:36:blue:fill", "-frames:v",
        "1", folder("halves.png"),
      ])
    return folder
  }

  private static func folder(_ items: String, _ outputs: String, extra: String = "") throws -> Folder {
    let folder = try Folder()
    try FileManager.default.copyItem(atPath: try media.get()("halves.png"), toPath: folder("halves.png"))
    try folder.write("p.yaml", project(items, outputs, extra: extra))
    return folder
  }

  private static func project(_ items: String, _ outputs: String, extra: String = "") -> String {
    """
    edlrender: 1
    canvas: {size: 64x36, fps: 25}
    \(extra)
    tracks:
      - kind: video
        items: [\(items)]
    outputs: [\(outputs)]

    """
  }

  private static let lossless = "video: {codec: ffv1, pixel_format: yuv444p}"
  private static let tall = "{path: tall.mkv, size: 36x64, fit: cover, framing: tall, \(lossless)}"

  /// The colours of a frame at points of its picture: r, b, or k for neither.
  private static func colors(_ path: String, frame: Int = 0, width: Int, at points: [(x: Int, y: Int)]) throws -> String
  {
    let folder = try Folder()
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", path, "-vf", "select=eq(n\\,\(frame))", "-frames:v", "1", "-pix_fmt", "rgb24",
        "-f", "rawvideo", folder("raw"),
      ])
    let bytes = try Data(contentsOf: URL(filePath: folder("raw")))
    return String(
      points.map { point -> Character in
        let place = (point.y * width + point.x) * 3
        let (red, blue) = (bytes[place] > 200, bytes[place + 2] > 200)
        return red == blue ? "k" : red ? "r" : "b"
      })
  }

  /// Left edge, both sides of the middle, right edge, halfway down 36x64.
  private static let across: [(x: Int, y: Int)] = [(0, 32), (16, 32), (19, 32), (35, 32)]

  @Test(
    "an item is laid as its framing says, or else as the output's fit does",
    arguments: [
      // 64 high is 113.8 wide: the middle 36 of it show the border in the middle.
      ("", "rrbb"),
      // Contained, it is 36x20.25 in the middle; the border is where it was.
      ("fit: contain", "rrbb"),
      // A box of 114x64 whose middle, the border, lies at 48 of 36: all red; at -12: all blue.
      ("size: 114x64, position: [48, 32]", "rrrr"), ("size: 114x64, position: [-12, 32]", "bbbb"),
      // Its middle at 9.
      ("size: 114x64, position: [9, 50%]", "rbbb"), ("flip: horizontal", "bbrr"), ("opacity: 0", "kkkk"),
    ])
  func layouts(override: String, expected: String) throws {
    let framing = override.isEmpty ? "" : ", framing: {tall: {\(override)}}"
    let folder = try Self.folder(
      "{clip: halves.png, duration: 4f\(framing)}", "{path: film.mkv, \(Self.lossless)}, \(Self.tall)")
    let outcome = try edlrender("p.yaml", "-q", "--no-cache", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try Film(path: folder("tall.mkv")).size == "36x64")
    #expect(try Self.colors(folder("tall.mkv"), width: 36, at: Self.across) == expected)
    // Above the contained picture there is nothing.
    let top = try Self.colors(folder("tall.mkv"), width: 36, at: [(18, 8)])
    #expect(override == "fit: contain" || override == "opacity: 0" ? top == "k" : top != "k")
    // The film itself shows what it does without a framing.
    #expect(try Self.colors(folder("film.mkv"), width: 64, at: [(0, 18), (31, 18), (33, 18), (63, 18)]) == "rrbb")
    // The frame that "frame" writes is that of the output.
    #expect(try edlrender("frame", "p.yaml", "2f", "--output", "tall", "-o", "f.png", in: folder).status == 0)
    #expect(try Self.colors(folder("f.png"), width: 36, at: Self.across) == expected)
  }

  @Test("fields are keyframed in the item's own time")
  func keyframes() throws {
    let folder = try Self.folder(
      "{clip: halves.png, duration: 21f, framing: {tall: {size: 114x64, position: {0f: [48, 32], 20f: [-12, 32]}}}}",
      Self.tall)
    #expect(try edlrender("p.yaml", "-q", "--no-cache", in: folder).status == 0)
    let seen = try [0, 10, 20].map { try Self.colors(folder("tall.mkv"), frame: $0, width: 36, at: Self.across) }
    // Halfway the border lies at 18.
    #expect(seen == ["rrrr", "rrbb", "bbbb"])
  }

  @Test("what is in groups, stacks and sequences is laid anew, too")
  func nested() throws {
    let inner = "{clip: halves.png, duration: 4f, framing: {tall: {size: 114x64, position: [48, 32]}}}"
    for items in [
      "{group: [\(inner)]}", "{stack: [{kind: video, items: [\(inner)]}]}", "{clip: scene}",
      "{group: [\(inner)], framing: {tall: {opacity: 100%}}}",
    ] {
      let extra = "sequences: {scene: {items: [\(inner)]}}"
      let folder = try Self.folder(items, Self.tall, extra: items.contains("scene") ? extra : "")
      let outcome = try edlrender("p.yaml", "-q", "--no-cache", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try Self.colors(folder("tall.mkv"), width: 36, at: Self.across) == "rrrr", "\(items)")
    }
  }

  @Test("parts of a style stay, and a position takes the place of corners")
  func parts() throws {
    let font = "{family: DejaVu Sans, size: 20, weight: bold}"
    let folder = try Self.folder(
      "{text: A, duration: 4f, font: \(font), framing: {tall: {font: {size: 30}}}}", Self.tall)
    #expect(try edlrender("frame", "p.yaml", "0", "--output", "tall", "-o", "a.png", in: folder).status == 0)
    let whole = "{text: A, duration: 4f, font: \(font.replacing("20", with: "30"))}"
    try folder.write("p.yaml", Self.project(whole, Self.tall))
    #expect(try edlrender("frame", "p.yaml", "0", "--output", "tall", "-o", "b.png", in: folder).status == 0)
    #expect(FileManager.default.contentsEqual(atPath: folder("a.png"), andPath: folder("b.png")))
    let corners = "corners: [[0, 0], [50%, 0], [50%, 50%], [0, 50%]]"
    try folder.write(
      "p.yaml",
      Self.project(
        "{clip: halves.png, duration: 4f, \(corners), framing: {tall: {size: 114x64, position: [48, 32]}}}", Self.tall))
    #expect(try edlrender("check", "p.yaml", "--strict", in: folder).status == 0)
    #expect(try edlrender("p.yaml", "-q", "--no-cache", in: folder).status == 0)
    #expect(try Self.colors(folder("tall.mkv"), width: 36, at: Self.across) == "rrrr")
  }

  @Test("a framing changes no byte of other outputs, and is cached by what it shows")
  func otherOutputs() throws {
    let film = "{path: film.mkv, \(Self.lossless)}"
    let folder = try Self.folder(
      "{clip: halves.png, duration: 4f, framing: {tall: {scale: 120%}}}", "\(film), \(Self.tall)")
    #expect(try edlrender("p.yaml", "-q", "--cache", "cache", in: folder).status == 0)
    let both = try Data(contentsOf: URL(filePath: folder("film.mkv")))
    let again = try edlrender("p.yaml", "--json", "--cache", "cache", in: folder)
    #expect(try again.objects.filter { $0["event"] == "result" }.map { $0["unchanged"] } == ["1", "1"])
    try folder.write(
      "p.yaml",
      Self.project("{clip: halves.png, duration: 4f, framing: {tall: {scale: 130%}}}", "\(film), \(Self.tall)"))
    let edited = try edlrender("p.yaml", "--json", "--cache", "cache", in: folder)
    #expect(try edited.objects.filter { $0["event"] == "result" }.map { $0["unchanged"] } == ["1", "0"])
    try folder.write("p.yaml", Self.project("{clip: halves.png, duration: 4f}", film))
    #expect(try edlrender("p.yaml", "-q", "--no-cache", in: folder).status == 0)
    #expect(try Data(contentsOf: URL(filePath: folder("film.mkv"))) == both)
  }

  @Test("diff tells what a framing changes, though the programme is equal")
  func differences() throws {
    let film = "{path: film.mkv, \(Self.lossless)}, \(Self.tall)"
    let items = "{clip: halves.png, duration: 4f}, {clip: halves.png, duration: 3f, framing: {tall: {scale: 120%}}}"
    let folder = try Self.folder(items, film)
    try folder.write("q.yaml", Self.project(items.replacing("120%", with: "130%"), film))
    let outcome = try edlrender("diff", "p.yaml", "q.yaml", in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("picture: all 7 frames proven equal"), "\(outcome.output)")
    #expect(outcome.output.contains("output tall.mkv: 3 frames of it differ: 4..<7"), "\(outcome.output)")
    #expect(try edlrender("diff", "p.yaml", "p.yaml", in: folder).status == 0)
  }

  @Test(
    "mistakes are told at their places",
    arguments: [
      ("{tall: {duration: 2f}}", "item.framing-field", 2), ("{tall: {audio: off}}", "item.framing-field", 2),
      ("{tall: {framing: {}}}", "item.framing-field", 2), ("{tall: {positon: 3}}", "document.unknown-key", 2),
      ("{tall: {scale: big}}", "value.number", 2), ("{tal: {scale: 120%}}", "framing.unused", 0),
      ("{tall: 3}", "document.wrong-type", 2), ("tall", "document.wrong-type", 2),
      ("{tall: {mask: {media: nowhere.png}}}", "media.not-found", 3),
    ])
  func mistakes(framing: String, code: String, status: Int32) throws {
    let folder = try Self.folder("{clip: halves.png, duration: 4f, framing: \(framing)}", Self.tall)
    let outcome = try edlrender("check", "p.yaml", "--json", in: folder)
    let found = try outcome.objects.filter { $0["event"] == "diagnostic" }
    #expect(found.count == 1 && found.first?["code"] == code, "\(outcome.output)")
    #expect(found.first?["line"] == "6" && outcome.status == status, "\(outcome.output)")
  }
}
