internal import Foundation
internal import Testing

/// `edlrender explain PROJECT TIME`, held against numbers worked out by hand.
@Suite struct ExplainFrameTests {
  private func project() throws -> Folder {
    let folder = try Folder()
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=4", "-f", "lavfi", "-i",
        "sine=r=48000:d=4", "-c:v", "ffv1", "-c:a", "pcm_s16le", folder("a.mkv"),
      ])
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 64x36, fps: 25}
      tracks:
        - kind: video
          items:
            - {id: first, clip: a.mkv, in: 10f, duration: 20f, audio: {gain: -6dB}}
            - {clip: a.mkv, in: 1s, duration: 20f, speed: 2, audio: off}
        - kind: video
          items:
            - {solid: red, at: 0s, duration: 10f, opacity: {0s: 0, 8f: 0.8}, position: [16, 9], scale: 0.5}
      outputs: [{path: out.mkv, video: {codec: ffv1}, audio: [{codec: pcm_s16le}]}]

      """)
    return folder
  }

  @Test func layersFromTopToBottomWithTheirValues() throws {
    let folder = try project()
    let outcome = try edlrender("explain", "film.yaml", "4f", "--json", "--no-cache", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let line = try #require(outcome.output.split(separator: "\n").first { $0.contains("\"event\":\"frame\"") })
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    // Frame 4 at 25 a second has the samples from 4 × 1920 on.
    #expect(object["samples"] as? [Int] == [7680, 9600])
    let layers = try #require(object["layers"] as? [[String: Any]])
    #expect(layers.count == 2)
    // Half of the way from 0 to 0.8.
    #expect(layers[0]["opacity"] as? String == "0.4" && layers[0]["position"] as? String == "16, 9")
    #expect(layers[1]["label"] as? String == "first" && layers[1]["place"] as? String == "film.yaml:6")
    // in + 4 frames = frame 14, at 14/25 s.
    #expect(layers[1]["source_frame"] as? String == "14" && layers[1]["source_pts"] as? String == "14/25")
    let sounds = try #require(object["sounds"] as? [[String: Any]])
    #expect(sounds.count == 1 && sounds[0]["gain"] as? String == "-6 dB")
    // 14 frames of 1920 samples.
    #expect(sounds[0]["source_sample"] as? String == "26880")
    let segment = try #require(object["segment"] as? [String: Any])
    #expect(segment["frames"] as? String == "0..<40")
  }

  @Test func theCacheIsAsked() throws {
    let folder = try project()
    let cache = folder("cache")
    func cached() throws -> Bool {
      try edlrender("explain", "film.yaml", "1s", "--cache", cache, in: folder).output.contains("cached: yes")
    }
    #expect(try !cached())
    #expect(try edlrender("film.yaml", "--cache", cache, "--progress", "none", in: folder).status == 0)
    #expect(try cached())
  }

  @Test func doubleSpeedShowsEverySecondFrame() throws {
    let folder = try project()
    // Frame 3 of the second item: 25 + 2 × 3.
    let outcome = try edlrender("explain", "film.yaml", "23f", "--no-cache", in: folder)
    #expect(outcome.output.contains("source_frame: 31\n") && outcome.output.contains("speed: 2\n"))
    #expect(outcome.output.contains("  silence\n"))
  }

  @Test func aProjectNeedsATime() throws {
    let folder = try project()
    let outcome = try edlrender("explain", "film.yaml", in: folder)
    #expect(outcome.status == 2 && outcome.errors.contains("needs a time"))
    #expect(try edlrender("explain", "film.yaml", "99s", in: folder).status == 2)
  }
}
