internal import AV
internal import EDL
internal import MediaTime

/// Renders segments one after the other: read, convert, compose.
///
/// One a worker thread. What it remembers between segments (open readers, graphs, the last
/// picture) only saves work and never changes a byte.
final class SegmentRenderer {
  private let composer: FrameComposer
  private let state: RenderState

  init(_ plan: RenderPlan, maxReaders: Int, state: RenderState) {
    self.state = state
    composer = FrameComposer(
      canvas: plan.output.canvas, media: plan.media, rate: plan.canvas.frameRate, maxReaders: maxReaders)
  }

  /// Renders a segment's pictures into a sink, telling of each frame that is made for the first time.
  func render(
    _ segment: Segment, into sink: any SegmentSink, progress: () -> Void = {}
  ) throws(RenderError) {
    var look = 0
    repeat {
      try compose(segment, into: sink, isFirst: look == 0, progress)
      look += 1
    } while try sink.looksAgain()
    try sink.finish()
  }

  private func compose(_ segment: Segment, into sink: any SegmentSink, isFirst: Bool, _ progress: () -> Void)
    throws(RenderError)
  {
    var number = 0
    for piece in segment.pieces {
      composer.begin(piece)
      for frame in 0..<piece.count {
        try state.checkGoingOn()
        let count = segment.repeats.map { $0[number] } ?? 1
        number += 1
        if count > 0 {
          let picture = try composer.frame(frame)
          for _ in 0..<count { try sink.take(picture) }
        }
        if isFirst {
          state.advance(frames: 1)
          progress()
        }
      }
    }
  }
}
