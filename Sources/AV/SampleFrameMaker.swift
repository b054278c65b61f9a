internal import CFFmpeg

/// Turns float samples into frames of the format that an encoder or a filter takes.
///
/// Integers are the nearest ones, ties to even, clamped; no dither. So what came from integers of
/// the same or a smaller width goes back bit for bit at unit gain.
package struct SampleFrameMaker: Sendable {
  /// The format of the frames.
  package let format: SampleFormat
  private let sampleRate: Int
  private let layout: String
  private let bits: Int

  /// Creates a maker; `bits` are those that count in a 32-bit sample (24 for 24-bit sound), the
  /// rest stay zero.
  package init(format: SampleFormat, sampleRate: Int, layout: String, bits: Int? = nil) {
    self.format = format
    self.sampleRate = sampleRate
    self.layout = layout
    self.bits = min(max(bits ?? 32, 1), 32)
  }

  /// A frame of the first samples of the planes. `pts` counts samples.
  package func frame(of samples: SamplePlanes, count: Int, pts: Int64) throws(AVError) -> Frame {
    let frame = try Frame()
    let pointer = frame.pointer
    let layout = try ChannelLayout(named: layout)
    pointer.pointee.format = format.raw.rawValue
    pointer.pointee.sample_rate = Int32(clamping: sampleRate)
    pointer.pointee.nb_samples = Int32(clamping: count)
    pointer.pointee.pts = pts
    try layout.copy(to: &pointer.pointee.ch_layout)
    try check("av_frame_get_buffer", av_frame_get_buffer(pointer, 0))
    guard samples.count == layout.channelCount else {
      throw AVError(code: shim_averror(EINVAL), operation: "frame of \(samples.count) channels")
    }
    try fill(frame, from: samples, count: count)
    return frame
  }

  private func fill(_ frame: borrowing Frame, from samples: SamplePlanes, count: Int) throws(AVError) {
    switch format.packed {
    case AV_SAMPLE_FMT_FLT: write(samples, count, to: frame) { $0 }
    case AV_SAMPLE_FMT_DBL: write(samples, count, to: frame) { Double($0) }
    case AV_SAMPLE_FMT_S16:
      write(samples, count, to: frame) {
        Int16(truncatingIfNeeded: nearestInt32(Double($0) * 0x1p15, in: -32768...32767))
      }
    case AV_SAMPLE_FMT_U8:
      write(samples, count, to: frame) {
        UInt8(truncatingIfNeeded: nearestInt32(Double($0) * 0x1p7, in: -128...127) &+ 128)
      }
    case AV_SAMPLE_FMT_S32:
      let scale = Double(sign: .plus, exponent: bits - 1, significand: 1)
      let range = -scale...(scale - 1)
      let shift = Int32(32 - bits)
      write(samples, count, to: frame) { nearestInt32(Double($0) * scale, in: range) << shift }
    default:
      throw AVError(code: shim_averror(EINVAL), operation: "frame of \(format.name)")
    }
  }

  /// Converts sample by sample: planar formats a plane at a time, packed ones interleaved.
  @inline(__always)
  private func write<Sample>(
    _ samples: SamplePlanes, _ count: Int, to frame: borrowing Frame, _ convert: (Float) -> Sample
  ) {
    let step = format.isPlanar ? 1 : samples.count
    for (channel, plane) in samples.enumerated() {
      guard let bytes = frame.plane(format.isPlanar ? channel : 0) else { continue }
      let target = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: Sample.self)
      let first = format.isPlanar ? 0 : channel
      for index in 0..<count { target[first + index * step] = convert(plane[index]) }
    }
  }
}

extension SampleFormat {
  /// Float samples, the channels interleaved.
  package static let packedFloat = SampleFormat(raw: AV_SAMPLE_FMT_FLT)

  /// The same format with its channels interleaved.
  fileprivate var packed: AVSampleFormat { av_get_packed_sample_fmt(raw) }
}
