internal import AV
internal import EDL
internal import MediaTime

/// Renders segments one after the other: read, convert, compose, encode.
///
/// One a worker thread. What it remembers between segments (open readers, graphs, the last
/// picture) only saves work and never changes a byte.
final class SegmentRenderer {
  private let output: OutputPlan
  private let video: VideoPlan
  private let composer: FrameComposer
  private let encoderConversion: FilterGraph?
  private let state: RenderState
  private let spool: PacketSpool

  init(
    output: OutputPlan, video: VideoPlan, media: [Media], rate: Rational, maxReaders: Int, state: RenderState,
    spool: PacketSpool
  ) throws(RenderError) {
    self.output = output
    self.video = video
    self.state = state
    self.spool = spool
    composer = FrameComposer(canvas: output.canvas, media: media, rate: rate, maxReaders: maxReaders)
    do throws(AVError) {
      encoderConversion =
        video.conversion.isEmpty
        ? nil
        : try FilterGraph(
          "[in0]\(video.conversion)[out]",
          inputs: [
            .video(
              width: output.canvas.size.width, height: output.canvas.size.height, format: output.canvas.pixelFormat,
              timeBase: (1, 1), sampleAspect: (1, 1))
          ])
    } catch {
      throw RenderError(.codec, error, doing: "set up the encoder's pictures")
    }
  }

  /// Renders a segment into the spool and publishes it.
  func render(_ segment: Segment, index: Int) throws(RenderError) {
    var sink = try Sink(video, spool: spool, path: output.path)
    if let parameters = try? sink.encoder.streamParameters() { state.publish(parameters, index: 0) }
    var number = 0
    for piece in segment.pieces {
      for frame in 0..<piece.count {
        try state.checkGoingOn()
        let picture = try composer.frame(frame, of: piece)
        do throws(AVError) {
          let encoded = try forEncoder(picture)
          encoded.pts = Int64(number)
          encoded.duration = 1
          try sink.encoder.send(encoded)
        } catch {
          throw RenderError(.codec, error, doing: "encode with \(video.settings.encoder)")
        }
        try sink.drain()
        number += 1
        state.advance(frames: 1)
      }
    }
    do throws(AVError) {
      try sink.encoder.finish()
    } catch {
      throw RenderError(.codec, error, doing: "encode with \(video.settings.encoder)")
    }
    try sink.drain()
    state.publish(segment: index, try sink.finish())
  }

  private func forEncoder(_ picture: borrowing Frame) throws(AVError) -> Frame {
    let frame = try picture.copyReference()
    guard let encoderConversion else { return frame }
    frame.tag(nil)
    frame.pts = 0
    try encoderConversion.push(frame)
    guard case .ready(let converted) = try encoderConversion.pull() else {
      throw AVError(code: 0, operation: "av_buffersink_get_frame", detail: "the graph gave no picture")
    }
    if case .video(_, _, _, _, let color) = video.settings.input { converted.tag(color) }
    return converted
  }

  /// One segment's encoder and what came out of it.
  private struct Sink: ~Copyable {
    let encoder: Encoder
    private var writer: PacketWriter
    private var extents: [PacketSpool.Extent] = []
    private var count = 0
    private let path: String

    init(_ video: VideoPlan, spool: PacketSpool, path: String) throws(RenderError) {
      do throws(AVError) {
        encoder = try Encoder(video.settings)
      } catch {
        throw RenderError(.codec, error, doing: "open \(video.settings.encoder)")
      }
      writer = PacketWriter(spool)
      self.path = path
    }

    /// Takes all packets that are ready.
    ///
    /// Pictures come at a constant rate, so the n-th packet in decoding order is due n frames after
    /// the first, less the delay that reordering needs: the same count in every segment, which
    /// makes segments join without a gap whatever an encoder says of short ones.
    mutating func drain() throws(RenderError) {
      while try takePacket() {}
    }

    private mutating func takePacket() throws(RenderError) -> Bool {
      do {
        guard case .ready(let packet) = try encoder.receive() else { return false }
        if encoder.reorderDelay > 0 {
          packet.dts = Int64(count - encoder.reorderDelay)
        } else if packet.dts == nil {
          packet.dts = packet.pts
        }
        if packet.duration == 0 { packet.duration = 1 }
        count += 1
        if let extent = try writer.add(packet) { extents.append(extent) }
        return true
      } catch let error as SystemError {
        throw RenderError(error, output: path)
      } catch let error as AVError {
        throw RenderError(.codec, error, doing: "encode with \(encoder.settings.encoder)")
      } catch {
        throw RenderError(.codec, AVError(code: 0, operation: "\(error)"), doing: "encode")
      }
    }

    mutating func finish() throws(RenderError) -> [PacketSpool.Extent] {
      do throws(SystemError) {
        if let extent = try writer.flush() { extents.append(extent) }
      } catch {
        throw RenderError(error, output: path)
      }
      return extents
    }
  }
}
