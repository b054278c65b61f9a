internal import Foundation

/// Numbers that look random and are the same in every run.
struct Dice {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return range.lowerBound + Int((mixed ^ (mixed >> 31)) % UInt64(range.count))
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(0...elements.count - 1)] }
}

/// A timeline with items of all kinds that is edited at random, like a project under version control.
struct RandomFilm {
  /// An item, and whether a transition may stand beside it.
  private struct Entry {
    var text: String
    var isSolidGround: Bool
    var transition: String?
  }

  private var ground: [Entry] = []
  private var above: [String] = []
  private var sound: [String] = []
  private var crf = 30
  private var dice: Dice

  init(seed: Int) {
    dice = Dice(seed)
    for _ in 0..<dice.roll(4...7) { ground.append(groundItem()) }
    for _ in 0..<2 { above.append(aboveItem()) }
    sound = ["{clip: a.mp4, in: \(dice.roll(0...50))f, duration: \(dice.roll(40...120))f, gain: -6dB, fade_out: 10f}"]
  }

  var text: String {
    var lines = [
      "edlrender: 1", "canvas: {size: 128x72, fps: 25}", "media: {seq: {path: \"seq*.png\", fps: 5}}", "tracks:",
      "  - kind: video", "    items:",
    ]
    for (index, entry) in ground.enumerated() {
      if index > 0, entry.isSolidGround, ground[index - 1].isSolidGround, let transition = entry.transition {
        lines.append("      - {transition: \(transition), duration: 6f, handles: freeze}")
      }
      lines.append("      - \(entry.text)")
    }
    lines += ["  - kind: video", "    items:"] + above.map { "      - \($0)" }
    lines += ["  - kind: audio", "    items:"] + sound.map { "      - \($0)" }
    lines.append(
      "outputs: [{path: film.mkv, video: {codec: h264, preset: ultrafast, crf: \(crf)}, audio: [{codec: pcm_s16le}]}]")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Puts the files that every film reads into a folder, in their first state.
  static func files(in folder: Folder) throws {
    let made = try media.get()
    for name in try made.names { try FileManager.default.copyItem(atPath: made(name), toPath: folder(name)) }
    try RandomFilm.write(lut: 0, in: folder)
    try RandomFilm.write(subtitles: "first", in: folder)
  }

  /// Made once.
  private static let media = Result { () throws -> Folder in
    let folder = try Folder()
    let picture = [
      "-c:v", "libx264", "-preset", "ultrafast", "-g", "30", "-bf", "2", "-crf", "24", "-pix_fmt", "yuv420p",
    ]
    for (name, source, tone) in [("a", "testsrc2", 300), ("b", "mandelbrot", 500)] {
      try Tool.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "\(source)=s=128x72:r=25", "-f", "lavfi", "-i", "sine=f=\(tone):r=48000"]
          + ["-t", "10"] + picture + ["-c:a", "aac", folder("\(name).mp4")])
    }
    try Tool.run(
      "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=96x96", "-frames:v", "1", folder("still.png")])
    try Tool.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "gradients=s=64x36:seed=1:r=5", "-frames:v", "6", folder("seq%d.png")])
    return folder
  }

  private static func write(lut shift: Int, in folder: Folder) throws {
    let values = (0..<8).map { corner in
      (0..<3).map { corner >> $0 & 1 == 1 ? "\(1 - Double(shift) * 0.03)" : "0.0" }.joined(separator: " ")
    }
    try folder.write("grade.cube", "LUT_3D_SIZE 2\n" + values.joined(separator: "\n") + "\n")
  }

  private static func write(subtitles word: String, in folder: Folder) throws {
    try folder.write("talk.srt", "1\n00:00:00,200 --> 00:00:02,000\nThe \(word) line\n")
  }

  /// Changes something, in the project or in a file that it reads; says what.
  mutating func edit(in folder: Folder) throws -> String {
    switch dice.roll(0...13) {
    case 0, 1:
      let place = dice.roll(0...ground.count)
      ground.insert(groundItem(), at: place)
      return "an item at \(place)"
    case 2 where ground.count > 2:
      let place = dice.roll(0...ground.count - 1)
      ground.remove(at: place)
      return "item \(place) taken out"
    case 3:
      let place = dice.roll(0...ground.count - 1)
      let item = ground.remove(at: place)
      ground.insert(item, at: dice.roll(0...ground.count))
      return "item \(place) moved"
    case 4, 5:
      let place = dice.roll(0...ground.count - 1)
      ground[place] = groundItem()
      return "another item \(place)"
    case 6, 7:
      let place = dice.roll(0...above.count - 1)
      above[place] = aboveItem()
      return "another item \(place) above"
    case 8:
      above.insert(aboveItem(), at: 0)
      if above.count > 4 { above.removeLast() }
      return "an item above"
    case 9:
      try Self.write(lut: dice.roll(0...9), in: folder)
      return "another grade"
    case 10:
      try Self.write(subtitles: dice.pick(["first", "second", "third"]), in: folder)
      return "other subtitles"
    case 11:
      let name = dice.pick(["still.png", "seq3.png"])
      let colour = "color=c=0x\(dice.roll(100000...999999)):s=96x96"
      try Tool.run("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", colour, "-frames:v", "1", folder(name)])
      return "another \(name)"
    case 12:
      sound = ["{clip: b.mp4, in: \(dice.roll(0...50))f, duration: \(dice.roll(40...120))f, gain: -9dB}"]
      return "other sound"
    default:
      // The same bytes under another age and another inode.
      try Tool.run("sh", ["-c", "cp a.mp4 new.mp4 && mv new.mp4 a.mp4"], in: folder.path)
      return "a.mp4 copied"
    }
  }

  private mutating func groundItem() -> Entry {
    let (text, isSolidGround) = makeGround()
    let kinds = [
      "dissolve", "wipeleft", "fade-through: white", "circleopen", "wipe: {luma: seq2.png, softness: 10%}",
    ]
    let kind = dice.pick(kinds + kinds + [""])
    return Entry(
      text: text, isSolidGround: isSolidGround, transition: kind.isEmpty ? nil : kind.contains(":") ? "{\(kind)}" : kind
    )
  }

  private mutating func makeGround() -> (String, Bool) {
    let (start, count) = (dice.roll(0...150), dice.roll(9...70))
    let clip = "clip: \(dice.pick(["a.mp4", "b.mp4"])), in: \(start)f"
    switch dice.roll(0...15) {
    case 0, 1: return ("{\(clip), duration: \(count)f}", true)
    case 2: return ("{\(clip), duration: \(count)f, speed: 3/2}", true)
    case 3: return ("{\(clip), duration: \(count)f, reverse: true, audio: off}", true)
    case 4: return ("{clip: a.mp4, freeze: \(start)f, duration: \(count)f}", true)
    case 5: return ("{\(clip), duration: 13f, repeat: 4}", false)
    case 6: return ("{\(clip), duration: 20f, loop: \(count + 20)f}", false)
    case 7: return ("{clip: still.png, duration: \(count)f, fit: cover, scale: {0s: 1, end: 1.3}}", true)
    case 8: return ("{gap: \(count)f}", false)
    case 9: return ("{group: [{\(clip), duration: 20f}, {clip: b.mp4, duration: 11f}], repeat: 2}", false)
    case 10:
      return (
        "{stack: [{kind: video, items: [{\(clip), duration: 40f}]}, {kind: video, items: [{shape: ellipse, size: 40x40, "
          + "fill: gold, duration: 40f}]}], opacity: 70%}", false
      )
    case 11: return ("{\(clip), duration: \(count)f, effects: [{lut3d: grade.cube}, {eq: {contrast: 1.2}}]}", true)
    case 12: return ("{\(clip), duration: \(count)f, effects: [{tmix: {frames: 3}}, hflip]}", true)
    case 13: return ("{source: \"cellauto=rule=30:seed=\(start):s=128x72\", duration: \(count)f}", false)
    case 14: return ("{clip: seq, duration: \(min(count, 30))f, backdrop: blur}", false)
    default: return ("{gradient: {angle: \(start), stops: [navy, gold]}, duration: \(count)f}", false)
    }
  }

  private mutating func aboveItem() -> String {
    let (start, count) = (dice.roll(0...150), dice.roll(9...70))
    switch dice.roll(0...9) {
    case 0: return "{text: \"Take \(start)\", duration: \(count)f, font: {size: 20}, position: [50%, 70%], fade_in: 5f}"
    case 1:
      return
        "{shape: polygon, sides: \(start % 5 + 3), size: 50x50, fill: teal, duration: \(count)f, rotation: {0s: 0, 1s: 90}}"
    case 2: return "{solid: \"#14213d\", size: 60x20, duration: \(count)f, opacity: {0s: 0, 10f: 1}}"
    case 3: return "{adjust: {effects: [{hue: {s: 0}}]}, duration: \(count)f}"
    case 4: return "{subtitles: talk.srt, duration: \(count)f}"
    case 5:
      return
        "{clip: b.mp4, in: \(start)f, duration: \(count)f, size: [50%, 50%], position: {0s: [30%, 30%], 1s: [70%, 60%]}, audio: off}"
    case 6:
      return "{clip: a.mp4, in: \(start)f, duration: \(count)f, blend: multiply, audio: off, color_tags: {range: pc}}"
    case 7:
      return
        "{clip: a.mp4, in: \(start)f, duration: \(count)f, key: red, mask: {media: still.png, channel: luma}, audio: {gain: -9dB}}"
    case 8: return "{gap: \(count)f}"
    default: return "{adjust: {effects: [{tblend: {all_mode: average}}]}, duration: \(count)f, opacity: 50%}"
    }
  }
}
