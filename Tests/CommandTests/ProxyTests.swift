internal import Foundation
internal import Testing

/// `proxies` and `--draft`: small copies at the same times, and the same frames from them.
@Suite struct ProxyTests {
  @Test func proxiesKeepEveryFramesTime() throws {
    let folder = try project()
    let first = try edlrender("proxies", "film.yaml", "--lines", "60", in: folder)
    #expect(first.status == 0, "\(first.errors)")
    for name in ["even", "uneven", "turned"] {
      #expect(try times("proxies/\(name).mp4", folder) == times("\(name).mp4", folder), "\(name)")
    }
    #expect(try Film(path: folder("proxies/even.mp4")).size == "106x60")
    // A film that a phone's matrix turns is upright in its proxy.
    #expect(try Film(path: folder("proxies/turned.mp4")).size == "60x106")
    let dates = try modified(folder)
    let second = try edlrender("proxies", "film.yaml", "--lines", "60", "--json", in: folder)
    #expect(try second.objects.filter { $0["event"] == "proxy" }.allSatisfy { $0["made"] == "0" })
    #expect(try modified(folder) == dates)
    #expect(try folder.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func aDraftShowsTheSameFrames() throws {
    let folder = try project()
    #expect(try edlrender("proxies", "film.yaml", "--lines", "60", in: folder).status == 0)
    let film = try edlrender("film.yaml", in: folder)
    let draft = try edlrender("film.yaml", "--draft", in: folder)
    #expect(film.status == 0 && draft.status == 0, "\(film.errors)\(draft.errors)")
    #expect(draft.output.contains("film.draft.mp4"))
    let (whole, small) = (try lumas("film.mp4", folder), try lumas("film.draft.mp4", folder))
    #expect(whole.count == 60 && small.count == 60)
    // Every source frame is ten steps of grey from the next one.
    for (index, pair) in zip(whole, small).enumerated() { #expect(abs(pair.0 - pair.1) <= 4, "frame \(index)") }
    // The draft's pictures come from the proxy: with a white one in its place, they are white.
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", "proxies/even.mp4", "-vf", "drawbox=color=white:t=fill", "-vsync", "passthrough",
        "-enc_time_base", "-1", "white.mp4",
      ], in: folder.path)
    try FileManager.default.removeItem(atPath: folder("proxies/even.mp4"))
    try FileManager.default.moveItem(atPath: folder("white.mp4"), toPath: folder("proxies/even.mp4"))
    #expect(try edlrender("film.yaml", "--draft", in: folder).status == 0)
    #expect(try lumas("film.draft.mp4", folder).prefix(20).allSatisfy { $0 > 220 })
  }

  @Test func aProxyThatDoesNotFitIsToldOf() throws {
    let folder = try project()
    let missing = try edlrender("film.yaml", "--draft", "--range", "0..1f", in: folder)
    #expect(missing.status == 0)
    #expect(missing.errors.contains("film.yaml:4:"), "\(missing.errors)")
    #expect(missing.errors.contains("warning[proxy.missing]"))
    try FileManager.default.createDirectory(atPath: folder("proxies"), withIntermediateDirectories: true)
    for name in ["even", "uneven", "turned"] {
      try Tool.run("ffmpeg", ["-v", "error", "-t", "0.3", "-i", "even.mp4", "proxies/\(name).mp4"], in: folder.path)
    }
    let misfit = try edlrender("film.yaml", "--draft", "--range", "0..1f", in: folder)
    #expect(misfit.errors.contains("warning[proxy.misfit]"), "\(misfit.errors)")
    let mended = try edlrender("proxies", "film.yaml", in: folder)
    #expect(mended.output.contains("proxies/even.mp4: 192x108, 24 frames"), "\(mended.output)\(mended.errors)")
  }

  /// Three films of 24 frames, each a step of grey brighter than the one before; one at uneven times,
  /// one turned by its matrix.
  private func project() throws -> Folder {
    let folder = try Folder()
    func make(_ arguments: [String]) throws {
      try Tool.run("ffmpeg", ["-v", "error", "-nostdin"] + arguments, in: folder.path)
    }
    let gray = "color=black:s=192x108:r=24:d=1,format=yuv420p,geq=lum='16+N*9':cb=128:cr=128"
    let encode = ["-c:v", "libx264", "-crf", "10", "-preset", "veryfast"]
    try make(["-f", "lavfi", "-i", gray] + encode + ["even.mp4"])
    try make(
      ["-f", "lavfi", "-i", gray, "-vf", "setpts=PTS+floor(N/3)*0.013/TB", "-vsync", "passthrough"] + encode
        + ["-video_track_timescale", "90000", "uneven.mp4"])
    try make(["-i", "even.mp4", "-c", "copy", "-metadata:s:v:0", "rotate=90", "turned.mp4"])
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 192x108, fps: 30}
      media:
        even: {path: even.mp4, proxy: proxies/even.mp4}
        uneven: {path: uneven.mp4, proxy: proxies/uneven.mp4}
        turned: {path: turned.mp4, proxy: proxies/turned.mp4}
      tracks:
        - kind: video
          items:
            - {clip: even, duration: 20f, fit: none}
            - {clip: uneven, duration: 20f, reverse: true}
            - {clip: turned, duration: 20f, crop: {top: 20px}, fit: cover}
      outputs: [{path: film.mp4, video: {crf: 10}, audio: "off"}]
      """)
    return folder
  }

  private func times(_ name: String, _ folder: Folder) throws -> [Int] {
    let text = try Tool.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "frame=best_effort_timestamp_time", "-of", "csv=p=0",
        name,
      ],
      in: folder.path)
    return text.split(separator: "\n").compactMap { Double($0.filter { $0 != "," }) }
      .map { Int(($0 * 90000).rounded()) }
  }

  /// The mean luma of each frame.
  private func lumas(_ name: String, _ folder: Folder) throws -> [Int] {
    try Tool.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", name, "-vf", "scale=1:1:flags=area,format=gray", "-f", "rawvideo", "lumas.raw",
      ], in: folder.path)
    return try Data(contentsOf: URL(filePath: folder("lumas.raw"))).map { Int($0) }
  }

  private func modified(_ folder: Folder) throws -> [Date?] {
    try ["even", "uneven", "turned"].map { name in
      try FileManager.default.attributesOfItem(atPath: folder("proxies/\(name).mp4"))[.modificationDate] as? Date
    }
  }
}
