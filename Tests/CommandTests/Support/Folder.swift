internal import Foundation

/// A folder of a test's own, deleted with the last reference to it.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "edlrender-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The full path of a name inside.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ name: String, _ text: String) throws {
    let url = URL(filePath: self(name))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: self(name))), as: UTF8.self)
  }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self(name)) }

  /// The names of what is inside, in order.
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }

  /// Writes a WAV file of 16 bits, the same samples in every channel.
  func writeSound(_ name: String, _ samples: [Int16], channels: Int = 2, rate: Int = 48000) throws {
    var data = Data()
    func add(_ number: Int, bytes: Int) {
      for byte in 0..<bytes { data.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    let (frame, size) = (2 * channels, samples.count * 2 * channels)
    data.append(contentsOf: "RIFF".utf8)
    add(36 + size, bytes: 4)
    data.append(contentsOf: "WAVEfmt ".utf8)
    for (number, bytes) in [(16, 4), (1, 2), (channels, 2), (rate, 4), (rate * frame, 4), (frame, 2), (16, 2)] {
      add(number, bytes: bytes)
    }
    data.append(contentsOf: "data".utf8)
    add(size, bytes: 4)
    for sample in samples {
      for _ in 0..<channels { withUnsafeBytes(of: sample.littleEndian) { data.append(contentsOf: $0) } }
    }
    try data.write(to: URL(filePath: self(name)))
  }

  /// Makes the examples' media available as `media`.
  func linkMedia() throws {
    try FileManager.default.createSymbolicLink(atPath: self("media"), withDestinationPath: Places.media)
  }
}
