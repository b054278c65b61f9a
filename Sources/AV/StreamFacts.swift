internal import CFFmpeg
package import MediaTime

/// What a container says of one stream: values copied out, so nothing points into the demuxer.
package struct StreamFacts: Sendable {
  package enum Kind: Hashable, Sendable { case video, audio, subtitle, other }
  /// The order in which fields are shown, as far as the container or parser knows.
  package enum FieldOrder: Hashable, Sendable { case unknown, progressive, topFirst, bottomFirst }

  package var index = 0
  package var kind = Kind.other
  /// libavcodec's name, `none` when it knows none.
  package var codec = "none"
  /// Whether this build can decode it.
  package var hasDecoder = false
  /// A cover picture or thumbnail, not a part of the presentation.
  package var isAttachedPicture = false
  /// Seconds a tick.
  package var timeBase = Rational.one
  /// In ticks; nil when unknown.
  package var startTime: Int64?
  /// In ticks, as the header claims; nil when unknown.
  package var duration: Int64?
  /// Packets that the header promises, 0 when unknown.
  package var packetCount = 0
  package var averageRate: Rational?
  package var nominalRate: Rational?
  package var timecode: String?
  /// The `DURATION` tag that Matroska files carry for each track.
  package var durationTag: String?

  package var width = 0
  package var height = 0
  package var pixelFormat: PixelFormat?
  package var sampleAspect: Rational?
  package var fieldOrder = FieldOrder.unknown
  package var colorSpace: String?
  package var colorPrimaries: String?
  package var colorTransfer: String?
  package var colorRange: String?
  /// The nine numbers of the display matrix, row by row.
  package var displayMatrix: [Int32]?
  /// VP8/VP9 in Matroska with a second, transparency stream inside each packet.
  package var hasAlphaMode = false

  package var sampleRate = 0
  package var channels = 0
  package var layout = ""
  /// Samples a packet when it is the same for all packets, else 0.
  package var frameSize = 0
  /// AAC with spectral band replication or parametric stereo, whose parameters come now and then.
  package var isParametric = false
  /// Samples at the start that only prime the decoder.
  package var initialPadding = 0

  package init() {}

  init(_ stream: UnsafeMutablePointer<AVStream>, in context: UnsafeMutablePointer<AVFormatContext>) {
    guard let parameters = stream.pointee.codecpar else { return }
    let codec = parameters.pointee
    index = Int(stream.pointee.index)
    self.codec = String(cString: avcodec_get_name(codec.codec_id))
    hasDecoder = avcodec_find_decoder(codec.codec_id) != nil
    isAttachedPicture =
      stream.pointee.disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS) != 0
    timeBase = Rational(stream.pointee.time_base) ?? .one
    startTime = Self.known(stream.pointee.start_time)
    duration = Self.known(stream.pointee.duration).flatMap { $0 > 0 ? $0 : nil }
    packetCount = Int(clamping: stream.pointee.nb_frames)
    averageRate = Rational(stream.pointee.avg_frame_rate)
    nominalRate = Rational(stream.pointee.r_frame_rate)
    timecode = Self.tag("timecode", in: stream.pointee.metadata)
    durationTag = Self.tag("DURATION", in: stream.pointee.metadata)
    switch codec.codec_type {
    case AVMEDIA_TYPE_VIDEO: readPicture(stream, codec, in: context)
    case AVMEDIA_TYPE_AUDIO: readSound(codec)
    case AVMEDIA_TYPE_SUBTITLE: kind = .subtitle
    default: kind = .other
    }
  }

  private mutating func readPicture(
    _ stream: UnsafeMutablePointer<AVStream>, _ codec: AVCodecParameters,
    in context: UnsafeMutablePointer<AVFormatContext>
  ) {
    kind = .video
    width = Int(codec.width)
    height = Int(codec.height)
    let format = AVPixelFormat(rawValue: codec.format)
    pixelFormat = format == AV_PIX_FMT_NONE ? nil : PixelFormat(raw: format)
    sampleAspect = Rational(av_guess_sample_aspect_ratio(context, stream, nil))
    fieldOrder =
      switch codec.field_order {
      case AV_FIELD_PROGRESSIVE: .progressive
      // The second letter tells which field is shown first.
      case AV_FIELD_TT, AV_FIELD_BT: .topFirst
      case AV_FIELD_BB, AV_FIELD_TB: .bottomFirst
      default: .unknown
      }
    colorSpace = codec.color_space == AVCOL_SPC_UNSPECIFIED ? nil : Self.text(av_color_space_name(codec.color_space))
    colorPrimaries =
      codec.color_primaries == AVCOL_PRI_UNSPECIFIED ? nil : Self.text(av_color_primaries_name(codec.color_primaries))
    colorTransfer =
      codec.color_trc == AVCOL_TRC_UNSPECIFIED ? nil : Self.text(av_color_transfer_name(codec.color_trc))
    colorRange =
      codec.color_range == AVCOL_RANGE_UNSPECIFIED ? nil : Self.text(av_color_range_name(codec.color_range))
    if let matrix = shim_stream_display_matrix(stream) {
      displayMatrix = (0..<9).map { matrix[$0] }
    }
    hasAlphaMode = Self.tag("alpha_mode", in: stream.pointee.metadata) == "1"
  }

  private mutating func readSound(_ codec: AVCodecParameters) {
    kind = .audio
    sampleRate = Int(codec.sample_rate)
    channels = Int(codec.ch_layout.nb_channels)
    layout = Self.describe(codec.ch_layout)
    frameSize = codec.frame_size > 0 ? Int(codec.frame_size) : Self.usualFrameSize(self.codec, sampleRate)
    isParametric = self.codec == "aac" && [FF_PROFILE_AAC_HE, FF_PROFILE_AAC_HE_V2].contains(codec.profile)
    initialPadding = Int(codec.initial_padding)
    // Opus' own header counts in 48 kHz samples, whatever the container makes of it.
    if self.codec == "opus", let header = codec.extradata, codec.extradata_size >= 19 {
      initialPadding = Int(header[10]) | Int(header[11]) << 8
    }
  }

  /// Samples a packet of codecs that always hold the same number, where the container does not say.
  private static func usualFrameSize(_ codec: String, _ sampleRate: Int) -> Int {
    switch codec {
    case "aac": 1024
    case "ac3", "eac3": 1536
    case "mp2": 1152
    case "mp3": sampleRate < 32000 ? 576 : 1152
    default: 0
    }
  }

  /// libavutil's name of a layout; an unnamed one gets the usual layout for its channel count.
  static func describe(_ layout: AVChannelLayout) -> String {
    var layout = layout
    if layout.order == AV_CHANNEL_ORDER_UNSPEC { av_channel_layout_default(&layout, layout.nb_channels) }
    var buffer = [CChar](repeating: 0, count: 128)
    guard av_channel_layout_describe(&layout, &buffer, buffer.count) >= 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func known(_ value: Int64) -> Int64? { value == SHIM_NOPTS ? nil : value }
  private static func text(_ name: UnsafePointer<CChar>?) -> String? { name.map { String(cString: $0) } }

  static func tag(_ key: String, in dictionary: OpaquePointer?) -> String? {
    text(av_dict_get(dictionary, key, nil, 0)?.pointee.value)
  }
}

extension Rational {
  /// A positive libav fraction; nil for the zeros that mean "unknown".
  init?(_ value: AVRational) {
    guard value.num > 0, value.den > 0, let exact = try? Rational(Int64(value.num), over: Int64(value.den))
    else { return nil }
    self = exact
  }
}
