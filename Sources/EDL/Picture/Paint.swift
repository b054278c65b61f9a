/// What a surface is filled with.
public enum Paint: Hashable, Sendable {
  /// One colour.
  case color(Curve<Color>)
  /// Colours that change from place to place.
  case gradient(Gradient)
}

/// Colours along a line, or from a centre outwards.
///
/// Places and lengths count from the top-left of the box that is filled; a share is of its sides.
public struct Gradient: Hashable, Sendable {
  /// Where its colours lie.
  public enum Form: Hashable, Sendable {
    /// Across the box in a direction: degrees, clockwise, 0 is upwards and 90 to the right, as in
    /// CSS; the line is as long as it must be for the first and last colour to fall into corners.
    case linear(angle: Curve<Double>)
    /// From one place to another.
    case line(from: Curve<Extent>, to: Curve<Extent>)
    /// Outwards from a centre, to an ellipse's edge; nil reaches the corners of a centred one.
    case radial(center: Curve<Extent>, radius: Curve<Extent>?)
  }

  /// One colour at a place of the line.
  public struct Stop: Hashable, Sendable {
    /// From 0 at the line's start to 1 at its end.
    public var offset: Curve<Double>
    /// The colour there; between two, colours mix as seen through their transparency.
    public var color: Curve<Color>

    /// Creates a stop.
    public init(offset: Curve<Double>, color: Curve<Color>) {
      self.offset = offset
      self.color = color
    }
  }

  /// Where its colours lie.
  public var form: Form
  /// The colours in order; two at least.
  public var stops: [Stop]

  /// Creates a gradient.
  public init(_ form: Form, stops: [Stop]) {
    self.form = form
    self.stops = stops
  }
}

/// A line along an edge, half of it on either side.
public struct Stroke: Hashable, Sendable {
  /// How an open line, or a dash, ends.
  public enum Cap: String, Hashable, Sendable, CaseIterable {
    case butt, round, square
  }

  /// How two lines meet.
  public enum Join: String, Hashable, Sendable, CaseIterable {
    case miter, round, bevel
  }

  /// What it is drawn with.
  public var paint: Paint
  /// Its width in pixels.
  public var width: Curve<Double>
  /// The lengths of dashes and gaps in turn, in pixels; empty for a whole line.
  public var dash: Curve<Numbers>
  /// How far into the dashes the line starts, in pixels.
  public var dashOffset: Curve<Double>
  /// How it ends.
  public var cap: Cap
  /// How its corners look.
  public var join: Join

  /// Creates a stroke.
  public init(
    paint: Paint, width: Curve<Double>, dash: Curve<Numbers> = Curve(Numbers([])),
    dashOffset: Curve<Double> = Curve(0), cap: Cap = .butt, join: Join = .miter
  ) {
    self.paint = paint
    self.width = width
    self.dash = dash
    self.dashOffset = dashOffset
    self.cap = cap
    self.join = join
  }
}

/// A blurred silhouette behind what is drawn.
public struct Shadow: Hashable, Sendable {
  /// How far it is moved, in pixels.
  public var offset: Curve<Pair>
  /// How far it is blurred, in pixels, as in CSS: twice the deviation of a Gaussian.
  public var blur: Curve<Double>
  /// Its colour.
  public var color: Curve<Color>

  /// Creates a shadow.
  public init(offset: Curve<Pair>, blur: Curve<Double>, color: Curve<Color>) {
    self.offset = offset
    self.blur = blur
    self.color = color
  }
}

/// The radii of a rectangle's four corners; a share is of the shorter side.
public struct CornerRadii: Animatable {
  /// Top-left.
  public var topLeft: Length
  /// Top-right.
  public var topRight: Length
  /// Bottom-right.
  public var bottomRight: Length
  /// Bottom-left.
  public var bottomLeft: Length

  /// Creates radii.
  public init(topLeft: Length, topRight: Length, bottomRight: Length, bottomLeft: Length) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Creates four equal radii.
  public init(_ all: Length = Length()) { self.init(topLeft: all, topRight: all, bottomRight: all, bottomLeft: all) }

  public static func mix(_ first: CornerRadii, _ second: CornerRadii, _ amount: Double) -> CornerRadii {
    CornerRadii(
      topLeft: Length.mix(first.topLeft, second.topLeft, amount),
      topRight: Length.mix(first.topRight, second.topRight, amount),
      bottomRight: Length.mix(first.bottomRight, second.bottomRight, amount),
      bottomLeft: Length.mix(first.bottomLeft, second.bottomLeft, amount))
  }
}

/// A list of numbers, one by one between two others; lists of other lengths change at once.
public struct Numbers: Animatable {
  /// The numbers.
  public var values: [Double]

  /// Creates a list.
  public init(_ values: [Double]) { self.values = values }

  public static func mix(_ first: Numbers, _ second: Numbers, _ amount: Double) -> Numbers {
    guard first.values.count == second.values.count else { return amount < 1 ? first : second }
    return Numbers(zip(first.values, second.values).map { Double.mix($0, $1, amount) })
  }
}

/// A list of places, one by one between two others; lists of other lengths change at once.
public struct Points: Animatable {
  /// The places.
  public var values: [Extent]

  /// Creates a list.
  public init(_ values: [Extent]) { self.values = values }

  public static func mix(_ first: Points, _ second: Points, _ amount: Double) -> Points {
    guard first.values.count == second.values.count else { return amount < 1 ? first : second }
    return Points(zip(first.values, second.values).map { Extent.mix($0, $1, amount) })
  }
}

extension Paint {
  mutating func visitCurves(_ visitor: inout some CurveVisitor) {
    switch self {
    case .color(var color):
      visitor.visit(&color)
      self = .color(color)
    case .gradient(var gradient):
      gradient.visitCurves(&visitor)
      self = .gradient(gradient)
    }
  }
}

extension Gradient {
  mutating func visitCurves(_ visitor: inout some CurveVisitor) {
    switch form {
    case .linear(var angle):
      visitor.visit(&angle)
      form = .linear(angle: angle)
    case .line(var from, var to):
      visitor.visit(&from)
      visitor.visit(&to)
      form = .line(from: from, to: to)
    case .radial(var center, var radius):
      visitor.visit(&center)
      visitor.visit(&radius)
      form = .radial(center: center, radius: radius)
    }
    for index in stops.indices {
      visitor.visit(&stops[index].offset)
      visitor.visit(&stops[index].color)
    }
  }
}

extension Stroke {
  mutating func visitCurves(_ visitor: inout some CurveVisitor) {
    paint.visitCurves(&visitor)
    visitor.visit(&width)
    visitor.visit(&dash)
    visitor.visit(&dashOffset)
  }
}

extension Shadow {
  mutating func visitCurves(_ visitor: inout some CurveVisitor) {
    visitor.visit(&offset)
    visitor.visit(&blur)
    visitor.visit(&color)
  }
}
