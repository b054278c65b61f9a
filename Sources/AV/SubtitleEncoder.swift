internal import CFFmpeg

/// Turns lines of ASS into the packets of another kind of subtitles; styles that it lacks are left out.
package final class SubtitleEncoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  /// Opens an encoder by its name: `subrip`, `webvtt` or `mov_text`. `styles` are a file's.
  package init(_ name: String, styles: [UInt8]) throws(AVError) {
    guard let codec = avcodec_find_encoder_by_name(name) else {
      throw AVError(code: shim_encoder_not_found(), operation: "avcodec_find_encoder_by_name(\(name))")
    }
    var owned = avcodec_alloc_context3(codec)
    guard let context = owned else { throw AVError(code: shim_averror(ENOMEM), operation: "avcodec_alloc_context3") }
    do throws(AVError) {
      context.pointee.time_base = shim_rational(1, 1000)
      context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
      // The encoder reads it as a text, so a zero ends it.
      guard let header = av_mallocz(styles.count + 1) else {
        throw AVError(code: shim_averror(ENOMEM), operation: "av_mallocz")
      }
      header.copyMemory(from: styles, byteCount: styles.count)
      context.pointee.subtitle_header = header.assumingMemoryBound(to: UInt8.self)
      context.pointee.subtitle_header_size = Int32(styles.count)
      try check("avcodec_open2(\(name))", avcodec_open2(context, codec, nil))
    } catch {
      avcodec_free_context(&owned)
      throw error
    }
    self.context = context
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// What a container keeps beside the packets.
  package var head: [UInt8] {
    [UInt8](UnsafeBufferPointer(start: context.pointee.extradata, count: Int(context.pointee.extradata_size)))
  }

  /// The packet of a line, encoded, its times 0.
  package func packet(_ line: String) throws(AVError) -> [UInt8] {
    let size = line.withCString { text in
      shim_encode_subtitle(context, &buffer, Int32(buffer.count), text)
    }
    try check("avcodec_encode_subtitle", size)
    return try Packet.encoded(payload: buffer[..<Int(size)])
  }
}

extension Packet {
  /// A key packet with a payload and no times, encoded.
  package static func encoded(payload: ArraySlice<UInt8>) throws(AVError) -> [UInt8] {
    let packet = try Packet()
    try check("av_new_packet", av_new_packet(packet.pointer, Int32(payload.count)))
    payload.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(start: packet.pointer.pointee.data, count: bytes.count).copyMemory(from: bytes)
    }
    packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    (packet.pts, packet.dts, packet.duration) = (0, 0, 0)
    var bytes: [UInt8] = []
    packet.encode(into: &bytes)
    return bytes
  }
}

extension StreamParameters {
  /// How many ticks of a subtitle stream's clock are a thousandth of a second.
  ///
  /// The muxer of mp4 compares its clock with the other streams' as bare numbers to find out where a
  /// text has ended, which comes right while it is the fastest.
  package static let subtitleTicks: Int64 = 192

  /// What a muxer needs to know of subtitles.
  package convenience init(subtitles codec: String, head: [UInt8]) throws(AVError) {
    try self.init(timeBase: (1, 1000 * Int(Self.subtitleTicks)))
    pointer.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
    pointer.pointee.codec_id = avcodec_descriptor_get_by_name(codec)?.pointee.id ?? AV_CODEC_ID_NONE
    try setHead(head)
  }

  /// Hands over what goes beside the packets.
  func setHead(_ head: [UInt8]) throws(AVError) {
    guard !head.isEmpty else { return }
    guard let data = av_mallocz(head.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
      throw AVError(code: shim_averror(ENOMEM), operation: "av_mallocz")
    }
    data.copyMemory(from: head, byteCount: head.count)
    pointer.pointee.extradata = data.assumingMemoryBound(to: UInt8.self)
    pointer.pointee.extradata_size = Int32(head.count)
  }
}
