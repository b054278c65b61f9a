import AV
import EDL
import Foundation
import MediaTime
import Render
import Synchronization
import Testing

/// The media corpus beside the package; tests that need it are skipped where it is absent.
enum Shared {
  static let folder: URL? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["EDLRENDER_SHARED"].map { URL(fileURLWithPath: $0) }
    let candidates = [
      named, package.appendingPathComponent("../shared"), package.appendingPathComponent("../../shared"),
    ]
    return candidates.compactMap(\.self).first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("media/video").path)
    }?.standardizedFileURL
  }()

  static var exists: Bool { folder != nil }

  /// The paths of all files in a folder of the corpus, by name.
  static func files(_ subfolder: String) -> [String] {
    guard let folder = folder?.appendingPathComponent("media/\(subfolder)") else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { folder.appendingPathComponent($0).path }.filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
    }
  }

  static func path(_ relative: String) -> String { folder?.appendingPathComponent("media/\(relative)").path ?? "" }
}

/// Runs tools and makes media with the `ffmpeg` command, each file once a test run.
enum Tool {
  struct Failure: Error { let message: String }

  @discardableResult
  static func run(_ command: [String], in folder: URL? = nil) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(message: command.joined(separator: " ")) }
    return String(decoding: data, as: UTF8.self)
  }

  /// A folder for this run's media.
  static let folder: URL = {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("edlrender-read-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }()

  private static let made = Mutex<Set<String>>([])

  /// Makes a file with `ffmpeg`, unless an earlier test has.
  static func make(_ name: String, _ arguments: [String]) throws -> String {
    let path = folder.appendingPathComponent(name).path
    try made.withLock { made in
      guard !made.contains(name) else { return }
      try run(["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y"] + arguments + [path])
      made.insert(name)
    }
    return path
  }

  /// A lavfi source whose frames carry their number as eight black or white bars in the top half.
  static func bars(rate: String, frames: Int, first: Int = 0, size: String = "160x120", then: String = "") -> [String] {
    let number = first == 0 ? "N" : "(N+\(first))"
    let luma = "if(lt(Y,H/2),if(mod(floor(\(number)/pow(2,floor(X*8/W))),2),235,16),126)"
    return [
      "-f", "lavfi", "-i",
      "nullsrc=s=\(size):r=\(rate),trim=end_frame=\(frames),format=yuv420p,geq=lum='\(luma)':cb='128':cr='128'\(then)",
    ]
  }

  /// A beep at each whole `period`, at full level from its first sample on.
  static func beeps(period: Int = 48000, seconds: String) -> [String] {
    let wave = "0.8*cos(2*PI*1000*mod(n,\(period))/48000)*lt(mod(n,\(period)),2400)"
    return ["-f", "lavfi", "-i", "aevalsrc='\(wave)':s=48000:d=\(seconds)"]
  }
}

/// What a linear decode by the `ffmpeg` command gives.
struct LinearDecode {
  /// When each picture appears, from the first one, and its MD5.
  let pictures: [(time: Rational, md5: String)]
  /// The unit of the timestamps.
  let tick: Rational

  init(_ path: String, video stream: Int, decoder: String? = nil, filter: String? = nil) throws {
    var command = ["ffmpeg", "-v", "error", "-nostdin", "-threads", "1", "-noautorotate"]
    if let decoder { command += ["-c:v", decoder] }
    command += ["-i", path, "-map", "0:\(stream)"]
    if let filter { command += ["-vf", filter] }
    command += ["-autoscale", "0", "-vsync", "passthrough", "-enc_time_base", "-1", "-copyts", "-f", "framemd5", "-"]
    let text = try Tool.run(command)
    var unit = Rational.one
    var all: [(time: Rational, md5: String)] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#tb"), let fraction = line.split(separator: " ").last?.split(separator: "/"),
        fraction.count == 2, let top = Int64(fraction[0]), let bottom = Int64(fraction[1])
      {
        unit = try Rational(top, over: bottom)
      }
      guard !line.hasPrefix("#") else { continue }
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count >= 6, let ticks = Int64(fields[2]) else { continue }
      all.append((try Rational(ticks, over: 1) * unit, fields[5]))
    }
    tick = unit
    let first = all.first?.time ?? .zero
    pictures = try all.map { (try $0.time - first, $0.md5) }
  }

  /// A moment at which a picture is on display: its own timestamp, or where the container rounds,
  /// a tick later.
  func moment(_ number: Int) throws -> Time {
    let time = pictures[number].time
    guard try tick >= Rational(1, over: 2000) else { return Time(seconds: time) }
    guard number + 1 < pictures.count else { return Time(seconds: try time + tick) }
    let gap = try pictures[number + 1].time - time
    return Time(seconds: try gap > tick ? time + tick : time)
  }
}

extension ProbeResult {
  var info: MediaInfo? { if case .success(let info) = self { info } else { nil } }
  var failure: (code: String, message: String)? {
    if case .failure(let code, let message) = self { (code, message) } else { nil }
  }
}

extension Picture {
  /// The number that the bars of ``Tool/bars(rate:frames:first:size:then:)`` show.
  var bar8: Int {
    guard let luma = frame.plane(0) else { return -1 }
    let row = luma + frame.height / 4 * frame.stride(ofPlane: 0)
    return (0..<8).reduce(0) { $0 | (row[(2 * $1 + 1) * frame.width / 16] > 128 ? 1 << $1 : 0) }
  }

  /// The luma at a place.
  func luma(_ x: Int, _ y: Int) -> Int { Int(frame.plane(0)?[y * frame.stride(ofPlane: 0) + x] ?? 0) }
}

/// Opens the first video stream of a file that must be good.
func openVideo(
  _ path: String, stream: Int = 0, deinterlace: PictureFields.Deinterlace = .off
) throws -> (reader: VideoReader, info: MediaInfo) {
  let info = try #require(MediaProbe.probe(path: path).info, "\(MediaProbe.probe(path: path))")
  return (try VideoReader(path: path, stream: stream, info: info.video[stream], deinterlace: deinterlace), info)
}

/// The bar codes of the frames that a clip of the whole file shows at a canvas rate.
func bars(_ path: String, rate: Rational, frames: Range<Int>) throws -> [Int] {
  let reader = try openVideo(path).reader
  return try frames.map { try reader.picture(at: Time(frame: $0, at: rate)).bar8 }
}

/// Reads samples of a file's sound, one array a channel.
func samples(_ reader: AudioReader, _ range: Range<Int>) throws -> [[Float]] {
  let planes = (0..<reader.channels).map { _ in UnsafeMutableBufferPointer<Float>.allocate(capacity: range.count) }
  defer { for plane in planes { plane.deallocate() } }
  try reader.read(at: range.lowerBound, count: range.count, into: planes)
  return planes.map { Array($0) }
}

/// Where sound begins after at least 1000 quiet samples.
func onsets(_ samples: [Float]) -> [Int] {
  var found: [Int] = []
  var quiet = 1000
  for (place, sample) in samples.enumerated() {
    if abs(sample) > 0.1, quiet >= 1000 { found.append(place) }
    quiet = abs(sample) > 0.1 ? 0 : quiet + 1
  }
  return found
}
