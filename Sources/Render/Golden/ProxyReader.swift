internal import AV
internal import Foundation

/// Decodes one stream of a proxy from its start to its end. Owned by one thread.
final class ProxyReader {
  private let demuxer: Demuxer
  private let decoder: Decoder
  private let stream: Int
  private let packet: Packet
  private var hasEnded = false
  /// Samples that were decoded and not asked for yet, a plane a channel.
  private var samples: [[Float]] = []

  /// Opens the *n*-th picture or sound stream of a file.
  init(path: String, kind: StreamFacts.Kind, number: Int = 0) throws(AVError) {
    demuxer = try Demuxer(path: path)
    let streams = demuxer.streams.filter { $0.kind == kind }
    guard streams.indices.contains(number) else {
      throw AVError(code: 0, operation: "open", detail: "the proxy has no such stream")
    }
    stream = streams[number].index
    demuxer.select([stream])
    decoder = try Decoder(demuxer, stream: stream)
    packet = try Packet()
  }

  /// The next picture; nil at the end.
  func picture() throws(AVError) -> Frame? {
    while true {
      switch try decoder.receive() {
      case .ready(let frame): return frame
      case .finished: return nil
      case .needsInput: try feed()
      }
    }
  }

  /// The next samples, at most `count`, a plane a channel; fewer only at the end.
  func block(_ count: Int) throws(AVError) -> [[Float]] {
    while (samples.first?.count ?? 0) < count, let frame = try picture() {
      let added = frame.sampleCount
      if samples.isEmpty { samples = Array(repeating: [], count: frame.channelCount) }
      let buffer = SampleBuffer(channels: frame.channelCount, capacity: added)
      frame.copySamples(0..<added, into: buffer.planes, at: 0)
      for channel in samples.indices { samples[channel] += buffer.planes[channel] }
    }
    let taken = samples.map { Array($0.prefix(count)) }
    for channel in samples.indices { samples[channel].removeFirst(min(count, samples[channel].count)) }
    return taken
  }

  private func feed() throws(AVError) {
    guard !hasEnded else { return }
    guard try demuxer.read(into: packet) else {
      hasEnded = true
      return try decoder.finish()
    }
    guard packet.streamIndex == stream else { return }
    _ = try decoder.send(packet)
  }
}

/// What a thousand samples look like: the largest amplitude, and how far they are from the recorded.
struct SoundMeasure: Sendable {
  var peak: Float = 0
  var recordedPeak: Float = 0
  var differencePeak: Float = 0
  /// The mean power of the difference, all channels together; full scale is 1.
  var differencePower: Double = 0

  /// The level of the difference in decibels below full scale, as a positive number.
  var distance: Double { differencePower > 0 ? -10 * log10(differencePower) : .infinity }
}

/// How far a picture is from the recorded one, by libavfilter's own measures.
struct PictureMeasure: Sendable {
  var psnr: Double
  var ssim: Double
}

/// The copy of an output as it is now beside the one that was recorded.
struct ProxyPair: Sendable {
  /// The pictures as they are now: files of some of them, in ascending order, each with the number of its first.
  var pictures: [(first: Int, path: String)] = []
  /// The file of the sound as it is now.
  var sound: String?
  /// The file that was recorded, if there is one.
  let recorded: String?

  /// Measures pictures by their numbers, and shows each to the visitor.
  ///
  /// Frames beyond the recorded ones have no measure.
  func pictures(
    _ numbers: Set<Int>, visit: (_ number: Int, _ pictures: borrowing Pictures) throws(AVError) -> Void
  ) throws(AVError) -> [Int: PictureMeasure] {
    guard let last = numbers.max() else { return [:] }
    var parts = pictures[...]
    var now: ProxyReader?
    var before: ProxyReader?
    if let recorded { before = try ProxyReader(path: recorded, kind: .video) }
    var measures: [Int: PictureMeasure] = [:]
    var meter: PictureMeter?
    for number in 0...last {
      if let part = parts.first, part.first == number {
        now = try ProxyReader(path: part.path, kind: .video)
        parts.removeFirst()
      }
      guard let now else {
        _ = try before?.picture()
        continue
      }
      guard let picture = try now.picture() else {
        _ = try before?.picture()
        continue
      }
      let pictures = Pictures(found: picture, recorded: try before?.picture())
      guard numbers.contains(number) else { continue }
      if before != nil, meter == nil { meter = try PictureMeter(like: pictures.found) }
      measures[number] = try meter?.measure(pictures)
      try visit(number, pictures)
    }
    return measures
  }

  /// A picture and the one that was recorded in its place.
  struct Pictures: ~Copyable {
    let found: Frame
    let recorded: Frame?
  }

  /// Measures a stream of sound, a block after the other.
  func sound(_ number: Int) throws(AVError) -> [SoundMeasure] {
    guard let sound else { return [] }
    let now = try ProxyReader(path: sound, kind: .audio, number: number)
    var before: ProxyReader?
    if let recorded { before = try ProxyReader(path: recorded, kind: .audio, number: number) }
    var measures: [SoundMeasure] = []
    while true {
      let samples = try now.block(GoldenRecord.blockLength)
      guard let count = samples.first?.count, count > 0 else { return measures }
      let others = try before?.block(GoldenRecord.blockLength) ?? []
      measures.append(Self.measure(samples, others, count: count))
    }
  }

  private static func measure(_ samples: [[Float]], _ others: [[Float]], count: Int) -> SoundMeasure {
    var measure = SoundMeasure()
    for (channel, plane) in samples.enumerated() {
      let other = others.indices.contains(channel) ? others[channel] : []
      for index in 0..<count {
        let before = index < other.count ? other[index] : 0
        let difference = plane[index] - before
        measure.peak = max(measure.peak, abs(plane[index]))
        measure.recordedPeak = max(measure.recordedPeak, abs(before))
        measure.differencePeak = max(measure.differencePeak, abs(difference))
        measure.differencePower += Double(difference) * Double(difference)
      }
    }
    measure.differencePower /= Double(max(count * samples.count, 1))
    return measure
  }
}

/// libavfilter's `psnr` and `ssim` on pairs of pictures.
private final class PictureMeter {
  private let graph: FilterGraph
  private var count: Int64 = 0

  init(like picture: borrowing Frame) throws(AVError) {
    let input = GraphInput.video(
      width: picture.width, height: picture.height, format: picture.pixelFormat, timeBase: (1, 25), sampleAspect: (1, 1)
    )
    graph = try FilterGraph("[in1]split[a][b];[in0][a]psnr[p];[p][b]ssim[out]", inputs: [input, input])
  }

  func measure(_ pictures: borrowing ProxyPair.Pictures) throws(AVError) -> PictureMeasure? {
    switch pictures.recorded {
    case .some(let recorded): try measure(pictures.found, recorded)
    case .none: nil
    }
  }

  private func measure(_ found: borrowing Frame, _ recorded: borrowing Frame) throws(AVError) -> PictureMeasure? {
    guard found.width == recorded.width, found.height == recorded.height, found.pixelFormat == recorded.pixelFormat
    else { return nil }
    try push(try found.copyReference(), to: 0)
    try push(try recorded.copyReference(), to: 1)
    count += 1
    guard case .ready(let result) = try graph.pull(), let psnr = result.measure("lavfi.psnr.psnr_avg"),
      let ssim = result.measure("lavfi.ssim.All")
    else { return nil }
    return PictureMeasure(psnr: psnr, ssim: ssim)
  }

  private func push(_ picture: consuming Frame, to input: Int) throws(AVError) {
    picture.tag(nil)
    picture.pts = count
    try graph.push(picture, to: input)
  }
}
