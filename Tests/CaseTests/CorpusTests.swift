internal import Foundation
internal import Testing

/// Real files of every kind: a render of any range equals a decode from the start.
@Suite("Corpus", .needsCommand, .needsShared("media/video"))
struct CorpusTests {
  static let files: [String] = {
    let folder = "\(Places.shared)/media/video"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.contains(".") && !$0.hasSuffix(".png") }.sorted()
  }()

  @Test("three ranges equal a linear decode", arguments: files)
  func ranges(name: String) throws {
    let path = "\(Places.shared)/media/video/\(name)"
    guard let source = try CorpusFile(path) else {
      try expectNoPicture(path, name)
      return
    }
    switch source.grade {
    case .exact: try expectExact(source, name)
    case .choice: try expectChoice(source, name)
    }
  }

  /// The project: three clips of the file in its own rate.
  private func film(_ source: CorpusFile, _ name: String, size: (Int, Int), color: String, format: String) -> Film {
    Film(
      """
      edlrender: 1
      canvas: {size: \(size.0)x\(size.1), fps: \(source.rate), color: \(color)}
      media:
        source: "\(name)"
      tracks:
        - kind: video
          items:
      \(source.ranges.map {
        "      - {clip: source, in: \($0.lowerBound)f, out: \($0.upperBound)f, audio: off, deinterlace: off}"
      }.joined(separator: "\n"))
      outputs:
        - path: out.mkv
          video: {codec: ffv1\(format)}

      """)
  }

  private func render(_ film: Film, _ source: CorpusFile, _ name: String) throws -> Rendered {
    let folder = try Folder()
    try folder.bring(file: source.path, as: name)
    // The lossless encoder alone takes 1.4 GiB for pictures of 3840×2160.
    let isLarge = source.size.width * source.size.height > 1920 * 1088
    return Rendered(folder: folder, path: try folder.render(film, memory: isLarge ? 2048 : 1024))
  }

  private func expectExact(_ source: CorpusFile, _ name: String) throws {
    // The file's own matrix, so that nothing is converted; where it names none, both are tried.
    let spaces =
      switch source.video.color_space {
      case "bt709": ["bt709"]
      case "smpte170m", "bt470bg": ["bt601"]
      default: source.size.height > 576 ? ["bt709", "bt601"] : ["bt601", "bt709"]
      }
    var report = ""
    for space in spaces {
      let format = source.video.pix_fmt ?? ""
      let film = film(
        source, name, size: source.size, color: space, format: ", pixel_format: \(format)")
      let rendered = try render(film, source, name)
      let output = try FrameList(rendered.path, decoder: [], filter: "null", format: format)
      report = mismatch(output.checksums, source)
      if report.isEmpty { return }
    }
    Issue.record("\(name): \(report)")
  }

  /// What differs from the linear decode, empty when nothing does.
  private func mismatch(_ checksums: [String], _ source: CorpusFile) -> String {
    let wanted = source.ranges.flatMap { Array($0) }
    guard checksums.count == wanted.count else { return "\(checksums.count) frames for \(wanted.count)" }
    let faults = zip(checksums, wanted).enumerated().compactMap { index, pair -> String? in
      let right = source.expected(pair.1)
      if right.contains(where: { source.checksums[$0] == pair.0 }) { return nil }
      let shown = source.checksums.indices.filter { source.checksums[$0] == pair.0 }.prefix(3)
      return "output \(index) should be \(right), is \(shown.isEmpty ? "no source frame" : "\(Array(shown))")"
    }
    return faults.prefix(6).joined(separator: "; ")
  }

  private func expectChoice(_ source: CorpusFile, _ name: String) throws {
    let scale = min(1, 640 / Double(max(source.size.width, source.size.height)))
    func even(_ length: Int) -> Int { max(2, Int((Double(length) * scale / 2).rounded()) * 2) }
    let rendered = try render(
      film(
        source, name, size: (even(source.size.width), even(source.size.height)), color: "bt709",
        format: ", pixel_format: yuv444p"),
      source, name)
    let output = try Thumbnails(rendered.path)
    let reference = try linearThumbnails(source)
    let wanted = source.ranges.flatMap { Array($0) }
    try #require(output.count == wanted.count, "\(name)")
    try #require(reference.count == source.count, "\(name)")
    let faults = wanted.enumerated().compactMap { index, frame -> String? in
      let right = source.expected(frame)
      let score = right.map { output.likeness(index, to: reference, $0) }.max() ?? 0
      let best = output.best(index, in: reference)
      if score > 0.8 && score > best.likeness - 0.003 { return nil }
      return "output \(index) should be \(right) (\(score)), is like \(best.index) (\(best.likeness))"
    }
    #expect(faults.isEmpty, "\(name): \(faults.prefix(6).joined(separator: "; "))")
  }

  /// Transparent pictures as they look over black.
  private func linearThumbnails(_ source: CorpusFile) throws -> Thumbnails {
    let decoders = ["vp8": "libvpx", "vp9": "libvpx-vp9"]
    if source.video.tags?["alpha_mode"] == "1", let decoder = decoders[source.video.codec_name ?? ""] {
      return try Thumbnails(
        source.path, decoder: ["-c:v", decoder], filter: "format=gbrap,premultiply=inplace=1,format=gbrp")
    }
    let hasAlpha = ["argb", "rgba", "bgra", "gbrap", "yuva420p"].contains(source.video.pix_fmt ?? "")
    return try Thumbnails(source.path, filter: hasAlpha ? "format=gbrap,premultiply=inplace=1,format=gbrp" : "null")
  }

  /// A file without moving pictures is refused by name.
  private func expectNoPicture(_ path: String, _ name: String) throws {
    let folder = try Folder()
    try folder.bring(file: path, as: name)
    let run = try folder.refuse(Film(items: ["{clip: \"\(name)\", duration: 1s}"]), status: [2, 3])
    #expect(run.errors.contains(name))
  }

  static let quads: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(Places.shared)/media/video/color_quads")) ?? []
    return names.filter { $0.hasSuffix(".mp4") }.sorted()
  }()

  @Test("one picture in every codec, range and depth shows the same colours", arguments: quads)
  func colors(name: String) throws {
    let right = try Picture.first(of: "\(Places.shared)/media/video/color_quads/720p.png")
    let folder = try Folder()
    try folder.bring(file: "\(Places.shared)/media/video/color_quads/\(name)", as: "quads.mp4")
    let path = try folder.render(Film(canvas: "{size: 1280x720, fps: 25}", items: ["{clip: quads.mp4}"]))
    let seen = try Picture.first(of: path)
    for (x, y) in [(320, 180), (960, 180), (320, 540), (960, 540)] {
      expect(seen.color(x, y), near: right.color(x, y), within: 4)
    }
  }
}
