internal import CFFmpeg
private import MediaTime

/// Turns the packets of one stream into frames.
///
/// Owned by one thread and single-threaded inside. For sound it prefers the decoders whose
/// results do not depend on the processor.
package final class Decoder {
  /// libavcodec's name of the decoder in use, such as `aac_fixed`.
  package let name: String
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// Opens a decoder for a stream of a demuxer.
  package init(_ demuxer: Demuxer, stream: Int) throws(AVError) {
    let facts = demuxer.streams[stream]
    let parameters = demuxer.setups?.parameters[stream] ?? shim_stream(demuxer.context, Int32(stream)).pointee.codecpar
    let codec = parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE
    var candidates = Self.preferredDecoders(for: facts).compactMap { avcodec_find_decoder_by_name($0) }
    if let usual = avcodec_find_decoder(codec) { candidates.append(usual) }
    var failure = AVError(
      code: SHIM_DECODER_NOT_FOUND, operation: "avcodec_find_decoder", detail: "no decoder for \"\(facts.codec)\"")
    var opened: UnsafeMutablePointer<AVCodecContext>?
    for candidate in candidates where opened == nil {
      do throws(AVError) {
        opened = try Self.open(candidate, parameters, facts)
      } catch {
        failure = error
      }
    }
    guard let context = opened else { throw failure }
    self.context = context
    name = context.pointee.codec.pointee.name.map { String(cString: $0) } ?? facts.codec
  }

  /// Opens a decoder of a given name for what an encoder makes.
  package init(_ parameters: StreamParameters, named name: String) throws(AVError) {
    guard let codec = avcodec_find_decoder_by_name(name) else {
      throw AVError(code: SHIM_DECODER_NOT_FOUND, operation: "avcodec_find_decoder_by_name(\(name))")
    }
    var owned = avcodec_alloc_context3(codec)
    guard let context = owned else { throw AVError(code: shim_averror(ENOMEM), operation: "avcodec_alloc_context3") }
    do throws(AVError) {
      try check("avcodec_parameters_to_context", avcodec_parameters_to_context(context, parameters.pointer))
      context.pointee.thread_count = 1
      context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL
      try check("avcodec_open2(\(name))", avcodec_open2(context, codec, nil))
    } catch {
      avcodec_free_context(&owned)
      throw error
    }
    self.context = context
    self.name = name
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Decoders to try before the usual one.
  ///
  /// The fixed-point ones and libopus give the same samples at every SIMD level; libvpx alone
  /// decodes the transparency of VP8 and VP9.
  private static func preferredDecoders(for facts: StreamFacts) -> [String] {
    switch facts.codec {
    case "aac": ["aac_fixed"]
    case "mp3": ["mp3"]
    case "opus": ["libopus"]
    case "ac3": ["ac3_fixed"]
    case "vp8" where facts.hasAlphaMode: ["libvpx"]
    case "vp9" where facts.hasAlphaMode: ["libvpx-vp9"]
    default: []
    }
  }

  private static func open(
    _ codec: UnsafePointer<AVCodec>, _ parameters: UnsafeMutablePointer<AVCodecParameters>?, _ facts: StreamFacts
  ) throws(AVError) -> UnsafeMutablePointer<AVCodecContext> {
    var owned = avcodec_alloc_context3(codec)
    guard let context = owned, let parameters else {
      throw AVError(code: shim_averror(ENOMEM), operation: "avcodec_alloc_context3")
    }
    do throws(AVError) {
      try check("avcodec_parameters_to_context", avcodec_parameters_to_context(context, parameters))
      context.pointee.thread_count = 1
      context.pointee.max_pixels = maxPixels
      context.pointee.pkt_timebase = shim_rational(
        Int32(clamping: facts.timeBase.numerator), Int32(clamping: facts.timeBase.denominator))
      // Priming and padding are cut by the reader, which knows where it is after a seek.
      if facts.kind == .audio { context.pointee.flags2 |= AV_CODEC_FLAG2_SKIP_MANUAL }
      try check("avcodec_open2(\(String(cString: codec.pointee.name)))", avcodec_open2(context, codec, nil))
      return context
    } catch {
      avcodec_free_context(&owned)
      throw error
    }
  }

  /// 16384 squared: more is a decompression bomb, not a picture.
  private static let maxPixels: Int64 = 1 << 28

  /// Whether pictures that no other picture needs are skipped undecoded.
  package var skipsNonReference: Bool {
    get { context.pointee.skip_frame.rawValue >= AVDISCARD_NONREF.rawValue }
    set { context.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
  }

  /// Gives a packet to decode; false when frames must be taken out first.
  package func send(_ packet: borrowing Packet) throws(AVError) -> Bool {
    let result = avcodec_send_packet(context, packet.pointer)
    if result == SHIM_EAGAIN { return false }
    try check("avcodec_send_packet", result)
    return true
  }

  /// Tells that no packet comes any more: what is held back for reordering comes out.
  package func finish() throws(AVError) {
    let result = avcodec_send_packet(context, nil)
    if result != SHIM_EOF { try check("avcodec_send_packet", result) }
  }

  /// Takes the next frame out.
  package func receive() throws(AVError) -> Pull<Frame> {
    let frame = try Frame()
    let result = avcodec_receive_frame(context, frame.pointer)
    if result == SHIM_EAGAIN { return .needsInput }
    if result == SHIM_EOF { return .finished }
    try check("avcodec_receive_frame", result)
    return .ready(frame)
  }

  /// Forgets all that was sent, for a jump in the stream.
  package func flush() { avcodec_flush_buffers(context) }
}
