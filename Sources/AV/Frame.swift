internal import CFFmpeg

/// A decoded picture or a run of samples. Move-only: one owner, libav's reference counts below.
///
/// Sendable because the owner is unique and libav's buffers count their references atomically.
package struct Frame: ~Copyable, @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVFrame>

  /// An empty frame for libav to fill.
  package init() throws(AVError) {
    guard let pointer = av_frame_alloc() else {
      throw AVError(code: shim_averror(ENOMEM), operation: "av_frame_alloc")
    }
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFrame>? = pointer
    av_frame_free(&pointer)
  }

  /// A second reference to the same buffers with its own timestamps.
  package borrowing func copyReference() throws(AVError) -> Frame {
    let copy = try Frame()
    try check("av_frame_ref", av_frame_ref(copy.pointer, pointer))
    return copy
  }

  /// The presentation time in the unit of whoever made the frame; nil when unknown.
  package var pts: Int64? {
    get { pointer.pointee.pts == SHIM_NOPTS ? nil : pointer.pointee.pts }
    nonmutating set { pointer.pointee.pts = newValue ?? SHIM_NOPTS }
  }
  /// libav's best guess of the presentation time.
  package var bestEffortTimestamp: Int64? {
    pointer.pointee.best_effort_timestamp == SHIM_NOPTS ? nil : pointer.pointee.best_effort_timestamp
  }
  /// The duration in the same unit, 0 when unknown.
  package var duration: Int64 {
    get { shim_frame_duration(pointer) }
    nonmutating set { shim_frame_set_duration(pointer, newValue) }
  }

  package var width: Int { Int(pointer.pointee.width) }
  package var height: Int { Int(pointer.pointee.height) }
  package var pixelFormat: PixelFormat { PixelFormat(raw: AVPixelFormat(rawValue: pointer.pointee.format)) }
  package var sampleCount: Int { Int(pointer.pointee.nb_samples) }
  package var sampleRate: Int { Int(pointer.pointee.sample_rate) }
  package var channelCount: Int { Int(pointer.pointee.ch_layout.nb_channels) }
  package var isInterlaced: Bool { shim_frame_is_interlaced(pointer) != 0 }
  package var isTopFieldFirst: Bool { shim_frame_is_top_field_first(pointer) != 0 }
  /// Whether the decoder says that the picture is damaged.
  package var isCorrupt: Bool {
    pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0 || pointer.pointee.decode_error_flags != 0
  }

  /// Makes the samples writable, copying them if they are shared.
  package func makeWritable() throws(AVError) {
    guard width > 0, av_frame_is_writable(pointer) == 0 else {
      try check("av_frame_make_writable", av_frame_make_writable(pointer))
      return
    }
    let copy = try Frame.picture(width: width, height: height, format: pixelFormat)
    try check("av_frame_copy", av_frame_copy(copy.pointer, pointer))
    try check("av_frame_copy_props", av_frame_copy_props(copy.pointer, pointer))
    av_frame_unref(pointer)
    av_frame_move_ref(pointer, copy.pointer)
  }

  /// The bytes from one row to the next of a plane; may be negative.
  package func stride(ofPlane plane: Int) -> Int {
    withUnsafePointer(to: pointer.pointee.linesize) { tuple in
      tuple.withMemoryRebound(to: Int32.self, capacity: 8) { Int($0[plane]) }
    }
  }

  /// The first byte of a plane, valid while the frame lives; nil for a plane that is not there.
  package func plane(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
    if index < 8 {
      return withUnsafePointer(to: pointer.pointee.data) { tuple in
        tuple.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { $0[index] }
      }
    }
    return pointer.pointee.extended_data[index]
  }

  /// Whether another picture of this size and format is the very same memory, so that both are equal.
  ///
  /// One plane does not tell: filters that leave a plane alone hand it on beside new ones.
  package func sharesAllPlanes(with other: borrowing Frame) -> Bool {
    guard width == other.width, height == other.height, pixelFormat == other.pixelFormat else { return false }
    for index in 0..<8
    where plane(index) != other.plane(index) || stride(ofPlane: index) != other.stride(ofPlane: index) {
      return false
    }
    return true
  }
}

/// A run of coded bytes. Move-only, like ``Frame``, and Sendable for the same reason.
package struct Packet: ~Copyable, @unchecked Sendable {
  let pointer: UnsafeMutablePointer<AVPacket>

  package init() throws(AVError) {
    guard let pointer = av_packet_alloc() else {
      throw AVError(code: shim_averror(ENOMEM), operation: "av_packet_alloc")
    }
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }

  package var streamIndex: Int {
    get { Int(pointer.pointee.stream_index) }
    nonmutating set { pointer.pointee.stream_index = Int32(newValue) }
  }
  package var pts: Int64? {
    get { pointer.pointee.pts == SHIM_NOPTS ? nil : pointer.pointee.pts }
    nonmutating set { pointer.pointee.pts = newValue ?? SHIM_NOPTS }
  }
  package var dts: Int64? {
    get { pointer.pointee.dts == SHIM_NOPTS ? nil : pointer.pointee.dts }
    nonmutating set { pointer.pointee.dts = newValue ?? SHIM_NOPTS }
  }
  package var duration: Int64 {
    get { pointer.pointee.duration }
    nonmutating set { pointer.pointee.duration = newValue }
  }
  package var byteCount: Int { Int(pointer.pointee.size) }
  /// Where a cue of WebVTT stands, in its own words; empty where it does not say.
  package var cueSettings: String {
    var size = 0
    guard let bytes = av_packet_get_side_data(pointer, AV_PKT_DATA_WEBVTT_SETTINGS, &size) else { return "" }
    return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(size)), as: UTF8.self)
  }
  package var isKey: Bool { pointer.pointee.flags & AV_PKT_FLAG_KEY != 0 }
  /// Whether an edit list hides what this packet decodes to.
  package var isDiscarded: Bool { pointer.pointee.flags & AV_PKT_FLAG_DISCARD != 0 }
  package var isCorrupt: Bool { pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

  /// Drops the payload so that the packet can be filled again.
  package func unref() { av_packet_unref(pointer) }
}
