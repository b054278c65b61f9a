internal import Foundation
internal import Testing

/// A render that is stopped leaves nothing half done under the output's name.
@Suite("Interruption", .needsCommand, .serialized)
struct InterruptionCases {
  /// Small, but noise keeps two cores busy for some seconds at a slow preset.
  static let busy = Input(
    "busy.mp4", from: ["testsrc2=s=320x180:r=25:d=12,noise=alls=20:allf=t"],
    ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", "-pix_fmt", "yuv420p"])

  static let film = Film(
    canvas: "{size: 320x180, fps: 25}", items: ["{clip: busy.mp4}"],
    output: "{path: out.mkv, video: {codec: h264, preset: slow, crf: 20}}")

  /// The same in an instant, to prove that the folder is fit for the next run.
  static let quick = Film(items: ["{clip: busy.mp4, out: 10f}"])

  struct Stop: CustomTestStringConvertible {
    let name: String
    let signal: CInt
    let statuses: Set<Int32>

    var testDescription: String { name }
  }

  static let stops = [
    Stop(name: "SIGKILL", signal: SIGKILL, statuses: [137]),
    Stop(name: "SIGINT", signal: SIGINT, statuses: [130]),
    Stop(name: "SIGTERM", signal: SIGTERM, statuses: [130, 143]),
  ]

  @Test("the output is whole or not there; the next run is right", arguments: stops, [false, true])
  func stopped(stop: Stop, overOldFile: Bool) throws {
    let folder = try Folder()
    try folder.bring(Self.busy)
    try folder.write("film.yaml", Self.film.text)
    if overOldFile { try folder.write("out.mkv", "the old film") }
    let before = folder.listing()

    let child = try Child(folder.command(["film.yaml"]))
    try #require(child.isRunning(after: 1.2), "the render ended before it could be stopped")
    child.send(stop.signal)
    let run = try child.wait()
    #expect(stop.statuses.contains(run.status), "\(run.status): \(run.errors)")
    #expect(run.seconds < 1.2 + 4, "took \(run.seconds) s to stop")
    if overOldFile {
      #expect(try folder.data("out.mkv") == Data("the old film".utf8))
    } else {
      #expect(!folder.has("out.mkv"))
    }
    if stop.signal != SIGKILL {
      let litter = folder.listing().filter { !before.contains($0) && !$0.hasPrefix(".cache") }
      #expect(litter.isEmpty, "left behind: \(litter)")
    }
    let path = try folder.render(Self.quick)
    #expect(try Picture.checksums(of: path).count == 10)
  }

  @Test("a rerun after kill -9 gives the same film as one that was left alone")
  func rerunIsRight() throws {
    var films: [Data] = []
    for isKilled in [true, false] {
      let folder = try Folder()
      try folder.bring(Self.busy)
      try folder.write("film.yaml", Self.film.text)
      if isKilled {
        let child = try Child(folder.command(["film.yaml"]))
        try #require(child.isRunning(after: 2), "the render ended before it could be stopped")
        child.send(SIGKILL)
        _ = try child.wait()
      }
      let path = try folder.render(Self.film)
      if isKilled { #expect(try Picture.checksums(of: path).count == 300) }
      films.append(try folder.data("out.mkv"))
    }
    #expect(films[0] == films[1])
  }
}
