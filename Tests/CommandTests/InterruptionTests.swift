internal import Foundation
internal import Testing

/// A render that does not come to its end leaves nothing half under the output's name.
@Suite struct InterruptionTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalEndsCleanly(signal: Int32) throws {
    let folder = try longFilm()
    let render = try start(in: folder)
    render.send(signal)
    let outcome = try render.finish()
    #expect(outcome.status == 130)
    #expect(try outcome.objects.last?["status"] == "130")
    #expect(try folder.names == ["film.yaml", "media"])
  }

  @Test func aSecondSignalEndsAtOnce() throws {
    let folder = try longFilm()
    let render = try start(in: folder)
    render.send(SIGINT)
    render.send(SIGINT)
    let outcome = try render.finish()
    #expect(outcome.status == 130)
    #expect(!folder.has("film.mp4"))
  }

  @Test func aKilledRenderKeepsTheOldFile() throws {
    let folder = try longFilm()
    try folder.write("film.mp4", "the old one")
    let render = try start(in: folder)
    render.send(SIGKILL)
    #expect(try render.finish().status == 128 + SIGKILL)
    #expect(try folder.read("film.mp4") == "the old one")
    let next = try edlrender("film.yaml", "--range", "0..10f", in: folder)
    #expect(next.status == 0, "\(next.errors)")
    #expect(try Film(path: folder("film.mp4")).frameCount == 10)
  }

  @Test(.enabled(if: geteuid() == 0, "only the superuser can mount"))
  func aFullDiskIsReported() throws {
    let folder = try film("duration: 10s")
    try folder.write("small/empty", "")
    let mount = try Tool("mount", ["-t", "tmpfs", "-o", "size=200k", "none", folder("small")]).finish()
    // A container may forbid it even to its superuser.
    guard mount.status == 0 else { return }
    defer { _ = try? Tool.run("umount", ["-l", folder("small")]) }
    let outcome = try edlrender("film.yaml", "-o", "small/film.mp4", in: folder)
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("No space left on device"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder("small")).isEmpty)
  }

  /// A film that takes long enough to be interrupted in.
  private func longFilm() throws -> Folder {
    let folder = try film("speed: 1/20")
    let output = "{path: film.mp4, video: {codec: h264, preset: veryslow}}"
    try folder.write("film.yaml", CheckTests.film(fields: "speed: 1/20") + "\noutputs: [\(output)]\n")
    return folder
  }

  /// Starts the render and waits until frames are done.
  private func start(in folder: Folder) throws -> Tool {
    let render = try Tool(Places.program, ["film.yaml", "--json"], in: folder.path)
    let deadline = Date(timeIntervalSinceNow: 60)
    while try !render.output.contains("\"progress\"") {
      guard render.isRunning, Date() < deadline else {
        throw ToolError("the render told no progress: \(try render.finish().output)")
      }
      usleep(20000)
    }
    return render
  }
}
