import Testing

/// Canvases of other colour spaces: what the file holds, in its own numbers and tags.
@Suite("Canvas colours", .needsCommand)
struct CanvasColourCases {
  struct Space: CustomTestStringConvertible {
    let name: String
    /// space, primaries, transfer.
    let tags: [String]
    /// Y, Cb and Cr of white, red, blue and half grey of BT.709, limited 10 bits: worked out in floats from
    /// BT.2087, BT.1886, ST 2084 and BT.2100 with white at 203 cd/m².
    let samples: [[Double]]

    var testDescription: String { name }
  }

  static let spaces = [
    Space(
      name: "bt2020", tags: ["bt2020nc", "bt2020", "bt2020-10"],
      samples: [[940, 512, 512], [457.9, 383.7, 739.1], [267.8, 856.1, 534.9], [503.7, 512, 512]]),
    Space(
      name: "bt2020-pq", tags: ["bt2020nc", "bt2020", "smpte2084"],
      samples: [[572.7, 512, 512], [392.2, 438.4, 607.9], [277.1, 667.2, 540.2], [428.9, 512, 512]]),
    Space(
      name: "bt2020-hlg", tags: ["bt2020nc", "bt2020", "arib-std-b67"],
      samples: [[720.9, 512, 512], [392.1, 395.5, 714.9], [229.6, 809.3, 537.4], [455.9, 512, 512]]),
    Space(
      name: "p3", tags: ["bt709", "smpte432", "bt709"],
      samples: [[940, 512, 512], [398.9, 416, 819], [124.8, 942.8, 472.5], [503.7, 512, 512]]),
  ]

  /// Four columns of RGB: white, red, blue, grey.
  static let columns = Input(
    "columns.png",
    from: [
      "color=white:s=160x120,format=gbrp,geq=r='if(lt(X,80),255,if(lt(X,120),0,128))'"
        + ":g='if(lt(X,40),255,if(lt(X,120),0,128))':b='if(lt(X,40),255,if(lt(X,80),0,if(lt(X,120),255,128)))'"
    ], ["-frames:v", "1", "-pix_fmt", "rgb24"])

  /// The 10-bit samples of the first frame in the middle of each column.
  private func samples(_ name: String, in folder: Folder) throws -> [[Double]] {
    try FFmpeg.run([
      "-i", folder(name), "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "yuv444p10le", folder("\(name).raw"),
    ])
    let bytes = [UInt8](try folder.data("\(name).raw"))
    try #require(bytes.count == 160 * 120 * 6)
    return [20, 60, 100, 140].map { x in
      (0..<3).map { plane in
        let index = 2 * (plane * 160 * 120 + 60 * 160 + x)
        return Double(Int(bytes[index]) | Int(bytes[index + 1]) << 8)
      }
    }
  }

  @Test("sources and colours of the author come to the same numbers", arguments: spaces)
  func numbers(space: Space) throws {
    let boxes = zip(["white", "red", "blue", "\"#808080\""], 0...).map { color, column in
      "{kind: video, items: [{solid: \(color), duration: 2f, at: 2f, size: 40x120, position: [\(column * 40 + 20), 60]}]}"
    }
    let text = """
      edlrender: 1
      canvas: {size: 160x120, fps: 25, color: \(space.name)}
      tracks:
        - {kind: video, items: [{clip: columns.png, duration: 2f}, {solid: black, duration: 2f}]}
        - \(boxes.joined(separator: "\n  - "))
      outputs: [{path: out.mkv, video: {codec: ffv1, pixel_format: yuv444p10le}}]
      """
    let film = try rendered(Film(text), with: [Self.columns])
    let video = try #require(try film.facts().video)
    #expect([video.color_space, video.color_primaries, video.color_transfer, video.color_range] == space.tags + ["tv"])
    let last = film.folder("last.mkv")
    try FFmpeg.run(["-i", film.path, "-vf", "select=eq(n\\,3)", "-c:v", "ffv1", last])
    for (found, what) in [
      (try samples("out.mkv", in: film.folder), "clip"), (try samples("last.mkv", in: film.folder), "solids"),
    ] {
      for (sample, wanted) in zip(found, space.samples) {
        for (value, target) in zip(sample, wanted) {
          #expect(abs(value - target) <= 1.6, "\(what): \(sample) \(wanted)")
        }
      }
    }
  }

  @Test("an HDR canvas becomes HEVC of 10 bits, its tags in the stream and in the container")
  func hdr10() throws {
    let text = """
      edlrender: 1
      canvas: {size: 160x120, fps: 25, color: bt2020-pq}
      tracks: [{kind: video, items: [{solid: white, duration: 10f}]}]
      outputs: [{path: out.mp4}]
      """
    let film = try rendered(Film(text, output: "out.mp4"), with: [])
    let video = try #require(try film.facts().video)
    #expect([video.color_space, video.color_primaries, video.color_transfer] == ["bt2020nc", "bt2020", "smpte2084"])
    #expect(video.codec_name == "hevc" && video.pix_fmt == "yuv420p10le")
    let bytes = [UInt8](try film.folder.data("out.mp4"))
    // The box colr of the kind nclx: primaries 9, transfer 16, matrix 9, limited range.
    let box: [UInt8] = Array("colrnclx".utf8) + [0, 9, 0, 16, 0, 9, 0]
    #expect((0..<bytes.count - box.count).contains { Array(bytes[$0..<$0 + box.count]) == box })
    let bare = film.folder("bare.hevc")
    try FFmpeg.run(["-i", film.path, "-c", "copy", "-bsf:v", "hevc_mp4toannexb", bare])
    #expect(try Facts.of(bare).video?.color_transfer == "smpte2084")
  }

  @Test("what a project says of a file's colour stands above the file's tags")
  func corrected() throws {
    // The same numbers, tagged BT.601 and said to be BT.709.
    let wrong = Input(
      "wrong.mp4", from: [Signal.patches(matrix: "bt709")],
      ["-c:v", "libx264", "-qp", "4", "-pix_fmt", "yuv420p", "-colorspace", "smpte170m", "-color_range", "tv"])
    let items = ["{clip: m}", "{clip: wrong.mp4, color_tags: {space: bt709}}", "{clip: wrong.mp4}"]
    let media = ["m: {path: wrong.mp4, color_tags: {space: bt709}}"]
    let film = try rendered(Film(media: media, items: items), with: [wrong])
    let colors = try Picture.colors(of: film.path, 40, 60)
    try #require(colors.count == 75)
    for frame in [5, 30] { #expect(colors[frame].distance(to: RGB(180, 60, 40)) <= 3, "\(colors[frame])") }
    #expect(colors[55].distance(to: RGB(180, 60, 40)) > 6)
  }

  @Test(
    "deep pictures reach white and no further",
    arguments: [
      "gbrp16le,geq=r=65535:g=65535:b=65535,format=rgb48be", "gray16le,geq=lum=65535,format=gray16be",
      "gbrp,geq=r=255:g=255:b=255,format=rgb24", "gray,geq=lum=255,format=monob", "gray,geq=lum=255",
    ])
  func deepWhite(format: String) throws {
    let input = Input("white.png", from: ["color=white:s=160x120,format=\(format)"], ["-frames:v", "1"])
    let film = try rendered(
      Film(
        items: ["{clip: white.png, duration: 2f}"],
        output: "{path: out.mkv, video: {codec: ffv1, pixel_format: yuv444p10le}}"), with: [input])
    for sample in try samples("out.mkv", in: film.folder) { #expect(sample == [940, 512, 512]) }
  }
}
