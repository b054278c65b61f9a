internal import CFFmpeg
private import Glibc

extension Demuxer {
  /// Formats that are lists of other files, devices, network descriptions, or pure guesses by the
  /// file's ending: none of them is a plain media file.
  private static let refusedFormats: Set<String> = [
    "hls", "dash", "webm_dash_manifest", "concat", "imf", "lavfi", "sdp", "rtp", "rtsp", "sap", "applehttp",
    "libcdio", "libgme", "libopenmpt", "ffmetadata", "tty", "bin", "xbin", "adf", "idf", "rawvideo", "bitpacked",
    "v210", "v210x", "alaw", "mulaw", "vidc", "s8", "u8", "image2pipe", "alias_pix", "brender_pix", "data",
    "codec2raw", "g722", "g726", "g726le", "aptx", "aptx_hd", "sln", "dfpwm",
  ]

  static func open(_ path: String) throws(AVError) -> UnsafeMutablePointer<AVFormatContext>? {
    try checkIsPlainFile(path)
    let url = "file:" + path
    var io = try openIO(url)
    let format: UnsafePointer<AVInputFormat>?
    let raw = RawPictures.facts(of: path)
    do throws(AVError) {
      format = raw == nil ? try detectFormat(io, path: path) : av_find_input_format("rawvideo")
    } catch {
      avio_closep(&io)
      throw error
    }
    // image2 takes the name, not the bytes: it may open that one name and no other.
    let opensByName = format.map { String(cString: $0.pointee.name) == "image2" } ?? false
    if opensByName { avio_closep(&io) }
    guard var context = avformat_alloc_context() as UnsafeMutablePointer<AVFormatContext>? else {
      avio_closep(&io)
      throw AVError(code: shim_averror(ENOMEM), operation: "avformat_alloc_context")
    }
    context.pointee.protocol_whitelist = av_strdup("file")
    context.pointee.pb = opensByName ? nil : io
    shim_refuse_other_files(context)
    var options: OpaquePointer?
    if opensByName { av_dict_set(&options, "pattern_type", "none", 0) }
    raw?.set(&options)
    defer { av_dict_free(&options) }
    var opened: UnsafeMutablePointer<AVFormatContext>? = context
    let result = avformat_open_input(&opened, url, format, &options)
    if result < 0 {
      // A failed open frees the context, but not the input that it was handed.
      if !opensByName { avio_closep(&io) }
      throw AVError(code: result, operation: "avformat_open_input")
    }
    guard let result = opened else { return nil }
    context = result
    // Handed over: closing the demuxer closes the file.
    context.pointee.flags &= ~AVFMT_FLAG_CUSTOM_IO
    return context
  }

  /// Program streams and AVI leave out presentation times that follow from the decoding order in
  /// MPEG's way. H.264 in AVI reorders in ways that only its decoder can tell.
  static func completeTimestamps(_ context: UnsafeMutablePointer<AVFormatContext>, format: String) {
    let streams = (0..<context.pointee.nb_streams).compactMap {
      shim_stream(context, Int32($0))?.pointee.codecpar?.pointee
    }
    let reordersFreely = streams.contains { $0.codec_id == AV_CODEC_ID_H264 || $0.codec_id == AV_CODEC_ID_HEVC }
    if format != "avi" || !reordersFreely { context.pointee.flags |= AVFMT_FLAG_GENPTS }
  }

  /// A pipe or device would block for ever, a folder reads as nonsense: only plain files.
  private static func checkIsPlainFile(_ path: String) throws(AVError) {
    var facts = stat()
    guard !path.utf8.contains(0) else { throw AVError(code: shim_averror(ENOENT), operation: "stat") }
    guard stat(path, &facts) == 0 else { throw AVError(code: shim_averror(errno), operation: "stat") }
    if facts.st_mode & S_IFMT == S_IFDIR { throw AVError(code: shim_averror(EISDIR), operation: "stat") }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw AVError(code: shim_averror(ENOTSUP), operation: "stat") }
  }

  private static func openIO(_ url: String) throws(AVError) -> UnsafeMutablePointer<AVIOContext>? {
    var io: UnsafeMutablePointer<AVIOContext>?
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "file", 0)
    defer { av_dict_free(&options) }
    try check("avio_open", avio_open2(&io, url, AVIO_FLAG_READ, nil, &options))
    return io
  }

  /// Judges by content, helped by the ending alone: the rest of the name means nothing.
  private static func detectFormat(
    _ io: UnsafeMutablePointer<AVIOContext>?, path: String
  ) throws(AVError) -> UnsafePointer<AVInputFormat>? {
    var format: UnsafePointer<AVInputFormat>?
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path[...]
    let ending = name.contains(".") ? name.split(separator: ".").last.map(String.init) ?? "" : ""
    let isPlain =
      ending.utf8.count <= 8
      && ending.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    let hint = isPlain && !ending.isEmpty ? "media.\(ending)" : "media"
    try check("av_probe_input_buffer", av_probe_input_buffer2(io, &format, hint, nil, 0, 0))
    guard let format else { throw AVError(code: SHIM_INVALIDDATA, operation: "av_probe_input_buffer") }
    let found = String(cString: format.pointee.name)
    guard !refusedFormats.contains(found), !isRawSamples(found) else {
      throw AVError(
        code: shim_averror(ENOTSUP), operation: "av_probe_input_buffer",
        detail: "the format \"\(found)\" is not a plain media file")
    }
    return format
  }

  /// Headerless samples: `s16le`, `f32be`, `u24le`, ….
  private static func isRawSamples(_ name: String) -> Bool {
    guard let first = name.first, "suf".contains(first), name.hasSuffix("le") || name.hasSuffix("be") else {
      return false
    }
    return name.dropFirst().dropLast(2).allSatisfy(\.isNumber) && name.count >= 5
  }
}
