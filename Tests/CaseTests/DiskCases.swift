internal import Foundation
internal import Testing

/// Places that cannot be written to, or not enough.
@Suite("IO-03", .needsCommand)
struct DiskCases {
  /// Five seconds that compress badly.
  static let noisy = Input(
    "io03.mp4", from: ["testsrc2=s=320x240:r=25:d=5,noise=alls=60:allf=t"],
    ["-c:v", "libx264", "-qp", "20", "-pix_fmt", "yuv420p"])

  static let film = Film(
    items: ["{clip: io03.mp4}"], output: "{path: out.mkv, video: {codec: h264, crf: 4}}")

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.bring(Self.noisy)
    return folder
  }

  @Test("a: a file size limit is a full disk", arguments: [100, 8])
  func fileSizeLimit(kibibytes: Int) throws {
    let run = try folder().refuse(
      Self.film, status: [3], within: 60, shell: "trap '' XFSZ; ulimit -f \(kibibytes)")
    #expect(run.errors.contains("File too large"))
    #expect(run.errors.contains("out.mkv"))
  }

  @Test("a: the old file stays, and the next run is right")
  func oldFileStays() throws {
    let folder = try folder()
    try folder.write("out.mkv", "the old film")
    try folder.write("film.yaml", Self.film.text)
    let run = try folder.edlrender(["film.yaml"], shell: "trap '' XFSZ; ulimit -f 100")
    #expect(run.status == 3)
    #expect(try folder.data("out.mkv") == Data("the old film".utf8))
    let path = try folder.render(Self.film)
    #expect(try Picture.checksums(of: path).count == 125)
  }

  @Test("b: a full disk", .needsRoot, .needsTool("mount"))
  func fullDisk() throws {
    let folder = try folder()
    try folder.write("small/.keep", "")
    let mount = try Command("mount", ["-t", "tmpfs", "-o", "size=256k", "none", folder("small")]).run()
    guard mount.status == 0 else { return }  // a container may forbid it even to the superuser
    defer { _ = try? Command("umount", ["-l", folder("small")]).run() }
    let run = try folder.refuse(Self.film, ["-o", "small/out.mkv"], status: [3], within: 60)
    #expect(run.errors.contains("No space left on device"))
    #expect(run.errors.contains("small/out.mkv"))
  }

  @Test("c: a device that is always full", .needsRoot, .needsTool("mknod"))
  func fullDevice() throws {
    let folder = try folder()
    // A node of its own: a command that renames over its output would destroy the system's.
    guard try Command("mknod", [folder("full.mkv"), "c", "1", "7"]).run().status == 0 else { return }
    let run = try folder.refuse(Self.film, ["-o", "full.mkv"], status: [2, 3], within: 60)
    #expect(run.errors.contains("full.mkv"))
    let kind = try FileManager.default.attributesOfItem(atPath: folder("full.mkv"))[.type] as? FileAttributeType
    #expect(kind == .typeCharacterSpecial)
  }

  @Test("d: a folder that is not there is refused before rendering, or made")
  func missingFolder() throws {
    let folder = try folder()
    try folder.write("film.yaml", Self.film.text)
    let run = try folder.edlrender(["film.yaml", "-o", "missing/out.mkv"])
    if run.status == 0 {
      #expect(try Picture.checksums(of: folder("missing/out.mkv")).count == 125)
    } else {
      #expect(run.status == 3 || run.status == 2)
      #expect(run.errors.contains("missing") && run.errors.contains("No such file"))
      #expect(run.seconds < 2)
      #expect(!folder.has("missing"))
    }
  }

  @Test("e: a folder that may not be written to is refused before rendering")
  func forbiddenFolder() throws {
    let folder = try folder()
    try folder.write("locked/.keep", "")
    try folder.write("film.yaml", Self.film.text)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder("locked"))
    var command = folder.command(
      ["film.yaml", "-o", "locked/out.mkv"], environment: ["XDG_CACHE_HOME": "\(folder.path)-cache"])
    if Places.isRoot {
      // The superuser may write anywhere, so somebody else has to try.
      guard Places.tool("setpriv") != nil else { return }
      command.arguments = ["--reuid=65534", "--regid=65534", "--clear-groups", command.tool] + command.arguments
      command.tool = "setpriv"
      guard
        try Command("setpriv", Array(command.arguments.prefix(3)) + ["test", "-x", Places.command]).run().status == 0
      else { return }
    }
    let run = try command.run()
    #expect(run.status == 3 || run.status == 2, "\(run.errors)")
    #expect(run.errors.contains("Permission denied") && run.errors.contains("locked"))
    #expect(run.seconds < 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder("locked")) == [".keep"])
  }

  @Test("f: a film never takes the place of its own source")
  func outputIsInput() throws {
    let folder = try Folder()
    // A copy, not a link: the other tests' source must not suffer.
    try folder.write("io03.mp4", Array(Data(contentsOf: URL(filePath: try Self.noisy.path()))))
    let before = try folder.data("io03.mp4")
    for output in ["io03.mp4", "./x/../io03.mp4"] {
      try folder.write("x/.keep", "")
      try folder.write("film.yaml", Film(items: ["{clip: io03.mp4}"], output: "{path: \(output)}").text)
      let run = try folder.edlrender(["film.yaml"])
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.errors.contains("io03.mp4"))
      #expect(run.seconds < 2)
      #expect(try folder.data("io03.mp4") == before)
    }
    try folder.write("film.yaml", Film(items: ["{clip: io03.mp4}"]).text)
    #expect(try folder.edlrender(["film.yaml", "-o", "io03.mp4"]).status == 2)
    #expect(try folder.edlrender(["film.yaml", "-o", "film.yaml"]).status == 2)
    #expect(try folder.data("io03.mp4") == before)
  }
}
