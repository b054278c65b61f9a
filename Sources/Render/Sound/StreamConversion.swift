internal import AV

/// Brings a bus's samples to the layout and the rate of a stream, from the first to the last.
///
/// Sample *n* of the stream is the bus at exactly *n* of the stream's steps: nothing is late, and
/// the filter's tail is not cut off. Owned by one thread.
final class StreamConversion {
  /// Takes samples in their order.
  typealias Sink = (_ planes: SamplePlanes, _ count: Int) throws -> Void

  /// The channels that come out.
  var channelCount: Int { matrix.outputChannels }
  private let matrix: ChannelMatrix
  private let mixed: SampleBuffer
  private let rates: (from: Int, to: Int)
  /// Nil at an equal rate.
  private let resampler: Resampler?
  private let resampled: SampleBuffer
  private let silence: SampleBuffer
  private var taken = 0
  private var given = 0
  private static let step = 1024

  /// Opens what the way between the two formats needs.
  init(from bus: SoundFormat, to stream: SoundFormat) throws {
    matrix = try ChannelMatrix(from: bus.layout, to: stream.layout)
    rates = (bus.sampleRate, stream.sampleRate)
    let channels = matrix.outputChannels
    resampler =
      rates.from == rates.to
      ? nil : try Resampler(from: rates.from, to: rates.to, channels: channels, inputCapacity: Self.step)
    mixed = SampleBuffer(channels: channels, capacity: Self.step)
    silence = SampleBuffer(channels: channels, capacity: Self.step)
    resampled = SampleBuffer(channels: channels, capacity: resampler?.outputCapacity ?? 0)
    resampler?.begin()
  }

  /// Converts the next samples of the bus.
  func push(_ planes: SamplePlanes, count: Int, into sink: Sink) throws {
    if matrix.isIdentity, resampler == nil { return try sink(planes, count) }
    var done = 0
    while done < count {
      let step = min(count - done, Self.step)
      matrix.apply(from: planes.slices(from: done, count: step), to: mixed.planes, count: step)
      taken += step
      try give(mixed.planes, count: step, into: sink)
      done += step
    }
  }

  /// Gives what the filter still holds.
  func finish(into sink: Sink) throws {
    guard resampler != nil else { return }
    while given < length { try give(silence.planes, count: Self.step, into: sink) }
  }

  /// The stream's samples for all that was taken, to the nearest one.
  private var length: Int { (taken * rates.to + rates.from / 2) / rates.from }

  private func give(_ planes: SamplePlanes, count: Int, into sink: Sink) throws {
    guard let resampler else { return try sink(planes, count) }
    let produced = resampler.convert(planes, count: count, into: resampled.planes)
    let due = min(produced, length - given)
    guard due > 0 else { return }
    given += due
    try sink(resampled.planes, due)
  }
}
