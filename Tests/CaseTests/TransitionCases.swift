internal import Testing

/// One item giving way to the next: picture and sound, judged from outside.
@Suite("TRANS, AUD-11, RANGE-01c", .needsCommand)
struct TransitionCases {
  static let hundred = Input(
    "trans01.mp4", from: [Signal.barcode(frames: 100)], FFmpeg.h264 + ["-g", "25", "-bf", "2"])
  static let short = Input("trans04.mp4", from: [Signal.barcode(frames: 25)], FFmpeg.h264)
  static let greys = [("a", "3C"), ("b", "78"), ("c", "C8")].map { name, grey in
    Input("trans02\(name).mp4", from: ["color=0x\(grey)\(grey)\(grey):s=160x120:r=25:d=1"], FFmpeg.h264)
  }
  static let toneA = Input(
    "aud11a.mov", from: [Signal.barcode(frames: 50), Signal.tone("500", seconds: "2")], FFmpeg.h264 + FFmpeg.pcm)
  static let toneB = Input(
    "aud11b.mov", from: [Signal.barcode(frames: 50, from: 100), Signal.tone("2000", seconds: "2")],
    FFmpeg.h264 + FFmpeg.pcm)
  static let saw = Input(
    "transsaw.mov", from: [Signal.barcode(frames: 50), Signal.saw(seconds: "2")], FFmpeg.h264 + FFmpeg.pcm)

  @Test(
    "TRANS-01: a dissolve over continuous material shows each frame once",
    arguments: [
      "{clip: trans01.mp4, out: 30f}|mode: overlap|{clip: trans01.mp4, in: 20f, out: 50f}",
      "{clip: trans01.mp4, out: 25f}|align: center|{clip: trans01.mp4, in: 25f, out: 50f}",
      "{clip: trans01.mp4, out: 25f}|align: start|{clip: trans01.mp4, in: 25f, out: 50f}",
      "{clip: trans01.mp4, out: 25f}|align: end|{clip: trans01.mp4, in: 25f, out: 50f}",
    ])
  func continuous(text: String) throws {
    let parts = text.split(separator: "|").map(String.init)
    for count in [9, 10] where count == 10 || parts[1] != "mode: overlap" {
      let items = [parts[0], "{transition: dissolve, duration: \(count)f, \(parts[1])}", parts[2]]
      let film = try rendered(Film(items: items), with: [Self.hundred])
      #expect(try film.barcodes() == Array(0..<50))
    }
  }

  @Test("TRANS-02: chained dissolves fall where they should")
  func chain() throws {
    let film = try rendered(
      Film(items: [
        "{clip: trans02a.mp4}", "{transition: dissolve, duration: 10f, mode: overlap}", "{clip: trans02b.mp4}",
        "{transition: dissolve, duration: 10f, mode: overlap}", "{clip: trans02c.mp4}",
      ]), with: Self.greys)
    let greys = try film.colors(80, 60).map(\.green)
    // Exactly k/10 of the way at frame k of a dissolve.
    let ramps = [(60, 120), (120, 200)].map { from, to in (0..<10).map { from + (to - from) * $0 / 10 } }
    let right =
      Array(repeating: 60, count: 15) + ramps[0] + Array(repeating: 120, count: 5) + ramps[1]
      + Array(repeating: 200, count: 15)
    expect(greys, near: right, within: 2)
  }

  static let clip = "{clip: trans04.mp4, in: 0f, out: 10f}"

  @Test(
    "TRANS-04: what does not fit is refused with the longest that does",
    arguments: [
      ([clip, "{transition: dissolve, duration: 12f, mode: overlap}", clip], "10f"),
      ([clip, "{transition: dissolve, duration: 12f}", clip], "1f"),
      (
        [
          clip, "{transition: dissolve, duration: 6f, mode: overlap}", clip,
          "{transition: dissolve, duration: 6f, mode: overlap}", clip,
        ], "4f"
      ),
      ([clip, "{transition: dissolve, duration: 6f}"], "0f"),
      (["{transition: dissolve, duration: 6f}", clip], "0f"),
    ])
  func tooLong(items: [String], longest: String) throws {
    let run = try refused(Film(items: items), with: [Self.short])
    #expect(run.errors.contains("transition"))
    #expect(run.errors.contains("longest possible here is \(longest)"), "\(run.errors)")
  }

  @Test("TRANS-04c: as long as the clips")
  func asLongAsTheClips() throws {
    let film = try rendered(
      Film(items: [
        "{clip: trans04.mp4, in: 0f, out: 10f}", "{transition: dissolve, duration: 10f, mode: overlap}",
        "{clip: trans04.mp4, in: 0f, out: 10f}",
      ]), with: [Self.short])
    #expect(try film.barcodes() == Array(0..<10))
  }

  @Test("RANGE-01c: a transition of no frames is a plain cut, and says so")
  func noFrames() throws {
    let folder = try Folder()
    try folder.bring(Self.short)
    let film = Film(items: [
      "{clip: trans04.mp4, in: 0f, out: 10f}", "{transition: dissolve, duration: 0}",
      "{clip: trans04.mp4, in: 10f, out: 20f}",
    ])
    try folder.write("film.yaml", film.text)
    let run = try folder.edlrender(["film.yaml"])
    #expect(run.status == 0 && run.errors.contains("transition.empty"))
    #expect(try Picture.barcodes(of: folder("out.mkv")) == Array(0..<20))
  }

  @Test("an unknown kind is refused with the one that was meant")
  func unknownKind() throws {
    let run = try refused(
      Film(items: [Self.clip, "{transition: wipelft, duration: 2f, align: start}", Self.clip]), with: [Self.short])
    #expect(run.errors.contains("did you mean \"wipeleft\""))
  }

  // MARK: Sound

  private func crossed(_ sound: String, muted: Set<Character> = []) throws -> Sound {
    func clip(_ name: Character) -> String {
      "{clip: aud11\(name).mov\(muted.contains(name) ? ", audio: {mute: true}" : "")}"
    }
    let film = try rendered(
      Film(items: [clip("a"), "{transition: dissolve, duration: 20f, mode: overlap, audio: \(sound)}", clip("b")]),
      with: [Self.toneA, Self.toneB])
    let codes = try film.barcodes()
    #expect(codes.count == 80)
    #expect(Array(codes.prefix(31)) == Array(0...30))
    #expect(Array(codes.suffix(30)) == Array(120..<150))
    return try film.sound()
  }

  private func levels(_ sound: Sound) -> [Double] {
    stride(from: 1.2, to: 2.0 - 0.001, by: 0.02).map { sound.tone($0, $0 + 0.02).rms }
  }

  @Test("AUD-11: sound crosses over exactly under the dissolve", arguments: ["equal-power", "linear"])
  func crossfade(sound: String) throws {
    let whole = try crossed(sound)
    let before = whole.tone(1.18, 1.2).rms
    #expect(levels(whole).allSatisfy { $0 >= 0.65 * before && $0 <= 1.5 * before })
    let incoming = try crossed(sound, muted: ["a"])
    let first = try #require(incoming.channels[0].firstIndex { $0 != 0 })
    #expect((57600..<57800).contains(first))
    let outgoing = try crossed(sound, muted: ["b"])
    let last = try #require(outgoing.channels[0].lastIndex { $0 != 0 })
    #expect((95800...96000).contains(last))
    let falling = levels(outgoing)
    #expect(zip(falling, falling.dropFirst()).allSatisfy { $0 >= $1 })
    // The two parts are the whole, to the last bit but for rounding.
    for (sum, parts) in zip(whole.channels[0], zip(incoming.channels[0], outgoing.channels[0])) {
      #expect(abs(Int(sum) - Int(parts.0) - Int(parts.1)) <= 1)
    }
  }

  @Test("AUD-11: a cut of the sound lies in the middle, to the sample")
  func soundCut() throws {
    let incoming = try crossed("cut", muted: ["a"])
    let first = try #require(incoming.channels[0].firstIndex { $0 != 0 })
    #expect((76800...76803).contains(first))
    let outgoing = try crossed("cut", muted: ["b"])
    let last = try #require(outgoing.channels[0].lastIndex { $0 != 0 })
    #expect((76796..<76800).contains(last))
  }

  @Test("a linear crossfade of continuous sound changes no sample", arguments: ["video", "audio"])
  func linearSum(kind: String) throws {
    let items = [
      "{clip: transsaw.mov, out: 25f}", "{transition: dissolve, duration: 7f, audio: linear}",
      "{clip: transsaw.mov, in: 25f}",
    ]
    let film =
      kind == "video" ? Film(items: items) : Film(items: ["{solid: red, duration: 2s}"], sound: [items])
    let sound = try rendered(film, with: [Self.saw]).sound()
    #expect(sound.sawRuns() == [.init(start: 0, source: 0, length: 96000)])
  }

  /// A source whose n-th picture has luma 16 + 4 n, over black.
  @Test(
    "a source is at its own beginning where the transition begins, and goes on from there",
    arguments: [("center", 7), ("start", 10), ("end", 4)])
  func movingSource(align: String, first: Int) throws {
    let film = try rendered(
      Film(items: [
        "{solid: black, duration: 10f}", "{transition: dissolve, duration: 6f, align: \(align)}",
        "{source: \"color=black:s=160x120:r=25,format=yuv420p,geq=lum=16+4*N:cb=128:cr=128\", duration: 20f}",
      ]), with: [])
    try FFmpeg.run(["-i", film.path, "-f", "rawvideo", "-pix_fmt", "yuv420p", film.folder("raw")])
    let bytes = [UInt8](try film.folder.data("raw"))
    let length = 160 * 120 * 3 / 2
    try #require(bytes.count == 30 * length)
    for frame in 0..<30 {
      // Picture n = frame − first, of which n sixths show as long as the transition lasts.
      let picture = Double(max(0, frame - first))
      let wanted = 16 + 4 * picture * min(1, picture / 6)
      #expect(abs(Double(bytes[frame * length + 60 * 160 + 80]) - wanted) <= 0.5, "frame \(frame)")
    }
  }

  // MARK: Determinism

  @Test("the same bytes for any number of jobs")
  func jobs() throws {
    let kinds = [
      "dissolve", "slideup", "slideleft", "fadegrays", "pixelize", "circleopen", "{fade-through: navy}", "radial",
      "{xfade: dissolve}", "hblur",
    ]
    var items = ["{clip: trans01.mp4, in: 20f, out: 50f}"]
    for kind in kinds { items += ["{transition: \(kind), duration: 9f}", "{clip: trans01.mp4, in: 20f, out: 50f}"] }
    let folder = try Folder()
    try folder.bring(Self.hundred)
    let film = Film(items: items, output: "{path: out.mkv, video: {codec: h264, preset: ultrafast}, audio: off}")
    let sums = try [["--jobs", "1"], ["--jobs", "2"], ["--jobs", "7"]].map { options in
      try Picture.checksums(of: folder.render(film, options))
    }
    #expect(sums[0] == sums[1] && sums[0] == sums[2])
  }
}
