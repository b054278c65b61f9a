internal import Foundation
internal import Testing

/// `collect`: all that a project reads in one folder, proved, resumable, and rendering the same bytes.
@Suite struct CollectTests {
  @Test func theCollectedProjectRendersTheSameBytes() throws {
    let folder = try project()
    let collected = try edlrender("collect", "film/film.yaml", "-o", "usb/film", in: folder)
    #expect(collected.status == 0, "\(collected.errors)")
    #expect(try edlrender("film/film.yaml", "--no-cache", in: folder).status == 0)
    // sha256sum is the judge of what was copied.
    #expect(try Tool.run("sha256sum", ["--check", "--quiet", "SHA256SUMS"], in: folder("usb/film")).isEmpty)
    // On another machine nothing of this one is there.
    let other = try Folder()
    try Tool.run("mv", [folder("usb/film"), other("film")])
    let rendered = try edlrender("film/film.yaml", "--no-cache", in: other)
    #expect(rendered.status == 0, "\(rendered.errors)")
    #expect(try Tool.run("cmp", [folder("film/out/film.mkv"), other("film/out/film.mkv")]).isEmpty)
    // Two files of one name are kept apart, and the author's words stay.
    #expect(other.has("film/media/clip.mp4") && other.has("film/media/clip-2.mp4"))
    let text = try other.read("film/film.yaml")
    #expect(text.contains("# the first camera") && text.contains("text: \"../a/clip.mp4\""))
    #expect(!text.contains("path: ../") && !text.contains(folder.path))
  }

  @Test func aKilledRunGoesOnAndAFlippedByteIsFound() throws {
    let folder = try project()
    try Tool.run(
      "sh", ["-c", "cat /dev/urandom | head -c 200000000 > tail; cat a/clip.mp4 tail > b/clip.mp4"], in: folder.path)
    let first = try Tool(Places.program, ["collect", "film/film.yaml", "-o", "usb"], in: folder.path)
    let part = folder("usb/media/.clip-2.mp4.part")
    for _ in 0..<2000 where size(part) < 20_000_000 && first.isRunning { usleep(2000) }
    first.send(SIGKILL)
    _ = try first.finish()
    let copied = size(part)
    try #require(copied >= 20_000_000, "the run was over before it was killed")
    #expect(!folder.has("usb/media/clip-2.mp4") && !folder.has("usb/SHA256SUMS"))
    // What is there is read and kept: only the rest is written.
    let kept = try Data(contentsOf: URL(filePath: part)).prefix(1 << 20)
    let node = try inode(part)
    let second = try edlrender("collect", "film/film.yaml", "-o", "usb", in: folder)
    #expect(second.status == 0, "\(second.errors)")
    #expect(try inode(folder("usb/media/clip-2.mp4")) == node)
    #expect(try Data(contentsOf: URL(filePath: folder("usb/media/clip-2.mp4"))).prefix(1 << 20) == kept)
    #expect(try Tool.run("cmp", [folder("b/clip.mp4"), folder("usb/media/clip-2.mp4")]).isEmpty)

    try flip(byte: 150_000_000, of: folder("usb/media/clip-2.mp4"))
    let damaged = try edlrender("collect", "film/film.yaml", "-o", "usb", in: folder)
    #expect(damaged.status == 3)
    #expect(damaged.errors.contains("error[collect.damaged]"), "\(damaged.errors)")
    #expect(damaged.errors.contains("clip-2.mp4"))
    // A byte that went bad in what an interrupted run left is copied anew.
    try Tool.run("mv", [folder("usb/media/clip-2.mp4"), part])
    let mended = try edlrender("collect", "film/film.yaml", "-o", "usb", in: folder)
    #expect(mended.status == 0, "\(mended.errors)")
    #expect(try Tool.run("cmp", [folder("b/clip.mp4"), folder("usb/media/clip-2.mp4")]).isEmpty)
  }

  @Test func nothingForeignIsWrittenOver() throws {
    let folder = try project()
    try folder.write("pictures/holiday.txt", "mine")
    let refused = try edlrender("collect", "film/film.yaml", "-o", "pictures", in: folder)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("error[collect.foreign]"))
    #expect(try Folder.names(of: folder("pictures")) == ["holiday.txt"])
    #expect(try edlrender("collect", "film/film.yaml", "-o", "usb", in: folder).status == 0)
    try folder.write("usb/film.yaml", "edited there")
    try folder.write("film/film.yaml", try folder.read("film/film.yaml") + "# a change\n")
    let edited = try edlrender("collect", "film/film.yaml", "-o", "usb", in: folder)
    #expect(edited.status == 2)
    #expect(try folder.read("usb/film.yaml") == "edited there")
    let elsewhere = try edlrender("collect", "film/film.yaml", in: folder)
    #expect(elsewhere.status == 2 && elsewhere.errors.contains("-o DIR"))
  }

  /// A project whose files lie all over the place.
  private func project() throws -> Folder {
    let folder = try Folder()
    for name in ["film/out", "a", "b", "shared/frames"] {
      try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
    }
    func make(_ arguments: [String]) throws {
      try Tool.run("ffmpeg", ["-v", "error", "-nostdin"] + arguments, in: folder.path)
    }
    try make(["-f", "lavfi", "-i", "testsrc=s=64x36:r=10:d=1", "-pix_fmt", "yuv420p", "a/clip.mp4"])
    try make(["-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=1", "-pix_fmt", "yuv420p", "b/clip.mp4"])
    try make(["-f", "lavfi", "-i", "testsrc=s=64x36:r=10:d=0.5", "shared/frames/%04d.png"])
    try make(["-f", "lavfi", "-i", "color=gray:s=64x36", "-frames:v", "1", "shared/matte.png"])
    try folder.write("shared/words.srt", "1\n00:00:00,000 --> 00:00:01,000\nHello\n")
    try folder.write("shared/times.csv", "file,time\n0001.png,0\n0003.png,0.2\n,0.5\n")
    try folder.write(
      "shared/swap.cube",
      "LUT_3D_SIZE 2\n0 0 0\n0 1 0\n1 0 0\n1 1 0\n0 0 1\n0 1 1\n1 0 1\n1 1 1\n")
    try folder.write(
      "shared/looks.yaml",
      "looks:\n  swap: [{lut3d: swap.cube}]\n  graph: [{graph: \"[in]lut3d=file=swap.cube[out]\"}]\n")
    try folder.write(
      "film/film.yaml",
      """
      edlrender: 1
      canvas: {size: 64x36, fps: 10}
      vars: {where: ../b}
      include: [../shared/looks.yaml]
      media:
        one: {path: ../a/clip.mp4}   # the first camera
        two: "${where}/clip.mp4"
        scan: {path: "../shared/frames/%04d.png", fps: 10}
        timed: {path: ../shared/frames, times: ../shared/times.csv}
      tracks:
        - kind: video
          items:
            - {clip: one, duration: 5f, effects: [look: swap]}
            - {clip: two, duration: 5f, effects: [look: graph]}
            - {clip: scan, duration: 5f, mask: ../shared/matte.png}
            - {clip: timed, duration: 5f}
            - {clip: "\(folder("shared/matte.png"))", duration: 5f}
        - kind: video
          items:
            - {text: "../a/clip.mp4", duration: 1s, font: {family: DejaVu Sans, size: 12}}
            - {subtitles: ../shared/words.srt, duration: 1s}
      outputs: [{path: out/film.mkv}]

      """)
    return folder
  }

  private func size(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
  }

  private func inode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
  }

  private func flip(byte: UInt64, of path: String) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: byte)
    let old = try file.read(upToCount: 1) ?? Data()
    try file.seek(toOffset: byte)
    try file.write(contentsOf: Data(old.map { ~$0 }))
    try file.close()
  }
}

extension Folder {
  fileprivate static func names(of path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
