internal import Foundation
internal import Testing

/// Filters on pictures: right colours, right times, wherever the film is cut.
@Suite("FX", .needsCommand)
struct EffectCases {
  static let patches = ColourCases.tagged("fx_709.mp4", matrix: "bt709", tag: "bt709")
  static let noisy = Input(
    "fx_noisy.mp4", from: ["testsrc2=s=160x120:r=25:d=22,noise=alls=20:allf=t:all_seed=3"],
    ["-c:v", "libx264", "-qp", "20", "-g", "60", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range", "tv"])
  static let subtitles = Input("sub01.srt") { path in
    try Data("1\n00:00:02,000 --> 00:00:02,600\nHELLO WORLD\n\n2\n00:00:03,000 --> 00:00:03,400\nSECOND\n".utf8)
      .write(to: URL(filePath: path))
  }
  static let barcode = Input(
    "sub01.mp4",
    from: [
      "nullsrc=s=160x120:r=25,trim=end_frame=100,format=yuv420p,"
        + "geq=lum='if(lt(Y,H/2),if(mod(floor(N/pow(2,floor(X*8/W))),2),235,16),16)':cb='128':cr='128'"
    ],
    ["-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p"])
  static let transport = Input("sub01.ts", from: barcode, ["-c", "copy"])

  @Test("COL-05: RGB filters that change nothing change nothing")
  func identity() throws {
    let film = try rendered(
      Film(items: [
        "{clip: fx_709.mp4, duration: 5f}",
        "{clip: fx_709.mp4, duration: 5f, effects: [{curves: {all: 0/0 1/1}}, colorlevels, colorbalance]}",
        "{clip: fx_709.mp4, duration: 5f, effects: [{format: gbrp}, {rotate: 0}]}",
      ]), with: [Self.patches])
    let frames = try Picture.map(film.path) { $0 }
    try #require(frames.count == 15)
    for other in [frames[7], frames[12]] {
      let worst = zip(frames[2].bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(worst <= 2, "also where colours meet")
    }
  }

  @Test("SUB-01: subtitles keep with their clip, and with the timeline", arguments: ["sub01.mp4", "sub01.ts"])
  func subtitles(clip: String) throws {
    let both = "stack: [{kind: video, items: [{clip: \(clip)}]}, {kind: video, items: [{subtitles: sub01.srt}]}]"
    func ink(_ items: [String], above: [String] = []) throws -> [Int] {
      let film = try rendered(
        Film(items: above.isEmpty ? items : above, below: above.isEmpty ? [] : items),
        with: [Self.barcode, Self.transport, Self.subtitles])
      return try Picture.map(film.path) { picture in
        (80..<120).contains { y in (0..<160).contains { picture.bytes[(y * 160 + $0) * 3] > 80 } }
      }.enumerated().filter(\.element).map(\.offset)
    }
    #expect(try ink(["{\(both), in: 38f, duration: 50f}"]) == Array(12...26) + Array(37...46))
    let fast = try ink(["{\(both), speed: 2}"])
    #expect(fast == Array(25...32) + Array(38...42))
    #expect(
      try ink(["{clip: \(clip), in: 38f}"], above: ["{subtitles: sub01.srt}"]) == Array(50...61),
      "cue times are the timeline's, and the film ends after 62 frames")
    #expect(
      try ink(["{solid: black, duration: 20f}"], above: ["{subtitles: sub01.srt, in: 50f, duration: 18f}"])
        == Array(0...14), "in moves into the file")
  }

  @Test("filters that look at other frames: the same as one run of ffmpeg, with any jobs")
  func temporal() throws {
    let filters = ["tmix=frames=5", "atadenoise=s=9", "hqdn3d=6", "tblend=all_mode=average"]
    let effects = ["{tmix: {frames: 5}}", "{atadenoise: {s: 9}}", "{hqdn3d: 6}", "{tblend: {all_mode: average}}"]
    let film = Film(
      items: effects.map { "{clip: fx_noisy.mp4, in: 1s, duration: 20s, effects: [\($0)]}" },
      output: "{path: out.mp4, video: {codec: h264, preset: ultrafast, qp: 0}}")
    let right = try rendered(film, with: [Self.noisy])
    let seen = try Self.checksums([right.path], [])
    try #require(seen.count == 2000)
    for (index, filter) in filters.enumerated() {
      var whole = try Self.checksums(
        [try Self.noisy.path()], ["-vf", "trim=start_frame=25:end_frame=525,setpts=PTS-STARTPTS,\(filter)"])
      // A mix of neighbours has no picture for the first frame; its next one stands there too.
      if filter.hasPrefix("tblend"), let first = whole.first { whole.insert(first, at: 0) }
      #expect(Array(seen[(index * 500)..<(index * 500 + 500)]) == whole, "\(filter)")
    }
    let folder = try Folder()
    try folder.bring(Self.noisy)
    try folder.write("film.yaml", film.text)
    var bytes: Set<Data> = []
    for jobs in ["1", "2", "7"] {
      let run = try folder.command(["film.yaml", "--jobs", jobs]).run()
      try #require(run.status == 0, "\(run.errors)")
      bytes.insert(try folder.data("out.mp4"))
    }
    #expect(bytes.count == 1)
  }

  @Test("an adjustment over a cut is the filter on what lies below")
  func adjustment() throws {
    let film = try rendered(
      Film(
        items: ["{adjust: {effects: [{tmix: {frames: 5}}]}, duration: 20s}"],
        below: ["{clip: fx_noisy.mp4, in: 1s, duration: 20s}"],
        output: "{path: out.mp4, video: {codec: h264, preset: ultrafast, qp: 0}}"), with: [Self.noisy])
    let whole = try Self.checksums(
      [try Self.noisy.path()], ["-vf", "trim=start_frame=25:end_frame=525,setpts=PTS-STARTPTS,tmix=frames=5"])
    #expect(try Self.checksums([film.path], []) == whole)
  }

  static let glow = Input(
    "fx_glow.png",
    from: ["color=black:s=160x120,format=gbrp,drawbox=x=62:y=40:w=40:h=20:color=white:t=fill,gblur=sigma=6"],
    ["-frames:v", "1"])

  @Test(
    "what is drawn bleeds out of its box, wherever it lies, and keeps its light",
    arguments: [
      "{gblur: {sigma: 6}}", "{graph: \"[in]gblur=sigma=6[out]\"}, negate, negate", "{tmix: {frames: 2}}, {gblur: 6}",
    ])
  func blurredDrawing(effects: String) throws {
    let film = try rendered(
      Film(
        items: [
          "{shape: rectangle, size: [40, 20], fill: white, position: [62, 40], anchor: top-left, duration: 3f, "
            + "effects: [\(effects)]}"
        ], output: "{path: out.mkv, video: {codec: ffv1, pixel_format: yuv444p}}"), with: [])
    let frames = try Picture.map(film.path) { $0 }
    let glow = try #require(try Picture.map(try Self.glow.path()) { $0 }.first)
    try #require(frames.count == 3 && frames[2].bytes.count == glow.bytes.count)
    let worst = zip(frames[2].bytes, glow.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(worst <= 4, "\(worst)")
  }

  @Test("keyframed brightness is that of its closed form")
  func keyframes() throws {
    let film = try rendered(
      Film(items: [
        "{solid: \"#404040\", duration: 26f, effects: [{eq: {brightness: {0s: 0, 1s: 0.5}}}]}",
        "{solid: \"#404040\", duration: 26f, effects: [{lutyuv: {y: {0s: 16, 1s: 216}}}]}",
      ]), with: [])
    let frames = try Picture.map(film.path) { $0.color(80, 60).green }
    try #require(frames.count == 52)
    for number in 0..<26 {
      // eq adds brightness × 255 to luma of limited range; 255/219 of that shows.
      let luma = min(255, 16 + 64 * 219 / 255.0 + 0.5 * Double(number) / 25 * 255)
      let shown = min(255, max(0, (luma - 16) * 255 / 219))
      #expect(abs(Double(frames[number]) - shown) <= 5, "eq works in hundredths, cut off, frame \(number)")
      let level = min(255, (Double(8 * number)) * 255 / 219)
      #expect(abs(Double(frames[26 + number]) - level) <= 1.5, "frame \(number)")
    }
  }

  @Test("looks unfold, nest, and are the filters they are made of")
  func looks() throws {
    let project = """
      edlrender: 1
      canvas: {size: 160x120, fps: 25}
      looks:
        grey: [{hue: {s: 0}}]
        dark: [{look: grey}, {eq: {brightness: -0.1}}]
      tracks:
        - kind: video
          items:
            - {clip: fx_709.mp4, duration: 2f, effects: [{look: dark}]}
            - {clip: fx_709.mp4, duration: 2f, effects: [{hue: {s: 0}}, {eq: {brightness: -0.1}}]}
            - {clip: fx_709.mp4, duration: 2f, effects: [{look: noir}]}
      outputs: [\(Film.lossless)]
      """
    let film = try rendered(Film(project), with: [Self.patches])
    let frames = try Picture.map(film.path) { $0 }
    try #require(frames.count == 6)
    #expect(frames[0].bytes == frames[2].bytes)
    #expect(frames[4].color(40, 60).isGrey)
  }

  private static func checksums(_ inputs: [String], _ arguments: [String]) throws -> [String] {
    let text = try FFmpeg.run(
      inputs.flatMap { ["-i", $0] } + ["-filter_threads", "1"] + arguments + ["-an", "-f", "framemd5", "-"])
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map { String($0).trimmingCharacters(in: .whitespaces) }
    }
  }
}
