internal import AV
internal import EDL

/// From the canvas's format to the encoder's; made once a worker.
final class EncoderConversion {
  private let graph: FilterGraph?
  private let color: StreamColor?
  /// From the canvas's light to sRGB's, and then to the encoder's format.
  private let mapping: (mapper: ColorMapper, finish: PictureFilter)?

  init(_ output: OutputPlan, video: VideoPlan) throws(RenderError) {
    if case .video(_, _, _, _, let color) = video.settings.input { self.color = color } else { color = nil }
    mapping = video.afterMapping.map { text in
      let (color, sdr) = (output.canvas.color, ColorSystem.sdr)
      let map = ColorMap(from: color.system, to: sdr, toneMap: color.toneMap, white: color.white)
      return (ColorMapper(map), PictureFilter(text))
    }
    do throws(AVError) {
      graph =
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

  /// The picture as the encoder takes it.
  func convert(_ picture: borrowing Frame) throws(AVError) -> Frame {
    let frame = try picture.copyReference()
    guard let graph else { return frame }
    var converted = try graph.convert(frame)
    if let mapping {
      try converted.makeWritable()
      mapping.mapper.convert(converted)
      converted = try mapping.finish.convert(converted)
    }
    if let color { converted.tag(color) }
    return converted
  }
}

/// Encodes one segment into the spool.
final class SegmentEncoder: SegmentSink {
  private let video: VideoPlan
  private let index: Int
  private let path: String
  private let state: RenderState
  private let cache: RenderCache?
  private var encoder: Encoder?
  /// The first of two looks, while it lasts.
  private var firstLook: EncodingPass?
  /// Where some encoders keep what they noted in it.
  private let notes: ScratchFolder?
  private let conversion: EncoderConversion
  /// Brings pictures to a palette, where the encoder has one.
  private let palette: PaletteStage?
  private var writer: PacketWriter
  private var extents: [PacketSpool.Extent] = []
  /// The pictures that must be key pictures.
  private let keys: Set<Int>
  private var pictureCount = 0
  private var packetCount = 0

  /// Opens the encoder for a segment of the plan and publishes what the muxer must know of the stream.
  init(
    _ plan: RenderPlan, video: VideoPlan, index: Int, conversion: EncoderConversion, state: RenderState,
    spool: PacketSpool, cache: RenderCache?
  ) throws(RenderError) {
    keys = Set(plan.picture?.segments[index].keys ?? [])
    self.cache = cache
    self.video = video
    self.index = index
    self.conversion = conversion
    self.state = state
    path = plan.output.path
    writer = PacketWriter(spool)
    palette = video.hasPalette ? PaletteStage() : nil
    notes = video.isTwoPass ? try ScratchFolder() : nil
    firstLook = notes.map { EncodingPass(firstIn: $0.path) }
    do throws(AVError) {
      encoder = try Encoder(video.settings, pass: firstLook)
    } catch {
      throw RenderError(.codec, error, doing: "open \(video.settings.encoder)")
    }
    if firstLook == nil { publishParameters() }
  }

  private func publishParameters() {
    if let parameters = try? encoder?.streamParameters() { state.publish(parameters, index: 0) }
  }

  func take(_ picture: borrowing Frame) throws(RenderError) {
    do throws(AVError) {
      var encoded = try conversion.convert(picture)
      if let palette {
        if palette.isLooking { return palette.look(at: encoded) }
        encoded = try palette.map(encoded)
      }
      encoded.pts = Int64(pictureCount)
      encoded.duration = 1
      try encoder?.send(encoded, isKey: keys.contains(pictureCount))
    } catch {
      throw RenderError(.codec, error, doing: "encode with \(video.settings.encoder)")
    }
    pictureCount += 1
    try drain()
  }

  func looksAgain() throws(RenderError) -> Bool {
    if let palette, palette.isLooking {
      palette.settle()
      return true
    }
    guard let first = firstLook else { return false }
    try endEncoder()
    firstLook = nil
    pictureCount = 0
    packetCount = 0
    // Some write their notes when they are closed.
    encoder = nil
    do throws(AVError) {
      encoder = try Encoder(video.settings, pass: EncodingPass(after: first))
    } catch {
      throw RenderError(.codec, error, doing: "open \(video.settings.encoder) again")
    }
    publishParameters()
    return true
  }

  func finish() throws(RenderError) {
    try endEncoder()
    do throws(SystemError) {
      if let extent = try writer.flush() { extents.append(extent) }
    } catch {
      throw RenderError(error, output: path)
    }
    state.publish(segment: index, extents)
    cache?.keep(.segment(index), extents, facts: [("kind", "picture"), ("frames", "\(pictureCount)")])
  }

  private func endEncoder() throws(RenderError) {
    do throws(AVError) {
      try encoder?.finish()
    } catch {
      throw RenderError(.codec, error, doing: "encode with \(video.settings.encoder)")
    }
    try drain()
  }

  /// Takes all packets that are ready.
  ///
  /// Pictures come at a constant rate, so the n-th packet in decoding order is due n frames after
  /// the first, less the delay that reordering needs: the same count in every segment, which
  /// makes segments join without a gap whatever an encoder says of short ones.
  private func drain() throws(RenderError) {
    while try takePacket() {}
  }

  private func takePacket() throws(RenderError) -> Bool {
    do {
      guard let encoder, case .ready(let packet) = try encoder.receive() else { return false }
      // What the first of two looks encodes is not kept.
      guard firstLook == nil else { return true }
      if encoder.reorderDelay > 0 {
        packet.dts = Int64(packetCount - encoder.reorderDelay)
      } else if packet.dts == nil {
        packet.dts = packet.pts
      }
      if packet.duration == 0 { packet.duration = 1 }
      packetCount += 1
      if let extent = try writer.add(packet) { extents.append(extent) }
      return true
    } catch let error as SystemError {
      throw RenderError(error, output: path)
    } catch let error as AVError {
      throw RenderError(.codec, error, doing: "encode with \(video.settings.encoder)")
    } catch {
      throw RenderError(.codec, AVError(code: 0, operation: "\(error)"), doing: "encode")
    }
  }
}
