internal import AV

/// A stretch of sound through one effect, from the stretch's first sample on.
///
/// Filters remember what they have heard, so it always begins where the stretch begins and is fed
/// frames whose edges belong to the programme; its result then does not depend on how much is read
/// at a time. What the filter gives is counted, whatever its timestamps say, and the samples by which
/// it is late are left out.
final class EffectStream: StripStream {
  private let content: any StripStream
  private let effect: SoundEffect
  private let graph: FilterGraph
  private let frames: SampleFrameMaker
  private let input: SampleBuffer
  private let range: Range<Int>
  /// The programme's sample that is fed next.
  private var position: Int
  /// The values that the filter was told last.
  private var values: [Double]
  /// The results still to be left out.
  private var late: Int
  private var waiting: Frame?
  private var waitingStart = 0
  private var isFinished = false

  private static let frameLength = 1024

  /// Sends the content of a stretch through an effect.
  init(
    _ content: any StripStream, _ effect: SoundEffect, over range: Range<Int>, sampleRate: Int, layout: String,
    channels: Int
  ) throws {
    self.content = content
    self.effect = effect
    self.range = range
    graph = try FilterGraph.forSound(effect.text, sampleRate: sampleRate, layout: layout)
    frames = SampleFrameMaker(format: .planarFloat, sampleRate: sampleRate, layout: layout)
    input = SampleBuffer(channels: channels, capacity: Self.frameLength)
    position = range.lowerBound
    // What the graph's text says.
    values = effect.tuned.map(\.curve.authored)
    late = effect.latency
  }

  /// All effects of a chain, one after the other.
  static func chain(
    _ chain: SoundChain, on content: any StripStream, sampleRate: Int, layout: String, channels: Int
  ) throws -> any StripStream {
    try chain.effects.reduce(content) { stream, effect in
      try EffectStream(
        stream, effect, over: chain.range, sampleRate: sampleRate, layout: layout, channels: channels)
    }
  }

  func read(_ count: Int, into planes: SamplePlanes) throws {
    var done = 0
    while done < count {
      guard let step = take(count - done, into: planes, at: done) else {
        try produce()
        // What ends early goes on in silence.
        guard isFinished, waiting == nil else { continue }
        planes.slices(from: done, count: count - done).clear(count - done)
        return
      }
      done += step
    }
  }

  /// Copies what waits; nil where nothing does.
  private func take(_ count: Int, into planes: SamplePlanes, at offset: Int) -> Int? {
    guard let length = waiting?.sampleCount else { return nil }
    let skipped = min(late, length - waitingStart)
    late -= skipped
    waitingStart += skipped
    let step = min(count, length - waitingStart)
    waiting?.copySamples(waitingStart..<waitingStart + step, into: planes, at: offset)
    waitingStart += step
    if waitingStart == length { waiting = nil }
    return step
  }

  private func produce() throws {
    guard !isFinished else { return }
    switch try graph.pull() {
    case .ready(let frame):
      waiting = consume frame
      waitingStart = 0
    case .needsInput: try feed()
    case .finished: isFinished = true
    }
  }

  /// Feeds the next frame: of the content, then of as much silence as the filter is late, then the end.
  private func feed() throws {
    let end = range.upperBound + effect.latency
    guard position < end else { return try graph.finish() }
    try tune()
    let grid = (position - range.lowerBound) / Self.frameLength * Self.frameLength + range.lowerBound
    let limit = min(grid + Self.frameLength, position < range.upperBound ? range.upperBound : end)
    let count = effect.changes(after: position, before: limit) - position
    if position < range.upperBound {
      try content.read(count, into: input.planes)
    } else {
      input.planes.clear(count)
    }
    try graph.push(try frames.frame(of: input.planes, count: count, pts: Int64(position - range.lowerBound)))
    position += count
  }

  /// Tells the filter the values at the sample that comes next.
  private func tune() throws {
    for (index, option) in effect.tuned.enumerated() {
      let value = option.curve.value(at: position)
      guard value != values[index] else { continue }
      values[index] = value
      let text = OptionNumber.text(value, isWhole: option.isWhole)
      for name in option.names { try graph.send(name, text, to: option.instance) }
    }
  }
}

extension FilterGraph {
  /// A graph for samples in float, whose result is brought back to the rate and the layout that went in.
  static func forSound(_ text: String, sampleRate: Int, layout: String) throws(AVError) -> FilterGraph {
    let end = "aformat=sample_fmts=fltp:sample_rates=\(sampleRate):channel_layouts=\(layout)"
    return try FilterGraph(
      text.replacing("[out]", with: "[edlout]") + ";[edlout]\(end)[out]",
      inputs: [.audio(sampleRate: sampleRate, format: .planarFloat, layout: layout)], outputIsVideo: false)
  }
}
