internal import Foundation

/// A file of the shared corpus with what a linear decode by the `ffmpeg` tool gives.
struct CorpusFile {
  /// How closely a render of it can be compared.
  enum Grade {
    /// Every sample of every frame.
    case exact
    /// Which source frame was chosen; the conversion itself is the command's own.
    case choice
  }

  let path: String
  let video: Facts.Stream
  let grade: Grade
  /// The size as shown, in square pixels.
  let size: (width: Int, height: Int)
  /// The presentation times of the frames from the first one's, in seconds, and the clock's tick.
  let times: [Double]
  let tick: Double
  /// One checksum a frame, after orientation and square pixels; of ``Grade/exact`` files.
  let checksums: [String]
  /// The canvas rate: the file's own where it has one.
  let rate: String
  let isConstant: Bool

  var count: Int { times.count }

  /// Reads the facts and decodes the file from start to end; nil for a file without moving pictures.
  init?(_ path: String) throws {
    guard let video = try Facts.of(path).video, let width = video.width, let height = video.height, width > 0 else {
      return nil
    }
    self.path = path
    self.video = video
    let aspect = CorpusFile.ratio(video.sample_aspect_ratio ?? "1:1") ?? 1
    let shown = (width: Int((Double(width) * aspect).rounded()), height: height)
    let isTurned =
      video.side_data_list?.contains { abs($0.rotation ?? 0) == 90 || abs($0.rotation ?? 0) == 270 } ?? false
    size = isTurned ? (shown.height, shown.width) : shown
    let decoded = try FrameList(
      path, decoder: [], filter: CorpusFile.square(aspect: aspect, size: size), format: video.pix_fmt ?? "")
    grade = CorpusFile.grade(video, size: size, isSteady: decoded.isSteady)
    times = decoded.times
    tick = decoded.tick
    checksums = decoded.checksums
    (rate, isConstant) = CorpusFile.rate(
      of: times, tick: tick,
      candidates: decoded.exactRate + [video.r_frame_rate, video.avg_frame_rate].compactMap(\.self))
  }

  /// The source frames that output frame `index` of a clip from `start` may show: one, but for a frame whose time
  /// falls on the output frame's within the clock's resolution.
  func expected(_ index: Int) -> ClosedRange<Int> {
    if isConstant { return index...index }
    let time = Double(index) / (CorpusFile.ratio(rate) ?? 1)
    let strict = (times.lastIndex { $0 <= time - tick } ?? 0)
    let late = (times.lastIndex { $0 <= time + tick } ?? 0)
    return strict...late
  }

  /// The ranges to render, as canvas frames: from the start, from the middle, up to the last frame.
  var ranges: [Range<Int>] {
    // The last frame of a variable rate is taken to last as long as the one in the middle.
    let gap = count > 1 ? times[(count + 1) / 2] - times[(count - 1) / 2] : 0
    let end = ((times.last ?? 0) + gap) * (CorpusFile.ratio(rate) ?? 1)
    let last = isConstant ? count - 1 : max(0, Int(end.rounded()) - 1)
    let length = min(10, last + 1)
    let middle = min(last / 2, last + 1 - length)
    return [0..<length, middle..<middle + length, last + 1 - length..<last + 1]
  }

  private static func grade(_ video: Facts.Stream, size: (width: Int, height: Int), isSteady: Bool) -> Grade {
    let chroma = ["yuv420p": (2, 2), "yuv422p": (2, 1), "yuv444p": (1, 1)]
    guard let step = chroma[video.pix_fmt ?? ""], size.width % step.0 == 0, size.height % step.1 == 0,
      isSteady, video.color_range != "pc", video.tags?["alpha_mode"] != "1",
      !["smpte2084", "arib-std-b67"].contains(video.color_transfer ?? "")
    else { return .choice }
    return .exact
  }

  private static func square(aspect: Double, size: (width: Int, height: Int)) -> String {
    guard aspect != 1 else { return "null" }
    return
      "scale=\(size.width):\(size.height):flags=bicubic+accurate_rnd+bitexact+full_chroma_int+full_chroma_inp,setsar=1"
  }

  /// The rate whose grid all times lie on, or 60 for a variable one.
  private static func rate(of times: [Double], tick: Double, candidates: [String]) -> (String, Bool) {
    let common = ["24000/1001", "24", "25", "30000/1001", "30", "50", "60000/1001", "60", "15", "12", "10"]
    for candidate in candidates + common {
      guard let value = ratio(candidate), value > 0, value <= 240 else { continue }
      let isOnGrid = times.enumerated().allSatisfy { abs($1 - Double($0) / value) <= 1.01 * tick + 1e-6 }
      if isOnGrid { return (candidate, true) }
    }
    return ("60", false)
  }

  static func ratio(_ text: String) -> Double? {
    let parts = text.split { $0 == "/" || $0 == ":" }.compactMap { Double($0) }
    if parts.count == 1 { return parts[0] }
    return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? parts[0] / parts[1] : nil
  }
}

/// The decoded frames of a file: their times and checksums.
struct FrameList {
  /// From the first frame's, in seconds.
  let times: [Double]
  /// The resolution of the times.
  let tick: Double
  let checksums: [String]
  /// Whether all frames have one size.
  let isSteady: Bool
  /// The rate of frames that all lie equally far apart, exactly.
  let exactRate: [String]

  init(_ path: String, decoder: [String], filter: String, format: String) throws {
    let text = try Command(
      "ffmpeg",
      FFmpeg.quiet + decoder + [
        "-i", path, "-map", "0:V:0", "-vf", filter, "-fps_mode", "passthrough", "-enc_time_base", "-1", "-autoscale",
        "0",
        "-pix_fmt", format, "-f", "framemd5", "-",
      ], limit: 120
    ).run().output
    var base: [Int] = [1, 1]
    var stamps: [Int] = []
    var checksums: [String] = []
    var sizes: Set<String> = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#tb 0: ") { base = line.dropFirst(7).split(separator: "/").compactMap { Int($0) } }
      guard !line.hasPrefix("#") else { continue }
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count == 6, let stamp = Int(fields[2]) else { continue }
      stamps.append(stamp)
      sizes.insert(fields[4])
      checksums.append(fields[5])
    }
    guard base.count == 2 else { throw HarnessError("no time base from \(path)") }
    let tick = Double(base[0]) / Double(base[1])
    let first = stamps.first ?? 0
    times = stamps.map { Double($0 - first) * tick }
    self.tick = tick
    self.checksums = checksums
    isSteady = sizes.count <= 1
    let gaps = Set(zip(stamps, stamps.dropFirst()).map { $1 - $0 })
    exactRate = gaps.count == 1 ? gaps.map { "\(base[1])/\(base[0] * $0)" } : []
  }
}
