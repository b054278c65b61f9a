internal import CFFmpeg
package import MediaTime

/// What the linked libavcodec and libavformat can write.
package enum EncoderCatalog {
  /// An encoder as far as planning needs it.
  package struct Entry: Hashable, Sendable {
    /// libavcodec's name, such as `libx264`.
    package var name: String
    /// The codec it makes, such as `h264`.
    package var codec: String
    package var isVideo: Bool
    /// Whether what comes out of the decoder is what went in.
    package var isLossless = false
    /// The pixel formats it takes, best known first; empty: any.
    package var pixelFormats: [PixelFormat]
    package var sampleFormats: [SampleFormat]
    package var sampleRates: [Int]
    package var layouts: [String]
    package var frameRates: [Rational]
  }

  /// Which encoder stands for a codec's name, where libavcodec's first one is not the best.
  private static let preferred: [String: [String]] = [
    "h264": ["libx264"], "hevc": ["libx265"], "h265": ["libx265"], "vp8": ["libvpx"], "vp9": ["libvpx-vp9"],
    "av1": ["libaom-av1", "libsvtav1"], "prores": ["prores_ks"], "dnxhr": ["dnxhd"], "opus": ["libopus"],
    "mp3": ["libmp3lame"], "vorbis": ["libvorbis"], "theora": ["libtheora"], "webp": ["libwebp"],
  ]

  /// The encoder for a codec's or an encoder's own name; nil when there is none.
  package static func find(_ name: String) -> Entry? {
    for candidate in preferred[name] ?? [] {
      if let codec = avcodec_find_encoder_by_name(candidate) { return entry(codec) }
    }
    if let codec = avcodec_find_encoder_by_name(name) { return entry(codec) }
    guard let descriptor = avcodec_descriptor_get_by_name(name), let codec = avcodec_find_encoder(descriptor.pointee.id)
    else { return nil }
    return entry(codec)
  }

  /// Whether libavcodec knows a codec of this name, with an encoder or without.
  package static func isCodec(_ name: String, video: Bool) -> Bool {
    guard let descriptor = avcodec_descriptor_get_by_name(name) else { return preferred[name] != nil }
    return descriptor.pointee.type == (video ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO)
  }

  /// All names that ``find(_:)`` takes, for suggestions.
  package static func names(video: Bool) -> [String] {
    var names = Set<String>(preferred.keys.filter { find($0)?.isVideo == video })
    var cursor: UnsafeMutableRawPointer?
    while let codec = av_codec_iterate(&cursor) {
      guard av_codec_is_encoder(codec) != 0, (codec.pointee.type == AVMEDIA_TYPE_VIDEO) == video,
        codec.pointee.type == AVMEDIA_TYPE_VIDEO || codec.pointee.type == AVMEDIA_TYPE_AUDIO
      else { continue }
      names.insert(String(cString: codec.pointee.name))
    }
    return names.sorted()
  }

  private static func entry(_ codec: UnsafePointer<AVCodec>) -> Entry {
    var entry = Entry(
      name: String(cString: codec.pointee.name), codec: String(cString: avcodec_get_name(codec.pointee.id)),
      isVideo: codec.pointee.type == AVMEDIA_TYPE_VIDEO, pixelFormats: [], sampleFormats: [], sampleRates: [],
      layouts: [], frameRates: [])
    if let properties = avcodec_descriptor_get(codec.pointee.id)?.pointee.props {
      entry.isLossless = properties & AV_CODEC_PROP_LOSSLESS != 0 && properties & AV_CODEC_PROP_LOSSY == 0
    }
    if var list = shim_codec_pixel_formats(codec) {
      while list.pointee != AV_PIX_FMT_NONE {
        entry.pixelFormats.append(PixelFormat(raw: list.pointee))
        list += 1
      }
    }
    if var list = shim_codec_sample_formats(codec) {
      while list.pointee != AV_SAMPLE_FMT_NONE {
        entry.sampleFormats.append(SampleFormat(raw: list.pointee))
        list += 1
      }
    }
    if var list = shim_codec_sample_rates(codec) {
      while list.pointee != 0 {
        entry.sampleRates.append(Int(list.pointee))
        list += 1
      }
    }
    if var list = shim_codec_channel_layouts(codec) {
      while list.pointee.nb_channels != 0 {
        entry.layouts.append(name(of: list.pointee))
        list += 1
      }
    }
    if var list = shim_codec_frame_rates(codec) {
      while list.pointee.den != 0 {
        if let rate = try? Rational(Int64(list.pointee.num), over: Int64(list.pointee.den)) {
          entry.frameRates.append(rate)
        }
        list += 1
      }
    }
    return entry
  }

  private static func name(of layout: AVChannelLayout) -> String {
    var layout = layout
    var buffer = [CChar](repeating: 0, count: 128)
    av_channel_layout_describe(&layout, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The channel count of a layout's name; nil when libavutil knows none such.
  package static func channelCount(ofLayout name: String) -> Int? {
    var layout = AVChannelLayout()
    guard av_channel_layout_from_string(&layout, name) >= 0, layout.nb_channels > 0 else { return nil }
    defer { av_channel_layout_uninit(&layout) }
    return Int(layout.nb_channels)
  }
}

/// What a container takes, by libavformat.
package enum ContainerCatalog {
  /// A container as far as planning needs it.
  package struct Entry: Hashable, Sendable {
    /// libavformat's name of the muxer.
    package var name: String
    package var hasGlobalHeader: Bool
    /// The codec that it would choose; nil when it takes no such stream.
    package var videoCodec: String?
    package var audioCodec: String?

    package init(name: String, hasGlobalHeader: Bool, videoCodec: String?, audioCodec: String?) {
      self.name = name
      self.hasGlobalHeader = hasGlobalHeader
      self.videoCodec = videoCodec
      self.audioCodec = audioCodec
    }
  }

  /// The container for a file name's ending; nil when libavformat knows none.
  package static func find(path: String) -> Entry? {
    guard let format = av_guess_format(nil, path, nil) else { return nil }
    let value = format.pointee
    return Entry(
      name: String(cString: value.name).split(separator: ",").first.map(String.init) ?? "",
      hasGlobalHeader: value.flags & AVFMT_GLOBALHEADER != 0,
      videoCodec: value.video_codec == AV_CODEC_ID_NONE ? nil : String(cString: avcodec_get_name(value.video_codec)),
      audioCodec: value.audio_codec == AV_CODEC_ID_NONE ? nil : String(cString: avcodec_get_name(value.audio_codec)))
  }

  /// Whether a container can hold a codec; nil when libavformat does not say.
  package static func canHold(codec: String, in container: Entry) -> Bool? {
    guard let descriptor = avcodec_descriptor_get_by_name(codec), let format = av_guess_format(container.name, nil, nil)
    else { return nil }
    if refused[container.name]?.contains(codec) == true { return false }
    if let known = held[container.name] {
      return known.contains(codec) || known.contains("pcm") && codec.hasPrefix("pcm_")
    }
    // A stream without a clock is nothing but its codec's packets.
    if format.pointee.flags & AVFMT_NOTIMESTAMPS != 0, format.pointee.flags & AVFMT_NOFILE == 0 {
      return codec == container.audioCodec || codec == container.videoCodec
    }
    switch avformat_query_codec(format, descriptor.pointee.id, FF_COMPLIANCE_EXPERIMENTAL) {
    case 1: return true
    case 0: return false
    default: return nil
    }
  }

  /// What containers hold whose muxers take anything and write what nobody reads.
  private static let held: [String: Set<String>] = [
    "wav": ["pcm", "mp3", "mp2", "ac3", "adpcm_ms", "adpcm_ima_wav"],
    "mpegts": [
      "h264", "hevc", "mpeg2video", "mpeg1video", "mpeg4", "dirac", "aac", "ac3", "eac3", "mp2", "mp3", "opus", "dts",
    ],
    "avi": [
      "h264", "mpeg4", "mjpeg", "rawvideo", "ffv1", "huffyuv", "ffvhuff", "utvideo", "dvvideo", "mpeg2video", "pcm",
      "mp3",
      "mp2", "ac3", "aac",
    ],
    "ogg": ["opus", "vorbis", "flac", "speex", "theora", "vp8"], "oga": ["opus", "vorbis", "flac", "speex"],
    "ogv": ["opus", "vorbis", "flac", "speex", "theora", "vp8"], "opus": ["opus"],
  ]

  /// What a muxer says it holds and then refuses.
  private static let refused: [String: Set<String>] = [
    "mov": ["opus", "flac", "vp9"], "ipod": ["opus", "flac", "vp9"],
  ]
}
