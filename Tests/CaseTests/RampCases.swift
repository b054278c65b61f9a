internal import Testing

/// A speed that changes: picture and sound go by its integral.
@Suite("RAMP", .needsCommand)
struct RampCases {
  static let film = Input(
    "ramp.mov", from: [Signal.barcode(frames: 200), Signal.clicks(every: 12000, seconds: "8")],
    FFmpeg.h264 + FFmpeg.pcm)

  /// Down to a quarter in two seconds and up again in one.
  static let speed = "{0s: 1, 2s: 1/4, 3s: 1}"

  /// Its integral, worked out by hand.
  private static func content(_ t: Double) -> Double {
    if t <= 2 { return t - 3.0 / 16 * t * t }
    if t <= 3 { return 1.25 + (t - 2) / 4 + 3.0 / 8 * (t - 2) * (t - 2) }
    return t - 1.125
  }

  /// The moment at which so much is used up: the quadratic formula.
  private static func moment(_ content: Double) -> Double {
    if content <= 1.25 { return (1 - (1 - 0.75 * content).squareRoot()) / 0.375 }
    if content <= 1.875 { return 2 + (-0.25 + (0.0625 + 1.5 * (content - 1.25)).squareRoot()) / 0.75 }
    return content + 1.125
  }

  private func frames(_ count: Int, _ content: (Int) -> Double) -> [Int] {
    (0..<count).map { Int((content($0) * 25 + 1e-7).rounded(.down)) }
  }

  @Test("Each frame is the one on display at the integral; clicks lie where the inverse puts them, to the sample")
  func followed() throws {
    let item = "{clip: ramp.mov, speed: \(Self.speed), duration: 5s, audio: {pitch: follow}}"
    let film = try rendered(Film(items: [item]), with: [Self.film])
    #expect(try film.barcodes() == frames(125) { Self.content(Double($0) / 25) })
    let sound = try #require(try film.sound().channels.first)
    #expect(sound.count == 240_000)
    for click in 0..<16 where Self.moment(Double(click) / 4) < 5 {
      let place = Self.moment(Double(click) / 4) * 48000
      expect(Double(loudest(sound, near: place)), near: place, within: 0.51)
    }
  }

  @Test("The pitch stays: the same frames, the same length, clicks within a quarter of a grain (11 ms)")
  func preserved() throws {
    let film = try rendered(Film(items: ["{clip: ramp.mov, speed: \(Self.speed), in: 1s, out: 3s}"]), with: [Self.film])
    // The length solves 15/8 + (t − 3) = 2: 3.125 s, 78 frames.
    #expect(try film.barcodes() == frames(78) { 1 + Self.content(Double($0) / 25) })
    let sound = try #require(try film.sound().channels.first)
    #expect(sound.count == 78 * 1920)
    for click in 0..<8 {
      let place = Self.moment(Double(click) / 4) * 48000
      expect(Double(loudest(sound, near: place)), near: place, within: 513)
    }
  }

  @Test("Backwards the speed counts in the item's time, and the content runs down")
  func reversed() throws {
    let item = "{clip: ramp.mov, speed: {0s: 1, 2s: 3}, duration: 2s, reverse: true, audio: {pitch: follow}}"
    let film = try rendered(Film(items: [item]), with: [Self.film])
    // 4 s are used up; a frame shows what it ends with, and so does a sample.
    #expect(try film.barcodes() == frames(50) { 4 - (Double($0 + 1) / 25 + Double(($0 + 1) * ($0 + 1)) / 1250) })
    let sound = try #require(try film.sound().channels.first)
    for click in 1..<16 {
      let used = 4 - Double(click) / 4
      let place = (-1 + (1 + 2 * used).squareRoot()) * 48000
      expect(Double(loudest(sound, near: place)), near: place - 1, within: 0.51)
    }
  }

  @Test("A group, its repeats and a transition's handles go on along the curve, with the same bytes for any jobs")
  func group() throws {
    let items = [
      "{group: [{clip: ramp.mov, duration: 2s}, {clip: ramp.mov, in: 4s, duration: 2s}], "
        + "speed: {0s: 1, 1s: 2, 2s: 1/2}, repeat: 2}",
      "{transition: dissolve, duration: 10f}",
      "{clip: ramp.mov, in: 40f, duration: 2s, speed: {0s: 2, 1s: 1}}",
    ]
    let film = try rendered(Film(items: items), with: [Self.film])
    /// t + t²/2, then 3/2 + 2t − 3/4 t², then half as fast.
    func inner(_ frame: Int) -> Int {
      let t = Double(frame) / 25
      let content = t <= 1 ? t + t * t / 2 : t <= 2 ? 1.5 + 2 * (t - 1) - 0.75 * (t - 1) * (t - 1) : 2.75 + (t - 2) / 2
      let place = Int((content * 25 + 1e-7).rounded(.down))
      return place < 50 ? place : 50 + place
    }
    let codes = try film.barcodes()
    // 4 s are used up after 4.5 s: 112.5 frames, so the second play begins at frame 113.
    #expect(Array(codes[..<113]) == (0..<113).map(inner))
    #expect(Array(codes[113..<220]) == (0..<107).map(inner))
    #expect(codes.count == 275)
    // Behind the transition: 40 + 25 (2t − t²/2), and then evenly.
    let rest = (5..<50).map { frame in
      let t = Double(frame) / 25
      return 40 + Int((25 * (t <= 1 ? 2 * t - t * t / 2 : 0.5 + t) + 1e-7).rounded(.down))
    }
    #expect(Array(codes[230...]) == rest)
    let files = try ["1", "3"].map { jobs in
      let folder = try Folder()
      try folder.bring(Self.film)
      try folder.write("film.yaml", Film(items: items).text)
      #expect(try folder.edlrender(["film.yaml", "--jobs", jobs, "--no-cache"]).status == 0)
      return try folder.data("out.mkv")
    }
    #expect(files[0] == files[1])
  }

  static let mistakes: [(String, String)] = [
    ("in: 7s, duration: 2s, speed: {0s: 1, 1s: 3}", "frame 175 (7s) to frame 300 (12s)"),
    ("out: 4s, speed: {0s: 1, end: 3}", "speed.needs-duration"),
    ("duration: 2s, speed: {0s: 2, 2s: 1/10, ease: elastic-out}", "speed.backwards"),
    ("duration: 2s, speed: {0s: 1, 2s: 0}", "value.speed"),
    ("duration: 2s, speed: {1s: 1, 0s: 2}", "keyframes.order"),
  ]

  @Test("What cannot be solved is told", arguments: mistakes)
  func refused(fields: String, message: String) throws {
    let folder = try Folder()
    try folder.bring(Self.film)
    try folder.write("film.yaml", Film(items: ["{clip: ramp.mov, \(fields)}"]).text)
    let run = try folder.edlrender(["check", "film.yaml"])
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  /// The sample of the greatest magnitude around a place.
  private func loudest(_ samples: [Int16], near place: Double) -> Int {
    let range = max(0, Int(place) - 700)..<min(samples.count, Int(place) + 700)
    return range.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) } ?? 0
  }
}
