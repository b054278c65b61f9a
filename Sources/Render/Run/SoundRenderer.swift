internal import AV
internal import EDL

/// Mixes the programme's sound once, from its first sample to its last, into a sink a stream; what
/// none of them wants is passed over.
///
/// On a thread of its own, beside the picture.
struct SoundRenderer: Sendable {
  private let plan: RenderPlan
  private let sound: SoundPlan
  private let state: RenderState
  private let countsProgress: Bool
  private let loudness: [LoudnessChange]

  /// Measures what is to have a loudness; `countsProgress`: progress is counted by sound, for want of a picture.
  init(
    plan: RenderPlan, sound: SoundPlan, state: RenderState, cache: RenderCache? = nil, countsProgress: Bool
  ) throws(RenderError) {
    do {
      (self.sound, loudness) = try LoudnessSurvey.complete(sound, media: plan.media, memory: cache) {
        try state.checkGoingOn()
      }
    } catch {
      throw RenderError.sound(error, output: plan.output.path)
    }
    (self.plan, self.state, self.countsProgress) = (plan, state, countsProgress)
  }

  /// What the mix found out.
  struct Report: Sendable {
    /// What went beyond full scale in each stream.
    var clippings: [Mixer.Clipping]
    /// What was done for the loudness of buses.
    var loudness: [LoudnessChange] = []
  }

  /// Renders all of it into a sink a stream; returns what it found out.
  func run(sink: (_ index: Int, _ audio: AudioPlan) throws -> any SoundSink) throws(RenderError) -> Report {
    do {
      return try run(
        try plan.output.audio.enumerated().map { index, audio in .init(stream: index, sink: try sink(index, audio)) })
    } catch {
      throw RenderError.sound(error, output: plan.output.path)
    }
  }

  /// Renders all of it into several sinks a stream; what is found out is in the order of the listeners.
  func run(_ listeners: [SoundListener]) throws -> Report {
    var clippings = plan.output.audio.map { _ in Mixer.Clipping() }
    for range in wanted(by: listeners.map(\.sink)) {
      let mixer = try Mixer(range == sound.samples ? sound : sound.part(range), media: plan.media)
      try mix(mixer, into: listeners)
      for (index, clipping) in mixer.clippings.enumerated() { clippings[index] = clippings[index] + clipping }
    }
    for listener in listeners { try listener.finish() }
    return Report(clippings: listeners.map { $0.sink.clipping ?? clippings[$0.stream] }, loudness: loudness)
  }

  private func mix(_ mixer: Mixer, into listeners: [SoundListener]) throws {
    while true {
      try state.checkGoingOn()
      // Where the samples are is known once the mixer has come to them.
      let count = try mixer.next(MixNode.blockLength) { index, samples in
        for listener in listeners where listener.stream == index {
          try listener.take(samples, at: mixer.position, count: samples.first?.count ?? 0)
        }
      }
      guard count > 0 else { return }
      if countsProgress { state.advance(samples: count) }
    }
  }

  /// Mixes some of the samples of one stream once more.
  func remix(
    _ range: Range<Int>, stream: Int, _ take: (SamplePlanes, _ sample: Int, _ count: Int) throws -> Void
  ) throws {
    let mixer = try Mixer(sound.heard(in: stream).part(range), media: plan.media)
    while mixer.position < range.upperBound {
      try state.checkGoingOn()
      _ = try mixer.next(MixNode.blockLength) { try take($1, mixer.position, $1.first?.count ?? 0) }
    }
  }

  /// The stretches of the programme that any of the sinks wants.
  private func wanted(by sinks: [any SoundSink]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for range in sinks.flatMap({ $0.wanted ?? [sound.samples] }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else if !range.isEmpty {
        ranges.append(range)
      }
    }
    if countsProgress { state.advance(samples: sound.samples.count - ranges.reduce(0) { $0 + $1.count }) }
    return ranges
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
