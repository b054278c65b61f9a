internal import Foundation
internal import Testing

/// `edlrender lock` and `--frozen`.
@Suite struct LockTests {
  private func project() throws -> Folder {
    let folder = try Folder()
    for (name, size) in [("a.mkv", "32x18"), ("b.mkv", "64x36")] {
      try Tool.run(
        "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=1", "-c:v", "ffv1", folder(name)])
    }
    try folder.write("cube.cube", "LUT_3D_SIZE 2\n" + (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined())
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 64x36, fps: 25}
      media:
        a: a.mkv # the clip
      tracks:
        - kind: video
          items: [{clip: a, effects: [lut3d: cube.cube]}]
      outputs: [{path: out.mkv, video: {codec: ffv1}}]

      """)
    return folder
  }

  @Test func theLockHoldsWhatSha256sumSays() throws {
    let folder = try project()
    #expect(try edlrender("lock", "film.yaml", in: folder).status == 0)
    let lock = try folder.read("film.lock.yaml")
    for name in ["a.mkv", "cube.cube"] {
      let digest = try Tool.run("sha256sum", [folder(name)]).prefix(64)
      #expect(lock.contains("  \"\(name)\":\n    sha256: \(digest)\n"), "\(lock)")
    }
    #expect(!lock.contains("b.mkv") && !lock.contains(folder.path))
    #expect(lock.contains("ffv1 32x18 "))
    #expect(try edlrender("check", "film.yaml", "--frozen", in: folder).status == 0)
    #expect(try edlrender("film.yaml", "--frozen", "--no-cache", "--progress", "none", in: folder).status == 0)
    // The same project gives the same lock.
    #expect(try edlrender("lock", "film.yaml", in: folder).status == 0)
    #expect(try folder.read("film.lock.yaml") == lock)
  }

  @Test func anotherFileIsRefusedByName() throws {
    let folder = try project()
    #expect(try edlrender("lock", "film.yaml", in: folder).status == 0)
    try FileManager.default.removeItem(atPath: folder("a.mkv"))
    try FileManager.default.copyItem(atPath: folder("b.mkv"), toPath: folder("a.mkv"))
    let check = try edlrender("check", "film.yaml", "--frozen", in: folder)
    #expect(check.status == 1)
    #expect(check.errors.contains("film.yaml:4:6: error[lock.differs]: \"a.mkv\" is not the file"), "\(check.errors)")
    #expect(check.errors.contains("ffv1 32x18") && check.errors.contains("ffv1 64x36"))
    #expect(try edlrender("film.yaml", "--frozen", "--progress", "none", in: folder).status == 1)
    #expect(!folder.has("out.mkv"))
    try folder.write("cube.cube", try folder.read("cube.cube") + "# changed\n")
    #expect(try edlrender("check", "film.yaml", "--frozen", in: folder).errors.contains("cube.cube\" is not the file"))
  }

  @Test func aMovedFileIsTheSameAndIsFoundByItsDigest() throws {
    let folder = try project()
    #expect(try edlrender("check", "film.yaml", "--frozen", in: folder).status == 2)
    #expect(try edlrender("lock", "film.yaml", in: folder).status == 0)
    try FileManager.default.createDirectory(atPath: folder("new"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folder("a.mkv"), toPath: folder("new/c.mkv"))
    #expect(try edlrender("check", "film.yaml", "--frozen", in: folder).status != 0)
    let relinked = try edlrender("lock", "film.yaml", "--relink", "new", in: folder)
    #expect(relinked.status == 0 && relinked.output.contains("a.mkv → new/c.mkv"), "\(relinked.errors)")
    #expect(try folder.read("film.yaml").contains("  a: \"new/c.mkv\" # the clip\n"))
    #expect(try edlrender("check", "film.yaml", "--frozen", in: folder).status == 0)
  }

  @Test func aMovedFileIsFoundWhereAnIncludedFileNamesIt() throws {
    let folder = try project()
    try FileManager.default.createDirectory(atPath: folder("shared"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folder("a.mkv"), toPath: folder("shared/a.mkv"))
    try folder.write("shared/media.yaml", "media:\n  a: a.mkv # ours\n  text: ../b.mkv\n")
    let text = try folder.read("film.yaml")
      .replacing("media:\n  a: a.mkv # the clip", with: "include: [shared/media.yaml]")
    try folder.write(
      "film.yaml", text.replacing("lut3d: cube.cube]}", with: "lut3d: cube.cube]}, {text: shared/a.mkv, duration: 1s}"))
    #expect(try edlrender("lock", "film.yaml", in: folder).status == 0)
    let film = try folder.read("film.yaml")
    try FileManager.default.createDirectory(atPath: folder("new"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folder("shared/a.mkv"), toPath: folder("new/c.mkv"))
    let relinked = try edlrender("lock", "film.yaml", "--relink", "new", in: folder)
    #expect(relinked.status == 0 && relinked.output.contains("shared/a.mkv → new/c.mkv"), "\(relinked.errors)")
    #expect(try folder.read("shared/media.yaml") == "media:\n  a: \"../new/c.mkv\" # ours\n  text: ../b.mkv\n")
    // A title may say what it likes.
    #expect(try folder.read("film.yaml") == film)
    #expect(try edlrender("check", "film.yaml", "--frozen", in: folder).status == 0)
  }
}
