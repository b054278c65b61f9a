internal import Foundation
internal import Testing

/// A media file that the suite makes for itself, once a run.
struct Input: Sendable, CustomTestStringConvertible {
  /// Its file name, by which the projects know it.
  let name: String
  /// Makes the file at a path; other inputs that it needs are made first.
  let make: @Sendable (String) throws -> Void

  var testDescription: String { name }

  init(_ name: String, make: @escaping @Sendable (String) throws -> Void) {
    self.name = name
    self.make = make
  }

  /// Encodes libavfilter sources with the arguments of the `ffmpeg` tool.
  init(_ name: String, from sources: [String], _ arguments: [String]) {
    self.init(name) { path in
      try FFmpeg.run(sources.flatMap { ["-f", "lavfi", "-i", $0] } + arguments + [path])
    }
  }

  /// Derives a file from another one.
  init(_ name: String, from input: Input, before: [String] = [], _ arguments: [String]) {
    self.init(name) { path in
      try FFmpeg.run(before + ["-i", try input.path()] + arguments + [path])
    }
  }

  /// Derives a file from another one's bytes.
  init(_ name: String, bytesOf input: Input, _ change: @escaping @Sendable (Data) throws -> Data) {
    self.init(name) { path in
      try change(try Data(contentsOf: URL(filePath: try input.path()))).write(to: URL(filePath: path))
    }
  }

  /// The path of the finished file.
  func path() throws -> String {
    try InputStore.shared.path(of: self)
  }
}

/// The inputs made so far, in one folder that goes when the suite ends.
private final class InputStore: @unchecked Sendable {  // every access holds the lock
  static let shared = InputStore()

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "edlrender-inputs-\(ProcessInfo.processInfo.processIdentifier)").path
  // Recursive: making one input may need another. One at a time is enough, ffmpeg has threads.
  private let lock = NSRecursiveLock()
  private var finished: Set<String> = []

  init() {
    atexit {
      try? FileManager.default.removeItem(atPath: InputStore.shared.folder)
    }
  }

  func path(of input: Input) throws -> String {
    lock.lock()
    defer { lock.unlock() }
    let path = "\(folder)/\(input.name)"
    if finished.contains(input.name) { return path }
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try input.make(path)
    finished.insert(input.name)
    return path
  }
}

/// The `ffmpeg` tool, by which inputs are made and outputs are judged.
enum FFmpeg {
  static let quiet = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]

  /// H.264 that is as good as lossless.
  static let h264 = ["-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv420p"]
  static let pcm = ["-c:a", "pcm_s16le"]
  static let aac = ["-c:a", "aac"]

  /// Runs the tool, which must succeed.
  @discardableResult
  static func run(_ arguments: [String]) throws -> String {
    let run = try Command("ffmpeg", quiet + arguments).run()
    guard run.status == 0 else {
      throw HarnessError("ffmpeg \(arguments.joined(separator: " ")): status \(run.status)\n\(run.errors)")
    }
    return run.output
  }
}
