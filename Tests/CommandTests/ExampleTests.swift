internal import Testing

/// The examples: each passes every check and becomes the film that its text says.
@Suite struct ExampleTests {
  /// What a film must be, worked out by hand from the example's text.
  struct Facts: Sendable {
    let name: String
    let file: String
    let frames: Int
    let rate: String
    let samples: Int
  }

  static let facts = [
    // 75 + 12 + 60 + 45 frames at 30.
    Facts(name: "cutdown", file: "cutdown.mp4", frames: 192, rate: "30/1", samples: 307_200),
    // 3 + 4 + 3 seconds.
    Facts(name: "three-clips", file: "three-clips.mp4", frames: 300, rate: "30/1", samples: 480_000),
    // Five times 60 frames at 25.
    Facts(name: "slideshow", file: "slideshow.mp4", frames: 300, rate: "25/1", samples: 576_000),
    // 3 × (30 + 30) + 15 + 30 + 90 frames.
    Facts(name: "loop", file: "loop.mp4", frames: 315, rate: "30/1", samples: 504_000),
    // 100 + 100 + 50 frames at 25.
    Facts(name: "mixed-rates", file: "mixed-rates.mov", frames: 250, rate: "25/1", samples: 480_000),
    // 60 + 60 + 60 + 20 + 120 + 60 + 45 + 45 frames.
    Facts(name: "showcase", file: "showcase.mp4", frames: 470, rate: "30/1", samples: 752_000),
    Facts(name: "trailer", file: "trailer.mp4", frames: 363, rate: "30/1", samples: 580_800),
    // 4 + 5 + 9 seconds.
    Facts(name: "titles", file: "titles.mp4", frames: 540, rate: "30/1", samples: 864_000),
  ]

  @Test(arguments: facts)
  func passesCheckAndRenders(facts: Facts) throws {
    let folder = try Folder()
    let project = "\(Places.package)/examples/\(facts.name)/project.yaml"
    _ = Places.media
    let checked = try edlrender("check", project)
    #expect(checked.status == 0, "\(checked.errors)")
    #expect(checked.output.contains("\(facts.frames) frames"))
    let rendered = try edlrender(project, "-o", folder(facts.file), "--progress", "none")
    #expect(rendered.status == 0, "\(rendered.errors)")
    let film = Film(path: folder(facts.file))
    #expect(try film.frameCount == facts.frames)
    #expect(try film.rate == facts.rate)
    #expect(try film.size == "1280x720")
    // A lossy codec may pad the last block of samples; the container's edit list takes the lead-in away.
    let excess = try film.sampleCount - facts.samples
    #expect((0..<1024).contains(excess), "\(excess) samples more than the timeline has")
    try listen(to: film, facts.name)
  }

  @Test("the examples of sound: their streams, as ffprobe reads them, and their levels")
  func soundOnly() throws {
    let folder = try Folder()
    for (name, file, streams) in [
      ("podcast", "podcast.m4a", ["aac,2"]), ("routing", "routing.mka", ["flac,2", "flac,2", "flac,2", "flac,1"]),
      ("streams", "streams.mkv", ["aac,2", "ac3,6", "opus,2"]),
    ] {
      let project = "\(Places.package)/examples/\(name)/project.yaml"
      _ = Places.media
      let rendered = try edlrender(project, "-o", folder(file), "--progress", "none")
      #expect(rendered.status == 0, "\(rendered.errors)")
      let found = try Tool.run(
        "ffprobe",
        [
          "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name,channels", "-of", "csv=p=0",
          folder(file),
        ])
      #expect(found.split(separator: "\n").map(String.init) == streams, "\(name)")
    }
    // The bed is 14 dB softer under the voices, and they begin at 4 s: before, it is heard alone.
    let podcast = Film(path: folder("podcast.m4a"))
    #expect(try podcast.level(from: 2, to: 3.6) > -30)
    #expect(try podcast.sampleCount == 24 * 48000)
  }

  /// 3 s and 3 s: three segments of 2 s in each rendition.
  @Test func theLadderIsAStream() throws {
    let folder = try Folder()
    _ = Places.media
    let rendered = try edlrender(
      "\(Places.package)/examples/ladder/project.yaml", "-o", folder("ladder.m3u8"), "--progress", "none")
    #expect(rendered.status == 0, "\(rendered.errors)")
    let stream = try Stream(folder("ladder.m3u8"))
    #expect(stream.variants.map { $0.attributes["RESOLUTION"] } == ["640x360", "426x240", "212x120"])
    #expect(stream.variants.map { $0.track.segments.map(\.seconds) } == Array(repeating: [2, 2, 2], count: 3))
    #expect(stream.sounds.map { $0.attributes["NAME"] } == ["Film", "Commentary"])
    #expect(folder.has("ladder.mpd"))
  }

  @Test func theVerticalCutIsComposedAtItsOwnSize() throws {
    let folder = try Folder()
    _ = Places.media
    let project = "\(Places.package)/examples/vertical/project.yaml"
    // 75 + 75 frames.
    for (name, size) in [("film", "640x360"), ("vertical", "360x640")] {
      let rendered = try edlrender(
        project, "--output", name, "-o", folder("\(name).mp4"), "--progress", "none", "--strict")
      #expect(rendered.status == 0, "\(rendered.errors)")
      #expect(try Film(path: folder("\(name).mp4")).size == size)
      #expect(try Film(path: folder("\(name).mp4")).frameCount == 150)
    }
  }

  /// Levels at chosen moments.
  private func listen(to film: Film, _ name: String) throws {
    switch name {
    case "cutdown":
      // The recording hums at -28 dB between its ticks; the gap behind the first piece is silent.
      #expect(abs(try film.level(from: 0.3, to: 0.9) + 28) < 0.2)
      #expect(try film.level(from: 2.55, to: 2.85) < -70)
    case "three-clips":
      #expect(try film.level(from: 3, to: 7) > -40)
      #expect(try film.level(from: 9.9, to: 10) < film.level(from: 7, to: 8) - 6)
    case "slideshow", "loop", "titles":
      #expect(try film.level(from: 4, to: 6) > -40)
    case "mixed-rates":
      // A sine of an eighth of full scale, in mono, at equal level in both channels.
      #expect(abs(try film.level(from: 1, to: 3) + 21.07) < 0.1)
    default:
      #expect(try film.level(from: 1, to: 14) > -40)
    }
  }

  @Test func stillsShowInTheirOrder() throws {
    let folder = try Folder()
    _ = Places.media
    let project = "\(Places.package)/examples/slideshow/project.yaml"
    #expect(try edlrender(project, "-o", folder("film.mp4"), "--progress", "none").status == 0)
    let film = Film(path: folder("film.mp4"))
    // Around the first cut the picture changes between frames 59 and 60 and nowhere near.
    let colors = try [58, 59, 60, 61].map { try film.color(ofFrame: $0) }
    func distance(_ one: [Int], _ other: [Int]) -> Int { zip(one, other).map { abs($0 - $1) }.max() ?? 0 }
    #expect(distance(colors[0], colors[1]) <= 2)
    #expect(distance(colors[1], colors[2]) > 10)
    #expect(distance(colors[2], colors[3]) <= 2)
  }
}
