internal import AV
internal import EDL

/// Mixes the programme's sound once, from its first sample to its last, into a sink a stream.
///
/// One stream from start to end on a thread of its own, beside the picture.
struct SoundRenderer {
  let plan: RenderPlan
  let sound: SoundPlan
  let state: RenderState
  /// Whether progress is counted by sound, for want of a picture.
  let countsProgress: Bool

  /// What the mix found out.
  struct Report: Sendable {
    /// What went beyond full scale in each stream.
    var clippings: [Mixer.Clipping]
  }

  /// Renders all of it into a sink a stream, and publishes what it found out.
  func run(sink: (_ index: Int, _ audio: AudioPlan) throws -> any SoundSink) throws(RenderError) {
    do {
      let sinks = try plan.output.audio.enumerated().map { index, audio in try sink(index, audio) }
      let mixer = try Mixer(sound, media: plan.media)
      while true {
        try state.checkGoingOn()
        let count = try mixer.next(MixNode.blockLength) { index, samples in
          try sinks[index].take(samples, count: samples.first?.count ?? 0)
        }
        guard count > 0 else { break }
        if countsProgress { state.advance(samples: count) }
      }
      for sink in sinks { try sink.finish() }
      state.publish(Report(clippings: mixer.clippings))
    } catch {
      throw RenderError.sound(error, output: plan.output.path)
    }
  }
}

extension RenderError {
  /// What went wrong while sound was made, with the author's place where one is known.
  static func sound(_ error: any Error, output: String, at place: SourceRange? = nil) -> RenderError {
    switch error {
    case let error as RenderError: error
    case let failure as SoundFailure: sound(failure.cause, output: output, at: failure.place)
    case let error as MediaError: RenderError(error, at: place)
    case let error as SystemError: RenderError(error, output: output)
    case let error as AVError:
      RenderError(error.isDiskFull ? .media : .codec, error, doing: "render the sound", at: place)
    default:
      RenderError(
        kind: .codec,
        diagnostic: Diagnostic(.error, code: "render.codec", "cannot render the sound: \(error)", at: place))
    }
  }
}
