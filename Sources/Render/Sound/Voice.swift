internal import AV
internal import MediaTime

/// A strip that sounds at the moment. Takes its source when it is first heard, gives it back at
/// its end.
final class Voice {
  let strip: SoundStrip
  /// Its place in the order of sums.
  let order: Int
  private var source: CanvasSource?
  private var stream: (any StripStream)?

  init(_ strip: SoundStrip, order: Int) {
    self.strip = strip
    self.order = order
  }

  /// Adds the strip's samples of a range, which follows on the one before, to the sum.
  func add(_ range: Range<Int>, to sum: SamplePlanes, from strips: StripSum, scratch: MixScratch) throws {
    let stream = try self.stream ?? start(from: strips, scratch: scratch)
    try stream.read(range.count, into: scratch.samples.planes)
    scratch.levels.add(scratch.samples.planes, times: strip.level, range: range, sides: scratch.sides, to: sum)
  }

  /// Gives the source back.
  func finish(to pool: SourcePool) {
    if let source { pool.giveBack(source, for: strip.key, at: strip.endPosition) }
    source = nil
    stream = nil
  }

  /// Puts the stream together and brings it to the strip's first sample.
  private func start(from strips: StripSum, scratch: MixScratch) throws -> any StripStream {
    let channels = scratch.samples.planes.count
    var stream = strip.parts.isEmpty ? try content(from: strips, channels: channels) : try strips.parts(of: strip)
    if let chain = strip.chain {
      stream = try EffectStream.chain(
        chain, on: stream, sampleRate: strips.sampleRate, layout: strip.layout, channels: channels)
    }
    if strip.beginsAtOrigin {
      var rest = strip.samples.lowerBound - strip.origin
      while rest > 0 {
        let step = min(rest, scratch.capacity)
        try stream.read(step, into: scratch.samples.planes)
        rest -= step
      }
    }
    self.stream = stream
    return stream
  }

  /// The media's samples, at the tempo that they are to be heard at.
  private func content(from strips: StripSum, channels: Int) throws -> any StripStream {
    let source = try strips.source(of: strip)
    self.source = source
    if let ramp = strip.ramp { return try start(ramp, source, channels: channels) }
    let content: any StripStream =
      strip.isReversed
      ? ReverseStream(source, before: strip.firstPosition, length: strip.contentLength, channels: channels)
      : ForwardStream(source, from: strip.firstPosition)
    guard strip.isStretched else { return content }
    return try TempoStream(
      content, length: strip.contentLength, tempo: strip.tempo, sampleRate: source.sampleRate,
      layout: source.layout, channels: channels)
  }

  private func start(_ ramp: SoundRamp, _ source: CanvasSource, channels: Int) throws -> any StripStream {
    guard ramp.isResampled(strip) else { return try GrainStream(source, strip, ramp, channels: channels) }
    var heard = strip
    // Effects hear all of the play.
    if let chain = strip.chain { heard.samples = chain.range }
    return RampStream(source, heard, ramp, channels: channels)
  }
}

/// Memory that the voices of a node use in turn.
final class MixScratch {
  let capacity: Int
  /// The samples of one voice.
  let samples: SampleBuffer
  /// Their levels.
  let levels: LevelBlock
  /// The side of each channel: -1 left, 1 right.
  let sides: [Int]

  init(layout: String, capacity: Int) throws(AVError) {
    self.capacity = capacity
    sides = try channelSides(ofLayout: layout)
    samples = SampleBuffer(channels: sides.count, capacity: capacity)
    levels = LevelBlock(capacity: capacity)
  }
}

extension SoundStrip {
  /// What its source is made of.
  var key: SourceKey {
    SourceKey(
      media: media, stream: stream, varispeed: ramp == nil ? varispeed : .one, layout: layout, channels: channels,
      isSpread: level.movesThroughCenter)
  }

  /// Whether it is heard at another tempo, so that it is made from the play's start.
  var isStretched: Bool { ramp.map { !$0.isResampled(self) } ?? (tempo != .one) }

  /// Whether its samples cannot be had without those before.
  var beginsAtOrigin: Bool { isStretched || chain != nil }

  /// The grid edge at which reading begins.
  var firstPosition: Int { beginsAtOrigin ? position : position(at: samples.lowerBound) }

  /// The grid samples that are read for it.
  var contentLength: Int { isStretched ? stretchedLength : chain?.range.count ?? samples.count }

  /// The grid edge at which reading ends, as far as that is known.
  var endPosition: Int { position(at: samples.upperBound) }

  /// The grid edge at an edge of the programme's samples, where it is not stretched.
  func position(at sample: Int) -> Int {
    let advance = ramp.map { Int($0.advance(at: sample - origin).rounded(.down)) } ?? sample - origin
    return isReversed ? position - advance : position + advance
  }
}
