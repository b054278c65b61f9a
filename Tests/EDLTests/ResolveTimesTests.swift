import MediaTime
import Testing

@testable import EDL

/// Places of items: rounding, `at`, anchors, circles, the grid.
@Suite struct ResolveTimesTests {
  @Test func exactEdgesAddUpBeforeTheyAreRounded() throws {
    // 0.1 s is 2.5 frames: edges at 0, 2.5, 5, 7.5, 10; ties go up.
    let items = (0..<4).map { _ in "- {clip: a.mov, duration: 0.1s}" }
    let outcome = try TestProject(video(items.joined(separator: "\n"))).run()
    #expect(outcome.firstItems.map(\.frames) == [0..<3, 3..<5, 5..<8, 8..<10])
    #expect(outcome.findings.map(\.code) == Array(repeating: "time.off-grid", count: 4))
    #expect(outcome.findings[0].message.contains("2f or 3f"))
    #expect(outcome.findings[0].fixIts.map(\.replacement) == ["2f", "3f"])
  }

  @Test func strictMakesTheGridALaw() throws {
    let text = video(
      "- {clip: a.mov, duration: ▸0.1s}\n- {gap: ▸10ms}\n- {clip: a.mov, at: ▸1.01s, duration: 30ms}\n- {clip: a.mov, out: ▸1.01s}"
    )
    try expectFindings(
      text, "time.off-grid", "time.off-grid", "time.off-grid", "time.off-grid", options: .init(isStrict: true))
    let outcome = try TestProject(text).run(options: .init(isStrict: true))
    #expect(outcome.timeline == nil)
    #expect(outcome.diagnostics.allSatisfy { $0.severity == .error })
    // What nobody wrote is on nobody's account: the second clip starts at frame 25.025.
    let natural = try TestProject(
      video("- {clip: ntsc.mov}\n- {clip: a.mov, id: x, duration: 1s}\n- {clip: a.mov, at: x.end}"))
    #expect(natural.run(options: .init(isStrict: true)).timeline?.root.frameCount == 150)
  }

  @Test func itemsAreAnchoredToOthers() throws {
    let outcome = try resolved(
      video(
        """
        - {id: intro, clip: a.mov, duration: 1s}
        - {id: body, clip: a.mov, at: late.start - 2s, duration: 1s}
        """,
        more: """
            - kind: video
              items:
                - {clip: photo.png, at: body.end + 10f, duration: 5f}
                - {id: late, clip: mute.mov, at: 10s}
                - {clip: mute.mov, at: intro.start + 1f, duration: 1f}
          """))
    let tracks = try #require(outcome.timeline?.root.tracks)
    #expect(tracks[0].items.map(\.frames) == [0..<25, 200..<225])
    // In the order of time, whatever that of the text.
    #expect(tracks[1].items.map(\.frames) == [1..<2, 235..<240, 250..<300])
    #expect(outcome.frameCount == 300)
  }

  @Test func anchorsReachIntoGroups() throws {
    let outcome = try resolved(
      video(
        """
        - {gap: 1s}
        - {group: [{clip: a.mov, id: first}, {clip: mute.mov, id: second}], in: 1s, speed: 2}
        """, more: "  - {kind: video, items: [{solid: red, at: second.start, duration: 1s}]}"))
    // The group runs from 1 s; its second item starts (4 - 1) / 2 = 1.5 s into it.
    #expect(outcome.timeline?.root.tracks[1].items.map(\.frames) == [63..<88])
  }

  @Test func anchorMistakes() throws {
    try expectFindings(video("- {id: intro, clip: a.mov}\n- {clip: a.mov, at: ▸intr.end}"), "time.unknown-item")
    try expectFindings(video("- {clip: a.mov, at: ▸-1s}"), "item.before-start")
    try expectFindings(video("- {clip: a.mov, at: ▸50%}"), "time.needs-length")
    try expectFindings(
      video("- {group: [{clip: a.mov, id: x}], repeat: 2}\n- {clip: a.mov, at: ▸x.end}"), "time.no-single-place")
    try expectFindings(
      video("- {clip: s}\n- {clip: a.mov, at: ▸x.end}", more: "sequences: {s: [{clip: a.mov, id: x}]}"),
      "time.other-sequence")
    try expectFindings(
      video("- {id: x, clip: a.mov}\n- {id: ▸x, clip: a.mov}"), "item.duplicate-id")
  }

  @Test func circlesAreReportedWithTheirChain() throws {
    let text = video(
      "- {id: a, clip: a.mov, at: ▸b.end}",
      more:
        "  - {kind: video, items: [{id: b, clip: a.mov, at: c.end}]}\n  - {kind: video, items: [{id: c, clip: a.mov, at: a.start + 1s}]}"
    )
    try expectFindings(text, "time.circle")
    let message = try TestProject(text).run().findings.first?.message ?? ""
    #expect(message.contains("\"a\" → \"b\" → \"c\" → \"a\""))
    try expectFindings(video("- {id: a, clip: a.mov, at: ▸a.end}"), "time.circle")
    // The one waited for comes behind the one that waits.
    try expectFindings(video("- {id: a, clip: a.mov, at: ▸b.end}\n- {id: b, clip: a.mov}"), "time.circle")
    try expectFindings(
      video(
        "- {id: a, clip: photo.png, duration: to-end}", more: "  - {kind: video, items: [{clip: a.mov, at: ▸a.end}]}"),
      "time.circle")
  }

  @Test func overlapsNameBoth() throws {
    let text = video("- {id: one, clip: a.mov}\n- {id: two, clip: a.mov, at: ▸99f}")
    try expectFindings(text, "track.overlap")
    let message = try TestProject(text).run().findings.first?.message ?? ""
    #expect(message.contains("\"one\"") && message.contains("\"two\"") && message.contains("frame 99"))
    // A later item may be put into an earlier hole, but not onto what is there.
    _ = try resolved(video("- {clip: a.mov, at: 10s}\n- {clip: a.mov, at: 6s}"))
    try expectFindings(video("- {clip: a.mov, at: ▸10s}\n- {clip: a.mov, at: 7s}"), "track.overlap")
    try expectFindings(video("- {gap: 2s}\n- {clip: a.mov, at: ▸1s}"), "track.overlap")
  }

  @Test func openEnds() throws {
    try expectFindings(video("- {▸clip: photo.png, duration: to-end}"), "item.to-end")
    try expectFindings(
      video("- {clip: a.mov}\n- {▸clip: photo.png, duration: to-end}"), "item.to-end")
    try expectFindings(
      video("- {clip: photo.png, duration: to-end}\n- {▸clip: a.mov}"), "item.after-to-end")
    try expectFindings(
      video("- {clip: a.mov, duration: ▸to-end}", more: "  - {kind: audio, items: [{clip: bed.wav}]}"),
      "clip.beyond-media")
    try expectFindings(video("- {gap: ▸to-end}"), "time.to-end")
  }

  @Test func timecodeCountsInTheMedia() throws {
    let outcome = try resolved(
      video(
        "- {clip: a.mov, in: 00:00:02:12, out: 00:00:03:00}\n- {clip: tc.mov, in: 01:00:01:00, out: 01:00:02:00, timecode: source}"
      ))
    #expect(outcome.firstItems[0].plays == [Play(frames: 0..<13, start: seconds(62, 25))])
    #expect(outcome.firstItems[1].plays == [Play(frames: 13..<38, start: seconds(1))])
    // At 24000/1001 a timecode is a label on a frame, not a clock.
    let film = try TestProject(
      video(
        "- {clip: film.mov, in: 00:00:02:12, out: 00:00:03:00}\n- {clip: photo.png, duration: 00:01:00:00}",
        fps: "23.976"))
    let timeline = film.run(["film.mov": .video(frames: 100, rate: ratio(24000, 1001)), "photo.png": .still])
    #expect(timeline.firstItems.map(\.frames) == [0..<12, 12..<1452])
    #expect(try timeline.firstItems.first?.plays[0].start == Time(frame: 60, at: ratio(24000, 1001)))
    // Frames count at the canvas rate, timecode at the media's.
    let mixed = try resolved(
      video("- {clip: ntsc.mov, in: 00:00:00:15, duration: 5f}\n- {clip: ntsc.mov, in: 5f, duration: 5f}"))
    #expect(mixed.firstItems.map { $0.plays[0].start } == [seconds(1001, 2000), seconds(1, 5)])
    let drop = try resolved(video("- {clip: ntsc.mov, in: 01:00:00;15, duration: 5f, timecode: source}"))
    #expect(drop.firstItems[0].plays[0].start == seconds(1001, 2000))
  }

  @Test func timecodeMistakes() throws {
    try expectFindings(video("- {clip: a.mov, in: 00:00:01:00, timecode: ▸source}"), "clip.no-timecode")
    try expectFindings(video("- {clip: a.mov, in: ▸00:00:00:25}"), "time.timecode-frame")
    try expectFindings(video("- {clip: tc.mov, in: ▸00:59:59:00, timecode: source}"), "clip.beyond-media")
  }

  @Test func hugeTimesAreNoCrash() throws {
    try expectFindings(video("- {▸clip: photo.png, duration: 9000000000000000000s}"), "time.overflow")
    try expectFindings(
      video("- {clip: photo.png, duration: 1s, repeat: 100000}\n- {▸clip: a.mov, out: 2s, loop: 900000000s}"),
      "item.too-many-plays")
  }

  @Test func markersAreInOrder() throws {
    let outcome = try resolved(
      video(
        "- {clip: a.mov, id: x}", more: "markers: [{at: end, name: End}, {at: x.start, name: X}, {at: 50%, name: Half}]"
      ))
    #expect(outcome.timeline?.markers.map(\.frame) == [0, 50, 100])
    #expect(outcome.timeline?.markers.map(\.name) == ["X", "Half", "End"])
    try expectFindings(
      video("- {clip: a.mov}", more: "markers: [{at: ▸5s, name: A}, {at: ▸x.end, name: B}, {▸at: 1s}]"),
      "time.outside-programme", "time.unknown-item", "document.missing-key")
  }
}
