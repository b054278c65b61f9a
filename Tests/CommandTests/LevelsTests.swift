internal import Foundation
internal import Testing

/// `edlrender levels`, by hand and by FFmpeg's own meters.
@Suite struct LevelsTests {
  /// A tone for two seconds, nothing for two, the tone with its right side turned over for two; a
  /// fifth of a second after the first one a voice that is too much.
  private func project() throws -> Folder {
    let folder = try Folder()
    func tone(_ name: String, _ sides: String, _ length: String) throws {
      try Tool.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(sides):s=48000:d=\(length)", "-c:a", "pcm_f32le",
          folder(name),
        ])
    }
    let wave = "sin(2*PI*997*t)"
    try tone("tone.wav", "0.5*\(wave)|0.5*\(wave)", "2")
    try tone("apart.wav", "0.5*\(wave)|-0.5*\(wave)", "2")
    try tone("loud.wav", "0.8*cos(2*PI*997*t)", "0.2")
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 64x64, fps: 25}
      buses:
        voice: {}
      tracks:
        - {kind: audio, items: [{clip: tone.wav}, {gap: 2s}, {clip: apart.wav}]}
        - {kind: audio, bus: voice, items: [{gap: 1s}, {clip: loud.wav}]}
      outputs:
        - path: film.wav
          video: off
          audio: [{codec: pcm, bits: float}]
        - path: voice.wav
          video: off
          audio: [{codec: pcm, bits: float, bus: voice, channels: mono, title: Clean}]
      """)
    return folder
  }

  private func events(_ arguments: String..., in folder: Folder) throws -> [[String: Any]] {
    let outcome = try Tool(Places.program, ["levels", "film.yaml", "--json"] + arguments, in: folder.path).finish()
    #expect(outcome.status == 0, "\(outcome.output)")
    return try outcome.output.split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }.filter { $0["event"] as? String == "levels" }
  }

  private func stretches(_ value: Any?) -> [[Double]] {
    (value as? [[String: Double]] ?? []).map { [$0["from"] ?? -1, $0["to"] ?? -1] }
  }

  private func number(_ event: [String: Any], _ key: String) throws -> Double {
    try #require((event[key] as? NSNumber)?.doubleValue, "\(key) of \(event)")
  }

  @Test func everyBusAndStream() throws {
    let folder = try project()
    let events = try events(in: folder)
    try #require(events.count == 4)
    #expect(events.map { $0["kind"] as? String } == ["bus", "bus", "stream", "stream"])
    #expect(events.map { $0["name"] as? String } == ["voice", "main", nil, nil])
    let (voice, main, clean) = (events[0], events[1], events[3])

    #expect(stretches(voice["silence"]) == [[0, 1], [1.2, 6]])
    #expect(stretches(main["silence"]) == [[2, 4]])
    #expect(stretches(voice["clipped"]) == [])
    #expect(try abs(number(voice, "sample_peak") - 20 * log10(0.8)) < 0.001)
    #expect(try abs(number(voice, "correlation") - 1) < 1e-3)
    let worst = try #require(main["lowest_correlation"] as? [String: Double])
    #expect(worst == ["value": -1, "at": 4])

    // Down to one channel the voice is as loud as in each of two: 3 dB less in all.
    #expect(clean["title"] as? String == "Clean")
    #expect(try abs(number(voice, "momentary") - number(clean, "momentary") - 3.01) < 0.02)

    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let log = try Tool.run(
      "sh", ["-c", "ffmpeg -nostats -i \(folder("film.wav")) -af ebur128=peak=true+sample -f null - 2>&1"])
    let summary = log.components(separatedBy: "Summary:").last ?? ""
    let judged = summary.matches(of: #/(I|Peak): +(-?[0-9.]+) /#).compactMap { Double($0.2) }
    try #require(judged.count == 3)
    for (key, value) in zip(["integrated", "sample_peak", "true_peak"], judged) {
      #expect(try abs(number(main, key) - value) < 0.11, "\(key)")
      #expect(try number(events[2], key) == number(main, key))
    }
  }

  @Test func whereItClips() throws {
    let folder = try project()
    let text = try folder.read("film.yaml")
    try folder.write("film.yaml", text.replacing("voice: {}", with: "voice: {gain: 3dB}"))
    let events = try events(in: folder)
    // 0.8 times 1.4125 is beyond full scale, by itself and in the sum.
    for event in events {
      let clipped = stretches(event["clipped"])
      try #require(clipped.count == 1)
      #expect(abs(clipped[0][0] - 1) < 0.002 && abs(clipped[0][1] - 1.2) < 0.002)
    }
    // |cos| is above 1 / 1.13 for 31 % of the time, in two channels of a fifth of a second.
    #expect(
      try abs(number(events[0], "clipped_samples") - 0.8 * 0.2 * 48000 * 2 * acos(1 / (0.8 * 1.41254)) / 1.2566) < 60)

    let told = try edlrender("levels", "film.yaml", "--range", "0.5s..2.5s", "-o", "levels.png", in: folder)
    try #require(told.status == 0, "\(told.errors)")
    let lines = told.output.split(separator: "\n")
    #expect(lines[0].hasSuffix("clipped"))
    #expect(lines[1].hasPrefix("bus voice"))
    #expect(lines.contains { $0.hasPrefix("bus main clips at 0:01.000-0:01.") })
    #expect(lines.last == "levels.png")
    // The bar above the wave: a red stripe from a quarter of the plot on, for a tenth of it.
    let row = try Tool.run(
      "sh",
      [
        "-c",
        "ffmpeg -v error -i \(folder("levels.png")) -vf crop=1136:1:16:28,scale=20:1:flags=neighbor -pix_fmt rgb24 "
          + "-f rawvideo - | od -An -v -tu1 -w3",
      ])
    let isRed = row.split(separator: "\n").map { line in
      let color = line.split(separator: " ").compactMap { Int($0) }
      return color.count == 3 && color[0] > 180 && color[1] < 90
    }
    #expect(isRed == (0..<20).map { (5..<7).contains($0) })

    let drawn = try edlrender("levels", "film.yaml", "--output", "voice", "-o", "levels.svg", in: folder)
    #expect(drawn.status == 0)
    #expect(try !folder.read("levels.svg").isEmpty)
    let size = try Tool.run(
      "python3",
      [
        "-c", "import sys,xml.dom.minidom as x;print(x.parse(sys.argv[1]).documentElement.tagName)",
        folder("levels.svg"),
      ])
    #expect(size == "svg\n")
  }

  @Test func mistakes() throws {
    let folder = try project()
    let outcome = try edlrender("levels", "film.yaml", "-o", "tone.wav", in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("\"tone.wav\" ends in neither .png nor .svg"))
    #expect(
      try edlrender("levels", "film.yaml", "--output", "vioce", in: folder).errors.contains("did you mean \"voice\"?"))
  }
}
