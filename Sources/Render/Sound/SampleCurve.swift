package import EDL

/// A value over the programme's samples: keyframes, each at its sample, with eases between them.
package struct SampleCurve<Value: Animatable>: Hashable, Sendable {
  /// From one keyframe to the next in the programme's order.
  package struct Segment: Hashable, Sendable {
    /// The samples from the earlier keyframe to before the later one.
    package var samples: Range<Int>
    /// The value of the keyframe that the item has first.
    package var first: Value
    /// The value of the keyframe that the item has next.
    package var second: Value
    package var ease: Ease
    /// Whether the item runs backwards, so that its second keyframe comes first.
    package var isReversed: Bool

    /// The value at a sample of the segment or at its end.
    func value(at sample: Int) -> Value {
      let share = Double(sample - samples.lowerBound) / Double(samples.count)
      return Value.mix(first, second, ease(isReversed ? 1 - share : share))
    }

    /// Whether nothing changes in it.
    var isConstant: Bool { first == second || ease == .hold }
  }

  /// The segments in order of time, one following on the other.
  package let segments: [Segment]
  /// The value before the first segment.
  package let before: Value
  /// The value after the last one.
  package let after: Value

  /// Brings a curve's keyframes to samples; `sample` gives that of a keyframe.
  package init<Failure>(
    _ curve: Curve<Value>, sample: (Curve<Value>.Key) throws(Failure) -> Int
  ) throws(Failure) {
    var places: [Int] = []
    for key in curve.keys { places.append(try sample(key)) }
    let isReversed = (places.last ?? 0) < (places.first ?? 0)
    var segments: [Segment] = []
    for index in curve.keys.indices.dropLast() {
      let (first, second) = (curve.keys[index], curve.keys[index + 1])
      let edges = (min(places[index], places[index + 1]), max(places[index], places[index + 1]))
      guard edges.0 < edges.1 else { continue }
      segments.append(
        Segment(
          samples: edges.0..<edges.1, first: first.value, second: second.value, ease: first.ease,
          isReversed: isReversed))
    }
    let last = curve.keys.last?.value ?? curve.first
    self.segments = isReversed ? segments.reversed() : segments
    before = isReversed ? last : curve.first
    after = isReversed ? curve.first : last
  }

  /// Multiplies levels by a function of the curve, sample by sample.
  ///
  /// Within a segment the function is taken every 32 samples from its start and goes in a straight
  /// line between, so that a result belongs to its sample, however the range is cut.
  func multiply(
    _ levels: UnsafeMutableBufferPointer<Double>, range: Range<Int>, by function: (Value) -> Double
  ) {
    var position = range.lowerBound
    while position < range.upperBound {
      let index = segments.firstIndex { position < $0.samples.upperBound }
      guard let index else {
        Self.multiply(levels, position..<range.upperBound, range, by: function(after))
        return
      }
      let segment = segments[index]
      if position < segment.samples.lowerBound {
        // Segments follow on each other, so this is before the first.
        let end = min(segment.samples.lowerBound, range.upperBound)
        Self.multiply(levels, position..<end, range, by: function(before))
        position = end
      } else if segment.isConstant {
        let end = min(segment.samples.upperBound, range.upperBound)
        Self.multiply(levels, position..<end, range, by: function(segment.value(at: segment.samples.lowerBound)))
        position = end
      } else {
        position = ramp(levels, segment, from: position, range, function)
      }
    }
  }

  /// Multiplies the samples of one stretch of 32; returns where the next begins.
  private func ramp(
    _ levels: UnsafeMutableBufferPointer<Double>, _ segment: Segment, from position: Int, _ range: Range<Int>,
    _ function: (Value) -> Double
  ) -> Int {
    let step = 32
    let start = position - (position - segment.samples.lowerBound) % step
    let end = min(start + step, segment.samples.upperBound)
    let (first, last) = (function(segment.value(at: start)), function(segment.value(at: end)))
    let slope = (last - first) / Double(end - start)
    let stop = min(end, range.upperBound)
    for sample in position..<stop { levels[sample - range.lowerBound] *= first + slope * Double(sample - start) }
    return stop
  }

  private static func multiply(
    _ levels: UnsafeMutableBufferPointer<Double>, _ samples: Range<Int>, _ range: Range<Int>, by factor: Double
  ) {
    guard factor != 1 else { return }
    for index in samples.lowerBound - range.lowerBound..<samples.upperBound - range.lowerBound {
      levels[index] *= factor
    }
  }

  /// The value at a sample.
  func value(at sample: Int) -> Value {
    guard let segment = segments.first(where: { sample < $0.samples.upperBound }) else { return after }
    return sample < segment.samples.lowerBound ? before : segment.value(at: sample)
  }

  /// The value that the author's first keyframe has, whichever way the item runs.
  var authored: Value { isReversed ? after : before }

  private var isReversed: Bool { segments.first?.isReversed ?? false }

  /// The next sample at which the value changes: a keyframe, or while it moves a step of so many samples.
  func nextChange(after position: Int, every step: Int) -> Int {
    for segment in segments where position < segment.samples.upperBound {
      if position < segment.samples.lowerBound { return segment.samples.lowerBound }
      if segment.isConstant { return segment.samples.upperBound }
      let next = position + step - (position - segment.samples.lowerBound) % step
      return min(next, segment.samples.upperBound)
    }
    return .max
  }

  /// The same curve elsewhere on the programme.
  func moved(by distance: Int) -> SampleCurve {
    let moved = segments.map { segment in
      var moved = segment
      moved.samples = segment.samples.lowerBound + distance..<segment.samples.upperBound + distance
      return moved
    }
    return SampleCurve(segments: moved, before: before, after: after)
  }

  /// Whether the curve has one value over a range, and which.
  func constant(in range: Range<Int>) -> Value? {
    guard let first = segments.first, let last = segments.last else { return before }
    if range.upperBound <= first.samples.lowerBound { return before }
    return range.lowerBound >= last.samples.upperBound ? after : nil
  }

  /// The curve from a sample on, counted from there; what is over by then is left out.
  func shifted(to sample: Int) -> SampleCurve {
    let rest = segments.filter { $0.samples.upperBound > sample }.map { segment in
      var moved = segment
      moved.samples = segment.samples.lowerBound - sample..<segment.samples.upperBound - sample
      return moved
    }
    let isBefore = segments.first.map { sample < $0.samples.lowerBound } ?? false
    return SampleCurve(segments: rest, before: isBefore ? before : rest.first?.first ?? after, after: after)
  }

  private init(segments: [Segment], before: Value, after: Value) {
    (self.segments, self.before, self.after) = (segments, before, after)
  }
}
