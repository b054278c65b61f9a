internal import Testing

/// Times that YAML readers like to turn into something else.
@Suite("YAML-01", .needsCommand)
struct YAMLTimeCases {
  static let still = Input("yaml01.png", from: ["color=gray:s=160x120"], ["-frames:v", "1"])

  private func film(_ duration: String) -> Film {
    Film(canvas: "{size: 160x120, fps: 1}", items: ["{clip: yaml01.png, duration: \(duration)}"])
  }

  @Test(
    "a time means the same in every spelling",
    arguments: [
      ("1:30", 90), ("01:30", 90), ("\"1:30\"", 90), ("'01:30'", 90), ("0:05", 5), ("0:0:05", 5), ("1:30.5", 91),
      ("5s", 5), ("00:00:05:00", 5), ("5f", 5), ("5000ms", 5), ("240000sa", 5), ("10010/2002s", 5),
    ])
  func accepted(duration: String, frames: Int) throws {
    let folder = try Folder()
    try folder.bring(Self.still)
    try folder.write("film.yaml", film(duration).text)
    let run = try folder.edlrender(["film.yaml"])
    if run.status != 0, ["1:30", "0:05", "0:0:05", "\"1:30\"", "1:30.5"].contains(duration) {
      // A clock without its leading zeros may be refused, but not taken for something else.
      expectRefusal(run)
      return
    }
    try #require(run.status == 0, "\(run.errors)")
    #expect(try Picture.checksums(of: folder("out.mkv")).count == frames)
    if duration == "1:30.5" { #expect(run.errors.contains(/film\.yaml:6:\d+: warning/)) }
  }

  @Test("quoted or not, with or without the zero, a clock is one thing")
  func sameSpellings() throws {
    let statuses = try ["1:30", "01:30", "\"1:30\""].map { duration in
      let folder = try Folder()
      try folder.bring(Self.still)
      try folder.write("film.yaml", film(duration).text)
      return try folder.edlrender(["check", "film.yaml"]).status
    }
    #expect(statuses == [0, 0, 0] || statuses == [2, 2, 2])
  }

  private func expectRefusal(_ run: Run) {
    #expect(run.status == 2)
    #expect(run.errors.contains(/film\.yaml:6:\d+: error/), "\(run.errors)")
  }

  @Test(
    "a bare number is refused with both readings",
    arguments: ["90", "1_0", "010", "0o10", "0x10", "1e1", ".5e1", "+7", "\"90\"", "on", "~", "1,5s", "5 s s", "-5s"])
  func refusedSpellings(duration: String) throws {
    let run = try refused(film(duration), with: [Self.still])
    expectRefusal(run)
    if duration == "90" { #expect(run.errors.contains("90f") && run.errors.contains("90s"), "\(run.errors)") }
  }
}
