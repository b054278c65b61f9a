internal import Foundation

/// What an animated WebP says of itself, which FFmpeg writes but cannot read.
struct AnimatedWebP {
  /// How long its pictures show, in thousandths of a second.
  private(set) var milliseconds = 0
  /// How many there are; equal neighbours are one.
  private(set) var pictureCount = 0

  /// Reads the chunks of a file; nil when it is no whole WebP.
  init?(path: String) {
    guard let bytes = try? [UInt8](Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)),
      bytes.count >= 12, bytes[0..<4].elementsEqual("RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8)
    else { return nil }
    func number(at offset: Int, bytes count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    guard number(at: 4, bytes: 4) + 8 == bytes.count else { return nil }
    var offset = 12
    while offset + 8 <= bytes.count {
      let size = number(at: offset + 4, bytes: 4)
      guard offset + 8 + size <= bytes.count else { return nil }
      if bytes[offset..<offset + 4].elementsEqual("ANMF".utf8), size >= 16 {
        pictureCount += 1
        milliseconds += number(at: offset + 8 + 12, bytes: 3)
      }
      offset += 8 + size + size % 2
    }
  }
}
