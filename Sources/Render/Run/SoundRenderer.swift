internal import AV
internal import EDL

/// Mixes the programme's sound once, from its first sample to its last, and encodes every stream.
///
/// One stream from start to end on a thread of its own, beside the picture.
struct SoundRenderer {
  let plan: RenderPlan
  let sound: SoundPlan
  let state: RenderState
  let spool: PacketSpool
  /// Whether progress is counted by sound, for want of a picture.
  let countsProgress: Bool

  /// What the mix found out.
  struct Report: Sendable {
    /// Samples beyond full scale, all channels together.
    var clippedCount: Int
    /// The programme's sample at which the first one is.
    var firstClipped: Int?
  }

  /// Renders all of it.
  func run() throws(RenderError) -> Report {
    do {
      let tracks = try plan.output.audio.enumerated().map { index, audio in
        try Track(audio, index: index, spool: spool)
      }
      let offset = plan.output.video == nil ? 0 : 1
      for track in tracks { state.publish(try track.encoder.streamParameters(), index: track.index + offset) }
      let mixer = try Mixer(sound, media: plan.media)
      let block = SampleBuffer(channels: mixer.channelCount, capacity: 1024)
      while true {
        try state.checkGoingOn()
        let count = try mixer.next(block.capacity, into: block.planes)
        guard count > 0 else { break }
        for track in tracks { try track.push(block.planes, count: count, to: state) }
        if countsProgress { state.advance(samples: count) }
      }
      for track in tracks { try track.finish(to: state) }
      return Report(clippedCount: mixer.clipping.count, firstClipped: mixer.clipping.first)
    } catch {
      throw renderError(error)
    }
  }

  /// What went wrong, with the author's place where one is known.
  private func renderError(_ error: any Error, at place: SourceRange? = nil) -> RenderError {
    switch error {
    case let error as RenderError: error
    case let failure as SoundFailure: renderError(failure.cause, at: failure.place)
    case let error as MediaError: RenderError(error, at: place)
    case let error as SystemError: RenderError(error, output: plan.output.path)
    case let error as AVError:
      RenderError(error.isDiskFull ? .media : .codec, error, doing: "render the sound", at: place)
    default:
      RenderError(
        kind: .codec,
        diagnostic: Diagnostic(.error, code: "render.codec", "cannot render the sound: \(error)", at: place))
    }
  }

  /// One stream's encoder, fed with frames of the size that it asks for.
  private final class Track {
    let encoder: Encoder
    let index: Int
    private let maker: SampleFrameMaker
    private let waiting: SampleBuffer
    private var waitingCount = 0
    private var position: Int64 = 0
    private var writer: PacketWriter

    init(_ audio: AudioPlan, index: Int, spool: PacketSpool) throws {
      encoder = try Encoder(audio.settings)
      self.index = index
      writer = PacketWriter(spool)
      guard case .audio(let rate, let layout, let format) = audio.settings.input else {
        throw AVError(code: 0, operation: "open", detail: "not an encoder of sound")
      }
      maker = SampleFrameMaker(
        format: format, sampleRate: rate, layout: layout, bits: audio.settings.encoder.contains("s24") ? 24 : nil)
      let channels = EncoderCatalog.channelCount(ofLayout: layout) ?? 2
      waiting = SampleBuffer(channels: channels, capacity: encoder.frameSize > 0 ? encoder.frameSize : 4096)
    }

    func push(_ planes: SamplePlanes, count: Int, to state: RenderState) throws {
      var done = 0
      while done < count {
        let step = min(count - done, waiting.capacity - waitingCount)
        waiting.planes.slices(from: waitingCount, count: step).copy(
          from: planes.slices(from: done, count: step), count: step)
        waitingCount += step
        done += step
        if waitingCount == waiting.capacity { try encode(to: state) }
      }
    }

    func finish(to state: RenderState) throws {
      if waitingCount > 0 { try encode(to: state) }
      try encoder.finish()
      try drain(to: state)
      state.publish(sound: index, try writer.flush(), isFinished: true)
    }

    private func encode(to state: RenderState) throws {
      try encoder.send(try maker.frame(of: waiting.planes, count: waitingCount, pts: position))
      position += Int64(waitingCount)
      waitingCount = 0
      try drain(to: state)
    }

    private func drain(to state: RenderState) throws {
      while case .ready(let packet) = try encoder.receive() {
        if let extent = try writer.add(packet) { state.publish(sound: index, extent, isFinished: false) }
      }
    }
  }
}
