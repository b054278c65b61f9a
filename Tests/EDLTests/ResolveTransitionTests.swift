import MediaTime
import Testing

@testable import EDL

/// Transitions: where they lie, what their items lend, what is refused.
@Suite struct ResolveTransitionTests {
  private func track(_ items: String, fps: String = "25") throws -> Track {
    let outcome = try resolved(video(items, fps: fps))
    return try #require(outcome.timeline?.root.tracks.first)
  }

  @Test(
    "the odd frame goes to the incoming item",
    arguments: [
      ("center", 5, 23..<28), ("center", 4, 23..<27), ("start", 5, 25..<30), ("end", 5, 20..<25),
      ("center", 1, 25..<26),
    ])
  func align(align: String, count: Int, frames: Range<Int>) throws {
    let track = try track(
      """
      - {clip: a.mov, in: 10f, out: 35f}
      - {transition: dissolve, duration: \(count)f, align: \(align)}
      - {clip: a.mov, in: 40f, out: 65f}
      """)
    let transition = try #require(track.transitions.first)
    #expect(transition.frames == frames)
    #expect(transition.cut == 25)
    #expect((transition.outgoing, transition.incoming) == (0, 1))
    #expect(track.items.map(\.ownFrames) == [0..<25, 25..<50])
    #expect(track.items.map(\.frames) == [0..<max(25, frames.upperBound), min(25, frames.lowerBound)..<50])
    // What shows at the items' own frames is what showed without the transition.
    let lead = 25 - min(25, frames.lowerBound)
    #expect(try track.items[1].plays[0].start == Time(frame: 40 - lead, at: ratio(25)))
    #expect(track.items[1].plays[0].soundStart == track.items[1].plays[0].start)
  }

  @Test func overlapPullsWhatFollows() throws {
    let outcome = try resolved(
      video(
        """
        - {clip: a.mov, out: 20f}
        - {transition: dissolve, duration: 6f, mode: overlap}
        - {clip: a.mov, in: 30f, out: 50f, id: two}
        - {transition: wipeleft, duration: 4f, mode: overlap}
        - {clip: mute.mov, out: 20f}
        - {gap: 5f}
        - {solid: red, duration: 5f}
        """, more: "markers: [{at: two.start, name: Two}]"))
    let track = try #require(outcome.timeline?.root.tracks.first)
    #expect(outcome.frameCount == 60)
    #expect(track.items.map(\.frames) == [0..<20, 14..<34, 30..<50, 55..<60])
    #expect(track.transitions.map(\.frames) == [14..<20, 30..<34])
    #expect(track.transitions.map(\.kind) == [.dissolve, .xfade("wipeleft")])
    #expect(track.items.allSatisfy { $0.frames == $0.ownFrames })
    #expect(outcome.timeline?.markers.first?.frame == 14)
  }

  @Test func handlesRunAtTheItemsSpeed() throws {
    let track = try track(
      """
      - {clip: a.mov, in: 20f, out: 40f, speed: 2}
      - {transition: dissolve, duration: 4f, align: start}
      - {solid: red, duration: 10f}
      - {transition: dissolve, duration: 4f, align: end}
      - {clip: a.mov, in: 20f, out: 40f, reverse: true}
      """)
    #expect(track.items.map(\.frames) == [0..<14, 10..<20, 16..<40])
    #expect(track.items[0].plays == [Play(frames: 0..<14, start: seconds(4, 5), speed: ratio(2))])
    // Own frames run from 39 down to 20; the four before them show 43 to 40.
    #expect(
      track.items[2].plays == [
        Play(frames: 16..<40, start: seconds(43, 25), soundStart: seconds(44, 25), speed: ratio(-1))
      ])
  }

  @Test func aLoopGoesOn() throws {
    let track = try track(
      """
      - {clip: a.mov, in: 10f, out: 15f, repeat: 2}
      - {transition: dissolve, duration: 4f}
      - {clip: a.mov, in: 20f, out: 25f, repeat: 2}
      """)
    #expect(track.items[0].plays.map(\.frames) == [0..<5, 5..<10, 10..<12])
    #expect(track.items[0].plays[2].start == seconds(10, 25))
    #expect(track.items[1].plays.map(\.frames) == [8..<10, 10..<15, 15..<20])
    #expect(track.items[1].plays[0].start == seconds(23, 25))
  }

  @Test func framesThatAreAskedToStand() throws {
    let track = try track(
      """
      - {clip: mute.mov}
      - {transition: dissolve, duration: 6f, handles: freeze}
      - {clip: mute.mov, in: 2f, out: 20f}
      """)
    #expect(
      track.items[0].plays == [
        Play(frames: 0..<50, start: .zero), Play(frames: 50..<53, start: seconds(49, 25), speed: .zero),
      ])
    #expect(
      track.items[1].plays == [
        Play(frames: 47..<48, start: .zero, speed: .zero), Play(frames: 48..<68, start: .zero),
      ])
  }

  @Test func besideAGapThereIsNothing() throws {
    let track = try track(
      """
      - {gap: 10f}
      - {transition: dissolve, duration: 4f}
      - {solid: red, duration: 10f}
      - {transition: dissolve, duration: 4f}
      - {clip: a.mov, duration: 10f, enabled: false}
      """)
    #expect(track.items.map(\.frames) == [8..<22])
    #expect(track.transitions.map(\.frames) == [8..<12, 18..<22])
    #expect(track.transitions.map(\.outgoing) == [nil, 0])
    #expect(track.transitions.map(\.incoming) == [0, nil])
  }

  @Test func groupsLendOfTheirOwn() throws {
    let track = try track(
      """
      - {group: [{clip: a.mov, out: 10f}, {clip: a.mov, in: 50f, out: 60f}], in: 2f, out: 16f}
      - {transition: dissolve, duration: 8f}
      - {group: [{solid: red, duration: 1s}], in: 4f}
      """)
    #expect(track.items.map(\.frames) == [0..<18, 10..<35])
    try expectFindings(
      video(
        """
        - {group: [{clip: a.mov, out: 10f}]}
        - {transition: dissolve, duration: ▸8f}
        - {solid: red, duration: 1s}
        """), "transition.handles")
  }

  @Test func whatIsMissingIsCounted() throws {
    let outcome = try TestProject(
      video(
        """
        - {clip: a.mov, in: 10f, out: 98f}
        - {transition: dissolve, duration: 10f}
        - {clip: a.mov, in: 3f, out: 50f}
        """)
    ).run()
    let finding = try #require(outcome.findings.first)
    #expect(finding.code == "transition.handles")
    #expect(finding.message.contains("\"a.mov\" has 2 of 5 frames after its end, 3 missing"))
    #expect(finding.message.contains("\"a.mov\" has 3 of 5 frames before its start, 2 missing"))
    #expect(finding.message.contains("the longest possible here is 4f"))
    #expect(finding.fixIts.map(\.replacement) == ["4f"])
  }

  @Test func aLastFrameIsNotLentTwice() throws {
    // At twice the rate the last picture of the media stays for two frames: none of them is a handle.
    try expectFindings(
      """
      edlrender: 1
      canvas: {size: 160x120, fps: 50}
      tracks:
        - kind: video
          items: [{clip: mute.mov}, {transition: dissolve, duration: ▸1f}, {solid: red, duration: 1s}]
      """, "transition.handles")
  }

  @Test func whatDoesNotFit() throws {
    let clip = "- {clip: a.mov, in: 20f, duration: 10f}\n"
    let cases = [
      (clip + "- {transition: dissolve, duration: ▸12f, mode: overlap}\n" + clip, "transition.too-long", "10f"),
      (
        clip + "- {transition: dissolve, duration: 6f, mode: overlap}\n" + clip
          + "- {transition: dissolve, duration: ▸6f, mode: overlap}\n" + clip, "transition.too-long", "4f"
      ),
      (
        clip + "- {transition: dissolve, duration: 12f}\n" + clip + "- {transition: dissolve, duration: ▸12f}\n" + clip,
        "transition.too-long", "9f"
      ),
      (clip + "- {transition: dissolve, duration: ▸30f}\n" + clip, "transition.too-long", "20f"),
      (clip + "- {▸transition: dissolve, duration: 4f}", "transition.place", "0f"),
      ("- {▸transition: dissolve, duration: 4f}\n" + clip, "transition.place", "0f"),
      (
        clip + "- {transition: dissolve, duration: 4f}\n- {▸transition: dissolve, duration: 4f}\n" + clip,
        "transition.place", ""
      ),
      ("- {gap: 1s}\n- {▸transition: dissolve, duration: 4f}\n- {gap: 1s}\n" + clip, "transition.place", ""),
      (clip + "- {transition: dissolve, duration: ▸0.01s}\n" + clip, "transition.empty", ""),
      (clip + "- {transition: dissolve, duration: ▸0}\n" + clip, "transition.empty", ""),
      (clip + "- {transition: ▸fade-through, duration: 4f}\n" + clip, "transition.kind", ""),
      (clip + "- {transition: ▸wipe, duration: 4f}\n" + clip, "transition.kind", ""),
      (clip + "- {transition: {▸fade-thru: red}, duration: 4f}\n" + clip, "transition.kind", ""),
      (clip + "- {transition: dissolve, duration: 4f, color: ▸red}\n" + clip, "item.conflict", ""),
      (clip + "- {transition: dissolve, duration: 4f, mode: overlap, align: ▸end}\n" + clip, "item.conflict", ""),
      (clip + "- {transition: {wipe: {luma: ▸bed.wav}}, duration: 4f}\n" + clip, "transition.luma", ""),
      (
        clip + "- {▸transition: dissolve, duration: 4f}\n- {clip: a.mov, in: 1s, duration: 1s, at: 1s}",
        "transition.place", ""
      ),
    ]
    for (items, code, advice) in cases {
      try expectFindings(video(items), code)
      let outcome = try TestProject(video(items)).run()
      #expect(outcome.findings.first?.message.contains(advice) != false || advice.isEmpty, "\(outcome.summary)")
    }
  }

  @Test func kindsAsWritten() throws {
    let kinds: [(String, Transition.Kind)] = [
      ("dissolve", .dissolve), ("fade", .dissolve), ("pixelize", .xfade("pixelize")),
      ("{xfade: dissolve}", .xfade("dissolve")), ("{fade-through: black}", .fadeThrough(.black)),
      ("fade-through, color: black", .fadeThrough(.black)),
      ("{wipe: {luma: photo.png, softness: 10%}}", .luma(media: 1, softness: 0.1)),
    ]
    for (text, kind) in kinds {
      let track = try track(
        "- {clip: a.mov, in: 1s, out: 2s}\n- {transition: \(text), duration: 4f}\n- {clip: a.mov, in: 1s, out: 2s}")
      #expect(track.transitions.map(\.kind) == [kind])
    }
  }

  @Test func soundAsWritten() throws {
    let text = """
      edlrender: 1
      canvas: {size: 160x120, fps: 25}
      tracks:
        - kind: audio
          items: [{clip: bed.wav, out: 1s}, {transition: dissolve, duration: 5f, audio: cut, align: end}, {clip: bed.wav, in: 1s}]
      """
    let outcome = try resolved(text)
    let transition = try #require(outcome.timeline?.root.tracks.first?.transitions.first)
    #expect(transition.sound == .cut && transition.cut == 25 && transition.frames == 20..<25)
    try expectFindings(text.replacing("dissolve", with: "▸wipeleft"), "value.choice")
  }
}
