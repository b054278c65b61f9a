internal import CFFmpeg

extension Frame {
  /// Copies samples as floats, one plane a channel; integers scale exactly (full scale is 1).
  ///
  /// `range` counts samples of this frame. Channels that the frame lacks become silent.
  package func copySamples(
    _ range: Range<Int>, into planes: [UnsafeMutableBufferPointer<Float>], at offset: Int
  ) {
    let format = sampleFormat
    let channels = channelCount
    let range = range.clamped(to: 0..<sampleCount)
    for (channel, plane) in planes.enumerated() {
      guard offset >= 0, offset + range.count <= plane.count else { continue }
      let target = UnsafeMutableBufferPointer(rebasing: plane[offset..<offset + range.count])
      let source = channel < channels ? self.plane(format.isPlanar ? channel : 0) : nil
      guard let source else {
        target.update(repeating: 0)
        continue
      }
      let step = format.isPlanar ? 1 : channels
      let first = format.isPlanar ? range.lowerBound : range.lowerBound * channels + channel
      Self.convert(UnsafeRawPointer(source), format: format.raw, first: first, step: step, into: target)
    }
  }

  private static func convert(
    _ source: UnsafeRawPointer, format: AVSampleFormat, first: Int, step: Int,
    into target: UnsafeMutableBufferPointer<Float>
  ) {
    switch format {
    case AV_SAMPLE_FMT_U8, AV_SAMPLE_FMT_U8P:
      copy(source.assumingMemoryBound(to: UInt8.self), first, step, target) { (Float($0) - 128) / 128 }
    case AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P:
      copy(source.assumingMemoryBound(to: Int16.self), first, step, target) { Float($0) / 32768 }
    case AV_SAMPLE_FMT_S32, AV_SAMPLE_FMT_S32P:
      copy(source.assumingMemoryBound(to: Int32.self), first, step, target) { Float($0) / 2_147_483_648 }
    case AV_SAMPLE_FMT_S64, AV_SAMPLE_FMT_S64P:
      copy(source.assumingMemoryBound(to: Int64.self), first, step, target) { Float($0) / 9_223_372_036_854_775_808 }
    case AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP:
      copy(source.assumingMemoryBound(to: Float.self), first, step, target) { $0 }
    case AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_DBLP:
      copy(source.assumingMemoryBound(to: Double.self), first, step, target) { Float($0) }
    default:
      target.update(repeating: 0)
    }
  }

  @inline(__always)
  private static func copy<Sample>(
    _ source: UnsafePointer<Sample>, _ first: Int, _ step: Int, _ target: UnsafeMutableBufferPointer<Float>,
    _ scale: (Sample) -> Float
  ) {
    var index = first
    for position in target.indices {
      target[position] = scale(source[index])
      index += step
    }
  }
}

extension Packet {
  /// Samples that decoding this packet gives but that are not part of the sound: encoder delay at
  /// its start, padding at its end.
  package var skippedSamples: (start: Int, end: Int) {
    var size = 0
    guard let data = av_packet_get_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, &size), size >= 8 else { return (0, 0) }
    func number(at offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
    }
    return (number(at: 0), number(at: 4))
  }

  /// Says how many of the samples that decoding this packet gives are not part of the sound.
  package func skipSamples(start: Int = 0, end: Int = 0) throws(AVError) {
    guard let data = av_packet_new_side_data(pointer, AV_PKT_DATA_SKIP_SAMPLES, 10) else {
      throw AVError(code: shim_averror(ENOMEM), operation: "av_packet_new_side_data")
    }
    for offset in 0..<4 {
      data[offset] = UInt8(truncatingIfNeeded: start >> (8 * offset))
      data[4 + offset] = UInt8(truncatingIfNeeded: end >> (8 * offset))
    }
    // The reasons: padding on both sides.
    (data[8], data[9]) = (0, 0)
  }

  /// The byte offset in the file, nil when unknown.
  package var position: Int64? { pointer.pointee.pos >= 0 ? pointer.pointee.pos : nil }
}
