internal import AV

/// Encodes one stream of sound into the spool, with frames of the size that the encoder asks for.
final class SoundEncoder: SoundSink {
  private let index: Int
  private let state: RenderState
  private let encoder: Encoder
  private let maker: SampleFrameMaker
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
    guard case .audio(let rate, let layout, let format) = audio.settings.input else {
      throw AVError(code: 0, operation: "open", detail: "not an encoder of sound")
    }
    maker = SampleFrameMaker(
      format: format, sampleRate: rate, layout: layout, bits: audio.settings.encoder.contains("s24") ? 24 : nil)
    let channels = EncoderCatalog.channelCount(ofLayout: layout) ?? 2
    waiting = SampleBuffer(channels: channels, capacity: encoder.frameSize > 0 ? encoder.frameSize : 4096)
    state.publish(try encoder.streamParameters(), index: index + offset)
  }

  func take(_ planes: SamplePlanes, count: Int) throws {
    var done = 0
    while done < count {
      let step = min(count - done, waiting.capacity - waitingCount)
      waiting.planes.slices(from: waitingCount, count: step).copy(
        from: planes.slices(from: done, count: step), count: step)
      waitingCount += step
      done += step
      if waitingCount == waiting.capacity { try encode() }
    }
  }

  func finish() throws {
    if waitingCount > 0 { try encode() }
    try encoder.finish()
    try drain()
    state.publish(sound: index, try writer.flush(), isFinished: true)
  }

  private func encode() throws {
    try encoder.send(try maker.frame(of: waiting.planes, count: waitingCount, pts: position))
    position += Int64(waitingCount)
    waitingCount = 0
    try drain()
  }

  private func drain() throws {
    while case .ready(let packet) = try encoder.receive() {
      if let extent = try writer.add(packet) { state.publish(sound: index, extent, isFinished: false) }
    }
  }
}
