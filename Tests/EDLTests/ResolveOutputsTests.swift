import Foundation
import MediaTime
import Testing

@testable import EDL

/// The canvas by default, what is written, and the printed forms.
@Suite struct ResolveOutputsTests {
  private func withoutCanvas(_ tracks: String, canvas: String = "") -> String {
    "edlrender: 1\n\(canvas)\ntracks:\n  - \(tracks)\n"
  }

  @Test func canvasFollowsTheFirstVideo() throws {
    let text = withoutCanvas(
      "{kind: video, items: [{clip: photo.png, duration: 1s}, {group: [{clip: phone.mp4}]}, {clip: a.mov}]}")
    var phone = MediaInfo.video(
      frames: 59, rate: ratio(2997, 100), sound: seconds(2), size: .init(width: 1081, height: 1920))
    phone.video[0].isVariableRate = true
    let outcome = try TestProject(text).run(["phone.mp4": phone, "a.mov": .video(frames: 100), "photo.png": .still])
    #expect(outcome.timeline?.canvas.size == PixelSize(width: 1082, height: 1920))
    #expect(outcome.timeline?.canvas.frameRate == rational(30000, 1001))
    #expect(outcome.diagnostics.filter { $0.severity == .note }.map(\.code) == ["canvas.assumed"])
    #expect(outcome.diagnostics.first { $0.severity == .note }?.message.contains("\"phone.mp4\"") == true)
  }

  @Test func ratesAreSnappedToCommonOnes() {
    func nominal(_ rate: Rational, variable: Bool) -> Rational? {
      var stream = MediaInfo.video(frames: 10, rate: rate).video[0]
      stream.isVariableRate = variable
      return CommonRate.nominal(of: stream)
    }
    #expect(nominal(ratio(90000), variable: true) == ratio(120))
    #expect(nominal(ratio(90000), variable: false) == ratio(120))
    #expect(nominal(ratio(2987, 100), variable: true) == ratio(30000, 1001))
    #expect(nominal(ratio(3001, 100), variable: true) == ratio(30))
    #expect(nominal(ratio(240), variable: false) == ratio(240))
    #expect(nominal(ratio(2997, 100), variable: false) == ratio(30000, 1001))
    #expect(nominal(ratio(24), variable: false) == ratio(24))
    #expect(nominal(ratio(13), variable: false) == ratio(13))
  }

  @Test func canvasMayBeGivenInPart() throws {
    let outcome = try TestProject(
      withoutCanvas("{kind: video, items: [{clip: a.mov}]}", canvas: "canvas: {fps: 50, background: \"#102030\"}")
    ).run()
    #expect(outcome.timeline?.canvas.size == PixelSize(width: 160, height: 120))
    #expect(outcome.timeline?.canvas.frameRate == ratio(50))
    #expect(outcome.timeline?.canvas.background == Color(red: 16, green: 32, blue: 48))
    #expect(outcome.frameCount == 200)
    let stills = try TestProject(withoutCanvas("{kind: video, items: [{clip: photo.png, duration: 1s}]}")).run()
    #expect(stills.timeline?.canvas.size == PixelSize(width: 1920, height: 1080) && stills.frameCount == 30)
    // Sound alone is kept to the millisecond.
    let sound = try TestProject(withoutCanvas("{kind: audio, items: [{clip: bed.wav, out: 1.234s}]}")).run()
    #expect(sound.frameCount == 1234 && sound.timeline?.canvas.frameRate == ratio(1000))
    #expect(sound.findings.isEmpty)
  }

  @Test func theDefaultOutput() throws {
    let outcome = try resolved(video("- {clip: a.mov}"))
    let output = try #require(outcome.timeline?.outputs.first)
    #expect(output.path.hasSuffix("/film.mp4") && output.frames == 0..<100)
    #expect(output.video?.codec == "h264")
    #expect(output.video?.options.map { "\($0.name)=\($0.value)" } == ["preset=medium", "crf=20"])
    #expect(output.audio.map(\.codec) == ["aac"] && output.audio[0].options.map(\.value) == ["192k"])
    let silent = try resolved(video("- {clip: mute.mov}"))
    #expect(silent.timeline?.outputs.first?.audio.isEmpty == true)
  }

  @Test func writtenOutputs() throws {
    let outcome = try resolved(
      video(
        "- {clip: a.mov, id: x}",
        more: """
          outputs:
            - path: out/talk.mkv
              range: x.start + 1s .. end - 1s
              video: {codec: libx264, crf: 18, x264-params: "keyint=50", pixel_format: yuv420p, x-note: mine}
              audio: [{bus: main, codec: aac, bitrate: 192k, language: eng, title: Main}]
          """))
    let output = try #require(outcome.timeline?.outputs.first)
    #expect(output.path.hasSuffix("/out/talk.mkv") && output.frames == 25..<75)
    #expect(output.video?.codec == "libx264" && output.video?.pixelFormat == "yuv420p")
    #expect(output.video?.options.map(\.name) == ["crf", "x264-params"])
    #expect(output.video?.options.map(\.nameRange.start.column) == [29, 38])
    #expect(output.audio.first?.language == "eng" && output.audio.first?.title == "Main")
    let sound = try resolved(video("- {clip: a.mov}", more: "outputs: [{path: mix.wav, range: [1s, 50%]}]"))
    #expect(sound.timeline?.outputs.first?.video == nil && sound.timeline?.outputs.first?.frames == 25..<50)
    #expect(sound.timeline?.outputs.first?.audio.map(\.codec) == [nil])
    let off = try resolved(video("- {clip: a.mov}", more: "outputs: [{path: pic.mp4, audio: off}]"))
    #expect(off.timeline?.outputs.first?.audio.isEmpty == true && off.timeline?.outputs.first?.video?.codec == "h264")
  }

  @Test func outputMistakes() throws {
    func text(_ output: String) -> String { video("- {clip: a.mov}", more: "outputs: \(output)") }
    try expectFindings(text("[{path: ▸../x.mp4}]"), "output.outside-project")
    try expectFindings(text("[{path: ▸/tmp/x.mp4}]"), "output.outside-project")
    try expectFindings(text("[{path: ▸film.yaml}]"), "output.overwrites-source")
    try expectFindings(text("[{path: ▸./sub/../a.mov}]"), "output.overwrites-source")
    try expectFindings(text("[{path: ▸sub}]"), "output.is-folder", files: ["sub/x": ""])
    try expectFindings(text("[{path: a.mp4}, {path: ▸./sub/../a.mp4}]"), "output.same-path")
    try expectFindings(
      text("[{path: a.mp4, audio: [{codec: aac, default: true}, {codec: ac3, default: ▸true}]}]"),
      "output.default-streams")
    try expectFindings(text("▸[]"), "output.none")
    try expectFindings(text("[{▸path: a.mp4, video: off, audio: off}]"), "output.empty")
    try expectFindings(text("[{path: a.mp4, range: ▸2s..1s}]"), "output.empty")
    try expectFindings(
      text("[{path: a.mp4, range: 2s..▸9s}]").replacing("2s..▸9s", with: "▸2s..9s"), "time.outside-programme")
    try expectFindings(text("[{path: a.mp4, range: ▸2s}]"), "value.span")
    try expectFindings(text("[{path: a.mp4, audio: [{bus: ▸music}]}]"), "bus.unknown")
    try expectFindings(text("[{path: a.mp4, audio: [{language: ▸english}]}]"), "value.language")
    _ = try resolved(text("[{path: ../x.mp4}]"), options: .init(outputPath: "/tmp/x.mp4"))
    _ = try resolved(text("[{path: /tmp/x.mp4}]"), options: .init(allowedFolders: ["/tmp"]))
  }

  @Test func linksDoNotHideASource() throws {
    let project = try TestProject(video("- {clip: a.mov}", more: "outputs: [{path: link.mov}]"), files: ["a.mov": ""])
    try FileManager.default.createSymbolicLink(
      atPath: project.folder.appendingPathComponent("link.mov").path, withDestinationPath: "a.mov")
    #expect(project.run().findings.map(\.code) == ["output.overwrites-source"])
    let away = try TestProject(video("- {clip: a.mov}", more: "outputs: [{path: out/a.mp4}]"))
    try FileManager.default.createSymbolicLink(
      atPath: away.folder.appendingPathComponent("out").path, withDestinationPath: "/tmp")
    #expect(away.run().findings.map(\.code) == ["output.outside-project"])
  }

  @Test func pathsAreRelativeToTheirFile() throws {
    let outcome = try resolved(
      video("- {clip: talk}", more: "include: [lib/media.yaml]"), files: ["lib/media.yaml": "media: {talk: a.mov}\n"])
    #expect(outcome.project?.mediaRequests.first?.path.hasSuffix("/lib/a.mov") == true)
  }

  @Test func printedForms() throws {
    let outcome = try resolved(
      video(
        "- {id: x, clip: a.mov, speed: 3/2, audio: {gain: -6dB}}\n- {group: [{clip: photo.png, duration: 2f}], repeat: 2}",
        more: "markers: [{at: 0, name: \"a \\\"b\\\"\"}]"))
    let timeline = try #require(outcome.timeline)
    let object = try JSONSerialization.jsonObject(with: Data(timeline.json.utf8)) as? [String: Any]
    #expect(object?.keys.sorted() == ["buses", "canvas", "markers", "media", "outputs", "project", "sequence"])
    #expect(timeline.json == timeline.json)
    #expect(timeline.json.contains("\"speed\": \"3/2\""))
    #expect(timeline.text.contains("x, a.mov, from 0s, speed 3/2, gain -6dB"))
    #expect(timeline.text.contains("group, from 0s, 2 plays"))
  }

  @Test func templatesRenderAsTheyAre() throws {
    let ntsc = MediaInfo.video(
      frames: 300, rate: rational(30000, 1001), sound: seconds(10), size: .init(width: 1281, height: 720))
    let files: [(path: String, info: MediaInfo)] = [
      ("photo $${x} \"1\".png", .still), ("talk: 1.mov", ntsc), ("bed.wav", .sound(seconds(60))),
    ]
    let text = ProjectTemplate.make(files: files)
    let names = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.info) })
    let outcome = try TestProject(text, files: names.mapValues { _ in "" }).run(names)
    #expect(outcome.diagnostics.isEmpty, "\(outcome.summary)\n\(text)")
    #expect(outcome.timeline?.canvas.size == PixelSize(width: 1282, height: 720))
    #expect(outcome.frameCount == 390)
    #expect(outcome.timeline?.root.tracks[1].items.first?.frames == 0..<390)
    for few in [Array(files[2...]), Array(files[..<1]), []] {
      let names = Dictionary(uniqueKeysWithValues: few.map { ($0.path, $0.info) })
      let outcome = try TestProject(ProjectTemplate.make(files: few), files: names.mapValues { _ in "" }).run(names)
      #expect(outcome.findings.isEmpty && outcome.timeline != nil, "\(outcome.summary)")
    }
  }
}
