internal import AV

/// A source brought to another rate, as a function of the position: sample *m* is the source at
/// *m* steps from its clock's zero, bit for bit the same wherever reading starts.
///
/// Reading on is cheap; any other position restarts the resampler there.
final class ResampledSource: SampleSource {
  let sampleRate: Int
  private let source: any SampleSource
  private let resampler: Resampler
  private let input: SampleBuffer
  private let output: SampleBuffer
  /// The next input that the resampler wants; nil before the first restart.
  private var nextInput: Int?
  /// The positions of the outputs that wait in `output`.
  private var waiting = 0..<0
  /// Where in `output` they begin.
  private var waitingStart = 0

  /// Brings `from` source samples to `to` samples.
  init(_ source: any SampleSource, channels: Int, sampleRate: Int, from: Int, to: Int) throws {
    self.source = source
    self.sampleRate = sampleRate
    resampler = try Resampler(from: from, to: to, channels: channels, inputCapacity: 1024)
    input = SampleBuffer(channels: channels, capacity: resampler.inputCapacity)
    output = SampleBuffer(channels: channels, capacity: resampler.outputCapacity)
  }

  var layout: String { source.layout }

  func read(at position: Int, count: Int, into planes: SamplePlanes) throws {
    var done = 0
    while done < count {
      try advance(to: position + done)
      let step = min(count - done, waiting.count)
      planes.slices(from: done, count: step)
        .copy(from: output.planes(from: waitingStart, count: step), count: step)
      skip(step)
      done += step
    }
  }

  /// Makes the output of a position the first that waits.
  private func advance(to position: Int) throws {
    // Within a second ahead, going on costs less than a seek in the file.
    if nextInput == nil || !(waiting.lowerBound...waiting.upperBound + sampleRate).contains(position) {
      restart(at: position)
    }
    while waiting.upperBound <= position { try produce() }
    skip(position - waiting.lowerBound)
  }

  private func restart(at position: Int) {
    nextInput = resampler.restart(at: position)
    waiting = position..<position
  }

  /// Replaces what waits by the outputs of the next stretch of input.
  private func produce() throws {
    let start = nextInput ?? 0
    try source.read(at: start, count: input.capacity, into: input.planes)
    let produced = resampler.convert(input.planes, count: input.capacity, into: output.planes)
    nextInput = start + input.capacity
    waiting = waiting.upperBound..<waiting.upperBound + produced
    waitingStart = 0
  }

  private func skip(_ count: Int) {
    waiting = waiting.lowerBound + count..<waiting.upperBound
    waitingStart += count
  }
}
