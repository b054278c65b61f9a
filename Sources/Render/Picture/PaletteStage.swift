internal import AV

/// Brings pictures of packed RGB to a palette that is chosen by all of them: they are seen twice.
///
/// A colour that the palette lacks is a pattern of some that it has, in an order that is the same in every
/// picture: what stands still does not shimmer, and what the palette has stays as it is.
final class PaletteStage {
  private var histogram: ColorHistogram?
  private var mapper: PaletteMapper?

  init() {
    // One entry is left for what did not change since the picture before.
    histogram = ColorHistogram(limit: 255)
  }

  /// Whether pictures are only looked at.
  var isLooking: Bool { mapper == nil }

  /// Looks at a picture.
  func look(at frame: borrowing Frame) { histogram?.add(frame) }

  /// Chooses the palette.
  func settle() {
    mapper = PaletteMapper(histogram?.palette ?? [])
    histogram = nil
  }

  /// The picture in the palette's colours.
  func map(_ frame: borrowing Frame) throws(AVError) -> Frame {
    guard let mapper, let format = PixelFormat(named: "pal8") else { return try frame.copyReference() }
    let result = try Frame.picture(width: frame.width, height: frame.height, format: format)
    mapper.map(frame, into: result)
    return result
  }
}

/// Finds for each colour a pattern of a palette's colours whose mean comes near to it.
private final class PaletteMapper {
  /// Places of the palette, from the darkest to the brightest.
  private typealias Pattern = SIMD8<UInt8>

  private let palette: [UInt32]
  private let colors: [SIMD3<Double>]
  /// The palette's own colours.
  private let places: [UInt32: UInt8]
  /// Which colours those are, a bit each.
  private var own = [UInt64](repeating: 0, count: 1 << 18)
  /// Patterns of all others by seven bits a component, and which of them were found.
  private var patterns = [Pattern](repeating: Pattern(), count: 1 << 21)
  private var isFound = [Bool](repeating: false, count: 1 << 21)
  /// The square roots of how much an error in red, green and blue counts.
  private static let weights = SIMD3(1.4142135623730951, 2, 1.7320508075688772)
  /// How much of the error so far the next colour makes up for: less is smoother, more is nearer.
  private static let strength = 0.8

  init(_ palette: [UInt32]) {
    self.palette = palette
    colors = palette.map(Self.point)
    places = Dictionary(palette.enumerated().map { ($1, UInt8($0)) }, uniquingKeysWith: { first, _ in first })
    for color in palette { own[Int(color >> 6)] |= 1 << UInt64(color & 63) }
  }

  private static func point(_ color: UInt32) -> SIMD3<Double> {
    SIMD3(Double(color >> 16 & 255), Double(color >> 8 & 255), Double(color & 255)) * weights
  }

  func map(_ frame: borrowing Frame, into result: borrowing Frame) {
    guard let source = frame.plane(0), let target = result.plane(0), let entries = result.plane(1) else { return }
    entries.withMemoryRebound(to: UInt32.self, capacity: 256) { entries in
      for index in 0..<256 { entries[index] = index < palette.count ? palette[index] | 0xFF00_0000 : 0 }
    }
    for row in 0..<frame.height {
      let (pixels, line) = (source + row * frame.stride(ofPlane: 0), target + row * result.stride(ofPlane: 0))
      for column in 0..<frame.width {
        let pixel = pixels + column * 3
        let pattern = pattern(UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2]))
        line[column] = pattern[Self.order[(row & 7) << 3 | column & 7]]
      }
    }
  }

  private func pattern(_ color: UInt32) -> Pattern {
    if own[Int(color >> 6)] >> UInt64(color & 63) & 1 != 0 { return Pattern(repeating: places[color] ?? 0) }
    let place = Int(color >> 17 & 127) << 14 | Int(color >> 9 & 127) << 7 | Int(color >> 1 & 127)
    if !isFound[place] {
      isFound[place] = true
      patterns[place] = find(Self.point(color & 0xFEFEFE) + Self.weights / 2)
    }
    return patterns[place]
  }

  /// Colour after colour, each making up for what those before it lack (Knoll's patterns).
  private func find(_ color: SIMD3<Double>) -> Pattern {
    var (error, places) = (SIMD3<Double>.zero, [Int]())
    for _ in 0..<Pattern.scalarCount {
      let place = nearest(to: color + error * Self.strength)
      places.append(place)
      error += color - colors[place]
    }
    places.sort { (colors[$0].sum(), $0) < (colors[$1].sum(), $1) }
    var pattern = Pattern()
    for (index, place) in places.enumerated() { pattern[index] = UInt8(place) }
    return pattern
  }

  private func nearest(to color: SIMD3<Double>) -> Int {
    var (best, least) = (0, Double.infinity)
    for (index, other) in colors.enumerated() {
      let way = other - color
      let distance = (way * way).sum()
      if distance < least { (best, least) = (index, distance) }
    }
    return best
  }

  /// Bayer's matrix of eight by eight, from 0 to 7: which of a pattern's colours a pixel gets.
  private static let order: [Int] = (0..<64).map { place in
    let (x, y) = (place & 7, place >> 3)
    let value = (0..<3).reduce(0) { value, bit in
      let (right, down) = (x >> bit & 1, y >> bit & 1)
      return value << 2 | (right ^ down) << 1 | down
    }
    return value >> 3
  }
}
