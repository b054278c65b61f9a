internal import AV

/// Encodes one stream of sound from its first sample to its last into the spool.
///
/// Owned by one thread.
final class SoundEncoder: SoundSink {
  private let index: Int
  private let state: RenderState
  private let encoder: Encoder
  private let maker: SampleFrameMaker
  private let conversion: StreamConversion
  private var trim: StreamTrim
  private let waiting: SampleBuffer
  private var waitingCount = 0
  private var position: Int64 = 0
  private var writer: PacketWriter

  /// Opens the encoder and publishes what the muxer must know of the stream; `offset` counts the
  /// output's streams before the first of sound.
  init(_ audio: AudioPlan, index: Int, offset: Int, state: RenderState, spool: PacketSpool) throws {
    encoder = try Encoder(audio.settings)
    self.index = index
    self.state = state
    writer = PacketWriter(spool)
    maker = audio.samples
    conversion = try StreamConversion(from: audio.bus, to: audio.stream)
    trim = StreamTrim(encoder, style: audio.trimming, length: audio.length)
    // Frames of the size that the encoder asks for.
    waiting = SampleBuffer(
      channels: conversion.channelCount, capacity: encoder.frameSize > 0 ? encoder.frameSize : 4096)
    state.publish(try encoder.streamParameters(), index: index + offset)
    try silence(trim.lead)
  }

  func take(_ planes: SamplePlanes, at sample: Int, count: Int) throws {
    try conversion.push(planes, count: count, into: gather)
  }

  func finish() throws {
    try conversion.finish(into: gather)
    try silence(trim.tail)
    if waitingCount > 0 { try encode() }
    try encoder.finish()
    try drain()
    state.publish(sound: index, try writer.flush(), isFinished: true)
  }

  /// Fills frames with the stream's samples.
  private func gather(_ planes: SamplePlanes, count: Int) throws {
    var done = 0
    while done < count {
      let step = min(count - done, waiting.capacity - waitingCount)
      waiting.planes.slices(from: waitingCount, count: step).copy(
        from: planes.slices(from: done, count: step), count: step)
      done += step
      try advance(step)
    }
  }

  private func silence(_ count: Int) throws {
    var left = count
    while left > 0 {
      let step = min(left, waiting.capacity - waitingCount)
      waiting.planes.slices(from: waitingCount, count: step).clear(step)
      left -= step
      try advance(step)
    }
  }

  private func advance(_ count: Int) throws {
    waitingCount += count
    if waitingCount == waiting.capacity { try encode() }
  }

  private func encode() throws {
    try encoder.send(try maker.frame(of: waiting.planes, count: waitingCount, pts: position))
    position += Int64(waitingCount)
    waitingCount = 0
    try drain()
  }

  private func drain() throws {
    while case .ready(let packet) = try encoder.receive() {
      guard try trim.fit(packet) else { continue }
      if let extent = try writer.add(packet) { state.publish(sound: index, extent, isFinished: false) }
    }
  }
}
