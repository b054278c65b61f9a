internal import CFFmpeg
internal import MediaTime

/// One output file being written, packets in order of decoding time.
///
/// Owned by one thread. The file is complete only after ``finish()`` returned; a muxer that goes
/// away without it leaves what it wrote to its owner to remove.
package final class Muxer {
  private(set) var context: UnsafeMutablePointer<AVFormatContext>?
  private var timeBases: [(Int, Int)] = []
  private let path: String
  /// The file's own picture, to be written behind the header.
  var coverPacket: [UInt8]?

  /// Begins a file. `format` is libavformat's name of the container.
  package init(path: String, format: String) throws(AVError) {
    self.path = path
    var context: UnsafeMutablePointer<AVFormatContext>?
    try check(
      "avformat_alloc_output_context2(\(format))", avformat_alloc_output_context2(&context, nil, format, "file:" + path)
    )
    self.context = context
    context?.pointee.flags |= AVFMT_FLAG_BITEXACT
    // FLAC in mp4 still bears the mark.
    context?.pointee.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
    // Matroska says by itself how long its codecs' delay is; moving all streams for it would count it twice.
    if ["matroska", "webm"].contains(format) { context?.pointee.avoid_negative_ts = 0 }
  }

  deinit {
    if let context {
      if context.pointee.pb != nil, !hasNoFile { avio_closep(&context.pointee.pb) }
      avformat_free_context(context)
    }
  }

  /// Adds a stream before the header is written.
  package func addStream(
    _ parameters: StreamParameters, language: String? = nil, title: String? = nil, isDefault: Bool = true,
    isForced: Bool = false
  ) throws(AVError) {
    guard let context, let stream = avformat_new_stream(context, nil) else {
      throw AVError(code: shim_averror(ENOMEM), operation: "avformat_new_stream")
    }
    try check("avcodec_parameters_copy", avcodec_parameters_copy(stream.pointee.codecpar, parameters.pointer))
    stream.pointee.codecpar.pointee.codec_tag = 0
    stream.pointee.time_base = shim_rational(Int32(parameters.timeBase.0), Int32(parameters.timeBase.1))
    if let rate = parameters.frameRate {
      let rational = shim_rational(Int32(rate.numerator), Int32(rate.denominator))
      stream.pointee.avg_frame_rate = rational
      stream.pointee.r_frame_rate = rational
      stream.pointee.sample_aspect_ratio = shim_rational(1, 1)
    }
    if isDefault { stream.pointee.disposition |= AV_DISPOSITION_DEFAULT }
    if isForced { stream.pointee.disposition |= AV_DISPOSITION_FORCED }
    if let language { av_dict_set(&stream.pointee.metadata, "language", isoName(language), 0) }
    if let title {
      av_dict_set(&stream.pointee.metadata, "title", title, 0)
      // What players of mp4 and mov show in their menus.
      if isMovFamily { av_dict_set(&stream.pointee.metadata, "handler_name", title, 0) }
    }
    if stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_HEVC, isMovFamily {
      // Apple's players take HEVC only under this tag.
      stream.pointee.codecpar.pointee.codec_tag = 0x3163_7668
    }
    timeBases.append(parameters.timeBase)
  }

  /// Whether the container takes these streams; writes nothing.
  package func rehearse(options: [EncoderSettings.Option]) throws(AVError) {
    guard let context, !hasNoFile else { return }
    try check("avio_open_dyn_buf", avio_open_dyn_buf(&context.pointee.pb))
    defer {
      var bytes: UnsafeMutablePointer<UInt8>?
      avio_close_dyn_buf(context.pointee.pb, &bytes)
      av_free(bytes)
      context.pointee.pb = nil
    }
    try writeHeader(context, options)
  }

  /// Opens the file and writes the header.
  package func start(options: [EncoderSettings.Option]) throws(AVError) {
    guard let context else { throw AVError(code: shim_averror(EINVAL), operation: "start") }
    if !hasNoFile {
      try check("avio_open", avio_open2(&context.pointee.pb, "file:" + path, AVIO_FLAG_WRITE, nil, nil))
    }
    try writeHeader(context, options)
    try writeCover()
  }

  private func writeHeader(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ options: [EncoderSettings.Option]
  ) throws(AVError) {
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for option in options { av_dict_set(&dictionary, option.name, option.value, 0) }
    LibraryLog.begin()
    let result = avformat_write_header(context, &dictionary)
    let log = LibraryLog.essence(of: LibraryLog.end())
    guard result >= 0 else { throw AVError(code: result, operation: "avformat_write_header", detail: log) }
  }

  /// Writes a packet whose timestamps are in its stream's own unit.
  package func write(_ packet: consuming Packet, stream: Int) throws(AVError) {
    guard let context, let target = context.pointee.streams[stream] else {
      throw AVError(code: shim_averror(EINVAL), operation: "write")
    }
    let base = timeBases[stream]
    packet.pointer.pointee.stream_index = Int32(stream)
    av_packet_rescale_ts(
      packet.pointer, shim_rational(Int32(base.0), Int32(base.1)),
      target.pointee.time_base)
    LibraryLog.begin()
    let result = av_interleaved_write_frame(context, packet.pointer)
    let log = LibraryLog.essence(of: LibraryLog.end())
    guard result >= 0 else {
      throw AVError(code: result, operation: "av_interleaved_write_frame", detail: log)
    }
    try checkIO()
  }

  /// Writes the trailer and closes the file; the disk's last word is checked.
  package func finish() throws(AVError) {
    guard let context else { return }
    LibraryLog.begin()
    let result = av_write_trailer(context)
    let log = LibraryLog.essence(of: LibraryLog.end())
    guard result >= 0 else { throw AVError(code: result, operation: "av_write_trailer", detail: log) }
    try checkIO()
    if !hasNoFile {
      avio_flush(context.pointee.pb)
      try checkIO()
      try check("avio_close", avio_closep(&context.pointee.pb))
    }
    avformat_free_context(context)
    self.context = nil
  }

  func checkIO() throws(AVError) {
    guard let pb = context?.pointee.pb, pb.pointee.error < 0 else { return }
    throw AVError(code: pb.pointee.error, operation: "write")
  }

  /// The muxer of mov knows languages by the names of ISO 639-2's bibliographers alone.
  private func isoName(_ language: String) -> String {
    guard let name = context?.pointee.oformat.pointee.name, String(cString: name) == "mov" else { return language }
    return Self.bibliographicNames[language] ?? language
  }

  private static let bibliographicNames = [
    "sqi": "alb", "hye": "arm", "eus": "baq", "mya": "bur", "zho": "chi", "ces": "cze", "nld": "dut", "fra": "fre",
    "kat": "geo", "deu": "ger", "ell": "gre", "isl": "ice", "mkd": "mac", "mri": "mao", "msa": "may", "fas": "per",
    "ron": "rum", "slk": "slo", "bod": "tib", "cym": "wel",
  ]

  private var hasNoFile: Bool { (context?.pointee.oformat.pointee.flags ?? 0) & AVFMT_NOFILE != 0 }
  private var isMovFamily: Bool {
    guard let name = context?.pointee.oformat.pointee.name else { return false }
    return ["mp4", "mov", "ipod"].contains(String(cString: name))
  }
}
