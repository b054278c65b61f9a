internal import CFFmpeg

/// Turns float samples into frames of the format that an encoder or a filter takes.
///
/// Integers are the nearest ones, ties to even, clamped. Dither moves only what is no whole number
/// of steps, so what came from integers of the same or a smaller width goes back bit for bit at
/// unit gain, and silence stays silence.
package struct SampleFrameMaker: Hashable, Sendable {
  /// The format of the frames.
  package let format: SampleFormat
  private let sampleRate: Int
  private let layout: String
  private let bits: Int
  private let dither: Dither

  /// What is added before rounding.
  package enum Dither: Hashable, Sendable {
    case none
    /// Noise of triangular distribution, one step to each side: a function of channel and position.
    case triangular
  }

  /// Creates a maker; `bits` are those that count in a 32-bit sample (24 for 24-bit sound), the
  /// rest stay zero.
  package init(
    format: SampleFormat, sampleRate: Int, layout: String, bits: Int? = nil, dither: Dither = .none
  ) {
    self.format = format
    self.dither = dither
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
    try fill(frame, from: samples, count: count, pts: pts)
    return frame
  }

  private func fill(_ frame: borrowing Frame, from samples: SamplePlanes, count: Int, pts: Int64) throws(AVError) {
    switch format.packed {
    case AV_SAMPLE_FMT_FLT: write(samples, count, to: frame) { sample, _, _ in sample }
    case AV_SAMPLE_FMT_DBL: write(samples, count, to: frame) { sample, _, _ in Double(sample) }
    case AV_SAMPLE_FMT_S16: write(samples, count, to: frame, rounding(pts, bits: 16)) { Int16(truncatingIfNeeded: $0) }
    case AV_SAMPLE_FMT_U8:
      write(samples, count, to: frame, rounding(pts, bits: 8)) { UInt8(truncatingIfNeeded: $0 &+ 128) }
    case AV_SAMPLE_FMT_S32:
      let shift = Int32(32 - bits)
      write(samples, count, to: frame, rounding(pts, bits: bits)) { $0 << shift }
    default:
      throw AVError(code: shim_averror(EINVAL), operation: "frame of \(format.name)")
    }
  }

  private func rounding(_ pts: Int64, bits: Int) -> Rounding {
    Rounding(
      scale: Double(sign: .plus, exponent: bits - 1, significand: 1), start: pts, isDithered: dither == .triangular)
  }

  /// Rounds, and writes what the integers become.
  @inline(__always)
  private func write<Sample>(
    _ samples: SamplePlanes, _ count: Int, to frame: borrowing Frame, _ rounding: Rounding,
    _ convert: (Int32) -> Sample
  ) {
    if rounding.isDithered {
      write(samples, count, to: frame) { convert(rounding.dithered($0, channel: $1, index: $2)) }
    } else {
      write(samples, count, to: frame) { sample, _, _ in convert(rounding.plain(sample)) }
    }
  }

  /// Converts sample by sample: planar formats a plane at a time, packed ones interleaved.
  @inline(__always)
  private func write<Sample>(
    _ samples: SamplePlanes, _ count: Int, to frame: borrowing Frame, _ convert: (Float, Int, Int) -> Sample
  ) {
    let step = format.isPlanar ? 1 : samples.count
    for (channel, plane) in samples.enumerated() {
      guard let bytes = frame.plane(format.isPlanar ? channel : 0) else { continue }
      let target = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: Sample.self)
      let first = format.isPlanar ? 0 : channel
      for index in 0..<count { target[first + index * step] = convert(plane[index], channel, index) }
    }
  }
}

/// From floats to whole numbers of steps.
private struct Rounding {
  /// Steps from silence to full scale.
  let scale: Double
  /// The position of the first sample.
  let start: Int64
  let isDithered: Bool

  @inline(__always)
  func plain(_ sample: Float) -> Int32 { nearestInt32(Double(sample) * scale, in: -scale...(scale - 1)) }

  @inline(__always)
  func dithered(_ sample: Float, channel: Int, index: Int) -> Int32 {
    let exact = Double(sample) * scale
    let nearest = plain(sample)
    if Double(nearest) == exact { return nearest }
    return nearestInt32(exact + noise(channel, start &+ Int64(index)), in: -scale...(scale - 1))
  }

  /// The difference of two even distributions over a step, from the position alone (SplitMix64's mixing).
  @inline(__always)
  private func noise(_ channel: Int, _ position: Int64) -> Double {
    var bits = (UInt64(bitPattern: position) &<< 6 | UInt64(truncatingIfNeeded: channel)) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits &>> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits &>> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits &>> 31
    let difference = Int64(bits & 0xFFFF_FFFF) - Int64(bits &>> 32)
    return Double(difference) * 0x1p-32
  }
}

extension SampleFormat {
  /// Float samples, the channels interleaved.
  package static let packedFloat = SampleFormat(raw: AV_SAMPLE_FMT_FLT)
  /// 32-bit floats, a plane a channel.
  package static let planarFloat = SampleFormat(raw: AV_SAMPLE_FMT_FLTP)

  /// Whether samples are floats.
  package var isFloat: Bool { packed == AV_SAMPLE_FMT_FLT || packed == AV_SAMPLE_FMT_DBL }

  /// The same format with its channels interleaved.
  fileprivate var packed: AVSampleFormat { av_get_packed_sample_fmt(raw) }
}
