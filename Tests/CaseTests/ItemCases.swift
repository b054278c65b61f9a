internal import Testing

/// What items do beside being cut: places, holes, nests, stops.
@Suite("Items", .needsCommand)
struct ItemCases {
  static let saw = Input(
    "item.mov", from: [Signal.barcode(frames: 50, lower: .luma(200)), Signal.saw(seconds: "2")],
    FFmpeg.h264 + FFmpeg.pcm)

  struct Programme: CustomTestStringConvertible {
    let name: String
    let items: [String]
    /// The code of each frame; nil where nothing is shown.
    let codes: [Int?]

    var testDescription: String { name }
  }

  static let nothing = [Int?](repeating: nil, count: 5)

  static let programmes = [
    Programme(
      name: "a gap is transparent",
      items: ["{clip: item.mov, out: 5f}", "{gap: 5f}", "{clip: item.mov, in: 5f, out: 10f}"],
      codes: Array(0..<5) + nothing + Array(5..<10)),
    Programme(
      name: "an item at its own time",
      items: ["{clip: item.mov, out: 5f}", "{clip: item.mov, in: 20f, out: 25f, at: 10f}"],
      codes: Array(0..<5) + nothing + Array(20..<25)),
    Programme(
      name: "after another one's end",
      items: ["{id: intro, clip: item.mov, out: 5f}", "{clip: item.mov, in: 20f, out: 25f, at: intro.end + 5f}"],
      codes: Array(0..<5) + nothing + Array(20..<25)),
    Programme(
      name: "an item taken out keeps its time",
      items: ["{clip: item.mov, out: 5f}", "{clip: item.mov, out: 5f, enabled: false}", "{clip: item.mov, out: 5f}"],
      codes: Array(0..<5) + nothing + Array(0..<5)),
    Programme(
      name: "a group repeats whole",
      items: ["{group: [{clip: item.mov, out: 3f}, {clip: item.mov, in: 10f, out: 12f}], repeat: 2}"],
      codes: [0, 1, 2, 10, 11, 0, 1, 2, 10, 11]),
    Programme(
      name: "in a stack the upper track hides the lower one, where it has something",
      items: [
        "{stack: [{kind: video, items: [{clip: item.mov, out: 10f, audio: off}]},"
          + " {kind: video, items: [{gap: 3f}, {clip: item.mov, in: 40f, out: 43f}]}]}"
      ],
      codes: [0, 1, 2, 40, 41, 42, 6, 7, 8, 9]),
    Programme(
      name: "a freeze holds one frame", items: ["{clip: item.mov, freeze: 7f, duration: 5f}"],
      codes: Array(repeating: 7, count: 5)),
    Programme(
      name: "a repeated range", items: ["{clip: item.mov, in: 10f, out: 12f, repeat: 3}"],
      codes: [10, 11, 10, 11, 10, 11]),
    Programme(
      name: "in from the end", items: ["{clip: item.mov, in: end - 5f}"], codes: Array(45..<50)),
  ]

  @Test("frames of a programme", arguments: programmes)
  func frames(programme: Programme) throws {
    let film = try rendered(Film(items: programme.items), with: [Self.saw])
    let found = try Picture.map(film.path) { $0.color(80, 90).green < 20 ? nil : $0.barcode }
    #expect(found == programme.codes)
  }

  @Test("the sound of a programme stops and starts on its frames' samples")
  func sound() throws {
    let film = try rendered(
      Film(items: ["{clip: item.mov, in: 1f, out: 5f}", "{gap: 5f}", "{clip: item.mov, in: 5f, out: 10f}"]),
      with: [Self.saw])
    let sound = try film.sound()
    expectSilence(sound, [7680..<17280])
    let runs = sound.sawRuns().filter { $0.length > 1 }
    #expect(runs.map(\.description) == ["0:1920:7680", "17280:9600:9600"])
  }

  @Test("named sequences, variables and included files")
  func reuse() throws {
    let folder = try Folder()
    try folder.bring(Self.saw)
    try folder.write("parts/more.yaml", "media:\n  talk: ../item.mov\n")
    let film = Film(
      """
      edlrender: 1
      canvas: {size: 160x120, fps: 25}
      vars: {from: 10f, to: 20f}
      include: [parts/more.yaml]
      tracks:
        - kind: video
          items:
            - {clip: talk, in: "${from}", out: "${to}"}
      outputs:
        - {path: out.mkv, video: {codec: ffv1}, audio: [{codec: pcm_s16le}]}

      """)
    #expect(try Picture.barcodes(of: try folder.render(film)) == Array(10..<20))
    #expect(try Picture.barcodes(of: try folder.render(film, ["--set", "to=12f"])) == [10, 11])
  }

  @Test("an edge between two frames is rounded once, said, and an error under --strict")
  func offGrid() throws {
    let folder = try Folder()
    try folder.bring(Self.saw)
    let items = Array(repeating: "{clip: item.mov, duration: 0.05s}", count: 4)
    try folder.write("film.yaml", Film(items: items).text)
    let run = try folder.edlrender(["film.yaml"])
    #expect(run.status == 0)
    #expect(run.errors.contains(/film\.yaml:6:\d+: warning/))
    // Edges at 1.25, 2.5, 3.75 and 5 frames: 1, 3, 4, 5.
    #expect(try Picture.barcodes(of: folder("out.mkv")) == [0, 0, 1, 0, 0])
    #expect(try folder.edlrender(["check", "film.yaml", "--strict"]).status == 2)
  }

  @Test("items of one track do not overlap")
  func overlap() throws {
    let run = try refused(
      Film(items: ["{clip: item.mov, out: 10f}", "{clip: item.mov, out: 10f, at: 5f}"]), with: [Self.saw])
    #expect(run.errors.contains(/film\.yaml:7:\d+: error/))
  }
}
