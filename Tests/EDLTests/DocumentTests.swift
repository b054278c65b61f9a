import Testing

@testable import EDL

/// The tables as decoders: keys, types and words.
@Suite struct DocumentTests {
  @Test func unknownKeysAreNamed() throws {
    try expectFindings(video("- {clip: a.mov, ▸duratoin: 4s}"), "document.unknown-key")
    let outcome = try TestProject(video("- {clip: a.mov, duratoin: 4s}")).run()
    #expect(outcome.findings[0].fixIts.map(\.replacement) == ["duration"])
    try expectFindings(video("- {clip: a.mov, ▸volume: 4}"), "document.unknown-key")
    try expectFindings(
      video("- {clip: a.mov}", more: "▸trakcs: []\n▸colour: x"), "document.unknown-key", "document.unknown-key")
    _ = try resolved(video("- {clip: a.mov, x-note: [1, 2], x-: 1}", more: "x-mine: {anything: true}"))
  }

  @Test func anItemIsOneThing() throws {
    try expectFindings(video("- {▸duration: 4s}"), "item.kind-missing")
    try expectFindings(video("- {clip: a.mov, ▸gap: 4s}"), "item.kind-ambiguous")
    try expectFindings(video("- {▸clpi: a.mov}"), "document.unknown-key")
    try expectFindings(video("- ▸a.mov"), "document.wrong-type")
    try expectFindings(
      video("- {gap: 1s, ▸speed: 2}\n- {gap: 1s, ▸duration: 2s}"), "document.misplaced-key", "item.gap-duration")
  }

  @Test func soundFieldsHaveTheirPlace() throws {
    let outcome = try TestProject(video("- {clip: a.mov, gain: -12dB}")).run()
    #expect(outcome.findings.map(\.code) == ["item.sound-fields"])
    #expect(outcome.findings[0].fixIts.map(\.replacement) == ["audio: {gain: -12dB}"])
    #expect(outcome.findings[0].fixIts[0].range.end.column == 34)
    try expectFindings(
      video(
        "- {gap: 1s}",
        more: "  - {kind: audio, items: [{clip: bed.wav, ▸audio: off}, {clip: bed.wav, ▸fit: cover}, {▸solid: red}]}"),
      "item.sound-fields", "document.misplaced-key", "item.no-sound")
    try expectFindings(
      video("- {clip: a.mov, audio: {gain: ▸-12}}\n- {clip: a.mov, audio: ▸on}"), "value.gain", "value.choice")
    let bare = try TestProject(video("- {clip: a.mov, audio: {gain: -12}}")).run()
    #expect(bare.findings[0].fixIts.map(\.replacement) == ["-12dB"])
  }

  @Test func wrongTypesInPlainWords() throws {
    try expectFindings("▸- 1\n- 2\n", "project.not-mapping")
    try expectFindings(
      video("- {clip: a.mov, enabled: ▸maybe, fit: ▸stretch, repeat: ▸1_0, stream: ▸1}"), "value.flag", "value.choice",
      "value.number", "document.wrong-type")
    try expectFindings(video("- {clip: a.mov}").replacing("160x120", with: "▸wide"), "value.size")
    try expectFindings(video("- {clip: a.mov}").replacing("size: 160x120", with: "size: ▸0x10"), "value.size")
    try expectFindings(
      video("- {clip: a.mov}").replacing("canvas: {size: 160x120, fps: 25}", with: "canvas: ▸4"), "document.wrong-type")
    try expectFindings(video("- {clip: a.mov}").replacing("fps: 25", with: "fps: ▸24.5"), "rate.decimal")
    try expectFindings(
      video("- {clip: a.mov}").replacing("fps: 25", with: "fps: 25, channels: ▸6ch, color: ▸bt2021"), "value.choice",
      "value.choice")
    try expectFindings(
      video("- {clip: a.mov, duration: ▸4}\n- {clip: a.mov, id: ▸a.b}\n- {clip: \"\\0\"}").replacing(
        "\"\\0\"", with: "▸\"\""), "time.bare-number", "value.id", "value.path")
    try expectFindings(
      video(
        "- {solid: ▸blurple, duration: 1s}\n- {solid: ▸#f00, duration: 1s}".replacing(
          "▸#f00, duration: 1s}", with: "▸\"#ff\", duration: 1s}")), "value.color", "value.color")
    try expectFindings(
      "edlrender: 1\ncanvas: ▸[1, 2]\ntracks: [{kind: ▸film, items: []}]\n", "document.wrong-type", "value.choice")
    try expectFindings("edlrender: 1\ntracks:\n  - ▸5\n", "document.wrong-type")
    try expectFindings("edlrender: ▸2\ntracks: [{kind: video, items: [{clip: a.mov}]}]\n", "document.version")
    try expectFindings("▸tracks: [{kind: video, items: [{clip: a.mov}]}]\n", "document.missing-key")
    try expectFindings("edlrender: 1\ntracks: [{▸items: [{clip: a.mov}]}]\n", "document.missing-key")
    try expectFindings("edlrender: 1\ntracks:▸\n", "document.wrong-type")
  }

  @Test func keysInTheWrongPlace() throws {
    try expectFindings("edlrender: 1\ntracks: [{kind: video, ▸clip: a.mov}]\n", "document.misplaced-key")
    try expectFindings(
      "edlrender: 1\n▸fps: 25\n▸items: []\n", "document.misplaced-key", "document.misplaced-key")
  }

  @Test func keysThatContradict() throws {
    try expectFindings(
      video(
        """
        - {clip: a.mov, out: 1s, duration: ▸1s}
        - {clip: a.mov, loop: ▸1s, repeat: 2}
        - {clip: a.mov, freeze: 1s, duration: 1s, in: ▸1s}
        - {clip: photo.png, duration: to-end, loop: ▸1s}
        """), "item.conflict", "item.conflict", "item.conflict", "item.conflict")
    try expectFindings(video("- {clip: a.mov, stream: {audio: 0}, audio: {stream: ▸1}}"), "clip.no-stream")
  }

  @Test func manyMistakesAtOnce() throws {
    let text = video(
      "- {clip: a.mov, in: ▸4}\n- {clip: a.mov, at: ▸nobody.end}\n- {clip: mute.mov, out: ▸3s}\n- {▸clop: x}",
      more: "▸output: []")
    try expectFindings(
      text, "time.bare-number", "time.unknown-item", "clip.beyond-media", "document.unknown-key", "document.unknown-key"
    )
  }

  @Test(arguments: [
    ("red", Color(red: 255, green: 0, blue: 0)), ("#f80", Color(red: 255, green: 136, blue: 0)),
    ("#F808", Color(red: 255, green: 136, blue: 0, alpha: 136)),
    ("#10203040", Color(red: 16, green: 32, blue: 48, alpha: 64)),
    ("RebeccaPurple", Color(red: 102, green: 51, blue: 153)),
    ("rgb(255, 0, 128)", Color(red: 255, green: 0, blue: 128)),
    ("rgb(100% 0% 50% / 50%)", Color(red: 255, green: 0, blue: 128, alpha: 128)),
    ("rgba(1, 2, 3, 0.5)", Color(red: 1, green: 2, blue: 3, alpha: 128)),
    ("hsl(120, 100%, 25%)", Color(red: 0, green: 128, blue: 0)),
    ("hsl(-60deg 100% 50%)", Color(red: 255, green: 0, blue: 255)),
    ("transparent", Color(red: 0, green: 0, blue: 0, alpha: 0)),
  ])
  func colors(text: String, color: Color) {
    #expect(Color(text: text) == color)
  }

  @Test(arguments: [
    "", "#", "#ff", "#ggg", "rgb()", "rgb(1,2)", "rgb(256,0,0)", "hsl(1,2,3)", "rgb(1,2,3", "cmyk(1,2,3)",
    "rgb(1,2,3/4)", "#12345", "nan",
  ])
  func noColors(text: String) {
    #expect(Color(text: text) == nil)
  }
}
