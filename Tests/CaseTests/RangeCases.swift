internal import Testing

/// Ranges that are empty, or not in the media.
@Suite("RANGE", .needsCommand)
struct RangeCases {
  static let clip = Input("range01.mp4", from: [Signal.barcode(frames: 50)], FFmpeg.h264)
  static let still = Input("range01.png", from: ["color=gray:s=160x120"], ["-frames:v", "1"])

  /// Fifty frames of picture; the container lasts a little longer by its AAC padding.
  static let withSound = Input(
    "range03.mp4", from: [Signal.barcode(frames: 50), Signal.beeps(every: 48000, seconds: "1.9")],
    FFmpeg.h264 + FFmpeg.aac)

  @Test(
    "01: an item without length is refused by name",
    arguments: [
      ["{clip: range01.mp4, in: 0f, out: 10f}", "{clip: range01.mp4, in: 20f, out: 20f}"],
      ["{clip: range01.png, duration: 0}"],
      ["{clip: range01.mp4, in: 0f, duration: 0.01s}"],
      ["{clip: range01.mp4, repeat: 0}"],
    ])
  func emptyItems(items: [String]) throws {
    let run = try refused(Film(items: items), with: [Self.clip, Self.still])
    #expect(run.errors.contains(/range01\.(mp4|png)/))
    #expect(run.errors.contains(/(?i)duration|length|empty|repeat/))
    // The last item is the one at fault: the message points at its line.
    #expect(run.errors.contains("film.yaml:\(5 + items.count):"))
  }
  // 01c is a dissolve of no frames.

  @Test("01f: speed zero is refused")
  func noSpeed() throws {
    let run = try refused(Film(items: ["{clip: range01.mp4, speed: 0}"]), with: [Self.clip])
    #expect(run.errors.contains("speed"))
  }

  @Test(
    "03abc: a range beyond the media is refused at once, with both lengths",
    arguments: [("in: 40f, out: 60f", "60"), ("in: 50f, out: 55f", "5[05]"), ("in: 1000f", "1000")])
  func beyondTheMedia(range: String, asked: String) throws {
    let run = try refused(Film(items: ["{clip: range03.mp4, \(range)}"]), with: [Self.withSound], within: 2)
    #expect(run.errors.contains("range03.mp4"))
    // As frames or as seconds.
    let askedSeconds = ["60": "2\\.4", "5[05]": "2(\\.2)?", "1000": "40"][asked] ?? asked
    let message = run.errors.split(separator: "\n").filter { !$0.contains("{clip:") }.joined(separator: "\n")
    #expect(message.contains(try Regex("\\b(\(asked)f|\(asked)|\(askedSeconds)s?)\\b")), "\(message)")
    #expect(message.contains(/\b(50f?|2(\.0+)?\s?s|00:00:02)\b/), "\(message)")
  }

  @Test("03de: up to the very end is not beyond it", arguments: ["out: 50f", "out: 2.000s", "in: 40f, out: 50f"])
  func upToTheEnd(range: String) throws {
    let codes = try rendered(Film(items: ["{clip: range03.mp4, \(range)}"]), with: [Self.withSound]).barcodes()
    #expect(codes == Array((range.hasPrefix("in") ? 40 : 0)..<50))
  }

  @Test(
    "03: beyond the media by the user's own word",
    arguments: [("freeze", Array(repeating: 49, count: 5)), ("loop", [0, 1, 2, 3, 4]), ("black", [0, 0, 0, 0, 0])])
  func extended(policy: String, tail: [Int]) throws {
    let film = try rendered(
      Film(items: ["{clip: range03.mp4, in: 45f, duration: 10f, extend: \(policy)}"]), with: [Self.withSound])
    let codes = try film.barcodes()
    // A loop goes on from the start of the range that was asked for, or of the media.
    let isRight = Array(codes.suffix(5)) == tail || (policy == "loop" && Array(codes.suffix(5)) == Array(45..<50))
    #expect(codes.count == 10 && Array(codes.prefix(5)) == Array(45..<50) && isRight, "\(codes)")
    if policy == "black" { expect(try film.colors(80, 90)[9], near: .black, within: 2) }
  }
}
