package import MediaTime

/// A value that goes with another one, as a source's time goes with the frames of the programme:
/// straight, or bent by speeds that change.
///
/// *x* becomes `offset + scale × x`; then each bend, the outermost first, takes the value for a time
/// of its curve and makes `offset + scale × content` of it. Values rise all the way, fall all the
/// way, or stand still.
package struct TimeMap: Hashable, Sendable {
  /// A curve of speeds on the way.
  package struct Bend: Hashable, Sendable {
    package var curve: SpeedCurve
    package var offset = Rational.zero
    package var scale = Rational.one
  }

  package var offset: Rational
  package var scale: Rational
  package var bends: [Bend] = []

  /// Creates a straight map.
  package init(offset: Rational, scale: Rational) {
    self.offset = offset
    self.scale = scale
  }

  /// Whether equal steps are equal all the way.
  package var isStraight: Bool { bends.isEmpty }
  /// Whether the value never changes.
  package var isStill: Bool { scale.isZero || bends.contains { $0.scale.isZero } }
  /// Whether the value falls.
  package var isFalling: Bool { bends.reduce(scale.isNegative) { $0 != $1.scale.isNegative } }

  /// The value for a number.
  package func callAsFunction(_ x: Rational) throws(TimeOverflow) -> Rational {
    var value = try offset + x * scale
    for bend in bends {
      value = try bend.offset + bend.curve.content(at: Time(seconds: value)).seconds * bend.scale
    }
    return value
  }

  /// The value for a whole number.
  package func callAsFunction(_ x: Int) throws(TimeOverflow) -> Rational { try self(Rational(x)) }

  /// The number that has a value; where curves make it no fraction, within a nanosecond of it.
  package func inverse(_ value: Rational) throws(TimeOverflow) -> Rational {
    var value = value
    for bend in bends.reversed() {
      value = try bend.curve.time(ofContent: Time(seconds: (value - bend.offset) / bend.scale)).seconds
    }
    return try (value - offset) / scale
  }

  /// The map that begins some steps later.
  package func advanced(by x: Rational) throws(TimeOverflow) -> TimeMap {
    var copy = self
    copy.offset = try offset + x * scale
    return copy
  }

  /// The map whose number counts in steps of another length.
  package func paced(by step: Rational) throws(TimeOverflow) -> TimeMap {
    var copy = self
    copy.scale = try scale * step
    return copy
  }

  /// The map whose values are multiplied, and then moved.
  package func scaled(by factor: Rational, plus distance: Rational = .zero) throws(TimeOverflow) -> TimeMap {
    var copy = self
    if let last = bends.last {
      copy.bends[bends.count - 1].offset = try last.offset * factor + distance
      copy.bends[bends.count - 1].scale = try last.scale * factor
    } else {
      copy.offset = try offset * factor + distance
      copy.scale = try scale * factor
    }
    return copy
  }

  /// The map whose values are times of a curve, and become its content.
  package func bent(by curve: SpeedCurve) -> TimeMap {
    var copy = self
    copy.bends.append(Bend(curve: curve))
    return copy
  }

  /// How fast the value changes at a number, in floating point.
  package func slope(at x: Double) -> Double {
    var (value, slope) = (offset.approximate + x * scale.approximate, scale.approximate)
    for bend in bends {
      slope *= bend.curve.speed(at: value) * bend.scale.approximate
      value = bend.offset.approximate + bend.curve.content(at: value) * bend.scale.approximate
    }
    return slope
  }

  /// The value for a number, in floating point.
  package func approximate(_ x: Double) -> Double {
    bends.reduce(offset.approximate + x * scale.approximate) { value, bend in
      bend.offset.approximate + bend.curve.content(at: value) * bend.scale.approximate
    }
  }
}
