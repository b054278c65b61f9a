internal import AV
public import EDL
internal import Foundation
internal import MediaTime

/// Makes small copies of films: H.264 in groups of 12 pictures, upright, square pixels, no sound,
/// each picture at the very time that it has in the film.
public struct ProxyMaker: Sendable {
  /// A finished proxy.
  public struct Result: Sendable {
    /// Its pictures.
    public let frames: Int
    /// Its size in pixels.
    public let size: PixelSize
    /// Its size in bytes.
    public let byteCount: Int64
  }

  private let media: Media
  private let film: VideoStreamInfo
  private let path: String
  private let lines: Int

  /// Takes a film that names a proxy; `lines` are the most pixels of the shorter side.
  public init?(_ media: Media, lines: Int) {
    guard let proxy = media.proxy, let film = media.info.video.first, film.duration != nil else { return nil }
    self.media = media
    self.film = film
    self.lines = lines
    path = proxy.path
  }

  /// The seconds that a frame of the film lasts, on average.
  public var frameDuration: Double { film.frameRate.map { 1 / $0.approximate } ?? 0 }

  /// Why a film can have no proxy, if it cannot.
  public var obstacle: String? {
    if film.fieldOrder != .progressive { return "it is interlaced" }
    if film.hasAlpha { return "it is transparent in part" }
    return ["mp4", "mov"].contains((path as NSString).pathExtension.lowercased())
      ? nil : "a proxy is a .mp4 or .mov, which keep every frame's time"
  }

  /// Whether a proxy is there that is no older than its film and fits it.
  public var isMade: Bool {
    guard let original = media.files.first, case .success(let info) = MediaProbe.probe(path: path),
      let small = info.video.first, let age = Self.changed(path), let filmAge = Self.changed(original)
    else { return false }
    return age >= filmAge && ProxyFit.sameShape(film.displaySize, small.displaySize)
      && ProxyFit.sameTimes(film, small)
  }

  private static func changed(_ path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  /// Makes the proxy; it appears under its name complete and checked, or not at all.
  public func make(
    cancellation: any RenderCancellation, progress: (RenderProgress) -> Void
  ) throws(RenderError) -> Result {
    Libraries.prepare()
    let url = URL(fileURLWithPath: path)
    let part = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).part").path
    defer { unlink(part) }
    do {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw failure("its folder cannot be made: \(error.localizedDescription)")
    }
    let times: [Int64]
    do {
      times = try write(to: part, cancellation, progress)
      try check(part, times)
    } catch let error as RenderError {
      throw error
    } catch let error as MediaError {
      throw RenderError(error, at: media.origin)
    } catch {
      throw failure("\(error)")
    }
    guard rename(part, path) == 0 else { throw failure(String(cString: strerror(errno))) }
    let bytes = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.int64Value
    return Result(frames: times.count, size: size, byteCount: bytes ?? 0)
  }

  /// The film's upright size, or smaller; both sides even.
  private var size: PixelSize {
    let whole = film.displaySize
    let shorter = min(whole.width, whole.height)
    guard shorter > lines else { return PixelSize(width: Self.even(whole.width), height: Self.even(whole.height)) }
    return PixelSize(
      width: Self.even(whole.width * lines / shorter), height: Self.even(whole.height * lines / shorter))
  }

  private static func even(_ length: Int) -> Int { max(2, length + length % 2) }

  private func failure(_ reason: String) -> RenderError {
    RenderError(
      kind: .media,
      diagnostic: Diagnostic(
        .error, code: "proxy.failed", "cannot make the proxy \"\(path)\": \(reason)", at: media.origin, blame: .media))
  }

  // MARK: Writing

  /// Writes the pictures and gives their times in the file's ticks.
  private func write(
    to part: String, _ cancellation: any RenderCancellation, _ progress: (RenderProgress) -> Void
  ) throws -> [Int64] {
    let reader = try FrameReader(path: media.files.first ?? path, stream: 0, info: film)
    let tick = try reader.clock.tick
    let color = SourceColor(film)
    let scaler = ProxyScaler(film: film, color: color, size: size)
    let writer = try ProxyWriter(
      path: part, container: (path as NSString).pathExtension.lowercased(), size: size, tick: tick,
      rate: film.frameRate ?? .one, color: scaler.tags)
    let frames = film.duration.flatMap { duration in film.frameRate.flatMap { try? duration.frames(at: $0) } } ?? 0
    var current: Picture? = try reader.picture(at: .zero)
    while let picture = current {
      if cancellation.isCancelled { throw RenderError.interrupted }
      let next = try reader.picture(after: picture)
      let end = next?.time ?? film.duration ?? picture.time
      try writer.add(
        try scaler.scaled(picture.frame), from: try Self.ticks(picture.time, tick), to: try Self.ticks(end, tick))
      if writer.times.count % 24 == 0 { progress(RenderProgress(done: writer.times.count, total: frames)) }
      current = next
    }
    try writer.finish()
    return writer.times
  }

  /// A time in whole ticks.
  private static func ticks(_ time: Time, _ tick: Rational) throws -> Int64 {
    let ticks = try time.seconds / tick
    guard ticks.isWhole else { throw Uneven() }
    return Int64(ticks.rounded)
  }

  /// Frames that lie beside the grid of their rate, in a container that rounds all times.
  private struct Uneven: Error, CustomStringConvertible {
    var description: String { "the film's frames are at uneven times that a proxy cannot keep" }
  }

  /// Reads the file back: as many pictures, each at its time.
  private func check(_ part: String, _ times: [Int64]) throws {
    let demuxer = try Demuxer(path: part)
    let packet = try Packet()
    var found: [Int64] = []
    while try demuxer.read(into: packet) { if let pts = packet.pts { found.append(pts) } }
    guard found == times else {
      throw failure("\(found.count) pictures of \(times.count) are in the finished file, or their times differ")
    }
  }
}
