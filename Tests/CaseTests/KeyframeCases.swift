import Testing

/// Values over time: at, before, between and after keyframes.
@Suite("KEY", .needsCommand)
struct KeyframeCases {
  static let white = Input(
    "key01.mp4", from: ["color=white:s=160x120:r=25:d=2"], ["-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p"])

  /// The share of white in the middle of every frame.
  private func shares(_ item: String) throws -> [Double] {
    let film = try rendered(Film(items: [item]), with: [Self.white])
    return try Picture.map(film.path) { Double($0.color(80, 60).green) / 255 }
  }

  private func expect(_ shares: [Double], _ frames: ClosedRange<Int>, are wanted: Double) {
    for frame in frames where frame < shares.count {
      #expect(abs(shares[frame] - wanted) <= 0.012, "frame \(frame): \(shares[frame]), not \(wanted)")
    }
  }

  @Test("01a: the first value before the first key, the last one after the last, a line between")
  func aroundTheKeys() throws {
    let shares = try shares("{clip: key01.mp4, opacity: {10f: 0.2, 40f: 0.8}}")
    try #require(shares.count == 50)
    expect(shares, 0...10, are: 0.2)
    expect(shares, 25...25, are: 0.5)
    expect(shares, 40...49, are: 0.8)
    for (value, next) in zip(shares, shares.dropFirst()) { #expect(next >= value) }
  }

  @Test("01b: the keys of a cut clip count from the cut")
  func trimmed() throws {
    let shares = try shares("{clip: key01.mp4, in: 20f, out: 50f, opacity: {0f: 0.2, 20f: 80%}}")
    try #require(shares.count == 30)
    expect(shares, 0...0, are: 0.2)
    expect(shares, 10...10, are: 0.5)
    expect(shares, 20...29, are: 0.8)
  }

  @Test("01c: one key is a constant, one beyond the end gives the slope")
  func oneKeyAndOneBeyondTheEnd() throws {
    expect(try shares("{clip: key01.mp4, opacity: {10f: 0.4}}"), 0...49, are: 0.4)
    let slope = try shares("{clip: key01.mp4, opacity: {0f: 0, 100f: 1}}")
    expect(slope, 25...25, are: 0.25)
    expect(slope, 49...49, are: 0.49)
  }

  @Test("01c: keys out of order and two at one time are refused", arguments: ["{20f: 1, 10f: 0}", "{20f: 1, 0.8s: 0}"])
  func unsorted(keys: String) throws {
    let folder = try Folder()
    try folder.bring(Self.white)
    try folder.write("film.yaml", Film(items: ["{clip: key01.mp4, opacity: \(keys)}"]).text)
    let run = try folder.edlrender(["film.yaml"])
    #expect(run.status == 2)
    #expect(run.errors.contains("keyframes.order"))
  }

  @Test("01d: what overshoots stays between nothing and all", arguments: ["back-in-out", "elastic-out", "back-in"])
  func overshoot(ease: String) throws {
    let shares = try shares("{clip: key01.mp4, opacity: {0f: 0, 40f: 1, ease: \(ease)}}")
    try #require(shares.count == 50)
    for (value, next) in zip(shares, shares.dropFirst()) {
      #expect(abs(next - value) * 255 <= (ease == "elastic-out" ? 130 : 60), "\(value) \(next)")
    }
    expect(shares, 40...49, are: 1)
    #expect(shares[0] < 0.012)
  }

  @Test("a picture and its sound rise together; under audio the sound does alone")
  func fades() throws {
    expect(try shares("{clip: key01.mp4, fade_in: 20f, fade_out: 1s}"), 10...10, are: 0.5)
    let shares = try shares("{clip: key01.mp4, fade_in: 20f, fade_out: 1s}")
    expect(shares, 0...0, are: 0)
    expect(shares, 20...25, are: 1)
    expect(shares, 45...45, are: 0.2)
  }

  @Test("keyframes of a group count in the group")
  func group() throws {
    let item = "{group: [{clip: key01.mp4, out: 1s}, {clip: key01.mp4, out: 1s}], opacity: {0f: 0, 50f: 1}}"
    let shares = try shares(item)
    try #require(shares.count == 50)
    expect(shares, 10...10, are: 0.2)
    expect(shares, 40...40, are: 0.8)
  }
}
