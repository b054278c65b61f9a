internal import CFFmpeg
package import MediaTime

/// What an encoder is opened with. Plain data, so that it can be planned, printed and digested.
package struct EncoderSettings: Hashable, Sendable {
  /// The shape of what it takes.
  package enum Input: Hashable, Sendable {
    /// Pictures at a constant rate, with the colour tags that are written to the stream.
    case video(width: Int, height: Int, format: PixelFormat, rate: Rational, color: StreamColor)
    /// Samples; the time base is one sample.
    case audio(sampleRate: Int, layout: String, format: SampleFormat)
  }

  /// libavcodec's name of the encoder.
  package var encoder: String
  /// What it takes.
  package var input: Input
  /// Options by libavcodec's names, in order.
  package var options: [Option]
  /// Whether headers go beside the packets, as mp4, mov and mkv want it.
  package var hasGlobalHeader: Bool
  /// The unit of the pictures' timestamps in seconds, where that is not one frame at the rate.
  package var tick: Rational?

  /// One option.
  package struct Option: Hashable, Sendable {
    package var name: String
    package var value: String
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(encoder: String, input: Input, options: [Option], hasGlobalHeader: Bool) {
    self.encoder = encoder
    self.input = input
    self.options = options
    self.hasGlobalHeader = hasGlobalHeader
  }
}

/// The colour tags of an encoded stream, by FFmpeg's names.
package struct StreamColor: Hashable, Sendable {
  package var space: String
  package var primaries: String
  package var transfer: String
  /// `tv` or `pc`.
  package var range: String

  package init(space: String, primaries: String, transfer: String, range: String) {
    self.space = space
    self.primaries = primaries
    self.transfer = transfer
    self.range = range
  }
}

/// One encoder with a single thread, so that its bytes do not depend on the machine.
///
/// Owned by one thread. Timestamps go in and come out in frames or samples from the first.
package final class Encoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  /// The encoder's settings.
  package let settings: EncoderSettings
  private let pass: EncodingPass?
  private var hasEnded = false

  /// Opens an encoder. The error's detail carries what the encoder logged.
  package init(_ settings: EncoderSettings, pass: EncodingPass? = nil) throws(AVError) {
    guard let codec = avcodec_find_encoder_by_name(settings.encoder) else {
      throw AVError(code: averrorEncoderNotFound, operation: "avcodec_find_encoder_by_name(\(settings.encoder))")
    }
    var owned = avcodec_alloc_context3(codec)
    guard let context = owned else { throw AVError(code: shim_averror(ENOMEM), operation: "avcodec_alloc_context3") }
    do throws(AVError) {
      Self.fill(context, settings.input)
      if let tick = settings.tick {
        context.pointee.time_base = shim_rational(Int32(tick.numerator), Int32(tick.denominator))
      }
      context.pointee.thread_count = 1
      context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
      if settings.hasGlobalHeader { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
      // Lets the native Opus, Vorbis and AAC variants that still carry the mark be asked for by name.
      context.pointee.strict_std_compliance = -2
      for option in settings.options {
        try check(
          "option \(option.name)=\(option.value)",
          av_opt_set(context, option.name, option.value, AV_OPT_SEARCH_CHILDREN))
      }
      try pass?.prepare(context, encoder: settings.encoder)
      LibraryLog.begin()
      let result = avcodec_open2(context, codec, nil)
      let log = LibraryLog.essence(of: LibraryLog.end())
      guard result >= 0 else {
        throw AVError(code: result, operation: "avcodec_open2(\(settings.encoder))", detail: log)
      }
      self.context = context
      self.settings = settings
      self.pass = pass
    } catch {
      pass?.release(context)
      avcodec_free_context(&owned)
      throw error
    }
  }

  deinit {
    // SVT-AV1 waits for ever when it is closed before its pictures have ended: it is rather left open.
    if settings.encoder == "libsvtav1", !hasEnded { return }
    pass?.release(context)
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Takes a frame; its `pts` counts from the first frame or sample. `isKey` asks for a key picture.
  package func send(_ frame: borrowing Frame, isKey: Bool = false) throws(AVError) {
    // The encoder chooses the kinds of pictures itself; a decoder's choice must not leak in.
    frame.pointer.pointee.pict_type = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    // A constant quantiser comes with each picture.
    if context.pointee.flags & AV_CODEC_FLAG_QSCALE != 0 {
      frame.pointer.pointee.quality = context.pointee.global_quality
    }
    try check("avcodec_send_frame", avcodec_send_frame(context, frame.pointer))
  }

  /// Tells the encoder that no more frames come.
  package func finish() throws(AVError) {
    hasEnded = true
    try check("avcodec_send_frame", avcodec_send_frame(context, nil))
  }

  /// Takes the next packet out.
  package func receive() throws(AVError) -> Pull<Packet> {
    let packet = try Packet()
    let result = avcodec_receive_packet(context, packet.pointer)
    if result == SHIM_EAGAIN { return .needsInput }
    if result == SHIM_EOF {
      pass?.collect(context)
      return .finished
    }
    try check("avcodec_receive_packet", result)
    pass?.collect(context)
    return .ready(packet)
  }

  /// How many frames the decoding order can run ahead of the display order.
  package var reorderDelay: Int { Int(context.pointee.has_b_frames) }
  /// Samples that every frame must have but the last; 0 when any number will do.
  package var frameSize: Int {
    context.pointee.codec.pointee.capabilities & AV_CODEC_CAP_VARIABLE_FRAME_SIZE != 0
      ? 0 : Int(context.pointee.frame_size)
  }
  /// Samples that the encoder puts in front, to be trimmed by the player.
  package var initialPadding: Int { Int(context.pointee.initial_padding) }

  /// Whether all that it holds back comes out at the end; else its padding is also missing there.
  package var givesTail: Bool { context.pointee.codec.pointee.capabilities & AV_CODEC_CAP_DELAY != 0 }

  /// What a muxer needs to know of the stream.
  package func streamParameters() throws(AVError) -> StreamParameters {
    let parameters = try StreamParameters(
      timeBase: (Int(context.pointee.time_base.num), Int(context.pointee.time_base.den)))
    try check("avcodec_parameters_from_context", avcodec_parameters_from_context(parameters.pointer, context))
    if case .video(_, _, _, let rate, _) = settings.input { parameters.frameRate = rate }
    return parameters
  }

  private static func fill(_ context: UnsafeMutablePointer<AVCodecContext>, _ input: EncoderSettings.Input) {
    switch input {
    case .video(let width, let height, let format, let rate, let color):
      context.pointee.width = Int32(width)
      context.pointee.height = Int32(height)
      context.pointee.pix_fmt = format.raw
      context.pointee.time_base = shim_rational(Int32(rate.denominator), Int32(rate.numerator))
      context.pointee.framerate = shim_rational(Int32(rate.numerator), Int32(rate.denominator))
      context.pointee.sample_aspect_ratio = shim_rational(1, 1)
      context.pointee.field_order = AV_FIELD_PROGRESSIVE
      context.pointee.colorspace = AVColorSpace(rawValue: UInt32(max(0, av_color_space_from_name(color.space))))
      context.pointee.color_primaries = AVColorPrimaries(
        rawValue: UInt32(max(0, av_color_primaries_from_name(color.primaries))))
      context.pointee.color_trc = AVColorTransferCharacteristic(
        rawValue: UInt32(max(0, av_color_transfer_from_name(color.transfer))))
      context.pointee.color_range = AVColorRange(rawValue: UInt32(max(0, av_color_range_from_name(color.range))))
    case .audio(let rate, let layout, let format):
      context.pointee.sample_rate = Int32(rate)
      context.pointee.time_base = shim_rational(1, Int32(rate))
      context.pointee.sample_fmt = format.raw
      av_channel_layout_from_string(&context.pointee.ch_layout, layout)
    }
  }
}

private let averrorEncoderNotFound = shim_encoder_not_found()

/// A stream's facts for a muxer. Written once by the encoder's thread, then only read.
package final class StreamParameters: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVCodecParameters>
  /// The unit of the packets' timestamps in seconds: numerator and denominator.
  package let timeBase: (Int, Int)
  /// Samples that the encoder puts in front of the sound.
  package var initialPadding: Int { Int(pointer.pointee.initial_padding) }
  /// Samples a second.
  package var sampleRate: Int { Int(pointer.pointee.sample_rate) }
  /// The constant frame rate of a picture stream.
  package internal(set) var frameRate: Rational?

  init(timeBase: (Int, Int)) throws(AVError) {
    guard let pointer = avcodec_parameters_alloc() else {
      throw AVError(code: shim_averror(ENOMEM), operation: "avcodec_parameters_alloc")
    }
    self.pointer = pointer
    self.timeBase = timeBase
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecParameters>? = pointer
    avcodec_parameters_free(&pointer)
  }
}

extension StreamParameters {
  /// All that a muxer is told of the stream, as one line: what it writes depends on nothing else.
  package var text: String {
    let facts = pointer.pointee
    let head = UnsafeBufferPointer(start: facts.extradata, count: Int(facts.extradata_size))
    let numbers: [Int64] = [
      Int64(facts.codec_id.rawValue), Int64(facts.codec_tag), Int64(facts.format), facts.bit_rate,
      Int64(facts.bits_per_coded_sample), Int64(facts.bits_per_raw_sample), Int64(facts.profile), Int64(facts.level),
      Int64(facts.width), Int64(facts.height), Int64(facts.video_delay), Int64(facts.sample_rate),
      Int64(facts.block_align), Int64(facts.frame_size), Int64(facts.initial_padding), Int64(facts.trailing_padding),
    ]
    let bytes = head.map { String($0, radix: 16) }.joined(separator: ".")
    return numbers.map(String.init).joined(separator: " ") + " \(timeBase) \(frameRate.map { "\($0)" } ?? "") \(bytes)"
  }
}
