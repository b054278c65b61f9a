internal import Testing

/// Expects positions, each within a tolerance of its right value.
func expect(
  _ found: [Int], near right: [Int], within tolerance: Int, sourceLocation: SourceLocation = #_sourceLocation
) {
  let isRight = found.count == right.count && zip(found, right).allSatisfy { abs($0 - $1) <= tolerance }
  #expect(isRight, "\(found) should be \(right) ±\(tolerance)", sourceLocation: sourceLocation)
}

/// Expects a colour within a tolerance a component.
func expect(
  _ found: RGB, near right: RGB, within tolerance: Int, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    found.distance(to: right) <= tolerance, "\(found) should be \(right) ±\(tolerance)", sourceLocation: sourceLocation)
}

/// Expects one colour in every frame, and reports the first that differs.
func expect(
  _ found: [RGB], near right: RGB, within tolerance: Int, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(!found.isEmpty, sourceLocation: sourceLocation)
  if let frame = found.firstIndex(where: { $0.distance(to: right) > tolerance }) {
    Issue.record("frame \(frame): \(found[frame]) should be \(right) ±\(tolerance)", sourceLocation: sourceLocation)
  }
}

/// Expects a value within a tolerance.
func expect(
  _ found: Double, near right: Double, within tolerance: Double, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(abs(found - right) <= tolerance, "\(found) should be \(right) ±\(tolerance)", sourceLocation: sourceLocation)
}

/// Expects exact digital silence.
func expectSilence(_ sound: Sound, _ ranges: [Range<Int>], sourceLocation: SourceLocation = #_sourceLocation) {
  for range in ranges {
    #expect(sound.peak(range) == 0, "sound in \(range)", sourceLocation: sourceLocation)
  }
}
