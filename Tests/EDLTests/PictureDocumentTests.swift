import MediaTime
import Testing

@testable import EDL

/// The picture fields of items: what they take, and where a mistake is.
@Suite struct PictureDocumentTests {
  @Test func everyMistakeAtItsPlace() throws {
    try expectFindings(
      video(
        """
        - {clip: a.mov, size: ▸[0, 50%]}
        - {clip: a.mov, size: ▸large}
        - {clip: a.mov, position: ▸50%}
        - {clip: a.mov, position: [▸2cm, 0]}
        - {clip: a.mov, anchor: ▸topright}
        - {clip: a.mov, scale: ▸-1}
        - {clip: a.mov, scale: ▸[1, 2, 3]}
        - {clip: a.mov, rotation: ▸45rad}
        - {clip: a.mov, flip: ▸sideways}
        - {clip: a.mov, corners: ▸[[0, 0]]}
        - {clip: a.mov, opacity: ▸1.5}
        - {clip: a.mov, backdrop: ▸navvy}
        """),
      "value.length", "value.length", "document.wrong-type", "value.length", "value.choice", "value.number",
      "document.wrong-type", "value.number", "value.choice", "document.wrong-type", "value.number", "value.color")
  }

  @Test func cropsMasksKeysAndTags() throws {
    try expectFindings(
      video(
        """
        - {clip: a.mov, crop: {▸lefft: 3}}
        - {clip: a.mov, crop: ▸-3}
        - {clip: a.mov, crop: {left: ▸100%}}
        - {clip: a.mov, mask: {▸invert: true}}
        - {clip: a.mov, mask: {media: a.mov, feather: ▸5%}}
        - {clip: a.mov, key: {▸similarity: 0.1}}
        - {clip: a.mov, key: {color: green, similarity: ▸2}}
        - {clip: a.mov, color_tags: {space: ▸bt710}}
        - {clip: a.mov, color_tags: {range: ▸wide}}
        """),
      "document.unknown-key", "value.length", "value.length", "document.missing-key", "value.number",
      "document.missing-key", "value.number", "value.choice", "value.choice")
    let outcome = try TestProject(video("- {clip: a.mov, anchor: topright}")).run()
    #expect(outcome.findings[0].fixIts.map(\.replacement) == ["top-right"])
  }

  @Test func keyframesAtTheirPlaces() throws {
    try expectFindings(
      video(
        """
        - {clip: a.mov, opacity: {▸ease: ease-in}}
        - {clip: a.mov, opacity: {0s: 0, 1s: 1, ease: ▸easeIn}}
        - {clip: a.mov, opacity: {0s: 0, ▸1: 1}}
        - {clip: a.mov, opacity: {1s: 1, ▸0s: 0}}
        - {clip: a.mov, opacity: {0s: 1, ▸0f: 0}}
        - {clip: a.mov, opacity: [{▸at: 0s}]}
        - {clip: a.mov, opacity: [{at: 0s, value: 1, ▸easy: hold}]}
        - {clip: a.mov, position: {0s: ▸5, 1s: [1, 2]}}
        """),
      "keyframes.none", "value.ease", "time.bare-number", "keyframes.order", "keyframes.order", "document.missing-key",
      "document.unknown-key", "document.wrong-type")
  }

  @Test func picturesHaveNoPlaceInSound() throws {
    try expectFindings(
      video(
        "- {gap: 1s, ▸opacity: 1}\n- {solid: red, duration: 1s, ▸crop: 3}",
        more: "  - {kind: audio, items: [{clip: bed.wav, ▸opacity: 1, ▸position: [1, 2]}]}"),
      "document.misplaced-key", "document.misplaced-key", "document.misplaced-key", "document.misplaced-key")
    let outcome = try TestProject(
      video("- {gap: 1s}", more: "  - {kind: audio, items: [{clip: bed.wav, crop: 1}]}")
    ).run()
    #expect(outcome.findings[0].message.hasSuffix("on an audio track nothing shows"))
  }

  @Test func canvasColours() throws {
    let text = video("- {clip: a.mov}")
    func canvas(_ fields: String) -> String { text.replacing("fps: 25}", with: "fps: 25, \(fields)}") }
    try expectFindings(canvas("color: ▸bt2021"), "value.choice")
    try expectFindings(canvas("tone_map: ▸moebius"), "value.choice")
    try expectFindings(canvas("sdr_white: ▸10"), "value.number")
    try expectFindings(canvas("depth: ▸12"), "value.choice")
    try expectFindings(canvas("color: bt2020-pq, tone_map: ▸clip"), "picture.no-effect")
    let hdr = try resolved(canvas("color: bt2020-hlg, sdr_white: 250")).timeline?.canvas
    #expect(hdr?.depth == 10 && hdr?.sdrWhite == 250 && hdr?.isHDR == true)
    #expect(try resolved(canvas("color: p3, tone_map: hable")).timeline?.canvas.depth == 8)
    #expect(try resolved(canvas("color: bt2020-pq")).timeline?.outputs.first?.video?.codec == "hevc")
  }
}
