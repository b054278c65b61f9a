internal import EDL
internal import MediaTime
internal import Testing

@testable import Draw

@Suite struct TitleTests {
  private func title(_ text: String, size: Double = 40, _ change: (inout Title) -> Void = { _ in }) -> Title {
    var title = Title(text: text, font: .init(family: "DejaVu Sans", size: Curve(Length(pixels: size))))
    change(&title)
    return title
  }

  private func area(_ title: Title, _ transform: Affine = .identity) throws -> Double {
    try drawn(.title(title), transform).area
  }

  /// DejaVu Sans's own numbers (2,048 a em): H advances 1540 and is 1493 high from x 201 to 1339;
  /// a line is 1901 + 483 high.
  @Test func aLetterLiesWhereItsFontSays() throws {
    let drawing = Drawing.title(title("H", size: 64))
    let bounds = try Painter().bounds(of: drawing, on: canvas)
    #expect(abs(bounds.frame.x - 1540.0 / 32) < 0.02)
    #expect(abs(bounds.frame.y - 2384.0 / 32) < 0.05)
    let picture = try drawn(drawing)
    // From 6.28 to 41.84, and from 59.41 − 46.66 to 59.41.
    #expect(picture.ink?.x == 6...41)
    #expect(picture.ink?.y == 12...59)
    #expect(abs(picture.alpha(6, 30) - Int((1 - 0.28) * 255)) <= 12)
  }

  /// A title that is shown three times as large has nine times the ink, and edges as sharp.
  @Test func scalingIsSharp() throws {
    let small = try drawn(.title(title("l", size: 20)))
    let large = try drawn(.title(title("l", size: 20)), Affine(xx: 3, yy: 3))
    let direct = try drawn(.title(title("l", size: 60)))
    #expect(abs(large.area / small.area - 9) < 0.15)
    #expect(abs(large.area - direct.area) < 0.5)
    let ink = try #require(large.ink)
    #expect(large.alpha((ink.x.lowerBound + ink.x.upperBound) / 2, 30) == 255)
  }

  /// A half pixel down moves the ink's centre by a half.
  @Test func movesByPartsOfAPixel() throws {
    func center(_ picture: Pixels) -> Double {
      var (sum, moment) = (0.0, 0.0)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          sum += Double(picture.alpha(x, y))
          moment += Double(picture.alpha(x, y)) * (Double(y) + 0.5)
        }
      }
      return moment / sum
    }
    let still = center(try drawn(.title(title("Sphinx"))))
    for step in [0.1, 0.25, 0.5, 0.9] {
      let moved = center(try drawn(.title(title("Sphinx")), Affine(y0: step)))
      #expect(abs(moved - still - step) < 0.05)
    }
  }

  @Test func nothingIsInterpreted() throws {
    for text in ["50% off", "%{pts}", "\\n", "C:\\tmp {x}", "<b>&amp;"] {
      #expect(try TextLayout.make(TextStyle(title(text), on: canvas)).characterEnds.count == text.count)
    }
    #expect(try area(title("50% off", size: 20)) > area(title("50 off", size: 20)))
  }

  @Test func markup() throws {
    let bold = title("<b>Hi</b>") { $0.isMarkup = true }
    #expect(try area(bold) > area(title("Hi")) * 1.1)
    let red = title("<span foreground=\"#ff0000\">Hi</span>") { $0.isMarkup = true }
    let picture = try drawn(.title(red))
    let total = (0..<picture.width).reduce(0) { sum, x in
      sum + (0..<picture.height).reduce(0) { $0 + picture.green(x, $1) }
    }
    #expect(picture.area > 20)
    #expect(total == 0)
    #expect(throws: DrawError.self) { try TextLayout.make(TextStyle(title("R&D") { $0.isMarkup = true }, on: canvas)) }
  }

  /// Characters are what readers take for one: e with an accent, a family, a flag.
  @Test func typewriterCountsCharacters() throws {
    let text = "e\u{301}l👨‍👩‍👧"
    #expect(try TextLayout.make(TextStyle(title(text), on: canvas)).characterEnds == [3, 4, 4 + 18])
    let still = title("llll")
    let one = try area(still) / 4
    for count in 0...4 {
      let part = title("llll") { $0.typewriter = .count(count) }
      #expect(abs(try area(part) - one * Double(count)) < 0.5)
    }
    let half = title("llll") { $0.typewriter = .share(Rational.one) }
    #expect(abs(try area(half) - one * 4) < 0.5)
  }

  @Test func linesBreakAtTheWidth() throws {
    let narrow = title("one two three four", size: 20) { $0.maxWidth = Curve(Length(pixels: 100)) }
    let bounds = try Painter().bounds(of: .title(narrow), on: canvas)
    let line = try Painter().bounds(of: .title(title("one", size: 20)), on: canvas)
    #expect(bounds.frame.x <= 100)
    #expect(abs(bounds.frame.y - line.frame.y * 2) < 0.5)
  }

  /// Three letters, two pixels more behind each.
  @Test func letterSpacing() throws {
    let plain = try Painter().bounds(of: .title(title("abc")), on: canvas).frame.x
    let wide = title("abc") { $0.letterSpacing = Curve(2) }
    let spaced = try Painter().bounds(of: .title(wide), on: canvas).frame.x
    #expect(abs(spaced - plain - 6) < 2.1)
  }

  @Test func outlineReachesOut() throws {
    let outlined = title("l", size: 60) { $0.outline = .init(width: Curve(3), color: Curve(.black)) }
    let (plain, wide) = (
      try #require(try drawn(.title(title("l", size: 60))).ink), try #require(try drawn(.title(outlined)).ink)
    )
    #expect(abs(plain.x.lowerBound - wide.x.lowerBound - 3) <= 1)
    #expect(abs(wide.x.upperBound - plain.x.upperBound - 3) <= 1)
    // Through letters of half opacity their outline does not show: the middle is white at half.
    var glass = outlined
    glass.fill = .color(Curve(Color(red: 255, green: 255, blue: 255, alpha: 128)))
    let picture = try drawn(.title(glass))
    let middle = (plain.x.lowerBound + plain.x.upperBound) / 2
    #expect(picture.alpha(middle, 40) == 128)
    #expect(picture.red(middle, 40) == 128)
  }

  /// The plate is the text's box and the padding; the frame grows with it.
  @Test func boxes() throws {
    let size = try Painter().bounds(of: .title(title("Hi")), on: canvas).frame
    let boxed = title("Hi") {
      $0.box = .init(
        fill: .color(Curve(Color(red: 0, green: 0, blue: 255))), padding: pixels(12, 6), radius: Curve(CornerRadii()))
    }
    let frame = try Painter().bounds(of: .title(boxed), on: canvas).frame
    #expect(abs(frame.x - size.x - 24) < 1e-6)
    #expect(abs(frame.y - size.y - 12) < 1e-6)
    #expect(try drawn(.title(boxed)).blue(3, 3) == 255)
  }

  /// The top of the text is at H − (H + h)·p, its frame as high as the canvas.
  @Test func rolls() throws {
    let height = try Painter().bounds(of: .title(title("l")), on: canvas).frame.y
    let still = try #require(try drawn(.title(title("l"))).ink)
    for place in [0.25, 0.5, 0.7] {
      let rolling = title("l") { $0.travel = .roll(Curve(place)) }
      #expect(try Painter().bounds(of: .title(rolling), on: canvas).frame.y == 100)
      let ink = try #require(try drawn(.title(rolling)).ink)
      let top = 100 - (100 + height) * place
      #expect(abs(Double(ink.y.lowerBound - still.y.lowerBound) - top) < 1)
    }
    #expect(try drawn(.title(title("l") { $0.travel = .roll(Curve(0)) })).ink == nil)
    #expect(try drawn(.title(title("l") { $0.travel = .roll(Curve(1)) })).ink == nil)
  }

  @Test func missingFontsAndCharacters() throws {
    #expect(TextFindings.of(title("abc")).substitute == nil)
    #expect(TextFindings.of(Title(text: "abc", font: .init(family: "No Such Font 123"))).substitute != nil)
    #expect(TextFindings.of(title("a\u{378}b")).missing == ["\u{378}"])
    let file = Title(
      text: "abc",
      font: .init(file: "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf", size: Curve(Length(pixels: 40))))
    #expect(try area(file) > area(title("abc")) * 1.1)
    #expect(TextFindings.of(Title(text: "a", font: .init(file: "/etc/passwd"))).failure != nil)
  }

  @Test func emptyTextDrawsNothing() throws {
    #expect(try drawn(.title(title(""))).ink == nil)
  }
}
