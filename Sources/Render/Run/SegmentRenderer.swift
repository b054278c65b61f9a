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

  /// Renders a segment's pictures into a sink.
  func render(_ segment: Segment, into sink: any SegmentSink) throws(RenderError) {
    for piece in segment.pieces {
      for frame in 0..<piece.count {
        try state.checkGoingOn()
        try sink.take(try composer.frame(frame, of: piece))
        state.advance(frames: 1)
      }
    }
    try sink.finish()
  }
}
