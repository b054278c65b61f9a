internal import Foundation
internal import Testing

/// Effects over several plays, adjustments inside groups, handles of what is made, fonts of subtitles.
@Suite("FXSPAN", .needsCommand)
struct SpanningEffectCases {
  /// Frame n is a grey of luma 16 + 4n.
  static let steps = Input(
    "steps.mkv",
    from: ["color=black:s=160x120:r=25,trim=end_frame=40,format=yuv420p,geq=lum='16+4*N':cb=128:cr=128"],
    ["-c:v", "ffv1"])

  /// Luma of every frame's middle.
  private func luma(_ film: Rendered) throws -> [Double] {
    try Picture.map(film.path) { 16 + Double($0.color(80, 60).green) * 219 / 255 }
  }

  @Test("a filter that mixes three frames goes on over repeats, and settles where the end stands still")
  func plays() throws {
    let film = try rendered(
      Film(items: [
        "{clip: steps.mkv, in: 10f, duration: 4f, repeat: 2, effects: [{tmix: {frames: 3}}]}",
        "{clip: steps.mkv, in: 36f, duration: 8f, extend: freeze, effects: [{tmix: {frames: 3}}]}",
      ]), with: [Self.steps])
    // Before its first frame `tmix` repeats it.
    func mixed(_ frames: [Int]) -> [Double] {
      frames.indices.map { index in
        (0..<3).reduce(0) { $0 + Double(16 + 4 * frames[max(0, index - $1)]) / 3 }
      }
    }
    let right = mixed([10, 11, 12, 13, 10, 11, 12, 13]) + mixed([36, 37, 38, 39, 39, 39, 39, 39])
    let found = try luma(film)
    try #require(found.count == right.count)
    for (index, pair) in zip(found, right).enumerated() {
      #expect(abs(pair.0 - pair.1) <= 1.5, "frame \(index): \(pair)")
    }
  }

  @Test("a masked adjustment inside a group changes what its mask shows, keeps the rest, and what is clear stays clear")
  func adjustment() throws {
    let group =
      "{opacity: 1, duration: 2f, stack: [{kind: video, items: [{shape: rectangle, size: [80px, 120px], "
      + "position: [40px, 60px], fill: \"#c06000\", duration: 2f}]}, {kind: video, items: [{adjust: {effects: "
      + "[negate]}, duration: 2f, mask: {shape: rectangle, size: [160px, 60px], position: [80px, 90px]}}]}]}"
    let film = try rendered(
      Film(items: [group], below: ["{solid: blue, duration: 2f}"], output: LayerCases.full), with: [])
    let picture = try Picture.first(of: film.path)
    expect(picture.color(40, 30), near: RGB(192, 96, 0), within: 2)
    expect(picture.color(40, 90), near: RGB(63, 159, 255), within: 2)
    expect(picture.color(120, 30), near: RGB(0, 0, 255), within: 2)
    expect(picture.color(120, 90), near: RGB(0, 0, 255), within: 2)
  }

  @Test("a source begins as much earlier as a transition into it needs")
  func source() throws {
    let film = try rendered(
      Film(items: [
        "{solid: black, duration: 10f}", "{transition: dissolve, duration: 6f}",
        "{source: \"color=black:s=160x120:r=25,format=yuv420p,geq=lum=16+4*N:cb=128:cr=128\", duration: 10f}",
      ]), with: [])
    let found = try luma(film)
    try #require(found.count == 20)
    // It runs from frame 7 on, three frames before its own start.
    for frame in 13..<20 { #expect(abs(found[frame] - Double(16 + 4 * (frame - 7))) <= 1.5, "frame \(frame)") }
  }

  @Test("a filter that would lose transparency is an error before rendering, at its place")
  func transparency() throws {
    let run = try refused(
      Film(items: ["{clip: steps.mkv, effects: [{chromakey: green}, vignette]}"]), with: [Self.steps])
    #expect(run.errors.contains(/film\.yaml:6:\d+: error\[effect\.transparency\]: "vignette"/), "\(run.errors)")
  }

  @Test("a font that subtitles ask for and do not get is named beside the one that is used")
  func fonts() throws {
    let folder = try Folder()
    let events = "Dialogue: 0,0:00:00.50,0:00:01.00,Default,Hello\n"
    let style = "[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,No Such Font,20\n"
    try folder.write(
      "talk.ass",
      "[Script Info]\nScriptType: v4.00+\n\(style)[Events]\nFormat: Layer, Start, End, Style, Text\n\(events)")
    try folder.write("film.yaml", Film(items: ["{subtitles: talk.ass, duration: 1s}"]).text)
    let run = try folder.edlrender(["check", "film.yaml"])
    #expect(run.status == 0)
    #expect(
      run.errors.contains(/warning\[font\.not-installed\]: "talk\.ass" asks for the font "No Such Font".*" is used/))
  }

  @Test("an output is not written over a font that a title is set in")
  func overwrite() throws {
    let folder = try Folder()
    let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    try FileManager.default.copyItem(atPath: font, toPath: folder("letters.mkv"))
    let title = "{text: hi, font: {file: letters.mkv}, duration: 1s}"
    let run = try folder.refuse(Film(items: [title], output: "{path: letters.mkv, video: {codec: ffv1}}"))
    #expect(run.errors.contains("error[output.overwrites-source]"), "\(run.errors)")
    let other = try folder.refuse(Film(items: [title]), ["-o", "letters.mkv"])
    #expect(other.errors.contains("error[output.overwrites-source]"), "\(other.errors)")
    #expect(FileManager.default.contentsEqual(atPath: font, andPath: folder("letters.mkv")))
  }

  @Test("plan --json tells shapes, titles and effects by their values")
  func json() throws {
    let folder = try Folder()
    let items = [
      "{shape: ellipse, size: [50%, 40px], fill: \"#ff0000\", duration: 1s, effects: [{gblur: 2}]}",
      "{text: Hello, font: {size: {0s: 10, 1s: 20}}, duration: 1s}",
    ]
    try folder.write("film.yaml", Film(items: items).text)
    let run = try folder.edlrender(["plan", "--json", "film.yaml"])
    let line = try #require(run.output.split(separator: "\n").first)
    let plan = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let timeline = plan["timeline"] as? [String: Any] ?? plan
    let sequence = try #require(timeline["sequence"] as? [String: Any])
    let tracks = try #require(sequence["tracks"] as? [[String: Any]])
    let found = try #require(tracks[0]["items"] as? [[String: Any]])
    let shape = try #require(found[0]["drawing"] as? [String: Any])
    #expect(shape["shape"] as? String == "ellipse" && shape["fill"] as? String == "#ff0000")
    let effects = try #require((found[0]["picture"] as? [String: Any])?["effects"] as? [[String: Any]])
    #expect(effects[0]["filter"] as? String == "gblur")
    let title = try #require(found[1]["drawing"] as? [String: Any])
    #expect(title["text"] as? String == "Hello")
    let sizes = try #require((title["font"] as? [String: Any])?["size"] as? [[String: Any]])
    #expect(sizes.map { $0["at"] as? String } == ["0", "1"])
  }
}
