internal import Foundation
internal import Testing

/// `edlrender diff` field by field: each item of a film is changed in one field alone, some in one
/// round and the others in the next, and what the diff lists is what decoded frames differ in.
@Suite("DIFF-FIELDS", .needsCommand)
struct DiffFieldCases {
  /// An item before and after an edit that shows over a moving picture.
  private struct Change {
    var before: String
    var after: String
    var count = 4
    /// Frames, from the item's first on, in which the edit changes what goes on and not what shows:
    /// they may be told.
    var idle: Set<Int> = []

    /// An item with a field and with another value of it.
    static func field(_ item: String, _ before: String, _ after: String, idle: Set<Int> = []) -> Change {
      Change(
        before: "{\(item), duration: 4f, \(before)}", after: "{\(item), duration: 4f, \(after)}", idle: idle)
    }
  }

  private static let clip = "clip: diff_one.mkv, in: 9f, audio: off"
  private static let still = "clip: still.png"
  private static let shape = "shape: ellipse, size: [40, 20]"
  private static let text = "text: \"AV\", font: {size: 24}"

  private static let changes: [Change] = [
    // The source.
    .field("audio: off, clip: diff_one.mkv", "in: 9f", "in: 12f"),
    .field("audio: off, clip: diff_one.mkv, opacity: {0s: 0.5, 1s: 1}", "in: 9f", "in: 12f"),
    .field("in: 9f, audio: off", "clip: diff_one.mkv", "clip: diff_two.mkv"),
    .field("clip: diff_one.mkv, in: 20f, audio: off", "speed: 1", "speed: 2"),
    .field("clip: diff_one.mkv, in: 20f, audio: off", "speed: {0s: 2, end: 3}", "speed: {0s: 4, end: 5}"),
    .field(clip, "reverse: false", "reverse: true"),
    .field("clip: diff_one.mkv, audio: off", "freeze: 9f", "freeze: 20f"),
    .field("clip: diff_pair.mkv, in: 9f, audio: off", "stream: {video: 0}", "stream: {video: 1}"),
    .field("clip: \"seq%d.png\"", "in: 0f", "in: 4f"),
    .field("size: 20x10", "solid: red", "solid: \"#f00c\""),
    .field("size: 20x10", "gradient: {stops: [navy, gold]}", "gradient: {stops: [navy, red]}"),
    .field("position: [50%, 50%]", "source: \"testsrc=s=64x36:r=25\"", "source: \"testsrc2=s=64x36:r=25\""),
    .field("style: {Fontsize: 90}", "subtitles: first.srt", "subtitles: second.srt"),
    .field("subtitles: first.srt", "style: {Fontsize: 90}", "style: {Fontsize: 60}"),
    // Titles and shapes.
    .field("font: {size: 24}", "text: A", "text: M"),
    .field("text: M", "font: {size: 24}", "font: {size: 30}"),
    .field("text: M", "font: {size: 24}", "font: {size: 24, weight: bold}"),
    .field(text, "color: white", "color: red"),
    .field(text, "outline: {width: 1}", "outline: {width: 3}"),
    .field(text, "shadow: {offset: [2, 2], blur: 0}", "shadow: {offset: [6, 2], blur: 0}"),
    .field(text, "box: {color: navy}", "box: {color: red}"),
    .field(text, "position: {0s: [20, 18], 10f: [40, 18]}", "position: {0s: [25, 18], 10f: [40, 18]}"),
    .field("fill: gold", shape, "shape: rectangle, size: [40, 20]"),
    .field("shape: ellipse, fill: gold", "size: [40, 20]", "size: [30, 20]"),
    .field(shape, "fill: gold", "fill: teal"),
    .field(shape, "stroke: {color: red, width: 2}", "stroke: {color: red, width: 5}"),
    .field("shape: polygon, size: 30x30, fill: gold", "sides: 3", "sides: 5"),
    .field("shape: rectangle, size: 40x20, fill: gold", "radius: 0", "radius: 8"),
    .field("shape: ellipse, fill: gold", "size: {0s: [40, 20], 4f: [20, 20]}", "size: {0s: [44, 20], 4f: [22, 20]}"),
    // How it is brought to its box.
    .field(still, "fit: contain", "fit: fill"),
    .field(still, "orientation: 0", "orientation: 90"),
    .field(clip, "color_tags: {range: tv}", "color_tags: {range: pc}"),
    .field(clip, "color_tags: {space: bt709}", "color_tags: {space: bt601}"),
    .field("clip: fields.mkv", "deinterlace: \"off\"", "deinterlace: bob"),
    .field(still, "backdrop: red", "backdrop: blue"),
    .field(still, "backdrop: red", "backdrop: blur"),
    .field(clip, "crop: {left: 10%}", "crop: {left: 20%}"),
    .field(clip, "crop: {left: {0s: 10%, 1s: 90%}}", "crop: {left: {0s: 20%, 1s: 90%}}"),
    .field(clip, "size: 50%", "size: 60%"),
    // Effects.
    .field(clip, "effects: [negate]", "effects: [hflip]"),
    .field(clip, "effects: [negate, hflip]", "effects: [hflip]"),
    .field(clip, "effects: [{eq: {contrast: 1.2}}]", "effects: [{eq: {contrast: 1.6}}]"),
    .field(clip, "effects: [{hue: {h: {0s: 0, 1s: 90}}}]", "effects: [{hue: {h: {0s: 45, 1s: 90}}}]"),
    .field(clip, "effects: [{lut3d: first.cube}]", "effects: [{lut3d: second.cube}]"),
    .field(clip, "effects: [{graph: \"[in]negate[out]\"}]", "effects: [{graph: \"[in]vflip[out]\"}]"),
    // Before the second frame nothing is mixed.
    .field(clip, "effects: [{tmix: {frames: 2}}]", "effects: [{tmix: {frames: 3}}]", idle: [0]),
    late("effects: [{rotate: {a: n/5}}]"),
    // Where it lies.
    .field(clip, "scale: 0.5", "scale: 0.7"),
    .field(clip, "scale: {0s: 0.5, 1s: 1}", "scale: {0s: 0.6, 1s: 1}"),
    .field(clip, "scale: 0.5, rotation: 10", "scale: 0.5, rotation: 40"),
    .field(clip, "scale: 0.5, position: [20, 18]", "scale: 0.5, position: [20.5, 18]"),
    .field(clip, "scale: 0.5, position: [20, 18]", "scale: 0.5, position: [20, 18], anchor: top-left"),
    .field(clip, "flip: horizontal", "flip: vertical"),
    .field(
      clip, "corners: [[10%, 10%], [90%, 5%], [90%, 95%], [10%, 90%]]",
      "corners: [[10%, 10%], [90%, 25%], [90%, 95%], [10%, 90%]]"),
    // What of it shows.
    .field(clip, "key: {color: lime}", "key: {color: red}"),
    .field(clip, "key: {color: gray, similarity: 20%}", "key: {color: gray, similarity: 40%}"),
    .field(
      clip, "key: {color: gray, similarity: 20%, blend: 0%}", "key: {color: gray, similarity: 20%, blend: 40%}"),
    .field(clip, "key: {color: lime, spill: 0}", "key: {color: lime, spill: 1}"),
    .field(clip, "mask: {media: still.png, channel: luma}", "mask: {media: other.png, channel: luma}"),
    .field(
      clip, "mask: {media: still.png, channel: luma}", "mask: {media: still.png, channel: luma, invert: true}"),
    .field(
      clip, "mask: {media: still.png, channel: luma}", "mask: {media: still.png, channel: luma, feather: 6px}"),
    .field(clip, "mask: {media: diff_two.mkv, channel: luma}", "mask: {media: diff_one.mkv, channel: luma}"),
    .field(clip, "mask: {shape: ellipse, size: [40, 30]}", "mask: {shape: ellipse, size: [30, 30]}"),
    .field(
      clip, "mask: {shape: ellipse, size: [20, 20], position: [30%, 50%]}",
      "mask: {shape: ellipse, size: [20, 20], position: [60%, 50%]}"),
    late("mask: {media: diff_two.mkv, channel: luma}"),
    late("mask: {shape: ellipse, size: [20, 20], position: {0s: [20%, 50%], 1s: [80%, 50%]}}"),
    late("opacity: {0s: 0.3, 1s: 1}"),
    .field(clip, "opacity: 0.5", "opacity: 0.75"),
    .field(clip, "opacity: {0s: 0.5, 1s: 1}", "opacity: {0s: 0.5, 1s: 1, ease: ease-out}"),
    .field(clip, "fade_in: 2f", "fade_in: 4f"),
    .field(clip, "fade_out: 2f", "fade_out: 4f"),
    .field(clip, "blend: multiply", "blend: screen"),
    // Pictures of several.
    Change(
      before: "{stack: [{kind: video, items: [{\(clip), duration: 4f}]}], opacity: 50%}",
      after: "{stack: [{kind: video, items: [{\(clip), duration: 4f, flip: vertical}]}], opacity: 50%}"),
    Change(
      before: "{group: [{\(clip), duration: 4f}], effects: [{tmix: {frames: 2}}]}",
      after: "{group: [{\(clip), duration: 4f, flip: vertical}], effects: [{tmix: {frames: 2}}]}"),
    .field("opacity: 1", "adjust: {effects: [negate]}", "adjust: {effects: [hflip]}"),
    .field("adjust: {effects: [negate]}", "opacity: 0.5", "opacity: 0.75"),
    .field(
      "opacity: 1", "adjust: {effects: [{tmix: {frames: 2}}]}", "adjust: {effects: [{tmix: {frames: 3}}]}", idle: [0]),
    crossing("dissolve", "wipeleft"), crossing("wipeleft", "wiperight"),
    crossing("{fade-through: white}", "{fade-through: red}"),
    crossing("{wipe: {luma: still.png}}", "{wipe: {luma: other.png}}"),
    crossing("{wipe: {luma: still.png, softness: 5%}}", "{wipe: {luma: still.png, softness: 80%}}"),
    Change(before: crossed("dissolve"), after: crossed("dissolve", outgoing: "flip: vertical, "), count: 8),
    Change(before: crossed("dissolve"), after: crossed("dissolve", incoming: "flip: vertical, "), count: 8),
    Change(before: crossed("dissolve"), after: crossed("dissolve", duration: 6), count: 8, idle: [1]),
  ]

  /// A still that begins a frame later: after its first frame nothing differs but how far its fields are.
  private static func late(_ field: String) -> Change {
    Change(
      before: "{group: [{gap: 1f}, {\(still), duration: 4f, \(field)}]}",
      after: "{group: [{\(still), duration: 5f, \(field)}]}", count: 5)
  }

  private static func crossing(_ before: String, _ after: String) -> Change {
    Change(before: crossed(before), after: crossed(after), count: 8)
  }

  /// Two clips and the way from one to the other, treated as one picture.
  private static func crossed(
    _ kind: String, outgoing: String = "", incoming: String = "", duration: Int = 4
  ) -> String {
    "{group: [{\(outgoing)\(clip), duration: 4f}, {transition: \(kind), duration: \(duration)f}, "
      + "{\(incoming)clip: diff_two.mkv, in: 30f, audio: off, duration: 4f}], opacity: 90%}"
  }

  /// Sounds before and after an edit, as items of a track, and as buses.
  private static let noise = "clip: diff_one.mkv, in: 9f, duration: 4f"
  private static let sounds: [Change] = [
    Change(before: "{\(noise)}", after: "{clip: diff_one.mkv, in: 10f, duration: 4f}"),
    Change(before: "{\(noise)}", after: "{clip: diff_two.mkv, in: 9f, duration: 4f}"),
    Change(before: "{\(noise)}", after: "{\(noise), gain: -6dB}"),
    Change(before: "{\(noise), gain: {0s: -6dB, 1s: 0dB}}", after: "{\(noise), gain: {0s: -9dB, 1s: 0dB}}"),
    Change(before: "{\(noise)}", after: "{\(noise), pan: 0.5}"),
    Change(before: "{\(noise), pan: {0s: 0, 1s: 1}}", after: "{\(noise), pan: {0s: -1, 1s: 1}}"),
    Change(before: "{\(noise)}", after: "{\(noise), mute: true}"),
    Change(before: "{\(noise), fade_in: 2f}", after: "{\(noise), fade_in: 4f}"),
    Change(before: "{\(noise), fade_out: 2f}", after: "{\(noise), fade_out: 4f}"),
    Change(before: "{\(noise), fade_out: 4f}", after: "{\(noise), fade_out: 4f, fade_curve: ease-in}"),
    Change(before: "{\(noise)}", after: "{\(noise), channels: [1, {1: -6dB}]}"),
    Change(before: "{\(noise), reverse: false}", after: "{\(noise), reverse: true}"),
    Change(before: "{\(noise), speed: 2, pitch: follow}", after: "{\(noise), speed: 2, pitch: preserve}"),
    Change(before: "{\(noise), speed: 2, pitch: follow}", after: "{\(noise), speed: 3, pitch: follow}"),
    Change(
      before: "{clip: diff_pair.mkv, in: 9f, duration: 4f, stream: {audio: 0}}",
      after: "{clip: diff_pair.mkv, in: 9f, duration: 4f, stream: {audio: 1}}"),
  ]
  private static let buses = [
    "{}", "{main: {gain: -6dB}}", "{main: {pan: 0.5}}", "{main: {mute: true}}", "{main: {channels: mono}}",
    "{side: {gain: -6dB}}", "{side: {to: none}}",
  ]

  private static func media(in folder: Folder) throws {
    for film in DiffCases.films { try folder.bring(film) }
    func make(_ arguments: [String], _ name: String) throws { try FFmpeg.run(arguments + [folder(name)]) }
    let (one, two) = (folder("diff_one.mkv"), folder("diff_two.mkv"))
    try make(
      ["-i", one, "-i", two, "-map", "0:v", "-map", "1:v", "-map", "0:a", "-map", "1:a", "-c", "copy"], "diff_pair.mkv")
    try make(["-f", "lavfi", "-i", "testsrc=s=48x36", "-frames:v", "1"], "still.png")
    try make(["-f", "lavfi", "-i", "mandelbrot=s=48x36", "-frames:v", "1"], "other.png")
    try make(["-f", "lavfi", "-i", "testsrc2=s=64x36:r=1", "-frames:v", "9"], "seq%d.png")
    try make(
      ["-i", one, "-vf", "tinterlace=interleave_top,fieldorder=tff", "-an", "-c:v", "ffv1", "-flags", "+ildct"],
      "fields.mkv")
    for (name, top) in [("first", 1.0), ("second", 0.5)] {
      let values = (0..<8).map { corner in (0..<3).map { corner >> $0 & 1 == 1 ? "\(top)" : "0" }.joined(separator: " ")
      }
      try folder.write("\(name).cube", "LUT_3D_SIZE 2\n" + values.joined(separator: "\n") + "\n")
      try folder.write("\(name).srt", "1\n00:00:00,000 --> 00:00:09,000\n\(name)\n")
    }
  }

  private static func film(_ items: [String], _ sounds: [String], buses: String, to path: String) -> String {
    let frames = items.count * 5 + 40
    return """
      edlrender: 1
      canvas: {size: 64x36, fps: 25}
      tracks:
        - kind: video
          items: [{clip: diff_two.mkv, in: 1s, duration: 40f, repeat: \(frames / 40 + 1), audio: off}]
        - kind: video
          items:
            - \(items.joined(separator: "\n      - "))
        - kind: audio
          bus: side
          items:
            - \(sounds.joined(separator: "\n      - "))
      buses: \(buses == "{}" ? "{side: {}}" : buses.contains("side") ? buses : buses.dropLast() + ", side: {}}")
      outputs: [\(Film.lossless.replacing("out.mkv", with: path))]

      """
  }

  /// In each round the half of all items is changed.
  @Test("a change of one field is told where it is, and nowhere else", arguments: 0...1)
  func fields(round: Int) throws {
    let folder = try Folder()
    try Self.media(in: folder)
    func texts(_ changes: [Change], edited: Bool) -> [String] {
      changes.enumerated().map { index, change in
        edited && index % 2 == round ? change.after : change.before
      }
    }
    let old = Self.film(
      texts(Self.changes, edited: false), texts(Self.sounds, edited: false), buses: "{}", to: "old.mkv")
    let new = Self.film(texts(Self.changes, edited: true), texts(Self.sounds, edited: true), buses: "{}", to: "new.mkv")
    let before = try folder.render(Film(old, output: "old.mkv"), project: "old.yaml")
    let after = try folder.render(Film(new, output: "new.mkv"), project: "new.yaml")
    let told = try Told(try folder.edlrender(["diff", "old.yaml", "new.yaml", "--json"]).output)
    let frames = try (DiffCases.frames(before), DiffCases.frames(after))
    var start = 0
    for (index, change) in Self.changes.enumerated() {
      let place = start..<start + change.count
      let differing = place.filter { frames.0[$0] != frames.1[$0] }
      let listed = told.frames.flatMap { $0.clamped(to: place) }
      let needless = listed.filter { !differing.contains($0) && !change.idle.contains($0 - start) }
      #expect(needless.isEmpty && listed.count { differing.contains($0) } == differing.count, "at \(start): \(change)")
      // Else the item shows nothing, or its change does not.
      #expect(differing.isEmpty == (index % 2 != round), "at \(start): \(change)")
      start += change.count
    }
    try DiffCases.compareSound(before, after, told.samples, "\(new)")
    for index in Self.sounds.indices {
      let samples = index * 4 * 1920..<(index + 1) * 4 * 1920
      #expect(told.samples.contains { $0.overlaps(samples) } == (index % 2 == round), "\(Self.sounds[index])")
    }
  }

  @Test("a change of a bus is told of all that it carries", arguments: 1..<buses.count)
  func treatment(number: Int) throws {
    let folder = try Folder()
    for film in DiffCases.films { try folder.bring(film) }
    let item = "{\(Self.clip), duration: 4f}"
    let old = Self.film([item], ["{\(Self.noise)}"], buses: "{}", to: "old.mkv")
    let new = Self.film([item], ["{\(Self.noise)}"], buses: Self.buses[number], to: "new.mkv")
    let before = try folder.render(Film(old, output: "old.mkv"), project: "old.yaml")
    let after = try folder.render(Film(new, output: "new.mkv"), project: "new.yaml")
    let (first, second) = (try DiffCases.samples(before), try DiffCases.samples(after))
    let told = try Told(try folder.edlrender(["diff", "old.yaml", "new.yaml", "--json"]).output)
    #expect(first != second)
    for index in first.indices where first[index] != second[index] {
      guard !told.samples.contains(where: { $0.contains(index) }) else { continue }
      Issue.record("sample \(index) of \(told.samples), \(new)")
      break
    }
  }
}
