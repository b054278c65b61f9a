import MediaTime
import Testing

@testable import EDL

/// Contents and lengths of items.
@Suite struct ResolveItemsTests {
  @Test func cutsFollowEachOther() throws {
    let outcome = try resolved(
      video(
        """
        - {clip: a.mov, in: 10f, duration: 7f}
        - {clip: a.mov, in: 1s, out: 2s}
        - {gap: 1s}
        - {clip: mute.mov}
        """))
    #expect(outcome.frameCount == 107)
    let items = outcome.firstItems
    #expect(items.map(\.frames) == [0..<7, 7..<32, 57..<107])
    #expect(items[0].plays == [Play(frames: 0..<7, start: seconds(2, 5))])
    #expect(items[1].plays == [Play(frames: 7..<32, start: seconds(1))])
    #expect(items[0].sound != nil && items[2].sound == nil)
    #expect(outcome.timeline?.media.map(\.name) == ["a.mov", "mute.mov"])
  }

  @Test func adjacentCutsLoseNothing() throws {
    let clips = (0..<15).map { "- {clip: a.mov, in: \($0 * 7)f, out: \(min($0 * 7 + 7, 100))f}" }
    let outcome = try resolved(video(clips.joined(separator: "\n")))
    #expect(outcome.frameCount == 100)
    for item in outcome.firstItems {
      #expect(try item.plays[0].start == Time(frame: item.frames.lowerBound, at: ratio(25)))
    }
  }

  @Test func aClipIsAsLongAsItsPicture() throws {
    let outcome = try resolved(
      video("- {clip: long.mov}\n- {clip: long.mov, out: end - 1s}\n- {clip: long.mov, in: 50%}"))
    #expect(outcome.firstItems.map(\.frames) == [0..<50, 50..<75, 75..<100])
  }

  @Test func soundOfAVideoOnAnAudioTrackMayRunOn() throws {
    let text = """
      edlrender: 1
      canvas: {size: 160x120, fps: 25}
      tracks: [{kind: audio, items: [{clip: long.mov}, {clip: long.mov, out: 59f}, {clip: bed.wav}]}]
      """
    let outcome = try resolved(text)
    #expect(outcome.firstItems.map(\.frames) == [0..<50, 50..<109, 109..<219])
    #expect(outcome.timeline?.outputs.first?.video == nil)
  }

  @Test func repeatsAreRoundedEachOnTheirOwn() throws {
    // 30 frames at 29.97 are 25.025 frames at 25: a hundred of them are 2502.5, which rounds up.
    let outcome = try resolved(video("- {clip: ntsc.mov, repeat: 100}"))
    #expect(outcome.frameCount == 2503)
    let plays = outcome.firstItems[0].plays
    #expect(plays.count == 100)
    #expect(plays.map(\.frames.lowerBound) == (0..<100).map { (index: Int) in (index * 25025 + 500) / 1000 })
    #expect(plays.allSatisfy { $0.start == .zero && $0.speed == .one })
    #expect(plays.last?.frames.upperBound == 2503)
  }

  @Test func loopsAreCutWhereTheyEnd() throws {
    let outcome = try resolved(
      video(
        "- {clip: a.mov, out: 20f, loop: to-end}",
        more: "  - {kind: audio, items: [{clip: bed.wav}]}"))
    // The bed lasts 4.4 s, 110 frames: five rounds of 20 and a half one.
    #expect(outcome.frameCount == 110)
    #expect(outcome.firstItems[0].plays.map(\.frames) == [0..<20, 20..<40, 40..<60, 60..<80, 80..<100, 100..<110])
    let short = try resolved(video("- {clip: a.mov, loop: 1s}\n- {clip: a.mov, duration: 10f, loop: 25f}"))
    #expect(short.firstItems.map { $0.plays.map(\.frames) } == [[0..<25], [25..<35, 35..<45, 45..<50]])
  }

  @Test func toTheEnd() throws {
    let outcome = try resolved(
      video(
        "- {gap: 1s}\n- {clip: photo.png, duration: to-end}",
        more: """
            - {kind: video, items: [{solid: "#f00", duration: to-end}]}
            - {kind: video, items: [{clip: a.mov, duration: to-end}]}
            - {kind: audio, items: [{clip: tone.wav}, {gap: 1s}, {clip: tone.wav}]}
          """))
    #expect(outcome.frameCount == 75)
    let tracks = try #require(outcome.timeline?.root.tracks)
    #expect(tracks.map { $0.items.map(\.frames) } == [[25..<75], [0..<75], [0..<75], [0..<25, 50..<75]])
    #expect(tracks[2].items[0].plays == [Play(frames: 0..<75, start: .zero)])
  }

  @Test func stillsAndSolids() throws {
    let outcome = try resolved(video("- {clip: photo.png, duration: 5f, fit: cover}\n- {solid: red, duration: 1s}"))
    #expect(outcome.firstItems[0].plays == [Play(frames: 0..<5, start: .zero, speed: .zero)])
    #expect(outcome.firstItems[0].picture.fit == .cover)
    guard case .solid(let color) = outcome.firstItems[1].content else {
      Issue.record("no solid")
      return
    }
    #expect(color == Color(red: 255, green: 0, blue: 0))
  }

  @Test func disabledItemsKeepTheirTime() throws {
    let outcome = try resolved(
      video(
        """
        - {clip: a.mov, enabled: false}
        - {clip: missing.mov, duration: 1s, enabled: false}
        - {clip: mute.mov, id: x}
        - {clip: a.mov, at: x.start, enabled: false}
        """))
    #expect(outcome.firstItems.map(\.frames) == [125..<175])
    #expect(outcome.frameCount == 225)
  }

  @Test func speedChangesTheDuration() throws {
    let outcome = try resolved(
      video(
        """
        - {clip: a.mov, speed: 2}
        - {clip: a.mov, speed: 1/2, duration: 2s}
        - {clip: a.mov, speed: 150%, out: 3s}
        - {clip: a.mov, speed: 1.001}
        - {clip: a.mov, speed: 0.25, in: 1s, out: 2s}
        """))
    #expect(outcome.firstItems.map(\.frames) == [0..<50, 50..<100, 100..<150, 150..<250, 250..<350])
    let speeds = [ratio(2), ratio(1, 2), ratio(3, 2), ratio(1001, 1000), ratio(1, 4)]
    #expect(outcome.firstItems.map { $0.plays[0].speed } == speeds)
  }

  @Test func reversedFromTheLastFrame() throws {
    let outcome = try resolved(
      video("- {clip: a.mov, reverse: true}\n- {clip: a.mov, in: 10f, out: 20f, reverse: true, loop: 15f}"))
    #expect(
      outcome.firstItems[0].plays
        == [Play(frames: 0..<100, start: seconds(99, 25), soundStart: seconds(4), speed: ratio(-1))])
    // Frame 19 first in every round, also in the cut one.
    #expect(
      outcome.firstItems[1].plays == [
        Play(frames: 100..<110, start: seconds(19, 25), soundStart: seconds(4, 5), speed: ratio(-1)),
        Play(frames: 110..<115, start: seconds(19, 25), soundStart: seconds(4, 5), speed: ratio(-1)),
      ])
  }

  @Test func freezeShowsOneMoment() throws {
    let outcome = try resolved(
      video("- {clip: a.mov, freeze: 2s, duration: 1s}\n- {clip: a.mov, freeze: end, duration: 1s}"))
    #expect(outcome.firstItems[0].plays == [Play(frames: 0..<25, start: seconds(2), speed: .zero)])
    #expect(outcome.firstItems[1].plays[0].start == seconds(3_999_999, 1_000_000))
    #expect(outcome.firstItems.allSatisfy { $0.sound == nil })
  }

  @Test func extendedPastTheEnd() throws {
    let outcome = try resolved(
      video(
        """
        - {clip: mute.mov, in: 1s, duration: 3s, extend: freeze}
        - {clip: mute.mov, in: 1s, duration: 60f, extend: loop}
        - {clip: mute.mov, duration: 3s, extend: black}
        - {clip: mute.mov, duration: 3s, extend: black, reverse: true}
        """))
    let items = outcome.firstItems
    #expect(
      items[0].plays == [
        Play(frames: 0..<25, start: seconds(1)),
        Play(frames: 25..<75, start: seconds(1_999_999, 1_000_000), speed: .zero),
      ])
    #expect(items[1].plays.map(\.frames) == [75..<100, 100..<125, 125..<135])
    #expect(items[1].plays.allSatisfy { $0.start == seconds(1) })
    #expect(items[2].frames == 135..<185)
    #expect(items[3].frames == 235..<285)
    #expect(outcome.frameCount == 285)
  }

  @Test func aHairPastTheEndIsNoMistake() throws {
    // Half a frame at 25 fps is 20 ms.
    let outcome = try resolved(video("- {clip: mute.mov, out: 50f}\n- {clip: mute.mov, out: 2.0s}"))
    #expect(outcome.firstItems.map(\.frames) == [0..<50, 50..<100])
    let hair = try TestProject(video("- {clip: mute.mov, out: 2.02s}")).run()
    #expect(hair.timeline?.root.frameCount == 51)
    #expect(hair.firstItems.first?.plays.map(\.frames) == [0..<50, 50..<51])
    #expect(hair.firstItems.first?.plays.last?.speed == .zero)
  }

  @Test func soundFields() throws {
    let outcome = try resolved(
      video(
        """
        - {clip: a.mov, audio: {gain: -6.5dB, fade_in: 1s, fade_out: 50%, pitch: follow, mute: true}}
        - {clip: a.mov, audio: off}
        """, more: "  - {kind: audio, items: [{clip: bed.wav, gain: +3 dB, fade_in: 1ms}]}"))
    #expect(
      outcome.firstItems[0].sound
        == SoundFields(
          mix: Mix(gain: Curve(Gain(decibels: -6.5)), isMuted: true), fadeIn: seconds(1), fadeOut: seconds(2),
          pitch: .follow))
    #expect(outcome.firstItems[1].sound == nil)
    #expect(
      outcome.timeline?.root.tracks[1].items[0].sound
        == SoundFields(mix: Mix(gain: Curve(Gain(decibels: 3))), fadeIn: seconds(1, 1000)))
  }

  @Test func pictureFields() throws {
    let outcome = try resolved(
      video("- {clip: a.mov, deinterlace: bob, orientation: 90}\n- {clip: a.mov, orientation: ignore, fit: none}"))
    #expect(outcome.firstItems[0].picture == PictureFields(deinterlace: .bob, orientation: 6))
    #expect(outcome.firstItems[1].picture == PictureFields(fit: .none, orientation: 1))
  }

  @Test func streamsAreChosen() throws {
    var info = MediaInfo.video(frames: 100, sound: seconds(4))
    info.audio.append(.stereo(seconds(4)))
    let project = try TestProject(
      video(
        "- {clip: two.mov, stream: {audio: 1}}\n- {clip: two.mov, audio: {stream: 1}}",
        more: "  - {kind: audio, items: [{clip: two.mov, stream: {audio: 1}}]}"))
    let outcome = project.run(["two.mov": info])
    let streams = outcome.timeline?.root.tracks.flatMap(\.items).map { item -> [Int?] in
      guard case .clip(_, let video, let audio) = item.content else { return [] }
      return [video, audio]
    }
    #expect(streams == [[0, 1], [0, 1], [nil, 1]])
  }

  @Test func itemMistakes() throws {
    try expectFindings(video("- {clip: a.mov, in: 20f, out: ▸20f}"), "item.empty")
    try expectFindings(video("- {clip: a.mov, in: 20f, out: ▸10f}"), "item.empty")
    try expectFindings(video("- {clip: photo.png, duration: ▸0}"), "item.empty")
    try expectFindings(video("- {▸clip: photo.png, duration: 10ms}"), "item.empty")
    try expectFindings(video("- {▸clip: a.mov, speed: 100, duration: 1ms, repeat: 1000}"), "item.empty")
    try expectFindings(
      video("- {▸clip: photo.png}\n- {▸solid: red}\n- {▸clip: a.mov, freeze: 1s}"),
      "item.no-duration", "item.no-duration", "item.no-duration")
    try expectFindings(video("- {clip: photo.png, duration: 1s, repeat: ▸0}"), "value.number")
    try expectFindings(
      video(
        "- {clip: a.mov, speed: ▸0}\n- {clip: a.mov, speed: ▸-1}\n- {clip: a.mov, speed: ▸1e9}\n- {clip: a.mov, speed: ▸.nan}\n- {clip: a.mov, speed: ▸101}"
      ),
      "value.speed", "value.speed", "value.speed", "value.speed", "value.speed")
  }
}
