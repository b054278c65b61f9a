internal import Testing

/// `check`: findings, how they are printed, and the status that they lead to.
@Suite struct CheckTests {
  @Test func aGoodProjectIsSaidToBeGood() throws {
    let folder = try Folder()
    try folder.linkMedia()
    try folder.write("film.yaml", Self.film())
    let outcome = try edlrender("check", "film.yaml", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("film.yaml: good; 2.00 s, 60 frames of 1280x720 at 30 fps"))
    #expect(try folder.names == ["film.yaml", "media"])
  }

  @Test func allFaultsAreToldWithTheirPlaces() throws {
    let folder = try Folder()
    try folder.linkMedia()
    try folder.write(
      "film.yaml",
      """
      edlrender: 1
      canvas: {size: 1280x720, fps: 29.98}
      tracks:
        - kind: video
          items:
            - {clip: media/talk.mp4, duration: 120}
            - {clip: media/talk.mp4, duraton: 2s}
      """)
    let outcome = try edlrender("check", "film.yaml", in: folder)
    #expect(outcome.status == 2)
    for place in ["film.yaml:2:31: error[", "film.yaml:6:42: error[", "film.yaml:7:32: error["] {
      #expect(outcome.errors.contains(place), "\(place) in \(outcome.errors)")
    }
    #expect(outcome.errors.contains("\"duration\""))
    #expect(outcome.errors.contains("^"))
    #expect(outcome.errors.contains("3 errors"))
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test("what a text, its media and the encoder's tables have wrong is told in one go, each thing once")
  func mistakesOfAllStages() throws {
    let folder = try Folder()
    try folder.linkMedia()
    func errors(of text: String) throws -> [String] {
      try folder.write("film.yaml", text)
      let outcome = try edlrender("check", "film.yaml", in: folder)
      #expect(outcome.status == 2)
      return outcome.errors.split(separator: "\n").filter { $0.contains(": error[") }.map {
        String($0.prefix { $0 != "]" }.dropFirst("film.yaml:".count))
      }
    }
    let found = try errors(
      of: """
        edlrender: 1
        canvas: {size: 320x180, fps: 30}
        tracks:
          - kind: video
            items:
              - {clip: media/talk.mp4, duration: 1s, effects: [gblur: {sigmaa: 3}]}
        markers: [{at: end + 1s, name: Too late}]
        outputs:
          - {path: film.mkv, video: {banana: 3}}
          - {path: film.yaml}
        """)
    #expect(
      found.sorted() == [
        "10:12: error[output.overwrites-source", "10:6: error[output.container", "6:64: error[effect.unknown-option",
        "7:16: error[time.outside-programme", "9:30: error[encoder.unknown-option",
      ])
    // The programme's length is not known here: that of its outputs and markers says nothing.
    let rest = try errors(
      of: """
        edlrender: 1
        canvas: {size: 320x180, fps: 30}
        tracks:
          - kind: video
            items:
              - {clip: media/talk.mp4, duration: 1s, effects: [gblur: {sigmaa: 3}]}
              - {clip: media/dive.mp4, duration: 1s, blend: darker}
              - {clip: media/talk.mp4, durration: 1s}
        markers: [{at: 1h, name: Anywhere}]
        """)
    #expect(
      Set(rest) == [
        "6:64: error[effect.unknown-option", "7:53: error[picture.blend-unknown", "8:32: error[document.unknown-key",
      ])
  }

  @Test func coloursFollowTheOption() throws {
    let folder = try Folder()
    try folder.write("film.yaml", "edlrender: 2\n")
    #expect(try edlrender("check", "film.yaml", "--color", "always", in: folder).errors.contains("\u{1B}["))
    #expect(!(try edlrender("check", "film.yaml", "--color", "never", in: folder).errors.contains("\u{1B}[")))
  }

  @Test func missingMediaEndWithStatus3() throws {
    let folder = try Folder()
    try folder.write("film.yaml", Self.film(clip: "nowhere.mp4"))
    let outcome = try edlrender("check", "film.yaml", in: folder)
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("error[media.not-found]"))
    #expect(outcome.errors.contains("nowhere.mp4"))
  }

  @Test func aMissingProjectIsNamed() throws {
    let outcome = try edlrender("check", "/nowhere/film.yaml")
    #expect(outcome.status == 3 || outcome.status == 2)
    #expect(outcome.errors.contains("/nowhere/film.yaml"))
    #expect(outcome.errors.contains("No such file or directory"))
  }

  @Test func warningsAreErrorsUnderStrict() throws {
    let folder = try Folder()
    try folder.linkMedia()
    try folder.write("film.yaml", Self.film(fields: "duration: 1.01s"))
    let loose = try edlrender("check", "film.yaml", in: folder)
    #expect(loose.status == 0)
    #expect(loose.errors.contains("warning["))
    let strict = try edlrender("check", "film.yaml", "--strict", in: folder)
    #expect(strict.status == 2)
    #expect(strict.errors.contains("error["))
    #expect(!strict.errors.contains("warning["))
  }

  @Test func variablesComeFromTheCommandLine() throws {
    let folder = try Folder()
    try folder.linkMedia()
    try folder.write("film.yaml", Self.film(fields: "duration: \"${length}\"", extra: "vars: {length: 1s}\n"))
    #expect(try edlrender("check", "film.yaml", in: folder).output.contains("30 frames"))
    #expect(try edlrender("check", "film.yaml", "--set", "length=3s", in: folder).output.contains("90 frames"))
    let unknown = try edlrender("check", "film.yaml", "--set", "lenght=3s", in: folder)
    #expect(unknown.errors.contains("lenght"))
  }

  @Test func everyLineOfJSONIsAnObject() throws {
    let folder = try Folder()
    try folder.linkMedia()
    try folder.write("good.yaml", Self.film())
    try folder.write("bad.yaml", Self.film(fields: "duration: 120"))
    let good = try edlrender("check", "good.yaml", "--json", in: folder)
    #expect(good.errors.isEmpty)
    #expect(try good.objects.map { $0["event"] } == ["result", "summary"])
    #expect(try good.objects[0]["frames"] == "60")
    let bad = try edlrender("check", "bad.yaml", "--json", in: folder)
    let objects = try bad.objects
    #expect(bad.errors.isEmpty)
    #expect(objects[0]["code"] == "time.bare-number")
    #expect(objects[0]["line"] == "6")
    #expect(objects.last?["event"] == "summary")
    #expect(objects.last?["status"] == "2")
  }

  @Test func nothingOutsideTheRootIsRead() throws {
    let folder = try Folder()
    try folder.linkMedia()
    try folder.write("film.yaml", Self.film())
    let outcome = try edlrender("check", "film.yaml", "--root", ".", in: folder)
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("media/talk.mp4"))
  }

  /// A project of one clip.
  static func film(clip: String = "media/talk.mp4", fields: String = "duration: 2s", extra: String = "") -> String {
    """
    edlrender: 1
    canvas: {size: 1280x720, fps: 30}
    \(extra)tracks:
      - kind: video
        items:
          - {clip: "\(clip)", \(fields)}
    """
  }
}
