internal import AV
internal import EDL
internal import MediaTime

/// Where the pieces of a stream of sound lie in the programme.
struct PiecePlan {
  let layout: PieceLayout
  /// Samples of a packet.
  let frameSize: Int
  /// Samples of silence before the first of the programme.
  let lead: Int
  /// The programme's samples that are rendered.
  let programme: Range<Int>

  /// Lays out a stream as its encoder and its container want it.
  init(_ audio: AudioPlan, _ encoder: Encoder, _ trim: StreamTrim, programme: Range<Int>) {
    frameSize = encoder.frameSize
    lead = trim.lead
    layout = PieceLayout(frames: (trim.lead + audio.length + trim.tail + frameSize - 1) / frameSize)
    self.programme = programme
  }

  /// The stream's sample at a sample of the programme, where both have one rate.
  func position(of sample: Int) -> Int { sample - programme.lowerBound + lead }

  /// The programme's samples in some frames of the stream.
  func samples(_ frames: Range<Int>) -> Range<Int> {
    let start = programme.lowerBound - lead
    return (start + frames.lowerBound * frameSize..<start + frames.upperBound * frameSize).clamped(to: programme)
  }

  /// What the pieces are known by; nil where they are not to be kept: at another rate than its bus's
  /// a stream is not known sample by sample, nor is sound that remembers what came before.
  func keys(_ plan: RenderPlan, stream index: Int) -> [ContentKey]? {
    let audio = plan.output.audio[index]
    guard let sound = plan.sound?.heard(in: index), sound.isLocal, audio.bus.sampleRate == audio.stream.sampleRate
    else { return nil }
    let names = ContentNames(plan.media, plan.files)
    return try? layout.bodies.indices.map { piece in
      let frames = layout.fed(piece)
      return try ContentKey.soundPiece(
        sound.part(samples(frames)), names, audio, "\(frames) of \(frameSize), after \(position(of: 0))")
    }
  }
}
