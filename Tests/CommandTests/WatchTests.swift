internal import Foundation
internal import Testing

/// `watch`: a save begins a new run, however an editor saves, and whatever file it was.
@Suite struct WatchTests {
  @Test func everyKindOfSaveIsSeen() throws {
    let folder = try Folder()
    try Tool.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=blue:s=64x36:r=10:d=1", "-frames:v", "1", "still.png"],
      in: folder.path)
    try folder.write("film.yaml", project(color: "red"))
    try folder.write("looks.yaml", "looks: {plain: [{hue: {h: 0}}]}\n")
    let watch = try Watching("film.yaml", "--frame", "0", "-o", "out.png", in: folder)
    defer { watch.end() }
    #expect(try watch.status(ofRun: 1) == "0")
    #expect(try isNear([255, 0, 0], "out.png", folder))

    // Written over in place.
    try folder.write("film.yaml", project(color: "lime"))
    #expect(try watch.status(ofRun: 2) == "0")
    #expect(try isNear([0, 255, 0], "out.png", folder))

    // A new file renamed onto the old one, as most editors do.
    try folder.write("film.yaml~", project(color: "white"))
    try Tool.run("mv", [folder("film.yaml~"), folder("film.yaml")])
    #expect(try watch.status(ofRun: 3) == "0")
    #expect(try isNear([255, 255, 255], "out.png", folder))

    // A mistake is told and waited out; what was written stays.
    try folder.write("film.yaml", project(color: "no-such-colour"))
    #expect(try watch.status(ofRun: 4) == "2")
    #expect(try watch.text.contains("film.yaml"))
    #expect(try isNear([255, 255, 255], "out.png", folder))
    try folder.write("film.yaml", project(color: "lime").replacing("solid: lime", with: "clip: still.png"))
    #expect(try watch.status(ofRun: 5) == "0")
    #expect(try isNear([0, 0, 254], "out.png", folder))

    // What is read counts too: a picture, an include.
    try Tool.run(
      "ffmpeg",
      ["-v", "error", "-y", "-f", "lavfi", "-i", "color=white:s=64x36:r=10:d=1", "-frames:v", "1", "still.png"],
      in: folder.path)
    #expect(try watch.status(ofRun: 6) == "0")
    #expect(try isNear([255, 255, 255], "out.png", folder))
    try folder.write("looks.yaml", "looks: {plain: [negate]}\n")
    #expect(try watch.status(ofRun: 7) == "0")
    #expect(try isNear([0, 0, 0], "out.png", folder))

    watch.tool.send(SIGINT)
    #expect(try watch.tool.finish().status == 130)
    #expect(try folder.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func outputsAreRenderedAgain() throws {
    let folder = try Folder()
    try folder.write(
      "film.yaml",
      project(color: "red").replacing("include: [looks.yaml]\n", with: "")
        .replacing(", effects: [look: plain]", with: ""))
    let watch = try Watching("film.yaml", "--cache", "kept", in: folder)
    defer { watch.end() }
    #expect(try watch.status(ofRun: 1) == "0")
    #expect(try Film(path: folder("film.mp4")).frameCount == 10)
    try folder.write("film.yaml", try folder.read("film.yaml").replacing("1s", with: "2s"))
    #expect(try watch.status(ofRun: 2) == "0")
    #expect(try Film(path: folder("film.mp4")).frameCount == 20)
    // Its own output lies in a folder that is watched, and begins no run.
    try Tool.run("sleep", ["0.5"])
    #expect(try watch.runs == 2)
  }

  private func project(color: String) -> String {
    """
    edlrender: 1
    canvas: {size: 64x36, fps: 10}
    include: [looks.yaml]
    tracks: [{kind: video, items: [{solid: \(color), duration: 1s, effects: [look: plain]}]}]
    outputs: [{path: film.mp4, audio: "off"}]

    """
  }

  /// Whether a picture has a colour, but for what 8-bit YUV makes of it.
  private func isNear(_ color: [Int], _ name: String, _ folder: Folder) throws -> Bool {
    zip(try Film(path: folder(name)).color(ofFrame: 0), color).allSatisfy { abs($0 - $1) <= 6 }
  }
}

/// A running `edlrender watch`, by the events that it tells.
private final class Watching {
  let tool: Tool

  init(_ arguments: String..., in folder: Folder) throws {
    tool = try Tool(Places.program, ["watch", "--json"] + arguments, in: folder.path)
  }

  var text: String { get throws { try tool.output } }

  var runs: Int { get throws { try text.split(separator: "\n").count { $0.contains(#""event":"watching""#) } } }

  /// Waits for the end of a run and gives its status.
  func status(ofRun number: Int) throws -> String {
    for _ in 0..<400 {
      let ends = try text.split(separator: "\n").filter { $0.contains(#""event":"watching""#) }
      if ends.count >= number {
        let object = try JSONSerialization.jsonObject(with: Data(ends[number - 1].utf8)) as? [String: Any]
        return "\(object?["status"] ?? "")"
      }
      try Tool.run("sleep", ["0.05"])
    }
    throw ToolError("run \(number) did not end: \(try text)")
  }

  func end() { if tool.isRunning { tool.send(SIGKILL) } }
}
