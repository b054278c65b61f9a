internal import MediaTime

extension Resolver {
  private static let longestText = 100_000

  /// A title whose keyframes count in its item's length; nil after a report.
  mutating func title(_ text: Located<String>, _ written: TitleDocument, length: Time) -> Title? {
    guard isDrawable(text) else { return nil }
    var title = Title(text: text.value)
    title.isMarkup = written.isMarkup?.value ?? false
    if let font = written.font { title.font = self.font(font.value, length: length) }
    if let color = written.color { title.fill = paint(color.value, length: length) ?? title.fill }
    if let outline = written.outline?.value, !outline.isFaulty {
      title.outline = Title.Outline(
        width: curve(outline.width, length: length, default: 2),
        color: curve(outline.color, length: length, default: .black))
    }
    title.shadow = written.shadow.flatMap { shadow($0.value, length: length) }
    if let box = written.box?.value, !box.isFaulty {
      title.box = Title.Box(
        fill: box.color.flatMap { paint($0.value, length: length) }
          ?? .color(Curve(Color(red: 0, green: 0, blue: 0, alpha: 153))),
        padding: curve(box.padding, length: length, default: Extent(Length(pixels: 16), Length(pixels: 8))),
        radius: curve(box.radius, length: length, default: CornerRadii()))
    }
    title.align = written.align?.value ?? .center
    title.maxWidth = written.maxWidth.flatMap { curve($0, length: length) { $0 } }
    title.lineSpacing = curve(written.lineSpacing, length: length, default: 1)
    title.letterSpacing = curve(written.letterSpacing, length: length, default: 0)
    title.typewriter = written.typewriter.flatMap { typewriter($0.value, length: length) }
    title.travel = travel(written, length: length)
    return title
  }

  private mutating func isDrawable(_ text: Located<String>) -> Bool {
    if text.value.unicodeScalars.contains("\0") {
      diagnostics.append(
        Diagnostic(
          .error, code: "text.character", "a text cannot hold the character U+0000: remove it", at: text.range))
      return false
    }
    guard text.value.utf8.count <= Self.longestText else {
      diagnostics.append(
        Diagnostic(
          .error, code: "text.too-long",
          "the text has \(text.value.utf8.count) bytes, and a title at most \(Self.longestText): make several of it",
          at: text.range))
      return false
    }
    return true
  }

  private mutating func font(_ written: FontDocument, length: Time) -> Title.Font {
    var font = Title.Font()
    guard !written.isFaulty else { return font }
    font.family = written.family?.value
    font.size = curve(written.size, length: length, default: font.size.first)
    font.weight = curve(written.weight, length: length, default: 400)
    font.isItalic = written.isItalic?.value ?? false
    if let file = written.file {
      font.file = catalog.localFile(file, diagnostics: &diagnostics)
      if let family = written.family {
        diagnostics.append(
          Diagnostic(
            .error, code: "item.conflict", "a font cannot have both \"family\" and \"file\": remove one",
            at: family.range, notes: [.init("\"file\" is here", at: file.range)]))
      }
    }
    return font
  }

  private mutating func typewriter(_ written: TitleDocument.Typewriter, length: Time) -> Title.Typewriter? {
    guard !written.isFaulty else { return nil }
    var delay = Time.zero
    if let later = written.delay {
      guard let time = later.value.evaluate(in: context(length: length), diagnostics: &diagnostics) else { return nil }
      delay = time
    }
    switch (written.duration, written.rate) {
    case (let duration?, nil):
      guard let time = duration.value.evaluate(in: context(length: length), diagnostics: &diagnostics) else {
        return nil
      }
      guard time > .zero else {
        diagnostics.append(.emptyLength(duration.value, of: "typewriter"))
        return nil
      }
      return .over(time, from: delay)
    case (nil, let rate?): return .rate(rate.value, from: delay)
    case (let duration?, let rate?):
      diagnostics.append(
        Diagnostic(
          .error, code: "item.conflict", "a typewriter cannot have both \"duration\" and \"rate\": remove one",
          at: rate.range, notes: [.init("\"duration\" is here", at: duration.range)]))
    case (nil, nil):
      diagnostics.append(
        Diagnostic(
          .error, code: "document.missing-key", "a typewriter needs \"duration\", or a \"rate\"", at: written.range))
    }
    return nil
  }

  private mutating func travel(_ written: TitleDocument, length: Time) -> Title.Travel? {
    if let roll = written.roll, let crawl = written.crawl {
      diagnostics.append(
        Diagnostic(
          .error, code: "item.conflict", "an item cannot have both \"crawl\" and \"roll\": remove one",
          at: crawl.range, notes: [.init("\"roll\" is here", at: roll.range)]))
    }
    if let roll = written.roll { return way(roll, length: length).map { .roll($0) } }
    if let crawl = written.crawl { return way(crawl, length: length).map { .crawl($0) } }
    return nil
  }

  private mutating func way(_ written: Located<TitleDocument.Travel>, length: Time) -> Curve<Double>? {
    switch written.value {
    case .whole(false): nil
    case .whole(true): Curve(keys: [.init(time: .zero, value: 0), .init(time: length, value: 1)])
    case .keyed(let curve): self.curve(Located(curve, at: written.range), length: length) { $0 }
    }
  }
}
