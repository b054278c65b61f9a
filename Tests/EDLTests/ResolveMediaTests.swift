import Foundation
import MediaTime
import Testing

@testable import EDL

/// What clips read: files, stills, sequences, and their lengths.
@Suite struct ResolveMediaTests {
  @Test func beyondTheMedia() throws {
    try expectFindings(video("- {clip: mute.mov, in: 40f, out: ▸60f}"), "clip.beyond-media")
    try expectFindings(video("- {clip: mute.mov, in: ▸50f, out: 55f}"), "clip.beyond-media")
    try expectFindings(video("- {clip: mute.mov, in: ▸1000f}"), "clip.beyond-media")
    try expectFindings(video("- {clip: mute.mov, in: ▸-1f}"), "clip.beyond-media")
    try expectFindings(video("- {clip: mute.mov, duration: ▸2s, speed: 2}"), "clip.beyond-media")
    try expectFindings(video("- {clip: mute.mov, freeze: ▸3s, duration: 1s}"), "clip.beyond-media")
    let message = try TestProject(video("- {clip: mute.mov, in: 40f, out: 60f}")).run().findings.first?.message ?? ""
    #expect(message.contains("\"mute.mov\" has 50 frames (2s)"))
    #expect(message.contains("frame 40 (1.6s) to frame 60 (2.4s)"))
  }

  @Test func failuresOfProbing() throws {
    let text = video("- {clip: ▸gone.mov}\n- {clip: gone.mov, in: 1s}")
    try expectFindings(text, "media.not-found")
    let outcome = try TestProject(video("- {clip: a.mvo}"), files: ["a.mov": ""]).run()
    #expect(outcome.findings.first?.fixIts.map(\.replacement) == ["a.mov"])
    #expect(outcome.findings.first?.blame == .media)
    try expectFindings(video("- {clip: x}", more: "media: {x: ▸gone.mov, y: other.mov}"), "media.not-found")
  }

  @Test func namesAreFound() throws {
    let outcome = try resolved(
      video("- {clip: talk}\n- {clip: talk, in: 1s}\n- {clip: a.mov}", more: "media: {talk: {path: a.mov}}"))
    #expect(outcome.timeline?.media.map(\.name) == ["talk", "a.mov"])
    #expect(outcome.project?.mediaRequests.count == 1)
    let misspelt = try TestProject(video("- {clip: tlak}", more: "media: {talk: a.mov}")).run()
    #expect(misspelt.findings.map(\.code) == ["clip.unknown"])
    #expect(misspelt.findings[0].fixIts.map(\.replacement) == ["talk"])
    try expectFindings(video("- {clip: ▸nothing}"), "clip.unknown")
  }

  @Test func tracksWantWhatTheyPlay() throws {
    try expectFindings(
      video("- {▸clip: bed.wav}", more: "  - {kind: audio, items: [{▸clip: mute.mov}, {▸clip: photo.png}]}"),
      "clip.no-picture", "clip.no-sound", "clip.no-sound")
    try expectFindings(
      video("- {clip: a.mov, stream: {video: ▸1}}\n- {clip: a.mov, stream: {audio: ▸1}}"), "clip.no-stream",
      "clip.no-stream")
    try expectFindings(video("- {clip: mute.mov, audio: {gain: ▸-3dB}}"), "clip.no-sound")
    try expectFindings(
      video("- {clip: a.mov, audio: {fade_in: ▸5s}}\n- {clip: a.mov, audio: {fade_out: ▸-1s}}"), "fade.too-long",
      "fade.too-long")
  }

  @Test func numberedStills() throws {
    let files = Dictionary(uniqueKeysWithValues: (1...7).map { ("img/f000\($0).png", "") })
    let outcome = try resolved(
      video(
        "- {clip: scan}\n- {clip: part}",
        more: "media: {scan: {path: img/f%04d.png, fps: 5}, part: {path: img/f%04d.png, first: 3, last: 6}}"),
      files: files)
    // 7 stills at 5 a second are 35 frames; without a rate one a frame.
    #expect(outcome.firstItems.map(\.frames) == [0..<35, 35..<39])
    let info = try #require(outcome.timeline?.media.map(\.info))
    #expect(info.map(\.kind) == [.video, .video])
    #expect(info[0].video[0].frameRate == ratio(5) && info[0].video[0].duration == seconds(7, 5))
    guard case .stills(let frames, let end) = outcome.timeline?.media[1].source else {
      Issue.record("no stills")
      return
    }
    #expect(frames.map(\.time) == [0, 1, 2, 3].map { seconds($0, 25) } && end == seconds(4, 25))
    #expect(frames[0].path.hasSuffix("img/f0003.png"))
    #expect(outcome.project?.mediaRequests.map { $0.path.suffix(9) } == ["f0001.png", "f0003.png"])
  }

  @Test func missingNumbersAreNamed() throws {
    let numbers = [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 15]
    let files = Dictionary(uniqueKeysWithValues: numbers.map { ("f\($0 < 10 ? "000" : "00")\($0).png", "") })
    let text = video("- {clip: scan}", more: "media: {scan: {path: ▸f%04d.png, fps: 25}}")
    try expectFindings(text, "media.missing-stills", files: files)
    let message = try TestProject(text, files: files).run().findings.first?.message ?? ""
    #expect(message.contains("numbers 6, 13, 14:"))
    let open = try TestProject(text.replacing("png, fps: 25", with: "png, first: 0, last: 20"), files: files).run()
    #expect(open.findings.first?.message.contains("0, 6, 13, 14, 16-20:") == true)
    _ = try resolved(
      text.replacing("png, fps: 25", with: "png, first: 7, last: 12").replacing("▸", with: ""), files: files)
    try expectFindings(
      video("- {clip: ▸g%04d.png}\n- {clip: ▸g*.png}"), "media.no-stills", "media.no-stills", files: files)
  }

  @Test func globsAndFoldersAreInNaturalOrder() throws {
    let files = ["s/f1.png": "", "s/f10.png": "", "s/f2.png": "", "s/notes.txt": "", "s/.hidden.png": ""]
    let outcome = try resolved(
      video("- {clip: s/f*.png}\n- {clip: s}\n- {clip: named}", more: "media: {named: {path: s/, fps: 25}}"),
      files: files)
    #expect(outcome.firstItems.map(\.frames) == [0..<3, 3..<6, 6..<9])
    for media in outcome.timeline?.media ?? [] {
      guard case .stills(let frames, _) = media.source else { continue }
      #expect(frames.map { $0.path.split(separator: "/").last } == ["f1.png", "f2.png", "f10.png"])
    }
  }

  @Test func aNameThatExistsIsThatFile() throws {
    let names = ["shot%03d.png", "50% [off]*.png", "a%%b.png", "a:b.png"]
    var files = Dictionary(uniqueKeysWithValues: names.map { ($0, "") })
    files["shot001.png"] = ""
    files["50% off1.png"] = ""
    let items = names.map { "- {clip: \"\($0)\", duration: 5f}" }.joined(separator: "\n")
    let infos = Dictionary(uniqueKeysWithValues: names.map { ($0, MediaInfo.still) })
    let outcome = try TestProject(video(items), files: files).run(infos)
    #expect(outcome.findings.isEmpty, "\(outcome.summary)")
    #expect(outcome.frameCount == 20)
    for (media, name) in zip(outcome.timeline?.media ?? [], names) {
      guard case .file(let path) = media.source else {
        Issue.record("\(name) is no file")
        continue
      }
      #expect(path.hasSuffix("/" + name))
    }
  }

  @Test func timesOfStills() throws {
    var files = ["c/f1.png": "", "c/f2.png": "", "c/f3.png": ""]
    files["c/times.csv"] = "time\n10.5\n10.75\n11.75\n"
    files["c/named.csv"] = "file,time\nf3.png,0\n\"f1.png\", 500ms\nend,1.25\n"
    let outcome = try resolved(
      video(
        "- {clip: one}\n- {clip: two}\n- {clip: three}",
        more: """
          media:
            one: {path: c, times: c/times.csv}
            two: {path: c, times: c/named.csv}
            three: {path: "c/f?.png", times: [0s, 1s, 2s, 4s]}
          """), files: files)
    let times = outcome.timeline?.media.map { media -> [Time] in
      guard case .stills(let frames, let end) = media.source else { return [] }
      return frames.map(\.time) + [end]
    }
    #expect(
      times == [
        [.zero, seconds(1, 4), seconds(5, 4), seconds(9, 4)], [.zero, seconds(1, 2), seconds(5, 4)],
        [.zero, seconds(1), seconds(2), seconds(4)],
      ])
    #expect(outcome.timeline?.media[0].info.video[0].isVariableRate == true)
    #expect(outcome.timeline?.media[0].info.video[0].frameRate == ratio(4, 3))
    guard case .stills(let frames, _) = outcome.timeline?.media[1].source else { return }
    #expect(frames.map { $0.path.suffix(6) } == ["f3.png", "f1.png"])
  }

  @Test func mistakesInTimes() throws {
    let files = [
      "c/f1.png": "", "c/f2.png": "", "bad.csv": "f1.png,0\nf2.png,x1\n", "gone.csv": "f1.png,0\nf9.png,1\n",
      "wide.csv": "a,b,c\n",
    ]
    func text(_ times: String) -> String { video("- {clip: one}", more: "media: {one: {path: c, times: \(times)}}") }
    try expectFindings(text("▸[0s, 1s, 2s, 3s]"), "media.times-count", files: files)
    try expectFindings(text("[0s, ▸0s]"), "media.times-order", files: files)
    try expectFindings(text("[▸0, ▸1]").replacing("▸0", with: "0"), "time.bare-number", files: files)
    try expectFindings(text("▸none.csv"), "media.times-file", files: files)
    for (name, code, line) in [
      ("bad.csv", "time.syntax", 2), ("gone.csv", "media.missing-stills", 2), ("wide.csv", "media.times-file", 1),
    ] {
      let outcome = try TestProject(text(name), files: files).run(["f1.png": .still])
      #expect(outcome.findings.map(\.code) == [code], "\(outcome.summary)")
      #expect(outcome.findings.first?.range?.file == 1 && outcome.findings.first?.range?.start.line == line)
      #expect(outcome.project?.sources.files[1].path.hasSuffix(name) == true)
    }
    try expectFindings(
      video("- {clip: one}", more: "media: {one: {path: c, fps: ▸5, times: [0s, 1s]}}"), "media.times-and-fps",
      files: files)
    try expectFindings(video("- {clip: one}", more: "media: {one: {path: a.mov, fps: ▸5}}"), "media.not-a-sequence")
    try expectFindings(
      video("- {clip: one}", more: "media: {one: {path: c, first: ▸5}}"), "media.not-a-sequence", files: files)
    try expectFindings(
      video("- {clip: one}", more: "media: {one: {path: c/f%d.png, first: ▸5, last: 2}}"), "media.empty-range",
      files: files)
  }

  @Test func onlyPlainLocalFiles() throws {
    try expectFindings(
      video(
        "- {clip: \"▸https://x.org/a.mp4\"}\n- {clip: \"▸concat:a.mp4|b.mp4\"}\n- {clip: ▸/dev/zero}\n- {clip: \"▸subfile,,start,0:a.mp4\"}"
          .replacing("\"▸", with: "▸\"")),
      "path.not-local", "path.not-local", "path.not-a-file", "path.not-local")
    let outside = try TestProject(video("- {clip: ▸/etc/hostname, duration: 1s}"), files: [:])
    let outcome = outside.run(options: .init(root: outside.folder.path))
    #expect(outcome.findings.map(\.code) == ["path.outside-root"], "\(outcome.summary)")
  }

  @Test func nestedSequences() throws {
    let outcome = try resolved(
      video(
        """
        - {group: [{clip: a.mov, duration: 1s}, {clip: photo.png, duration: 1s}], repeat: 3, id: g}
        - {clip: part, in: 1s, reverse: true}
        - {stack: [{kind: video, items: [{clip: mute.mov}]}, {kind: audio, items: [{clip: bed.wav}]}], speed: 2}
        """,
        more: """
          sequences:
            part: {tracks: [{kind: video, items: [{clip: inner}, {gap: 1s}]}]}
            inner: [{clip: mute.mov}]
            unused: [{clip: not-looked-at.mov}]
          """))
    let items = outcome.firstItems
    #expect(items.map(\.frames) == [0..<150, 150..<200, 200..<255])
    #expect(items[0].plays.map(\.frames) == [0..<50, 50..<100, 100..<150])
    guard case .sequence(let group) = items[0].content else {
      Issue.record("no sequence")
      return
    }
    #expect(group.frameCount == 50 && group.tracks[0].items.map(\.frames) == [0..<25, 25..<50])
    #expect(items[0].sound != nil)
    // Nothing sounds in the named sequence.
    #expect(
      items[1].plays == [Play(frames: 150..<200, start: seconds(74, 25), soundStart: seconds(3), speed: ratio(-1))])
    #expect(items[2].plays == [Play(frames: 200..<255, start: .zero, speed: ratio(2))])
  }

  @Test func anOddGroupHasAFrameForEveryPlay() throws {
    // 25.025 frames: in places the group is 26 frames long, and the 26th must be there.
    let outcome = try resolved(video("- {group: [{clip: ntsc.mov}], repeat: 100}"))
    #expect(outcome.frameCount == 2503)
    guard case .sequence(let group) = outcome.firstItems.first?.content else {
      Issue.record("no sequence")
      return
    }
    #expect(group.frameCount == 26 && group.tracks[0].items[0].frames == 0..<26)
    #expect(outcome.firstItems[0].plays.allSatisfy { $0.frames.count <= 26 })
  }

  @Test func recursionIsReported() throws {
    try expectFindings(
      video("- {clip: a}", more: "sequences: {a: [{clip: b}], b: [{clip: ▸a}]}"), "sequence.recursion")
    try expectFindings(
      video("- {group: ▸[]}").replacing("▸", with: "").replacing("{group", with: "{▸group"), "sequence.empty")
    let doubled = (0..<30).map { "s\($0): [{clip: s\($0 + 1)}, {clip: s\($0 + 1)}]" }
    let bomb = try TestProject(
      video("- {clip: s0}", more: "sequences: {\(doubled.joined(separator: ", ")), s30: [{clip: a.mov}]}")
    ).run()
    #expect(bomb.findings.map(\.code) == ["sequence.too-large"], "\(bomb.summary)")
    let deep = (0..<60).map { "s\($0): [{clip: s\($0 + 1)}]" }
    let tower = try TestProject(
      video("- {clip: s0}", more: "sequences: {\(deep.joined(separator: ", ")), s60: [{clip: a.mov}]}")
    ).run()
    #expect(tower.findings.map(\.code) == ["sequence.too-deep"], "\(tower.summary)")
    try expectFindings(video("- {clip: a}", more: "sequences: {a: {▸x-n: 1}}"), "sequence.content")
    try expectFindings(
      video("- {clip: a}", more: "media: {a: a.mov}\nsequences: {▸a: [{clip: a.mov}]}"), "sequence.name-clash")
  }

  @Test func deepNestingNeedsNoStack() throws {
    // As deep as YAML allows, on the small stack of a test's thread.
    var item = "{clip: a.mov, duration: 1f}"
    for _ in 0..<45 { item = "{group: [\(item)]}" }
    #expect(try resolved(video("- " + item)).frameCount == 1)
    let chain = (0..<5000).map { "s\($0): [{clip: s\($0 + 1)}]" }
    let tower = try TestProject(
      video("- {clip: s0}", more: "sequences: {\(chain.joined(separator: ", ")), s5000: [{clip: a.mov}]}"))
    #expect(tower.run().findings.map(\.code) == ["sequence.too-deep"])
  }

  @Test func groupsMayBeExtended() throws {
    let outcome = try resolved(
      video(
        "- {group: [{clip: mute.mov}], duration: 3s, extend: freeze}\n- {group: [{clip: mute.mov}], duration: 3s, extend: loop}"
      ))
    #expect(outcome.firstItems[0].plays.last == Play(frames: 50..<75, start: seconds(49, 25), speed: .zero))
    #expect(outcome.firstItems[1].plays.map(\.frames) == [75..<125, 125..<150])
  }
}
