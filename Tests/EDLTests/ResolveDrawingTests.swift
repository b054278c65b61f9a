import MediaTime
import Testing

@testable import EDL

/// Titles, shapes and gradients as resolved.
@Suite struct ResolveDrawingTests {
  private func drawing(_ item: String) throws -> Drawing {
    let outcome = try resolved(video("- \(item)"))
    guard case .drawing(let drawing) = try #require(outcome.firstItems.first).content else {
      throw TestFailure("no drawing: \(outcome.summary)")
    }
    #expect(outcome.firstItems[0].picture.fit == PictureFields.Fit.none)
    return drawing
  }

  private struct TestFailure: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private func title(_ fields: String) throws -> Title {
    guard case .title(let title) = try drawing("{text: Hello, duration: 4s\(fields)}") else {
      throw TestFailure("no title")
    }
    return title
  }

  @Test func aTitleTakesItsDefaults() throws {
    let title = try title("")
    #expect(title == Title(text: "Hello"))
    #expect(!Drawing.title(title).isAnimated)
  }

  @Test func aTitleTakesItsFields() throws {
    let title = try title(
      ", font: {family: Noto Sans, size: 10%, weight: bold, italic: true}, color: red, outline: 3, shadow: black, "
        + "box: {color: navy, padding: [24, 12], radius: 8}, align: left, max_width: 80%, line_spacing: 120%, "
        + "letter_spacing: -1.5px, markup: true")
    #expect(title.font.family == "Noto Sans")
    #expect(title.font.size == Curve(Length(share: 0.1)))
    #expect(title.font.weight == Curve(700))
    #expect(title.font.isItalic && title.isMarkup)
    #expect(title.fill == .color(Curve(Color(red: 255, green: 0, blue: 0))))
    #expect(title.outline == .init(width: Curve(3), color: Curve(.black)))
    #expect(title.shadow == Shadow(offset: Curve(Pair(0, 4)), blur: Curve(8), color: Curve(.black)))
    #expect(title.box?.padding == Curve(Extent(Length(pixels: 24), Length(pixels: 12))))
    #expect(title.align == .left)
    #expect(title.maxWidth == Curve(Length(share: 0.8)))
    #expect(title.lineSpacing == Curve(1.2))
    #expect(title.letterSpacing == Curve(-1.5))
  }

  /// At 25 fps over 4 s: a share for a time, a count for a rate, each exactly.
  @Test func typewriters() throws {
    let even = Drawing.title(try title(", typewriter: 2s"))
    #expect(even.isAnimated)
    func written(_ drawing: Drawing, _ time: Time) -> Title.Typewriter? {
      guard case .title(let title) = drawing.still(at: time) else { return nil }
      return title.typewriter
    }
    #expect(try written(even, seconds(1, 2)) == .share(Rational(1, over: 4)))
    #expect(try written(even, seconds(2)) == nil)
    let fast = Drawing.title(try title(", typewriter: {rate: 10, delay: 1s}"))
    #expect(try written(fast, seconds(1, 2)) == .count(0))
    #expect(try written(fast, seconds(129, 100)) == .count(2))
    #expect(try written(fast, seconds(13, 10)) == .count(3))
    // All five are there after half a second; from then on each frame is the same.
    #expect(try written(fast, seconds(3, 2)) == nil)
  }

  @Test func rollsRunOverTheWholeItem() throws {
    let title = try title(", roll: true")
    guard case .roll(let way) = title.travel else { throw TestFailure("no roll") }
    #expect(way.value(at: .zero) == 0)
    #expect(try way.value(at: seconds(1)) == 0.25)
    #expect(try way.value(at: seconds(4)) == 1)
    guard case .crawl(let keyed) = try self.title(", crawl: {0s: 0, 50%: 60%}").travel else {
      throw TestFailure("no crawl")
    }
    #expect(try keyed.value(at: seconds(1)) == 0.3)
    #expect(try keyed.value(at: seconds(3)) == 0.6)
    #expect(try self.title(", roll: false").travel == nil)
  }

  @Test func shapes() throws {
    guard
      case .shape(let shape) = try drawing(
        "{shape: rectangle, size: {0s: [0, 10], 0.4s: [50%, 20]}, radius: [1, 2, 3, 10%], stroke: {color: red, width: 3, "
          + "dash: [4, 2], cap: round, join: bevel}, duration: 1s}")
    else { throw TestFailure("no shape") }
    #expect(try shape.size?.value(at: seconds(1, 5)) == Extent(Length(pixels: 0, share: 0.25), Length(pixels: 15)))
    #expect(
      shape.form
        == .rectangle(
          radius: Curve(
            CornerRadii(
              topLeft: Length(pixels: 1), topRight: Length(pixels: 2), bottomRight: Length(pixels: 3),
              bottomLeft: Length(share: 0.1)))))
    #expect(shape.fill == nil)
    #expect(shape.stroke?.dash == Curve(Numbers([4, 2])))
    #expect(shape.stroke?.cap == .round && shape.stroke?.join == .bevel)
    let drawing = Drawing.shape(shape)
    #expect(drawing.isAnimated)
    #expect(try !drawing.still(at: seconds(1)).isAnimated)
    #expect(try drawing.still(at: seconds(1)) == drawing.still(at: seconds(2)))
    #expect(try drawing.still(at: seconds(1)) != drawing.still(at: .zero))
    let later = try drawing.shifted(by: seconds(1))
    #expect(try later.still(at: seconds(6, 5)) == drawing.still(at: seconds(1, 5)))
  }

  @Test func aShapeAloneIsWhiteAndAsLargeAsTheCanvas() throws {
    guard case .shape(let shape) = try drawing("{shape: ellipse, duration: 1s}") else { return }
    #expect(shape == Shape(.ellipse, fill: .color(Curve(Color(red: 255, green: 255, blue: 255)))))
  }

  @Test func gradients() throws {
    guard
      case .shape(let shape) = try drawing(
        "{gradient: {angle: {0s: 0, 1s: 90}, stops: [red, {at: 30%, color: {0s: red, 1s: blue}}, blue]}, duration: 1s}"),
      case .gradient(let gradient) = shape.fill, case .linear(let angle) = gradient.form
    else { throw TestFailure("no gradient") }
    #expect(try angle.value(at: seconds(1, 2)) == 45)
    #expect(gradient.stops.map(\.offset.first) == [0, 0.3, 1])
    #expect(try gradient.stops[1].color.value(at: seconds(1, 2)) == Color(red: 128, green: 0, blue: 128))
    #expect(shape.size == nil)
    guard
      case .shape(let round) = try drawing(
        "{gradient: {kind: radial, center: [20%, 30px], radius: 40, stops: [red, blue]}, size: [10, 10], duration: 1s}"),
      case .gradient(let radial) = round.fill
    else { throw TestFailure("no gradient") }
    let radius = Length(pixels: 40)
    #expect(
      radial.form
        == .radial(
          center: Curve(Extent(Length(share: 0.2), Length(pixels: 30))), radius: Curve(Extent(radius, radius))))
    #expect(round.size == Curve(Extent(Length(pixels: 10), Length(pixels: 10))))
  }

  @Test func mistakes() throws {
    try expectFindings(
      video(
        """
        - {text: ▸"a\\0b", duration: 1s}
        - {shape: ▸polygon, duration: 1s}
        - {shape: ▸path, duration: 1s}
        - {shape: ellipse, radius: ▸10, duration: 1s}
        - {gradient: {stops: ▸[red]}, duration: 1s}
        - {gradient: {stops: [red, blue], radius: ▸20}, duration: 1s}
        - {gradient: {stops: [red, blue], from: ▸[0, 0]}, duration: 1s}
        - {text: a, roll: true, crawl: ▸true, duration: 1s}
        - {text: a, typewriter: {rate: ▸10, duration: 1s}, duration: 1s}
        - {text: a, font: {file: ▸none.ttf}, duration: 1s}
        - {shape: rectangle, size: {1s: [0, 0], ▸0s: [10, 5]}, duration: 1s}
        """), "text.character", "shape.outline", "shape.outline", "shape.field", "gradient.stops", "gradient.field",
      "gradient.field", "item.conflict", "item.conflict", "media.not-found", "keyframes.order")
    try expectFindings(video("- {shape: path, path: \"M 0 0 L 1▸\", duration: 1s}"), "shape.path")
    try expectFindings(video("- {shape: path, path: M 0 0 ▸X 1, duration: 1s}"), "shape.path")
    try expectFindings(video("- {▸text: a}"), "item.no-duration")
  }
}
