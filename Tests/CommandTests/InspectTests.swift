internal import Foundation
internal import Testing

/// `probe`, `init`, `plan`, `explain`: the commands that tell and write text.
@Suite struct InspectTests {
  @Test func probeTellsFactsInATable() throws {
    let outcome = try edlrender("probe", "\(Places.media)/talk.mp4", "\(Places.media)/film.mov")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("FILE"))
    for word in ["video", "1280x720", "30", "0:00:12.000", "h264", "aac 48000 stereo", "01:00:00:00"] {
      #expect(lines[1].contains(word), "\(word) in \(lines[1])")
    }
    #expect(lines[2].contains("23.976"))
    #expect(lines[2].contains("pcm_s16le 44100 mono"))
  }

  @Test func probeLooksThroughFoldersInNaturalOrder() throws {
    let folder = try Folder()
    for name in ["shot10.png", "shot2.png", "deep/shot1.png"] {
      try folder.write(name, "")
      try Tool.run("cp", ["\(Places.media)/stills/1-wide.png", folder(name)])
    }
    try folder.write("notes.txt", "nothing to see")
    let outcome = try edlrender("probe", ".", "--json", in: folder)
    let objects = try outcome.objects
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(
      objects.filter { $0["event"] == "media" }.map { $0["path"] } == [
        "./deep/shot1.png", "./shot2.png", "./shot10.png",
      ])
    #expect(objects.contains { $0["code"] == "probe.skipped" })
  }

  @Test func probeOfNoMediaFails() throws {
    let folder = try Folder()
    try folder.write("notes.txt", "nothing to see")
    let outcome = try edlrender("probe", "notes.txt", "nowhere.mov", in: folder)
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("notes.txt"))
    #expect(outcome.errors.contains("nowhere.mov"))
  }

  @Test func initWritesAProjectThatRendersAsItIs() throws {
    let folder = try Folder()
    try folder.linkMedia()
    let files = ["media/dive.mp4", "media/stills/2-dive.jpg", "media/talk.mp4", "media/music.wav"]
    let written = try Tool(Places.program, ["init"] + files, in: folder.path).finish()
    #expect(written.status == 0, "\(written.errors)")
    let text = try folder.read("project.yaml")
    for file in files { #expect(text.contains(file)) }
    let checked = try edlrender("check", "project.yaml", "--strict", in: folder)
    #expect(checked.status == 0, "\(checked.errors)")
    let rendered = try edlrender("project.yaml", "--range", "0..20f", in: folder)
    #expect(rendered.status == 0, "\(rendered.errors)")
    #expect(try Film(path: folder("project.mp4")).frameCount == 20)
  }

  @Test func initTakesFoldersAsProbeListsThem() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder("in"), withIntermediateDirectories: true)
    for (source, name) in [("stills/1-wide.png", "card.png"), ("dive.mp4", "dive.mp4")] {
      try Tool.run("cp", ["\(Places.media)/\(source)", folder("in/\(name)")])
    }
    for number in 1...5 { try Tool.run("cp", ["\(Places.media)/frames/000\(number).png", folder("in")]) }
    try folder.write("in/notes.txt", "nothing to see")
    let written = try edlrender("init", "in", in: folder)
    #expect(written.status == 0, "\(written.errors)")
    // Six seconds of 30 frames, five stills one a frame, three seconds of a still.
    let checked = try edlrender("check", "project.yaml", in: folder)
    #expect(checked.output.contains("275 frames of 1280x720"), "\(checked.output)\(checked.errors)")
    try folder.write("texts/notes.txt", "nothing to see")
    let nothing = try edlrender("init", "texts", "-o", "other.yaml", in: folder)
    #expect(nothing.status == 3 && !folder.has("other.yaml"))
  }

  @Test func initKeepsWhatIsThere() throws {
    let folder = try Folder()
    try folder.linkMedia()
    try folder.write("project.yaml", "mine")
    let refused = try edlrender("init", "media/talk.mp4", in: folder)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("\"project.yaml\" is there already"))
    #expect(try folder.read("project.yaml") == "mine")
    #expect(try edlrender("init", "media/talk.mp4", "--force", in: folder).status == 0)
    #expect(try folder.read("project.yaml") != "mine")
  }

  @Test func initSeesMediaFromTheProjectsFolder() throws {
    let folder = try Folder()
    try folder.linkMedia()
    try folder.write("films/empty", "")
    #expect(try edlrender("init", "media/talk.mp4", "-o", "films/talk.yaml", in: folder).status == 0)
    #expect(try edlrender("check", "films/talk.yaml", in: folder).status == 0)
  }

  @Test func planIsTextJSONAndGraphs() throws {
    let folder = try Folder()
    try folder.linkMedia()
    try folder.write("film.yaml", CheckTests.film())
    let text = try edlrender("plan", "film.yaml", in: folder)
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.output.contains("talk.mp4"))
    let json = try edlrender("plan", "film.yaml", "--json", in: folder)
    #expect(try json.objects.map { $0["event"] } == ["plan", "summary"])
    #expect(try edlrender("plan", "film.yaml", "--graph", in: folder).status == 0)
    #expect(try folder.names == ["film.yaml", "media"])
  }

  @Test func explainKnowsEveryCode() throws {
    let objects = try edlrender("explain", "--json").objects.filter { $0["event"] == "explanation" }
    let codes = objects.compactMap { $0["code"] }
    #expect(codes.count > 20)
    #expect(codes.contains("time.bare-number"))
    let list = try edlrender("explain").output
    for code in codes { #expect(list.contains("  \(code)")) }
    for code in ["command.usage", "time.bare-number", "range.empty"] {
      let outcome = try edlrender("explain", code)
      #expect(outcome.status == 0)
      #expect(outcome.output.hasPrefix("\(code)\n"))
    }
  }
}
