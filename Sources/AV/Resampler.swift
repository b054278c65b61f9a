internal import CFFmpeg

/// Brings samples from one rate to another by libswresample, in integers.
///
/// Integers (28 fractional bits, so 18 dB of headroom) because libswresample's float sums differ
/// between processors. Output sample *j* after a restart is the source at exactly *j* steps, so a
/// restart at a whole number of periods falls into the same phase: every sample but for the first
/// ``leadIn`` then comes out the same wherever it was started. Owned by one thread.
package final class Resampler {
  /// The input samples after which the phase is the same again.
  package let inputPeriod: Int
  /// The output samples after which the phase is the same again.
  package let outputPeriod: Int
  /// The first outputs after a restart, which know too little of what comes before.
  package let leadIn: Int
  /// The most inputs that one call takes.
  package let inputCapacity: Int
  /// The most outputs that one call gives.
  package let outputCapacity: Int

  private let context: OpaquePointer
  private let input: IntegerPlanes
  private let output: IntegerPlanes

  /// Taps of the filter when the rate is not lowered: flat to 20 kHz from 44.1 kHz, images at -92 dB.
  private static let filterSize = 64
  private static let cutoff = 0.97
  /// Phases kept at most, as a power of two; a ratio with more of them takes the nearest phase
  /// (noise at -100 dB below 1 kHz).
  private static let phaseShift = 12
  /// The largest term of a ratio that libswresample counts exactly with that many phases.
  private static let largestTerm: Int64 = (1 << 18) - 1

  /// Creates a resampler that gives `to` samples for `from` samples.
  ///
  /// A ratio whose terms are too large becomes the nearest one that fits. That is exact for all
  /// pairs of usual rates, and otherwise off by less than 4 microseconds a second.
  package init(from: Int, to: Int, channels: Int, inputCapacity: Int) throws(AVError) {
    var (top, bottom) = (Int32(0), Int32(0))
    av_reduce(&top, &bottom, Int64(from), Int64(to), Self.largestTerm)
    guard top > 0, bottom > 0 else { throw AVError(code: shim_averror(ERANGE), operation: "av_reduce") }
    inputPeriod = Int(top)
    outputPeriod = Int(bottom)
    // libswresample widens the filter by as much as the rate is lowered.
    let lowered = Double(Self.filterSize * inputPeriod) / (Double(outputPeriod) * Self.cutoff)
    let taps = max(Self.filterSize, Int(lowered) + 1)
    leadIn = taps * outputPeriod / inputPeriod + 2
    self.inputCapacity = inputCapacity
    outputCapacity = (inputCapacity + taps) * outputPeriod / inputPeriod + 2
    input = IntegerPlanes(channels: channels, capacity: inputCapacity)
    output = IntegerPlanes(channels: channels, capacity: outputCapacity)
    context = try Self.makeContext(from: top, to: bottom, channels: channels)
  }

  deinit {
    var context: OpaquePointer? = context
    swr_free(&context)
  }

  /// Forgets all input: the next output is the next input's.
  package func restart() throws(AVError) { try check("swr_init", swr_init(context)) }

  /// Takes inputs in and gives the outputs that they complete; returns how many those are.
  package func convert(_ samples: SamplePlanes, count: Int, into target: SamplePlanes) throws(AVError) -> Int {
    for (plane, integers) in zip(samples, input.planes) {
      for index in 0..<count { integers[index] = nearestInt32(Double(plane[index]) * 0x1p28) }
    }
    let produced = Int(
      try check(
        "swr_convert",
        shim_swr_convert(
          context, output.bytes.baseAddress, Int32(clamping: outputCapacity), input.bytes.baseAddress,
          Int32(clamping: count))))
    for (plane, integers) in zip(target, output.planes) {
      for index in 0..<produced { plane[index] = Float(integers[index]) * 0x1p-28 }
    }
    return produced
  }

  private static func makeContext(from: Int32, to: Int32, channels: Int) throws(AVError) -> OpaquePointer {
    var (source, target) = (AVChannelLayout(), AVChannelLayout())
    av_channel_layout_default(&source, Int32(clamping: channels))
    av_channel_layout_default(&target, Int32(clamping: channels))
    var context: OpaquePointer?
    do throws(AVError) {
      try check(
        "swr_alloc_set_opts2",
        swr_alloc_set_opts2(
          &context, &target, AV_SAMPLE_FMT_S32P, to, &source, AV_SAMPLE_FMT_S32P, from, 0, nil))
      guard let context else { throw AVError(code: shim_averror(ENOMEM), operation: "swr_alloc_set_opts2") }
      let object = UnsafeMutableRawPointer(context)
      try check("internal_sample_fmt", av_opt_set_sample_fmt(object, "internal_sample_fmt", AV_SAMPLE_FMT_S32P, 0))
      let options = [
        ("filter_size", filterSize), ("phase_shift", phaseShift), ("exact_rational", 1), ("linear_interp", 0),
      ]
      for (name, value) in options { try check(name, av_opt_set_int(object, name, Int64(value), 0)) }
      try check("cutoff", av_opt_set_double(object, "cutoff", cutoff, 0))
      try check("swr_init", swr_init(context))
      return context
    } catch {
      swr_free(&context)
      throw error
    }
  }
}

/// Integer samples, one plane a channel, and the C array of the planes that libswresample wants.
private final class IntegerPlanes {
  let planes: [UnsafeMutablePointer<Int32>]
  let bytes: UnsafeMutableBufferPointer<UnsafeMutablePointer<UInt8>?>

  init(channels: Int, capacity: Int) {
    planes = (0..<channels).map { _ in
      let plane = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
      plane.initialize(repeating: 0, count: capacity)
      return plane
    }
    bytes = .allocate(capacity: channels)
    for (index, plane) in planes.enumerated() {
      (bytes.baseAddress.map { $0 + index })?.initialize(
        to: UnsafeMutableRawPointer(plane).assumingMemoryBound(to: UInt8.self))
    }
  }

  deinit {
    for plane in planes { plane.deallocate() }
    bytes.deallocate()
  }
}
