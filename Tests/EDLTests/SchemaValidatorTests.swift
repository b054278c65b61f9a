import Foundation
import Testing

@testable import EDL

/// The schema in the hands of an independent validator: Python's jsonschema, where it is installed.
@Suite struct SchemaValidatorTests {
  // YAML 1.2's core schema, as editors read it: `on` is a text, `01:30` is a text, `010` is ten.
  private static let script = #"""
    import json, re, sys, yaml, jsonschema
    class Core(yaml.SafeLoader): pass
    Core.yaml_implicit_resolvers = {}
    def add(tag, pattern, first):
        Core.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile("^(?:" + pattern + ")$"), first)
    add("null", "~|null|Null|NULL|", ["~", "n", "N", ""])
    add("bool", "true|True|TRUE|false|False|FALSE", list("tTfF"))
    add("int", "[-+]?[0-9]+", list("-+0123456789"))
    add("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+0123456789."))
    Core.add_constructor("tag:yaml.org,2002:int", lambda l, n: int(n.value))
    job = json.load(sys.stdin)
    schema = json.loads(job["schema"])
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for text in job["texts"]:
        print("valid" if validator.is_valid(yaml.load(text, Core)) else "invalid")
    """#

  private static let isInstalled = (try? run(texts: [], schema: "{}")) != nil

  private struct Failure: Error {}

  private static func run(texts: [String], schema: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("edl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("job.json")
    try JSONSerialization.data(withJSONObject: ["schema": schema, "texts": texts]).write(to: input)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    process.standardInput = try FileHandle(forReadingFrom: input)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure() }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static let good = [
    """
    edlrender: 1
    canvas: {size: [1920, 1080], fps: 29.97, sample_rate: 44100, channels: 5.1, background: "#000"}
    vars: {name: 3, t: 1s}
    include: lib.yaml
    media:
      talk: a.mov
      scan: {path: "f%04d.png", fps: 24, first: 1}
      screen: {path: c/, times: [0, 1s, 2.5s]}
      x-note: anything
    sequences:
      part: [{clip: talk}]
      other: {tracks: [{kind: audio, items: [{clip: talk, gain: -3dB}]}]}
    tracks:
      - kind: video
        items:
          - {id: intro, clip: talk, in: "${t}", out: 14.5s, audio: off}
          - {clip: talk, in: 01:00:20;02, duration: 42s, timecode: source, speed: 3/2, x-why: [1]}
          - {clip: talk, speed: 150%, reverse: true, repeat: 3, orientation: 90, fit: cover}
          - {gap: 0:05, at: intro.end + 10f}
          - {group: [{clip: part}, {stack: [{kind: video, items: [{solid: red, duration: 3f}]}]}], loop: to-end}
          - {clip: photo.png, duration: to-end, audio: {gain: +3 dB, fade_in: 50%}}
      - kind: audio
        bus: main
        items: [{clip: bed.wav, loop: to-end, gain: -12dB, fade_in: 1s, fade_out: 2s, stream: {audio: 0}}]
    markers: [{at: intro.start, name: Intro}]
    outputs: [{path: out.mp4, range: 0..end, video: {codec: h264, crf: 18, tune: film}, audio: [{bus: main, codec: aac, bitrate: 192k, language: eng}]}]
    """,
    "edlrender: 1\ntracks: [{kind: video, items: [{clip: a.mov}]}]\noutputs: [{path: a.mp4, video: off, range: [1s, end]}]\n",
    ProjectTemplate.make(files: [("a.mov", .video(frames: 10)), ("b.wav", .sound(seconds(1)))]),
  ]

  private static let wrong = [
    "- clip: a.mov", "edlrender: 2\ntracks: []", "edlrender: 1", "edlrender: 1\ntracks: [{kind: film, items: []}]",
    video("- {clip: a.mov, duration: 4}"), video("- {clip: a.mov, gap: 1s}"), video("- {duration: 1s}"),
    video("- {clip: a.mov, proxy: 1}"), video("- {clip: a.mov, fit: stretch}"), video("- {clip: a.mov, gain: -3dB}"),
    video("- {clip: a.mov, audio: {gain: -3}}"), video("- {gap: 1s, speed: 2}"), video("- {clip: a.mov, speed: 0}"),
    video("- {clip: a.mov, repeat: 0}"), video("- {clip: a.mov}", more: "  - {kind: audio, items: [{solid: red}]}"),
    video("- {clip: a.mov}", more: "outputs: [{video: off}]"), video("- {clip: a.mov}", fps: "24.5"),
    video("- {group: [{clop: a.mov}]}"),
  ]

  @Test(.enabled(if: isInstalled, "python3 with jsonschema and yaml is not installed"))
  func goodFilesAreValidAndWrongOnesAreNot() throws {
    let good = try Self.run(texts: Self.good, schema: Schema.json)
    #expect(good == Self.good.map { _ in "valid" })
    let wrong = try Self.run(texts: Self.wrong, schema: Schema.json)
    #expect(wrong == Self.wrong.map { _ in "invalid" })
  }

  @Test func theDecoderAgrees() throws {
    let isAboutText = { (code: String) in code.hasPrefix("document.") || code.hasPrefix("value.") }
    for text in Self.good {
      let outcome = try TestProject(text, files: ["lib.yaml": "{}", "c/f1.png": "", "f0001.png": ""]).run()
      #expect(!outcome.findings.contains { isAboutText($0.code) }, "\(outcome.summary)")
    }
    for text in Self.wrong {
      #expect(try TestProject(text).run().diagnostics.contains { $0.severity == .error }, "\(text)")
    }
  }
}
