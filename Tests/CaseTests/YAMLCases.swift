internal import Foundation
internal import Testing

/// Traps of the file format itself.
@Suite("YAML", .needsCommand)
struct YAMLCases {
  static let clip = Input("yaml_clip.mp4", from: [Signal.barcode(frames: 50)], FFmpeg.h264)

  private static let head = "edlrender: 1\ncanvas: {size: 160x120, fps: 25}\n"
  private static let tail = "outputs:\n  - {path: out.mkv, video: {codec: ffv1}}\n"

  struct Duplicate: CustomTestStringConvertible {
    let key: String
    let lines: [Int]
    let text: String

    var testDescription: String { "\(key), lines \(lines)" }
  }

  static let duplicates = [
    Duplicate(
      key: "in", lines: [7, 9],
      text:
        "tracks:\n  - kind: video\n    items:\n      - clip: yaml_clip.mp4\n        in: 0\n        out: 30f\n        in: 20f\n"
    ),
    Duplicate(
      key: "in", lines: [7, 9],
      text:
        "tracks:\n  - kind: video\n    items:\n      - clip: yaml_clip.mp4\n        in: 0\n        out: 30f\n        \"in\": 20f\n"
    ),
    Duplicate(
      key: "tracks", lines: [3, 6],
      text:
        "tracks:\n  - kind: video\n    items: [{clip: yaml_clip.mp4}]\ntracks:\n  - kind: video\n    items: [{clip: yaml_clip.mp4, out: 10f}]\n"
    ),
    Duplicate(
      key: "intro", lines: [6, 7],
      text:
        "tracks:\n  - kind: video\n    items:\n      - {id: intro, clip: yaml_clip.mp4}\n      - {id: intro, clip: yaml_clip.mp4}\n"
    ),
  ]

  @Test("03: the same key or id twice is an error with both lines", arguments: duplicates)
  func twice(fault: Duplicate) throws {
    let run = try refused(Film(Self.head + fault.text + Self.tail), with: [Self.clip])
    #expect(run.errors.contains(fault.key))
    #expect(run.errors.contains("film.yaml:\(fault.lines[1]):"), "\(run.errors)")
    #expect(run.errors.contains(try Regex("film\\.yaml:\(fault.lines[0]):|line \(fault.lines[0])\\b")), "\(run.errors)")
  }

  /// Documents that grow without end when their aliases are followed.
  static let bombs: [(String, String)] = {
    var bomb = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    for level in 1...8 {
      bomb.append("a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ","))]")
    }
    var merges = ["L0: &L0 {k0: v}"]
    for level in 1...18 {
      let keys = (0..<min(1 << level, 64)).map { "k\(level)_\($0): v" }.joined(separator: ", ")
      merges.append("L\(level): &L\(level) {<<: [*L\(level - 1), *L\(level - 1)], \(keys)}")
    }
    func hung(_ lines: [String]) -> String {
      // Under the user's own keys, which nothing else looks at, and used where a value is looked at.
      head + lines.map { "x-\($0)" }.joined(separator: "\n") + "\ntracks: *a8\n" + tail
    }
    return [
      ("bomb", bomb.joined(separator: "\n") + "\n"), ("merge", merges.joined(separator: "\n") + "\n"),
      ("deep", String(repeating: "[", count: 20000)), ("self", "a: &a [*a]\n"), ("hung", hung(bomb)),
      ("deep keys", String(repeating: "? ", count: 20000)),
      ("deep map", head + "x-a: " + String(repeating: "{a: ", count: 20000) + "\n"),
    ]
  }()

  @Test("04: alias and merge bombs end in an error at once", arguments: bombs)
  func explosion(name: String, text: String) throws {
    let folder = try Folder()
    try folder.write("bomb.yml", text)
    let run = try folder.edlrender(["check", "bomb.yml"])
    #expect(run.status == 2)
    #expect(run.seconds < 2)
    #expect(run.peakMiB < 256)
    #expect(run.errors.contains(/bomb\.yml:\d+:\d+: error/), "\(run.errors.prefix(500))")
    if name != "deep keys" {
      #expect(
        run.errors.contains(/(?i)alias|nest|deep|recurs|expan|contains itself|too large|too many/),
        "\(run.errors.prefix(500))")
    }
    #expect(run.errors.utf8.count < 100_000)
  }

  private static let track = "tracks:\n  - kind: video\n    items:\n      - clip: yaml_clip.mp4\n"

  @Test(
    "05ab: a tab in the indentation is named",
    arguments: [
      (head + track + "      \t  out: 10f\n" + tail, 7),
      (head + "tracks:\n\t- kind: video\n" + tail, 4),
    ])
  func tabs(text: String, line: Int) throws {
    let run = try refused(Film(text), with: [Self.clip])
    #expect(run.errors.contains("film.yaml:\(line):"), "\(run.errors)")
    #expect(run.errors.contains(/(?i)\btabs?\b/), "\(run.errors)")
  }

  @Test("05c: tabs as separators are white space")
  func tabSeparators() throws {
    let text =
      Self.head
      + "tracks:\n  - kind:\tvideo\t# comment\n    items:\n      - clip:\tyaml_clip.mp4\t\n        out: 10f\t# cut\n"
      + Self.tail
    #expect(try rendered(Film(text), with: [Self.clip]).barcodes() == Array(0..<10))
  }

  @Test("05d: a byte order mark and Windows line ends")
  func windows() throws {
    let folder = try Folder()
    try folder.bring(Self.clip)
    let text = (Self.head + Self.track + "        out: 10f\n" + Self.tail).replacing("\n", with: "\r\n")
    try folder.write("film.yaml", [0xef, 0xbb, 0xbf] + Array(text.utf8))
    let run = try folder.edlrender(["film.yaml"])
    try #require(run.status == 0, "\(run.errors)")
    #expect(try Picture.barcodes(of: folder("out.mkv")) == Array(0..<10))
  }

  @Test("05e: what is not UTF-8 is said with its place")
  func latin1() throws {
    let folder = try Folder()
    let text = Self.head + Self.track + "        x-note: caf"
    try folder.write("film.yaml", Array(text.utf8) + [0xe9, 10] + Array(Self.tail.utf8))
    let run = try folder.edlrender(["film.yaml"])
    #expect(run.status == 2)
    #expect(run.errors.contains("UTF-8"))
    #expect(run.errors.contains("film.yaml:7:"), "\(run.errors)")
  }

  @Test(
    "05f: an unknown key is named, with the one that was meant",
    arguments: [
      ("trasition: x", "trasition", ""), ("duratoin: 10f", "duratoin", "duration"), ("ouput: 1", "ouput", ""),
    ])
  func unknownKeys(line: String, key: String, near: String) throws {
    let run = try refused(Film(Self.head + Self.track + "        \(line)\n" + Self.tail), with: [Self.clip])
    #expect(run.errors.contains("film.yaml:7:9: error"), "\(run.errors)")
    #expect(run.errors.contains("\"\(key)\"") || run.errors.contains("`\(key)`") || run.errors.contains("'\(key)'"))
    if !near.isEmpty { #expect(run.errors.contains(near)) }
  }

  @Test("keys that begin with x- are the user's own, at every level")
  func privateKeys() throws {
    let text =
      "x-a: 1\n" + Self.head + "x-b: [1, {c: d}]\n" + Self.track + "        out: 10f\n        x-why: {long: story}\n"
      + Self.tail
    #expect(try rendered(Film(text), with: [Self.clip]).barcodes() == Array(0..<10))
  }
}
