internal import AV
internal import MediaTime

/// Brings samples from one rate to another.
///
/// Output sample *j* is the source at exactly *j* steps, a function of the position alone: the bits
/// are the same wherever it was started. Owned by one thread.
final class Resampler {
  /// The most inputs that one call takes.
  let inputCapacity: Int
  /// The most outputs that one call gives.
  let outputCapacity: Int

  private let ratio: (from: Int, to: Int)
  private let filter: PolyphaseFilter
  /// Inputs that outputs to come still need.
  private let window: SampleBuffer
  private var filled = 0
  /// The first input of the next output's window, in `window`; it may lie beyond what is there.
  private var first = 0
  /// How far after an input the next output lies, of `ratio.to`.
  private var fraction = 0

  /// Creates a resampler that gives `to` samples for `from` samples.
  init(from: Int, to: Int, channels: Int, inputCapacity: Int) throws(TimeOverflow) {
    let lowest = try Rational(Int64(from), over: Int64(to))
    ratio = (Int(lowest.numerator), Int(lowest.denominator))
    filter = PolyphaseFilter.between(ratio.from, ratio.to)
    self.inputCapacity = inputCapacity
    outputCapacity = Int(Double(inputCapacity + filter.taps) * Double(ratio.to) / Double(ratio.from)) + 2
    window = SampleBuffer(channels: channels, capacity: filter.taps + inputCapacity)
  }

  /// Makes the output of a position the next one; gives the position of the input that it wants first.
  func restart(at position: Int) -> Int {
    var (whole, part) = ratio.to.dividingFullWidth(position.multipliedFullWidth(by: ratio.from))
    if part < 0 { (whole, part) = (whole - 1, part + ratio.to) }
    (filled, first, fraction) = (0, 0, part)
    return whole - filter.centre
  }

  /// Makes output 0 the next one, with silence before the first input.
  func begin() {
    filled = -restart(at: 0)
    window.planes.clear(filled)
  }

  /// Takes inputs in and gives the outputs that they complete; returns how many those are.
  func convert(_ samples: SamplePlanes, count: Int, into target: SamplePlanes) -> Int {
    window.planes(from: filled, count: count).copy(from: samples, count: count)
    filled += count
    var produced = 0
    let (step, rest) = ratio.from.quotientAndRemainder(dividingBy: ratio.to)
    while first + filter.taps <= filled {
      let phase = filter.phase(fraction)
      for (plane, inputs) in zip(target, window.planes) {
        guard let inputs = inputs.baseAddress else { continue }
        plane[produced] = filter.sum(inputs + first, phase: phase)
      }
      produced += 1
      first += step
      fraction += rest
      if fraction >= ratio.to { (first, fraction) = (first + 1, fraction - ratio.to) }
    }
    forget()
    return produced
  }

  /// Drops the inputs before the next window.
  private func forget() {
    let gone = min(first, filled)
    for plane in window.planes {
      guard let base = plane.baseAddress else { continue }
      base.update(from: base + gone, count: filled - gone)
    }
    (first, filled) = (first - gone, filled - gone)
  }
}
