/// The nearest whole number, a tie to the even one, clamped to 32 bits; 0 for what is no number.
///
/// Adding 1.5 × 2⁵² leaves the whole number in the lowest bits of a double: a rounding that the
/// compiler vectorises, where `rounded()` would be a call on a processor without SSE4.1. The
/// scaled sample must come from an exact product (a power of two), so that this is the only
/// rounding.
@inline(__always)
func nearestInt32(_ value: Double) -> Int32 {
  nearestInt32(value, in: -2_147_483_648...2_147_483_647)
}

/// The nearest whole number within a range of whole numbers.
@inline(__always)
func nearestInt32(_ value: Double, in range: ClosedRange<Double>) -> Int32 {
  let clamped = value < range.lowerBound ? range.lowerBound : value > range.upperBound ? range.upperBound : value
  return Int32(truncatingIfNeeded: (clamped + 0x1.8p52).bitPattern)
}
