internal import Foundation
internal import Testing

/// Numbered stills, GIF and WebP.
@Suite("IMG", .needsCommand)
struct ImageCases {
  /// Three frames of 0.2, 0.6 and 0.4 s.
  static let gif = Input(
    "img03.gif",
    from: [
      Signal.barcode(frames: 3, rate: "10", then: "settb=1/100,setpts='if(eq(N,0),0,if(eq(N,1),20,80))'")
    ], ["-fps_mode", "passthrough", "-enc_time_base", "1/100", "-final_delay", "40"])

  /// The same with every delay zero.
  static let hurriedGIF = Input("img03_zero.gif", bytesOf: gif) { data in
    var bytes = Array(data)
    for index in bytes.indices.dropLast(6) where Array(bytes[index..<index + 3]) == [0x21, 0xf9, 0x04] {
      bytes.replaceSubrange(index + 4..<index + 6, with: [0, 0])
    }
    return Data(bytes)
  }

  static let animatedWebP = Input(
    "img04.webp", from: ["testsrc=s=160x120:r=10:d=1"], ["-c:v", "libwebp_anim", "-loop", "0"])
  static let stillWebP = Input(
    "img04_still.webp", from: ["color=red:s=160x120"], ["-frames:v", "1", "-c:v", "libwebp"])

  private static let sequence = ["scan: {path: \"img01/f%04d.png\", fps: 25}"]

  private func numbered(_ first: Int, _ count: Int, without missing: [Int] = []) throws -> Folder {
    let folder = try Folder()
    try folder.write("img01/.keep", "")
    try FFmpeg.run([
      "-f", "lavfi", "-i", Signal.barcode(frames: count, from: first - 1), "-start_number", "\(first)",
      folder("img01/f%04d.png"),
    ])
    for number in missing {
      try FileManager.default.removeItem(atPath: folder(String(format: "img01/f%04d.png", number)))
    }
    return folder
  }

  @Test("01ab: a gap in the numbers is refused with the numbers, or held; never the end")
  func gapInNumbers() throws {
    let folder = try numbered(1, 20, without: [6, 13, 14])
    try folder.write("film.yaml", Film(media: Self.sequence, items: ["{clip: scan}"]).text)
    let run = try folder.edlrender(["film.yaml"])
    if run.status == 0 {
      let held = [5: 4, 12: 11, 13: 11]
      #expect(try Picture.barcodes(of: folder("out.mkv")) == (0..<20).map { held[$0] ?? $0 })
    } else {
      #expect(run.status == 2 || run.status == 3)
      for number in ["6", "13", "14"] { #expect(run.errors.contains(try Regex("\\b(f?0*)\(number)\\b"))) }
      #expect(!folder.has("out.mkv"))
    }
  }

  @Test("01c: a sequence may start at any number")
  func startNumber() throws {
    let folder = try numbered(7, 14)
    let path = try folder.render(Film(media: Self.sequence, items: ["{clip: scan}"]))
    #expect(try Picture.barcodes(of: path) == Array(6..<20))
  }

  @Test("a sequence by glob comes in natural order")
  func naturalOrder() throws {
    let folder = try Folder()
    for number in [10, 2, 1, 9] {
      try FFmpeg.run([
        "-f", "lavfi", "-i", Signal.barcode(frames: 1, from: number), "-frames:v", "1", folder("shot \(number).png"),
      ])
    }
    let path = try folder.render(
      Film(media: ["scan: {path: \"shot *.png\", fps: 25}"], items: ["{clip: scan}"]))
    #expect(try Picture.barcodes(of: path) == [1, 2, 9, 10])
  }

  @Test("03a: every frame of a GIF lasts its own delay")
  func gifDelays() throws {
    let film = try rendered(Film(items: ["{clip: img03.gif}"]), with: [Self.gif])
    let right = Array(repeating: 0, count: 5) + Array(repeating: 1, count: 15) + Array(repeating: 2, count: 10)
    #expect(try film.barcodes() == right)
  }

  @Test("03b: delays of zero count as a tenth of a second")
  func gifWithoutDelays() throws {
    let film = try rendered(Film(items: ["{clip: img03_zero.gif}"]), with: [Self.hurriedGIF], limit: 5)
    let codes = try film.barcodes()
    #expect(codes == [0, 0, 0, 1, 1, 2, 2, 2] || codes == [0, 0, 0, 1, 1, 2, 2])
  }

  @Test("04ab: an animated WebP is read whole or refused by name", arguments: ["", ", duration: 1s"])
  func animatedWebP(length: String) throws {
    let folder = try Folder()
    try folder.bring(Self.animatedWebP)
    let film = Film(canvas: "{size: 160x120, fps: 10}", items: ["{clip: img04.webp\(length)}"])
    try folder.write("film.yaml", film.text)
    let run = try folder.edlrender(["film.yaml"], limit: 5)
    if run.status == 0 {
      #expect(Set(try Picture.checksums(of: folder("out.mkv"))).count == 10)
    } else {
      #expect(run.errors.contains("img04.webp"))
      #expect(run.errors.contains(/(?i)animated webp/))
      #expect(!folder.has("out.mkv"))
    }
  }

  @Test("04c: a still WebP")
  func stillWebP() throws {
    let film = try rendered(Film(items: ["{clip: img04_still.webp, duration: 5f}"]), with: [Self.stillWebP])
    let colors = try film.colors(80, 60)
    #expect(colors.count == 5)
    expect(colors, near: RGB(254, 0, 0), within: 4)
  }

  @Test("03: so does every frame of an animated PNG")
  func animatedPNG() throws {
    let input = Input(
      "moving.png",
      from: [Signal.barcode(frames: 3, rate: "10", then: "settb=1/100,setpts='if(eq(N,0),0,if(eq(N,1),20,80))'")],
      ["-fps_mode", "passthrough", "-enc_time_base", "1/100", "-final_delay", "4/10", "-f", "apng"])
    let film = try rendered(Film(items: ["{clip: moving.png}"]), with: [input])
    #expect(
      try Picture.barcodes(of: film.path)
        == Array(repeating: 0, count: 5) + Array(repeating: 1, count: 15) + Array(repeating: 2, count: 10))
  }

  @Test("SCALE-03: a slow zoom into a picture of 80 million pixels, in bounded memory")
  func hugeStill() throws {
    let input = Input(
      "scale03.png", from: ["color=0x406080:s=10000x8000"], ["-frames:v", "1", "-pix_fmt", "rgb24"])
    let item = "{clip: scale03.png, duration: 5f, fit: cover, scale: {0s: 1, end: 1.5}}"
    let film = try rendered(Film(items: [item, item, item]), with: [input])
    let colors = try Picture.colors(of: film.path, 80, 60)
    #expect(colors.count == 15)
    // What the `ffmpeg` tool itself makes of that colour is up to two steps off.
    for color in colors { #expect(color.distance(to: RGB(64, 96, 128)) <= 4, "\(color)") }
  }

  @Test("a blend mode that libavfilter does not have is refused with the one that was meant")
  func blendMode() throws {
    let still = Input("red.png", from: ["color=red:s=160x120"], ["-frames:v", "1"])
    let run = try refused(Film(items: ["{clip: red.png, duration: 1s, blend: multipli}"]), with: [still])
    #expect(run.errors.contains("picture.blend-unknown") && run.errors.contains("\"multiply\""))
  }
}
