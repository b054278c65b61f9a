internal import Foundation
internal import Testing

/// What comes out with a cache is what comes out without one, whatever is edited in between.
@Suite(.serialized) struct IncrementalTests {
  /// How often; the environment asks for more.
  private static func rounds(_ variable: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? standard
  }

  /// Twenty edits after another make a history; each film is rendered into one cache and without.
  @Test func everyEditGivesTheBytesOfACleanRender() throws {
    let pairs = Self.rounds("EDLRENDER_EDITS", 10)
    var (reused, total) = (0, 0)
    for history in 0..<(pairs + 19) / 20 {
      let folder = try Folder()
      try RandomFilm.files(in: folder)
      var film = RandomFilm(seed: history)
      for number in 0..<min(20, pairs - history * 20) {
        let edit = try film.edit(in: folder)
        try folder.write("film.yaml", film.text)
        let cached = try edlrender("film.yaml", "--json", "--cache", folder("cache"), in: folder)
        try #require(cached.status == 0, "\(film.text)\n\(cached.output)\(cached.errors)")
        let clean = try edlrender("film.yaml", "--no-cache", "-o", "clean.mkv", "--jobs", "1", in: folder)
        try #require(clean.status == 0, "\(clean.errors)")
        let same =
          try Data(contentsOf: URL(filePath: folder("film.mkv")))
          == Data(contentsOf: URL(filePath: folder("clean.mkv")))
        #expect(same, "history \(history), edit \(number) (\(edit)):\n\(film.text)")
        let result = try #require(try cached.objects.first { $0["event"] == "result" })
        reused += Int(result["cached_frames"] ?? "") ?? 0
        total += Int(result["frames"] ?? "") ?? 0
      }
    }
    // Else the test shows nothing.
    #expect(reused * 3 > total, "\(reused) of \(total) frames came from the cache")
  }

  @Test func aKilledRenderGoesOnWhereItWas() throws {
    let folder = try Folder()
    try RandomFilm.files(in: folder)
    let items = (0..<12).map { "      - {clip: a.mp4, in: \($0 * 7)f, duration: 60f, effects: [{unsharp: {}}]}" }
    let film =
      "edlrender: 1\ncanvas: {size: 256x144, fps: 25}\ntracks:\n  - kind: video\n    items:\n"
      + items.joined(separator: "\n") + "\noutputs: [{path: film.mkv, video: {codec: h264, preset: slow}}]\n"
    try folder.write("film.yaml", film)
    #expect(try edlrender("film.yaml", "--no-cache", "-o", "clean.mkv", in: folder).status == 0)
    let clean = try Data(contentsOf: URL(filePath: folder("clean.mkv")))
    var dice = Dice(7)
    for round in 0..<Self.rounds("EDLRENDER_KILLS", 3) {
      // Every fifth begins anew, so that there is always something to kill.
      if round % 5 == 0 { try? FileManager.default.removeItem(atPath: folder("cache")) }
      let run = try Tool(Places.program, ["film.yaml", "--cache", folder("cache")], in: folder.path)
      usleep(UInt32(dice.roll(50...1500)) * 1000)
      run.send(SIGKILL)
      _ = try run.finish()
      if folder.has("film.mkv") {
        #expect(try Data(contentsOf: URL(filePath: folder("film.mkv"))) == clean, "round \(round)")
      }
      #expect(try edlrender("cache", "verify", "--cache", folder("cache")).output.contains(" 0 damaged"))
    }
    let outcome = try edlrender("film.yaml", "--json", "--cache", folder("cache"), in: folder)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try Data(contentsOf: URL(filePath: folder("film.mkv"))) == clean)
    #expect(try edlrender("film.yaml", "--json", "--cache", folder("cache"), in: folder).cachedFrames == 720)
  }

  @Test func rendersAtOnceShareACache() throws {
    let folder = try Folder()
    try RandomFilm.files(in: folder)
    var film = RandomFilm(seed: 99)
    try folder.write("one.yaml", film.text)
    _ = try film.edit(in: folder)
    try folder.write("two.yaml", film.text)
    var cleans: [Data] = []
    for name in ["one", "two"] {
      #expect(try edlrender("\(name).yaml", "--no-cache", "-o", "clean.mkv", in: folder).status == 0)
      cleans.append(try Data(contentsOf: URL(filePath: folder("clean.mkv"))))
    }
    let names = ["one", "two", "one", "two"]
    let runs = try names.enumerated().map { index, name in
      try Tool(
        Places.program, ["\(name).yaml", "--cache", folder("cache"), "--jobs", "1", "-o", "film\(index).mkv"],
        in: folder.path)
    }
    for (index, run) in runs.enumerated() {
      let outcome = try run.finish()
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains("cache."), "\(outcome.errors)")
      #expect(try Data(contentsOf: URL(filePath: folder("film\(index).mkv"))) == cleans[index % 2])
    }
    #expect(try edlrender("cache", "verify", "--cache", folder("cache")).output.contains(" 0 damaged"))
  }
}

extension Outcome {
  /// The frames that the result says came from the cache.
  var cachedFrames: Int? {
    get throws { try objects.first { $0["event"] == "result" }.flatMap { $0["cached_frames"] }.flatMap { Int($0) } }
  }
}
