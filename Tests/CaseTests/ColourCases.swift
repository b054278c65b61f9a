internal import Testing

/// Colours by their tags, in and out.
@Suite("COL", .needsCommand)
struct ColourCases {
  /// The same two colours, limited range, by a matrix and its tags.
  static func tagged(_ name: String, matrix: String, tag: String) -> Input {
    Input(
      name, from: [Signal.patches(matrix: matrix)],
      [
        "-c:v", "libx264", "-qp", "4", "-pix_fmt", "yuv420p", "-color_primaries", tag, "-color_trc", tag, "-colorspace",
        tag, "-color_range", "tv",
      ])
  }

  static let bt709 = tagged("col01_709.mp4", matrix: "bt709", tag: "bt709")
  static let bt601 = tagged("col01_601.mp4", matrix: "bt601", tag: "smpte170m")
  static let still = Input("col01.png", from: [Signal.patches], ["-frames:v", "1"])

  /// Reference white on the left, black on the right, in PQ or HLG.
  static func highDynamicRange(_ name: String, white: Int, transfer: String, extra: String = "") -> Input {
    Input(
      name,
      from: ["color=gray:s=160x120:r=25:d=1,format=yuv420p10,geq=lum='if(lt(X,W/2),\(white),64)':cb=512:cr=512"],
      [
        "-c:v", "libx265", "-x265-params",
        "log-level=none:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc:range=limited\(extra)",
        "-pix_fmt", "yuv420p10le", "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc",
        "-color_range", "tv", "-tag:v", "hvc1",
      ])
  }

  static let red = RGB(180, 60, 40)
  static let blue = RGB(40, 120, 200)

  private func expectTags(_ video: Facts.Stream?) {
    #expect(video?.color_range == "tv")
    #expect(video?.color_space == "bt709")
    #expect(video?.color_transfer == "bt709")
    #expect(video?.color_primaries == "bt709")
  }

  @Test("01: 601, 709 and RGB sources show the same colours")
  func matrices() throws {
    let film = try rendered(
      Film(
        items: ["{clip: col01_709.mp4}", "{clip: col01_601.mp4}", "{clip: col01.png, duration: 1s}"],
        output: "{path: out.mp4, video: {codec: h264, crf: 4}}"),
      with: [Self.bt709, Self.bt601, Self.still])
    let frames = try Picture.map(film.path) { [$0.color(40, 60), $0.color(120, 60)] }
    try #require(frames.count == 75)
    let seen = [5, 30, 55].map { frames[$0] }
    for colors in seen {
      expect(colors[0], near: Self.red, within: 3)
      expect(colors[1], near: Self.blue, within: 3)
      for (color, other) in seen.flatMap({ zip(colors, $0) }) { expect(color, near: other, within: 2) }
    }
  }

  @Test("03: outputs are tagged whole, in the container and in the stream", arguments: ["mp4", "mkv"])
  func tags(container: String) throws {
    let film = try rendered(
      Film(items: ["{clip: col01_709.mp4}"], output: "{path: out.\(container), video: {codec: h264}}"),
      with: [Self.bt709])
    expectTags(try film.facts().video)
    let bare = film.folder("bare.h264")
    try FFmpeg.run(["-i", film.path, "-map", "0:V", "-c", "copy", "-bsf:v", "h264_mp4toannexb", bare])
    expectTags(try Facts.of(bare).video)
  }

  @Test("05: over a background a clip keeps its colours")
  func overBackground() throws {
    // The identity effects of the case come with effects; here the composite must change nothing.
    let colors = try [[], ["{solid: \"#204060\", duration: 1s}"]].map { below in
      let film = try rendered(Film(items: ["{clip: col01_709.mp4}"], below: below), with: [Self.bt709])
      return try Picture.map(film.path) { [$0.color(40, 60), $0.color(120, 60)] }
    }
    try #require(colors.map(\.count) == [25, 25])
    for (plain, composed) in zip(colors[0].joined(), colors[1].joined()) { expect(composed, near: plain, within: 2) }
    expect(colors[0][12][0], near: Self.red, within: 3)
  }

  @Test(
    "06: HDR is tone-mapped, said, and no longer tagged HDR",
    arguments: [
      highDynamicRange("col06_pq.mp4", white: 573, transfer: "smpte2084", extra: ":hdr10=1:max-cll=1000,400"),
      highDynamicRange("col06_hlg.mp4", white: 721, transfer: "arib-std-b67"),
    ])
  func hdr(input: Input) throws {
    let folder = try Folder()
    try folder.bring(input)
    let film = Film(items: ["{clip: \(input.name)}"])
    try folder.write("film.yaml", film.text)
    let run = try folder.edlrender(["film.yaml"])
    try #require(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains(/(?i)tone.?map/))
    #expect(run.errors.contains(input.name))
    let video = try #require(try Facts.of(folder("out.mkv")).video)
    expectTags(video)
    let frames = try Picture.map(folder("out.mkv")) { ($0.color(40, 60), $0.color(120, 60)) }
    #expect(frames.count == 25)
    for (white, black) in frames {
      #expect(white.isGrey && white.green >= 165, "\(white)")
      #expect(black.distance(to: .black) <= 20, "\(black)")
    }
  }
}
