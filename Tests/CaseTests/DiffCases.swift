internal import Foundation
internal import Testing

/// `edlrender diff` against full renders: what it lists is what decoded frames and samples differ in.
@Suite("DIFF", .needsCommand)
struct DiffCases {
  /// Two films in which no frame is like another, and whose sound is noise.
  static let films = [("one", 7), ("two", 11)].map { name, seed in
    Input(
      "diff_\(name).mkv",
      from: [
        "testsrc2=s=64x36:r=25:d=4,hue=h=\(seed * 20),noise=alls=30:allf=t:all_seed=\(seed)",
        "anoisesrc=r=48000:d=4:a=0.4:seed=\(seed)",
      ], ["-c:v", "ffv1", "-pix_fmt", "yuv420p"] + FFmpeg.pcm)
  }

  /// An item of a random timeline; frames count at 25 a second.
  private struct Clip {
    var film = 0
    var start = 0
    var count = 10
    var look = 0

    /// Ways to show a clip; each leaves every frame unlike its neighbours.
    static let looks = [
      "", ", opacity: 0.5", ", speed: 2, audio: {pitch: follow}", ", reverse: true", ", opacity: {0s: 0.3, end: 0.9}",
      ", audio: {gain: -6dB}",
      ", effects: [negate]", ", scale: 0.5", ", fade_in: 4f",
    ]

    var text: String {
      switch film {
      case 0, 1: "{clip: diff_\(film == 0 ? "one" : "two").mkv, in: \(start)f, duration: \(count)f\(Self.looks[look])}"
      case 2: "{solid: \(["red", "lime", "blue"][start % 3]), duration: \(count)f}"
      case 3: "{text: \"\(["A", "M", "8"][start % 3])\", font: {size: 30}, duration: \(count)f}"
      default: "{gap: \(count)f}"
      }
    }

    init(_ random: inout Dice) {
      film = random.below(10) < 7 ? random.below(2) : 2 + random.below(3)
      start = random.below(40)
      count = 6 + random.below(14)
      look = random.below(Self.looks.count)
    }
  }

  /// Two timelines, the second an edit of the first.
  private static func pair(_ seed: Int) -> (Film, Film) {
    var random = Dice(state: UInt64(seed))
    var clips = (0..<4 + random.below(4)).map { _ in Clip(&random) }
    var over = [Self.cover(&random)]
    let film = film(clips, over)
    for _ in 0..<1 + random.below(3) {
      let index = random.below(clips.count)
      switch random.below(8) {
      case 0: clips[index].start += 3
      case 1: clips[index].count += 2
      case 2: clips[index].count -= 2
      case 3: clips.remove(at: index)
      case 4: clips.insert(Clip(&random), at: index)
      case 5: clips.swapAt(index, random.below(clips.count))
      case 6: clips[index].look = random.below(Clip.looks.count)
      default: over[0] = Self.cover(&random)
      }
      if clips.count < 2 { clips.append(Clip(&random)) }
    }
    return (film, self.film(clips, over, to: "new.mkv"))
  }

  /// A clip of the upper track. Effects may let through what is below, so the plan keeps that, seen or not.
  private static func cover(_ random: inout Dice) -> Clip {
    var clip = Clip(&random)
    if Clip.looks[clip.look].contains("effects") { clip.look = 0 }
    return clip
  }

  private static func film(_ clips: [Clip], _ over: [Clip], to path: String = "old.mkv") -> Film {
    var items = clips.map(\.text)
    // A transition where both sides have handles.
    if items.count > 3, clips[1].film < 2, clips[2].film < 2, clips[1].look == 0, clips[2].look == 0, clips[2].start > 4
    {
      items.insert("{transition: dissolve, duration: 4f}", at: 2)
    }
    return Film(
      canvas: "{size: 64x36, fps: 25}", items: over.map(\.text), below: items,
      output: Film.lossless.replacing("out.mkv", with: path))
  }

  @Test("its ranges are those of decoded frames and samples", arguments: 1...12)
  func ranges(seed: Int) throws {
    let (old, new) = Self.pair(seed)
    let folder = try Folder()
    for film in Self.films { try folder.bring(film) }
    let before = try folder.render(old, project: "old.yaml")
    let after = try folder.render(new, project: "new.yaml")
    let run = try folder.edlrender(["diff", "old.yaml", "new.yaml", "--json"])
    #expect(run.status == 0 || run.status == 1, "\(run.errors)")
    let told = try Told(run.output)
    let frames = try (Self.frames(before), Self.frames(after))
    let story: Comment = "\(old.text)\n\(new.text)\n\(run.output)"
    let expected = (0..<max(frames.0.count, frames.1.count)).filter { index in
      index >= frames.0.count || index >= frames.1.count || frames.0[index] != frames.1[index]
    }
    #expect(told.frames.flatMap(Array.init) == expected, story)
    // A frame that is told to have moved is the very one.
    for (was, now) in told.moves { #expect(Array(frames.0[was]) == Array(frames.1[now]), story) }
    try Self.compareSound(before, after, told.samples, story)
  }

  static func compareSound(_ before: String, _ after: String, _ ranges: [Range<Int>], _ story: Comment) throws {
    let (old, new) = (try Self.samples(before), try Self.samples(after))
    let count = max(old.count, new.count)
    let differ = (0..<count).map { $0 >= old.count || $0 >= new.count || old[$0] != new[$0] }
    var isTold = [Bool](repeating: false, count: count)
    for range in ranges { for sample in range.clamped(to: 0..<count) { isTold[sample] = true } }
    // Not one sample differs that is told to be equal…
    #expect(!(0..<count).contains { differ[$0] && !isTold[$0] }, story)
    // …and of those told to differ almost all do: noise is equal by chance, most often where it is faded low.
    for range in ranges {
      let share = Double(range.count { differ[$0] }) / Double(range.count)
      #expect(share > (range.count > 200 ? 0.9 : 0), "\(range): \(share)\n\(story)")
    }
  }

  @Test(
    "of two sequences of stills only the frames of other stills differ",
    arguments: [("", [3, 6]), (", speed: 1/2", [6, 7, 12, 13]), (", effects: [negate]", [3, 6])])
  func stills(fields: String, expected: [Int]) throws {
    let folder = try Folder()
    // The second has another fourth still, and one more.
    for (name, greys) in [("old", [10, 20, 30, 40, 50, 60]), ("new", [10, 20, 30, 45, 50, 60, 70])] {
      for (number, grey) in greys.enumerated() {
        let still = Input("diff_grey\(grey).png", from: ["color=0x\(grey)\(grey)\(grey):s=16x16"], ["-frames:v", "1"])
        try folder.bring(still, as: "\(name)/\(number).png")
      }
      let film = Film(
        canvas: "{size: 16x16, fps: 25}", media: ["scan: {path: \"\(name)/%d.png\", fps: 25}"],
        items: ["{clip: scan\(fields)}"])
      try folder.write("\(name).yaml", film.text)
    }
    let run = try folder.edlrender(["diff", "--json", "old.yaml", "new.yaml"])
    #expect(try Told(run.output).frames.flatMap(Array.init) == expected, "\(run.output)\(run.errors)")
  }

  /// The digests of the decoded frames.
  static func frames(_ path: String) throws -> [String] {
    try FFmpeg.run(["-i", path, "-map", "0:v", "-f", "framemd5", "-"]).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { String($0.split(separator: ",").last ?? "") }
  }

  /// The decoded samples, both channels of each in one number.
  static func samples(_ path: String) throws -> [Int32] {
    let raw = path + ".pcm"
    try FFmpeg.run(["-i", path, "-map", "0:a", "-f", "s16le", "-ac", "2", raw])
    return try Data(contentsOf: URL(filePath: raw)).withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
    }
  }
}

/// What `diff --json` says.
struct Told {
  var frames: [Range<Int>]
  var moves: [(Range<Int>, Range<Int>)]
  var samples: [Range<Int>]

  init(_ output: String) throws {
    let line = try #require(output.split(separator: "\n").first { $0.contains("\"event\":\"diff\"") })
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let picture = try #require(object["picture"] as? [String: Any])
    func range(_ value: Any?) throws -> Range<Int> {
      let ends = try #require(value as? [Int])
      return ends[0]..<ends[1]
    }
    frames = try #require(picture["differ"] as? [Any]).map(range)
    moves = try #require(picture["moved"] as? [[String: Any]]).map { (try range($0["old"]), try range($0["new"])) }
    samples = try #require((object["sound"] as? [String: Any])?["differ"] as? [Any]).map(range)
  }
}

/// Numbers that look random and are the same in every run.
private struct Dice {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}
