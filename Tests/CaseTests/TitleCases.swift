internal import Foundation
internal import Testing

/// Titles: nothing in them is interpreted, every script is shaped, nothing is missing in silence.
@Suite("TEXT", .needsCommand)
struct TitleCases {
  private static let special = #"50% off %{pts} %{n} %% \n C:\tmp {x}"#
  private static let white = "color: white, font: {family: DejaVu Sans, size: 16}"
  private static let large = "color: white, font: {family: DejaVu Sans, size: 64}"
  private static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  private func film(_ text: String, _ fields: String = white, length: String = "1f", size: String = "320x60") -> Film {
    Film(canvas: "{size: \(size), fps: 25}", items: ["{text: \(text), duration: \(length), \(fields)}"])
  }

  /// The first frame of a title, which must render.
  private func picture(
    _ text: String, _ fields: String = white, size: String = "320x60", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Picture {
    let film = try rendered(film(text, fields, size: size), with: [], sourceLocation: sourceLocation)
    return try Picture.first(of: film.path)
  }

  /// The text as drawtext draws it, letter by letter.
  private func reference(_ text: String) throws -> Picture {
    let folder = try Folder()
    try folder.write("text.txt", text)
    try FFmpeg.run([
      "-f", "lavfi", "-i",
      "color=black:s=1400x160:r=25:d=1,drawtext=fontfile=\(Self.font):textfile=\(folder("text.txt")):expansion=none"
        + ":fontsize=64:fontcolor=white:x=4:y=20", "-frames:v", "1", folder("reference.png"),
    ])
    return try Picture.first(of: folder("reference.png"))
  }

  @Test("01: percent, braces and backslash are letters like any other", .needsFont(file: font))
  func nothingIsInterpreted() throws {
    let film = try rendered(film("'\(Self.special)'", Self.large, length: "25f", size: "1400x160"), with: [])
    let sums = try Picture.checksums(of: film.path)
    #expect(sums.count == 25)
    #expect(Set(sums).count == 1)
    let ink = try #require(try Picture.first(of: film.path).ink)
    let right = try #require(try reference(Self.special).ink)
    // drawtext rounds every letter's width to a pixel: two pixels at size 16 are eight at 64.
    #expect(abs(ink.x.count - right.x.count) <= 8, "\(ink.x.count) against \(right.x.count)")
    let (full, part) = (try picture("50% off").brightness, try picture("50 off").brightness)
    #expect(full > part)
    #expect(part > 0)
  }

  /// DejaVu Sans's own numbers (2,048 a em): H advances 1540 and is 1493 high, from x 201 to 1339;
  /// a line is 1901 + 483 high. At size 64 that is 48.125 × 74.5 px, H from 6.28 to 41.84 and from
  /// 12.75 to 59.41; `l` advances 569, from 193 to 376.
  @Test(
    "letters lie where their font says, to a tenth of a pixel", .needsFont(file: font),
    arguments: [
      ("H", "", 135.0, 42.0), ("H", ", position: [100, 80]", 75.9375, 42.75),
      ("H", ", position: [20.5, 30.25], anchor: top-left", 20.5, 30.25),
      ("Hl", ", position: [20, 30], anchor: top-left", 20, 30),
      ("HlH", ", position: [20, 30], anchor: top-left", 20, 30),
    ])
  func placed(text: String, fields: String, left: Double, top: Double) throws {
    let picture = try picture("\"\(text)\"", Self.large + fields, size: "320x160")
    // Where each letter begins, and its ink.
    var (pen, stems) = (left, [Range<Double>]())
    for letter in text {
      let (ink, advance) = letter == "H" ? (201.0..<1339.0, 1540.0) : (193.0..<376.0, 569.0)
      stems.append(pen + ink.lowerBound / 32..<pen + ink.upperBound / 32)
      pen += advance / 32
    }
    func light(_ x: Int, _ y: Int) -> Double { Double(picture.bytes[(y * picture.width + x) * 3]) / 255 }
    for stem in stems {
      // Each letter is the same mirrored: its light balances in the middle.
      let columns = Int(stem.lowerBound) - 2..<Int(stem.upperBound) + 3
      var (sum, moment) = (0.0, 0.0)
      for y in 0..<picture.height {
        for x in columns {
          sum += light(x, y)
          moment += light(x, y) * (Double(x) + 0.5)
        }
      }
      #expect(abs(moment / sum - (stem.lowerBound + stem.upperBound) / 2) < 0.1, "\(text) \(stem)")
    }
    // The left stem of the first H: where its light begins and ends.
    let stem = Int(stems[0].lowerBound) + 3
    let column = (0..<picture.height).map { light(stem, $0) }
    let height = column.reduce(0, +)
    let middle = zip(column, 0...).reduce(0) { $0 + $1.0 * (Double($1.1) + 0.5) } / height
    #expect(abs(height - 1493.0 / 32) < 0.2)
    #expect(abs(middle - top - (1901 - 1493.0 / 2) / 32) < 0.1)
  }

  @Test("03a: Arabic letters are joined and run from right to left", .needsFont("Noto Naskh Arabic"))
  func arabic() throws {
    let fields = "color: white, font: {family: Noto Naskh Arabic, size: 96}"
    let picture = try picture("مرحبا", fields, size: "640x240")
    let folder = try Folder()
    let style =
      "[Script Info]\nPlayResX: 640\nPlayResY: 240\n[V4+ Styles]\n"
      + "Format: Name,Fontname,Fontsize,PrimaryColour,Alignment,Outline,Shadow\n"
      + "Style: D,Noto Naskh Arabic,160,&H00FFFFFF,5,0,0\n[Events]\nFormat: Start,End,Style,Text\n"
      + "Dialogue: 0:00:00.00,0:00:05.00,D,مرحبا\n"
    try folder.write("text.ass", style)
    try FFmpeg.run([
      "-f", "lavfi", "-i", "color=black:s=640x240:r=25:d=0.04,ass=\(folder("text.ass"))", "-frames:v", "1",
      folder("reference.png"),
    ])
    let right = try Picture.first(of: folder("reference.png"))
    #expect(picture.componentCount == right.componentCount)
    let (found, wanted) = (try #require(picture.columns(100)), try #require(right.columns(100)))
    #expect(correlation(found, wanted) > 0.9)
    #expect(correlation(found.reversed(), wanted) < 0.8)
  }

  @Test("03b: Hebrew runs from right to left: its last letter stands leftmost", .needsFont("Noto Sans Hebrew"))
  func hebrew() throws {
    let fields = "color: white, font: {family: Noto Sans Hebrew, size: 40}"
    let word = try picture("שלום", fields, size: "320x120")
    let last = try #require(try picture("ם", fields, size: "320x120").ink)
    let ink = try #require(word.ink)
    let alone = try picture("ם", fields, size: "320x120").brightness
    let left = word.brightness(columns: ink.x.lowerBound..<ink.x.lowerBound + last.x.count)
    #expect(abs(left / alone - 1) < 0.1, "\(left) against \(alone)")
  }

  @Test("03c: scripts of both directions in one line", .needsFont("Noto Naskh Arabic"))
  func mixed() throws {
    let fields = "color: white, font: {family: Noto Naskh Arabic, size: 40}"
    let mixed = try #require(try picture("abc مرحبا 123", fields, size: "480x120").ink)
    let latin = try #require(try picture("abc", fields, size: "480x120").ink)
    let whole = try picture("abc مرحبا 123", fields, size: "480x120")
    let alone = try picture("abc", fields, size: "480x120").brightness
    let left = whole.brightness(columns: mixed.x.lowerBound..<mixed.x.lowerBound + latin.x.count)
    #expect(abs(left / alone - 1) < 0.1)
  }

  @Test("04ac: a character that no font has is told by its code point", arguments: [("\"x\\u0378y\"", "U+0378")])
  func missingGlyph(text: String, code: String) throws {
    let folder = try Folder()
    try folder.write("film.yaml", film(text).text)
    let run = try folder.edlrender(["film.yaml"])
    #expect(run.status == 0)
    #expect(run.errors.contains(code), "\(run.errors)")
    #expect(try folder.edlrender(["check", "--strict", "film.yaml"]).status == 2)
  }

  @Test("04a: emoji come in colour from the font that has them, or are told")
  func emoji() throws {
    let folder = try Folder()
    try folder.write("film.yaml", film("go 😂").text)
    let run = try folder.edlrender(["film.yaml"])
    #expect(run.status == 0)
    if run.errors.contains("U+1F602") { return }
    let colors = try Picture.first(of: folder("out.mkv")).colorfulCount
    #expect(colors > 20)
    #expect(try picture("go □").colorfulCount == 0)
  }

  @Test("04b: a font that is not installed is told, and which is used instead")
  func missingFont() throws {
    let folder = try Folder()
    try folder.write("film.yaml", film("abc", "font: No Such Font 123").text)
    let run = try folder.edlrender(["film.yaml"])
    #expect(run.status == 0)
    #expect(run.errors.contains(/"No Such Font 123" is not installed: "[^"]+" is used/), "\(run.errors)")
    #expect(try Picture.first(of: folder("out.mkv")).ink != nil)
  }

  @Test("04def: empty, very long, with a NUL")
  func oddTexts() throws {
    #expect(try picture("\"\"").ink == nil)
    let long = String(repeating: "lorem ipsum ", count: 417)
    _ = try rendered(film(long, "\(Self.white), max_width: 90%"), with: [], limit: 10)
    try refused(film("\"a\\0b\""), with: [])
  }

  @Test("the bytes are the same whatever the locale, the jobs and the folder", .needsFont(file: font))
  func sameEverywhere() throws {
    let text = "{text: \"Zażółć 50% – 日本\", duration: 2s, typewriter: 1s, shadow: {blur: 9}, roll: true}"
    let film = Film(canvas: "{size: 320x180, fps: 25}", items: [text])
    let (one, other) = (try Folder(), try Folder())
    try one.write("film.yaml", film.text)
    try other.write("film.yaml", film.text)
    let first = try one.edlrender(["film.yaml", "--jobs", "1"], environment: ["LC_ALL": "C", "LANG": "C"])
    let second = try other.edlrender(["film.yaml", "--jobs", "2"], environment: ["LC_ALL": "ja_JP.UTF-8"])
    #expect(first.status == 0 && second.status == 0, "\(first.errors)\(second.errors)")
    #expect(try one.data("out.mkv") == other.data("out.mkv"))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips where a font family is not installed; `Scripts/setup.sh test` installs those that are asked for.
  fileprivate static func needsFont(_ family: String) -> Self {
    let found = try? Command("fc-list", [":family=\(family)", "family"]).run()
    return .enabled(if: found?.output.isEmpty == false, "the font \(family) is not installed: Scripts/setup.sh test")
  }

  fileprivate static func needsFont(file: String) -> Self {
    .enabled(if: FileManager.default.fileExists(atPath: file), "no font \(file): Scripts/setup.sh test")
  }
}

extension Picture {
  private func level(_ x: Int, _ y: Int) -> Int { Int(bytes[(y * width + x) * 3 + 1]) }

  /// All light, 1 for a white pixel.
  fileprivate var brightness: Double { brightness(columns: 0..<width) }

  fileprivate func brightness(columns: Range<Int>) -> Double {
    var sum = 0
    for y in 0..<height { for x in columns { sum += level(x, y) } }
    return Double(sum) / 255
  }

  /// Pixels that have a colour.
  fileprivate var colorfulCount: Int {
    (0..<width * height).count { index in
      let (red, green, blue) = (bytes[index * 3], bytes[index * 3 + 1], bytes[index * 3 + 2])
      return Int(max(red, green, blue)) - Int(min(red, green, blue)) > 60
    }
  }

  /// How many separate pieces of ink there are, corners not counting as joined.
  fileprivate var componentCount: Int {
    var isNew = (0..<width * height).map { level($0 % width, $0 / width) > 127 }
    var count = 0
    for start in isNew.indices where isNew[start] {
      count += 1
      var open = [start]
      isNew[start] = false
      while let place = open.popLast() {
        let (x, y) = (place % width, place / width)
        for (i, j) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        where i >= 0 && j >= 0 && i < width && j < height && isNew[j * width + i] {
          isNew[j * width + i] = false
          open.append(j * width + i)
        }
      }
    }
    return count
  }

  /// The ink of each column, the box around it stretched to a number of columns.
  fileprivate func columns(_ count: Int) -> [Double]? {
    guard let ink else { return nil }
    return (0..<count).map { index in
      let x = ink.x.lowerBound + index * ink.x.count / count
      return ink.y.reduce(0.0) { $0 + Double(level(x, $1)) }
    }
  }
}

/// How alike two rows of numbers run, 1 being the same shape.
private func correlation(_ first: [Double], _ second: [Double]) -> Double {
  let (meanOne, meanTwo) = (first.reduce(0, +) / Double(first.count), second.reduce(0, +) / Double(second.count))
  var (both, one, two) = (0.0, 0.0, 0.0)
  for (a, b) in zip(first, second) {
    both += (a - meanOne) * (b - meanTwo)
    one += (a - meanOne) * (a - meanOne)
    two += (b - meanTwo) * (b - meanTwo)
  }
  return both / (one * two).squareRoot()
}
