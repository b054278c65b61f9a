public import MediaTime

/// A value that can lie between two others.
public protocol Animatable: Hashable, Sendable {
  /// The value that lies `amount` of the way from one to another; below 0 and above 1 it overshoots.
  static func mix(_ first: Self, _ second: Self, _ amount: Double) -> Self
}

/// A value over time: constant, or keyframes with eases between them.
///
/// Before the first keyframe its value holds, after the last one that one's.
public struct Curve<Value: Animatable>: Hashable, Sendable {
  /// A value at a moment.
  public struct Key: Hashable, Sendable {
    /// The moment, from the item's start.
    public var time: Time
    /// The value.
    public var value: Value
    /// How it goes on to the next key.
    public var ease: Ease

    /// Creates a keyframe.
    public init(time: Time, value: Value, ease: Ease = .linear) {
      self.time = time
      self.value = value
      self.ease = ease
    }
  }

  /// The value of the first key, and of a constant.
  public let first: Value
  /// The keys in order of time, each later than the one before; empty for a constant.
  public let keys: [Key]

  /// Creates a constant.
  public init(_ value: Value) {
    first = value
    keys = []
  }

  /// Creates a curve from keys in order of time; nil for none.
  public init?(keys: [Key]) {
    guard let first = keys.first else { return nil }
    self.first = first.value
    // A curve that never moves is a constant: whatever depends on it is then known not to change.
    self.keys = keys.allSatisfy { $0.value == first.value } ? [] : keys
  }

  /// Whether the value never changes.
  public var isConstant: Bool { keys.isEmpty }

  /// The value at a moment from the item's start.
  public func value(at time: Time) -> Value {
    guard let last = keys.last, time > keys[0].time else { return first }
    guard time < last.time else { return last.value }
    // Halving: the last key that is not later than the moment.
    var (low, high) = (0, keys.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle].time <= time { low = middle } else { high = middle }
    }
    let (from, to) = (keys[low], keys[high])
    return Value.mix(from.value, to.value, from.ease(Self.fraction(time, from.time, to.time)))
  }

  private static func fraction(_ time: Time, _ from: Time, _ to: Time) -> Double {
    if let exact = try? (time - from).seconds / (to - from).seconds { return exact.approximate }
    let start = from.seconds.approximate
    return (time.seconds.approximate - start) / (to.seconds.approximate - start)
  }

  /// The same curve through another kind of value.
  public func map<Other: Animatable>(_ transform: (Value) -> Other) -> Curve<Other> {
    Curve<Other>(keys: keys.map { .init(time: $0.time, value: transform($0.value), ease: $0.ease) })
      ?? Curve<Other>(transform(first))
  }
}

extension Double: Animatable {
  /// The value that lies `amount` of the way from one to the other.
  public static func mix(_ first: Double, _ second: Double, _ amount: Double) -> Double {
    first + (second - first) * amount
  }
}

extension Color: Animatable {
  /// Mixes the components as they are written, in sRGB.
  public static func mix(_ first: Color, _ second: Color, _ amount: Double) -> Color {
    func component(_ path: KeyPath<Color, UInt8>) -> UInt8 {
      let mixed = Double.mix(Double(first[keyPath: path]), Double(second[keyPath: path]), amount)
      return UInt8(max(0, min(255, mixed.rounded())))
    }
    return Color(
      red: component(\.red), green: component(\.green), blue: component(\.blue), alpha: component(\.alpha))
  }
}

/// Two numbers that belong together: a place, a size or a factor for each direction.
public struct Pair: Animatable {
  /// To the right, or the width.
  public var x: Double
  /// Down, or the height.
  public var y: Double

  /// Creates a pair.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The value that lies `amount` of the way from one to the other.
  public static func mix(_ first: Pair, _ second: Pair, _ amount: Double) -> Pair {
    Pair(Double.mix(first.x, second.x, amount), Double.mix(first.y, second.y, amount))
  }
}

/// A length along one side: pixels, and a share of the side it is measured on.
///
/// `20px`, `5%`, and what lies between two such keyframes.
public struct Length: Animatable {
  /// Pixels of the canvas.
  public var pixels: Double
  /// A share of the side, 1 being all of it.
  public var share: Double

  /// Creates a length.
  public init(pixels: Double = 0, share: Double = 0) {
    self.pixels = pixels
    self.share = share
  }

  /// The length in pixels on a side.
  public func on(_ side: Double) -> Double { pixels + share * side }

  /// The value that lies `amount` of the way from one to the other.
  public static func mix(_ first: Length, _ second: Length, _ amount: Double) -> Length {
    Length(
      pixels: Double.mix(first.pixels, second.pixels, amount), share: Double.mix(first.share, second.share, amount))
  }
}

/// A place or a size in lengths.
public struct Extent: Animatable {
  /// To the right, or the width.
  public var x: Length
  /// Down, or the height.
  public var y: Length

  /// Creates an extent.
  public init(_ x: Length, _ y: Length) {
    self.x = x
    self.y = y
  }

  /// In pixels on a canvas.
  public func on(_ size: PixelSize) -> Pair { Pair(x.on(Double(size.width)), y.on(Double(size.height))) }

  /// The value that lies `amount` of the way from one to the other.
  public static func mix(_ first: Extent, _ second: Extent, _ amount: Double) -> Extent {
    Extent(Length.mix(first.x, second.x, amount), Length.mix(first.y, second.y, amount))
  }
}
