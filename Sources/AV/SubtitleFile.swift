internal import CFFmpeg

/// A file of subtitles, read whole: texts with their times.
package struct SubtitleFile: Sendable {
  /// A text that shows for a time.
  package struct Cue: Sendable {
    /// From when to when, in thousandths of a second.
    package var times: Range<Int64>
    /// The packet as it is in the file, encoded, its times 0.
    package var packet: [UInt8]
    /// The same as a line of ASS: `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`.
    package var line: String
    /// Whether the file says where it stands, in WebVTT's words.
    package var isPlaced: Bool
  }

  /// libavformat's name of what it is: `srt`, `ass` or `webvtt`.
  package let format: String
  /// libavcodec's name of its codec.
  package let codec: String
  /// What a container keeps of it beside the packets: the styles of ASS.
  package let head: [UInt8]
  /// The styles that the lines go by, as a header of ASS.
  package let styles: [UInt8]
  /// The texts, in order of time.
  package let cues: [Cue]

  /// Reads a file; `format` alone tells whether it is one of subtitles.
  package init(path: String) throws(AVError) {
    let demuxer = try Demuxer(path: path)
    format = demuxer.formatName
    guard let facts = demuxer.streams.first(where: { $0.kind == .subtitle }) else {
      throw AVError(code: SHIM_INVALIDDATA, operation: "read subtitles", detail: "there are none in the file")
    }
    codec = facts.codec
    let decoder = try LineDecoder(demuxer, stream: facts.index)
    (head, styles) = (decoder.head, decoder.styles)
    var cues: [Cue] = []
    let packet = try Packet()
    while try demuxer.read(into: packet) {
      guard packet.streamIndex == facts.index, let line = try decoder.line(packet) else { continue }
      av_packet_rescale_ts(
        packet.pointer, shim_stream(demuxer.context, Int32(facts.index)).pointee.time_base, shim_rational(1, 1000))
      let start = packet.pts ?? 0
      let times = start..<max(start, start + packet.duration)
      (packet.pts, packet.dts, packet.duration) = (0, 0, 0)
      packet.streamIndex = 0
      var size = 0
      let settings = av_packet_get_side_data(packet.pointer, AV_PKT_DATA_WEBVTT_SETTINGS, &size)
      var bytes: [UInt8] = []
      packet.encode(into: &bytes)
      cues.append(Cue(times: times, packet: bytes, line: line, isPlaced: settings != nil && size > 0))
    }
    self.cues = cues
  }
}

/// Turns packets of subtitles into lines of ASS.
private final class LineDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  let head: [UInt8]
  let styles: [UInt8]

  init(_ demuxer: Demuxer, stream: Int) throws(AVError) {
    let stream: UnsafeMutablePointer<AVStream> = shim_stream(demuxer.context, Int32(stream))
    guard let parameters = stream.pointee.codecpar, let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
      throw AVError(code: SHIM_DECODER_NOT_FOUND, operation: "avcodec_find_decoder")
    }
    var owned = avcodec_alloc_context3(codec)
    guard let context = owned else { throw AVError(code: shim_averror(ENOMEM), operation: "avcodec_alloc_context3") }
    do throws(AVError) {
      try check("avcodec_parameters_to_context", avcodec_parameters_to_context(context, parameters))
      context.pointee.pkt_timebase = stream.pointee.time_base
      try check("avcodec_open2", avcodec_open2(context, codec, nil))
    } catch {
      avcodec_free_context(&owned)
      throw error
    }
    self.context = context
    head = [UInt8](
      UnsafeBufferPointer(start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size)))
    styles = [UInt8](
      UnsafeBufferPointer(start: context.pointee.subtitle_header, count: Int(context.pointee.subtitle_header_size)))
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// The line of a packet; nil for one that shows nothing.
  func line(_ packet: borrowing Packet) throws(AVError) -> String? {
    var subtitle = AVSubtitle()
    var isThere: Int32 = 0
    LibraryLog.begin()
    let result = avcodec_decode_subtitle2(context, &subtitle, &isThere, packet.pointer)
    let log = LibraryLog.essence(of: LibraryLog.end())
    guard result >= 0 else { throw AVError(code: result, operation: "avcodec_decode_subtitle2", detail: log) }
    guard isThere != 0 else { return nil }
    defer { avsubtitle_free(&subtitle) }
    guard subtitle.num_rects > 0, let text = subtitle.rects[0]?.pointee.ass else { return nil }
    return String(cString: text)
  }
}
