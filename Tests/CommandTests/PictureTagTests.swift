internal import Foundation
internal import Testing

/// What players and displays are told of a picture: how it is turned, and how bright it gets.
@Suite struct PictureTagTests {
  /// The quarters of a picture, each from its middle: top left, top right, bottom left, bottom right.
  private static func quarters(_ path: String) throws -> [[Int]] {
    let folder = try Folder()
    // The tool turns pictures as their files say.
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", path, "-frames:v", "1", "-vf", "format=rgb24,scale=2:2:flags=area", "-f",
        "rawvideo", folder("raw"),
      ])
    let bytes = try Data(contentsOf: URL(filePath: folder("raw"))).map { Int($0) }
    guard bytes.count == 12 else { throw ToolError("\(bytes.count) bytes for four pixels") }
    return (0..<4).map { Array(bytes[$0 * 3..<$0 * 3 + 3]) }
  }

  /// The names of colours that are nearest: r, g, b and w.
  private static func names(_ colors: [[Int]]) -> String {
    let known: [(Character, [Int])] = [
      ("r", [255, 0, 0]), ("g", [0, 255, 0]), ("b", [0, 0, 255]), ("w", [255, 255, 255]),
    ]
    return String(
      colors.map { color in
        known.min { one, other in
          func distance(_ known: [Int]) -> Int { zip(known, color).reduce(0) { $0 + abs($1.0 - $1.1) } }
          return distance(one.1) < distance(other.1)
        }.map(\.0) ?? "?"
      })
  }

  private static func probe(_ path: String, _ entries: String, _ options: String...) throws -> String {
    try Tool.run("ffprobe", ["-v", "error", "-show_entries", entries, "-of", "compact"] + options + [path])
  }

  /// A film stored flat (red and green above white and blue) with a note to turn it by degrees, clockwise.
  private static func phoneClip(_ degrees: Int) throws -> Folder {
    let folder = try Folder()
    let boxes = [(80, 0, "lime"), (0, 60, "white"), (80, 60, "blue")].map { "drawbox=\($0):\($1):80:60:\($2):fill" }
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-f", "lavfi", "-i",
        "color=red:s=160x120:r=25:d=0.2,format=rgb24,\(boxes.joined(separator: ",")),scale=out_color_matrix=bt709",
        "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-c:v",
        "libx264", "-crf", "1", folder("flat.mp4"),
      ])
    // The number that the tool takes counts the other way round.
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", folder("flat.mp4"), "-c", "copy", "-metadata:s:v:0", "rotate=\(360 - degrees)",
        folder("phone.mp4"),
      ])
    return folder
  }

  @Test(arguments: [(90, "wrbg"), (180, "bwgr"), (270, "gbrw")])
  func aPhoneClipIsUprightEverywhere(degrees: Int, upright: String) throws {
    let folder = try Self.phoneClip(degrees)
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      tracks: [{kind: video, items: [{clip: phone.mp4}]}]
      outputs:
        - {path: tag.mp4, orientation: tag, video: {codec: h264, crf: 0, preset: ultrafast}}
        - {path: bake.mp4, video: {codec: h264, crf: 0, preset: ultrafast}}
        - {path: tag.mov, orientation: tag, video: {codec: prores}}
        - {path: still.png, frames: 0s}
        - {path: sheet.png, contact_sheet: {columns: 1, labels: none, spacing: 0}}

      """)
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try edlrender("frame", "film.yaml", "0s", "-o", "frame.png", in: folder).status == 0)
    let files = ["phone.mp4", "tag.mp4", "bake.mp4", "tag.mov", "still.png", "sheet.png", "frame.png"]
    for file in files { #expect(Self.names(try Self.quarters(folder(file))) == upright, "\(file)") }
    let shape = degrees == 180 ? "width=160|height=120" : "width=120|height=160"
    #expect(try Self.probe(folder("bake.mp4"), "stream=width,height:stream_side_data").contains(shape))
    #expect(try !Self.probe(folder("bake.mp4"), "stream_side_data").contains("Matrix"))
    // Tagged, it is stored as it was shot: bit for bit, as nothing was lost on the way.
    for file in ["tag.mp4", "tag.mov"] {
      let facts = try Self.probe(folder(file), "stream=width,height:stream_side_data=rotation")
      #expect(facts.contains("width=160|height=120"), "\(facts)")
      let rotation = degrees == 180 ? "rotation=-180" : degrees == 90 ? "rotation=-90" : "rotation=90"
      #expect(facts.contains(rotation), "\(facts)")
    }
    func stored(_ file: String) throws -> String {
      try Tool.run("ffmpeg", ["-v", "error", "-noautorotate", "-i", folder(file), "-f", "md5", "-"])
    }
    #expect(try stored("tag.mp4") == stored("flat.mp4"))
  }

  @Test func tagsThatNobodyWouldReadAreRefused() throws {
    let folder = try Self.phoneClip(90)
    func findings(_ output: String) throws -> String {
      try folder.write(
        "film.yaml",
        "edlrender: 1\ntracks: [{kind: video, items: [{clip: flat.mp4}]}]\noutputs: [{\(output), orientation: tag}]\n")
      return try edlrender("check", "film.yaml", in: folder).errors
    }
    #expect(try findings("path: a.mkv").contains("error[output.orientation]: \"matroska\""))
    #expect(try findings("path: a.mp4").contains("note[output.orientation]: the first clip was shot upright"))
    #expect(try findings("path: a.png, frames: 0s").contains("error[output.not-for-pictures]: \"orientation\""))
  }

  @Test func displaysAreToldOfHDR() throws {
    let folder = try Folder()
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas:
        {size: 64x64, fps: 25, color: bt2020-pq, hdr: {min_luminance: 0.005, max_luminance: 1000, max_cll: 900, max_fall: 400}}
      tracks: [{kind: video, items: [{solid: red, duration: 4f}]}]
      outputs:
        - {path: a.mp4, video: {codec: hevc, preset: ultrafast}}
        - {path: b.mov, video: {codec: hevc, preset: ultrafast}}
        - {path: c.mkv, video: {codec: ffv1}}
        - {path: d.webm, video: {codec: vp9}}

      """)
    let outcome = try edlrender("film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    func number(_ text: String, _ key: String) throws -> Double {
      let value = text.split(whereSeparator: { "|\n".contains($0) }).first { $0.hasPrefix("\(key)=") }?.dropFirst(
        key.count + 1)
      let parts = try #require(value, "no \(key) in \(text)").split(separator: "/").compactMap { Double($0) }
      return parts.count == 2 ? parts[0] / parts[1] : parts.first ?? -1
    }
    // P3-D65, as it is defined.
    let expected = [
      ("red_x", 0.680), ("red_y", 0.320), ("green_x", 0.265), ("green_y", 0.690), ("blue_x", 0.150), ("blue_y", 0.060),
      ("white_point_x", 0.3127), ("white_point_y", 0.3290), ("min_luminance", 0.005), ("max_luminance", 1000),
      ("max_content", 900), ("max_average", 400),
    ]
    for file in ["a.mp4", "b.mov", "c.mkv", "d.webm"] {
      let facts = try Self.probe(
        folder(file), "stream=color_space,color_transfer,color_primaries,color_range:stream_side_data")
      for (key, value) in expected { #expect(abs(try number(facts, key) - value) < 1e-6, "\(file): \(key)") }
      let tags = ["color_range=tv", "color_space=bt2020nc", "color_transfer=smpte2084", "color_primaries=bt2020"]
      for tag in tags { #expect(facts.contains(tag), "\(file): \(facts)") }
    }
    // HEVC says it with every key picture too, wherever it is put.
    let frame = try Self.probe(folder("a.mp4"), "frame_side_data", "-read_intervals", "%+#1")
    for (key, value) in expected { #expect(abs(try number(frame, key) - value) < 1e-6, "\(key)") }
    try folder.write(
      "film.yaml",
      "edlrender: 1\ncanvas: {size: 64x64, fps: 25, hdr: {max_cll: 10, max_fall: 20}}\n"
        + "tracks: [{kind: video, items: [{solid: red, duration: 4f}]}]\n")
    let mistaken = try edlrender("check", "film.yaml", in: folder)
    #expect(mistaken.errors.contains("error[canvas.hdr]: \"hdr\" describes HDR, and the canvas is SDR"))
    #expect(mistaken.errors.contains("give a \"max_cll\" of 20 or more"))
  }
}
