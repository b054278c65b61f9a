internal import Foundation
internal import Testing

/// Mistakes in effects: each found before anything is rendered, at its line, all at once.
@Suite("FX mistakes", .needsCommand)
struct EffectMistakeCases {
  /// An effect and what its message must say.
  static let options: [(effect: String, says: [String])] = [
    ("hue: {satration: 1}", ["effect.unknown-option", "\"satration\""]),
    ("hue: {s: 50}", ["effect.option-value", "\"50\"", "\"s\"", "a number from -10 to 10"]),
    ("eq: {contrast: abc}", ["effect.settings", "eq refuses its \"contrast\"", "abc"]),
    ("eq: {saturation: 9}", ["effect.option-value", "\"saturation\"", "a number from 0 to 3"]),
    ("unsharp: {lx: 99}", ["effect.option-value", "\"lx\"", "a whole number from 3 to 23"]),
    ("unsharp: 5:5:0.8", ["effect.option-value", "luma_msize_x"]),
    ("boxblur: {lr: 2, lp: x}", ["effect.option-value", "\"lp\"", "a whole number from 0"]),
    ("gblur: {sigma: -1}", ["effect.option-value", "\"sigma\"", "a number from 0 to 1024"]),
    ("rotate: {angle: 1, bilinear: maybe}", ["effect.option-value", "\"bilinear\"", "true or false"]),
    ("rotate: {angle: 0, fillcolor: bluue}", ["effect.settings", "rotate refuses its \"fillcolor\""]),
    ("curves: {preset: vintge}", ["effect.option-value", "\"preset\"", "vintage"]),
    ("colorbalance: {rs: 2}", ["effect.option-value", "\"rs\"", "a number from -1 to 1"]),
    ("colorchannelmixer: {rr: 3}", ["effect.option-value", "\"rr\"", "a number from -2 to 2"]),
    ("vibrance: {intensity: 7}", ["effect.option-value", "\"intensity\"", "a number from -2 to 2"]),
    ("exposure: {exposure: 9}", ["effect.option-value", "\"exposure\"", "a number from -3 to 3"]),
    ("colortemperature: {temperature: 10}", ["effect.option-value", "a number from 1000 to 40000"]),
    ("chromakey: {color: grenish}", ["effect.option-value", "\"color\"", "a colour"]),
    ("chromakey: {similarity: 2}", ["effect.option-value", "\"similarity\"", "a number"]),
    ("cas: 3", ["effect.option-value", "\"strength\"", "a number from 0 to 1"]),
    ("median: {radius: 500}", ["effect.option-value", "\"radius\"", "a whole number from 1 to 127"]),
    ("noise: {alls: 200}", ["effect.option-value", "\"alls\"", "a whole number from 0 to 100"]),
    ("noise: {alls: 5, allf: z}", ["effect.option-value", "\"allf\""]),
    ("tmix: {frames: 5000}", ["effect.option-value", "\"frames\"", "a whole number from 1 to"]),
    ("tblend: {all_mode: lighter}", ["effect.option-value", "\"all_mode\"", "lighten"]),
    ("fade: {type: up}", ["effect.option-value", "\"type\"", "in", "out"]),
    ("transpose: {dir: sideways}", ["effect.option-value", "\"dir\"", "clock"]),
    ("deband: {range: many}", ["effect.option-value", "\"range\"", "a whole number"]),
    ("hqdn3d: {luma_spatial: -1}", ["effect.option-value", "\"luma_spatial\"", "a number from 0"]),
    ("edgedetect: {low: 2}", ["effect.option-value", "\"low\"", "a number from 0 to 1"]),
    ("perspective: {interpolation: best}", ["effect.option-value", "\"interpolation\"", "cubic"]),
    ("pixelize: {width: 0}", ["effect.option-value", "\"width\"", "a whole number from 1 to 1024"]),
    ("lenscorrection: {k1: 4}", ["effect.option-value", "\"k1\"", "a number from -1 to 1"]),
    ("unsharp: {la: {0s: 0, 1s: 1}}", ["effect.not-tunable", "\"la\"", "none of unsharp's options can"]),
    ("gblur: {steps: {0s: 1, 1s: 2}, planes: 1, sigmaX: 2}", ["effect.unknown-option", "\"sigmaX\""]),
    ("crop: {w: 100000}", ["effect.settings", "crop refuses its \"out_w\""]),
  ]

  /// Things that are no effects.
  static let filters: [(effect: String, says: [String])] = [
    ("huee: 1", ["effect.unknown-filter", "did you mean \"hue\"?"]),
    ("toon", ["effect.unknown-filter", "look: toon"]),
    ("overlay", ["effect.pads", "2 inputs and 1 output"]),
    ("testsrc2", ["effect.pads", "source: testsrc2"]),
    ("volume: 2", ["effect.pads", "sound"]),
    ("movie: x.mp4", ["effect.refused", "--allow-filter movie"]),
    ("frei0r: glow", ["effect.refused", "--allow-filter frei0r"]),
    ("metadata: {mode: print, file: out.txt}", ["effect.refused", "writes a file"]),
    ("lut3d: {file: nothere.cube}", ["media.not-found", "nothere.cube"]),
    ("graph: \"[in]zmq[out]\"", ["effect.refused", "socket"]),
    ("graph: \"[in]split[a][b]\"", ["effect.graph"]),
    ("graph: \"[in]hue=s=99[out]\"", ["effect.option-value", "a number from -10 to 10"]),
  ]

  @Test("every mistake is told at its line, all at once")
  func messages() throws {
    let cases = Self.options + Self.filters
    var lines = ["edlrender: 1", "canvas: {size: 160x120, fps: 25}", "tracks:", "  - kind: video", "    items:"]
    lines += ["      - solid: gray", "        duration: 1s", "        effects:"]
    let first = lines.count + 1
    lines += cases.map { "          - \($0.effect)" } + ["outputs:", "  - \(Film.lossless)", ""]
    let run = try refused(Film(lines.joined(separator: "\n")), with: [])
    let blocks = run.errors.split(separator: /\n(?=\S+\.yaml:)/).map(String.init)
    for (index, mistake) in cases.enumerated() {
      let place = ".yaml:\(first + index):"
      let message = blocks.first { $0.contains(place) } ?? ""
      for part in mistake.says { #expect(message.contains(part), "\(mistake.effect): \(message)") }
    }
    #expect(blocks.count(where: { $0.contains("error[") }) == cases.count)
  }

  @Test("what is refused can be trusted by name")
  func trusted() throws {
    let film = Film(items: ["{solid: gray, duration: 2f, effects: [{metadata: {mode: print, file: /dev/null}}]}"])
    try refused(film, with: [])
    let folder = try Folder()
    try folder.write("film.yaml", film.text)
    #expect(try folder.edlrender(["film.yaml", "--allow-filter", "metadata"]).status == 0)
  }

  @Test("looks: circles and unknown ones")
  func looks() throws {
    let run = try refused(
      Film(
        """
        edlrender: 1
        canvas: {size: 160x120, fps: 25}
        looks: {a: [look: b], b: [{look: a}], c: [look: noire]}
        tracks:
          - {kind: video, items: [{solid: gray, duration: 1s, effects: [look: tooon, {look: {wash: {amount: 3}}}]}]}
        """), with: [])
    #expect(run.errors.contains("error[look.recursion]: the look \"a\" uses itself: \"a\" → \"b\" → \"a\""))
    #expect(run.errors.contains("there is no look \"noire\": did you mean \"noir\"?"))
    #expect(run.errors.contains("there is no look \"tooon\": did you mean \"toon\"?"))
    #expect(run.errors.contains("error[look.setting]"))
  }

  @Test("a playlist that calls itself subtitles is not followed")
  func playlist() throws {
    let trick = Input("trick.srt") { path in
      try Data("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/x.ts\n".utf8)
        .write(to: URL(filePath: path))
    }
    let run = try refused(
      Film(items: ["{subtitles: trick.srt, duration: 1s}"]), with: [trick], status: [2, 3])
    #expect(run.errors.contains("error[subtitles.kind]"))
  }
}
