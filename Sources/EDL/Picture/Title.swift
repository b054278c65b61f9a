public import MediaTime

/// A text that Pango lays out and Cairo draws.
public struct Title: Hashable, Sendable {
  /// Which letters it is set in.
  public struct Font: Hashable, Sendable {
    /// The family's name; nil is the system's sans-serif.
    public var family: String?
    /// A font file that is used instead of the installed ones.
    public var file: String?
    /// The size of the em square; a share is of the canvas's height.
    public var size: Curve<Length>
    /// From 100 (thin) to 1000; 400 is regular, 700 bold.
    public var weight: Curve<Double>
    /// Whether letters slant.
    public var isItalic: Bool

    /// Creates a font.
    public init(
      family: String? = nil, file: String? = nil, size: Curve<Length> = Curve(Length(pixels: 48)),
      weight: Curve<Double> = Curve(400), isItalic: Bool = false
    ) {
      self.family = family
      self.file = file
      self.size = size
      self.weight = weight
      self.isItalic = isItalic
    }
  }

  /// How lines lie to each other.
  public enum Align: String, Hashable, Sendable, CaseIterable {
    case left, center, right, justify
  }

  /// A line around the letters.
  public struct Outline: Hashable, Sendable {
    /// How far it reaches out of the letters, in pixels.
    public var width: Curve<Double>
    /// Its colour.
    public var color: Curve<Color>

    /// Creates an outline.
    public init(width: Curve<Double>, color: Curve<Color>) {
      self.width = width
      self.color = color
    }
  }

  /// A plate behind the text.
  public struct Box: Hashable, Sendable {
    /// What it is filled with.
    public var fill: Paint
    /// How far it reaches out of the text; a share is of the canvas's width and height.
    public var padding: Curve<Extent>
    /// Its corners.
    public var radius: Curve<CornerRadii>

    /// Creates a box.
    public init(fill: Paint, padding: Curve<Extent>, radius: Curve<CornerRadii>) {
      self.fill = fill
      self.padding = padding
      self.radius = radius
    }
  }

  /// Characters that appear one after the other; one is what a reader takes for one.
  public enum Typewriter: Hashable, Sendable {
    /// All within a time, evenly, the last one at its end.
    case over(Time, from: Time)
    /// So many a second, the first one after as long as all others.
    case rate(Rational, from: Time)
    /// This share of them is there.
    case share(Rational)
    /// So many of them are there.
    case count(Int)
  }

  /// A way of the text over the whole canvas.
  public enum Travel: Hashable, Sendable {
    /// From below the canvas at 0 to above it at 1.
    case roll(Curve<Double>)
    /// From right of the canvas at 0 to left of it at 1.
    case crawl(Curve<Double>)
  }

  /// The text; nothing in it is interpreted unless it is markup.
  public var text: String
  /// Whether the text is in Pango's markup.
  public var isMarkup: Bool
  /// Which letters it is set in.
  public var font: Font
  /// What the letters are filled with; a gradient spans the text.
  public var fill: Paint
  /// The line around the letters.
  public var outline: Outline?
  /// The shadow of the letters and their outline.
  public var shadow: Shadow?
  /// The plate behind.
  public var box: Box?
  /// How lines lie to each other.
  public var align: Align
  /// The width at which lines break; a share is of the canvas's.
  public var maxWidth: Curve<Length>?
  /// The distance of lines, as a factor of the font's own.
  public var lineSpacing: Curve<Double>
  /// What is added between letters, in pixels.
  public var letterSpacing: Curve<Double>
  /// Characters that appear one after the other.
  public var typewriter: Typewriter?
  /// A way over the canvas.
  public var travel: Travel?

  /// Creates a title.
  public init(text: String, font: Font = Font(), fill: Paint = .color(Curve(Color(red: 255, green: 255, blue: 255)))) {
    self.text = text
    isMarkup = false
    self.font = font
    self.fill = fill
    align = .center
    lineSpacing = Curve(1)
    letterSpacing = Curve(0)
  }
}

extension Title {
  mutating func visitCurves(_ visitor: inout some CurveVisitor) {
    visitor.visit(&font.size)
    visitor.visit(&font.weight)
    fill.visitCurves(&visitor)
    if var outline {
      visitor.visit(&outline.width)
      visitor.visit(&outline.color)
      self.outline = outline
    }
    shadow?.visitCurves(&visitor)
    if var box {
      box.fill.visitCurves(&visitor)
      visitor.visit(&box.padding)
      visitor.visit(&box.radius)
      self.box = box
    }
    visitor.visit(&maxWidth)
    visitor.visit(&lineSpacing)
    visitor.visit(&letterSpacing)
    switch travel {
    case .roll(var way):
      visitor.visit(&way)
      travel = .roll(way)
    case .crawl(var way):
      visitor.visit(&way)
      travel = .crawl(way)
    case nil: break
    }
  }
}

extension Title.Typewriter {
  /// What is there at a moment from the item's start, of at most so many characters; nil when all is.
  func still(at time: Time, of characters: Int) -> Self? {
    func since(_ start: Time) -> Rational { max(.zero, (try? time - start)?.seconds ?? .zero) }
    switch self {
    case .over(let length, let start):
      let share = (try? since(start) / length.seconds) ?? .one
      return share >= .one ? nil : .share(share)
    case .rate(let rate, let start):
      let count = Int(clamping: (try? since(start) * rate)?.floor ?? .max)
      return count >= characters ? nil : .count(count)
    case .share(let share): return share >= .one ? nil : self
    case .count: return self
    }
  }
}

extension Title.Typewriter {
  /// The same, later by an offset.
  func shifted(by offset: Time) throws(TimeOverflow) -> Self {
    switch self {
    case .over(let length, let start): .over(length, from: try start + offset)
    case .rate(let rate, let start): .rate(rate, from: try start + offset)
    case .share, .count: self
    }
  }
}
