internal import AV
internal import EDL
internal import MediaTime

/// Encodes pictures of any times into a file, one at a time.
final class ProxyWriter {
  /// When each picture appears, in ticks.
  private(set) var times: [Int64] = []
  private var lengths: [Int64: Int64] = [:]
  private let encoder: Encoder
  private let muxer: Muxer
  private let tags: StreamColor

  init(
    path: String, container: String, size: PixelSize, tick: Rational, rate: Rational, color: ColorTags
  ) throws(AVError) {
    guard let format = PixelFormat(named: "yuv420p") else { throw AVError(code: 0, operation: "yuv420p") }
    tags = StreamColor(
      space: color.space ?? "unknown", primaries: color.primaries ?? "unknown", transfer: color.transfer ?? "unknown",
      range: color.range ?? "unknown")
    // Short groups jump quickly; without B-frames every packet is at its picture's own time.
    let options = [
      ("preset", "veryfast"), ("crf", "23"), ("g", "12"), ("bf", "0"), ("tune", "fastdecode"),
      ("x264-params", "cpu-independent=1"),
    ].map { EncoderSettings.Option(name: $0, value: $1) }
    var settings = EncoderSettings(
      encoder: "libx264",
      input: .video(width: size.width, height: size.height, format: format, rate: rate, color: tags),
      options: options, hasGlobalHeader: true)
    settings.tick = tick
    encoder = try Encoder(settings)
    muxer = try Muxer(path: path, format: container)
    try muxer.addStream(try encoder.streamParameters())
    try muxer.start(options: [.init(name: "video_track_timescale", value: "\(tick.denominator)")])
  }

  /// Takes a picture that is on display from one tick to another.
  func add(_ frame: consuming Frame, from start: Int64, to end: Int64) throws(AVError) {
    frame.tag(tags)
    frame.pts = start
    frame.duration = end - start
    times.append(start)
    lengths[start] = end - start
    try encoder.send(frame)
    try drain()
  }

  /// Writes what is left and closes the file.
  func finish() throws(AVError) {
    try encoder.finish()
    try drain()
    try muxer.finish()
  }

  private func drain() throws(AVError) {
    while case .ready(let packet) = try encoder.receive() {
      if let pts = packet.pts, let length = lengths.removeValue(forKey: pts) { packet.duration = length }
      try muxer.write(packet, stream: 0)
    }
  }
}
