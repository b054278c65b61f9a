/// Small grey pictures of every frame of a file, for telling frames apart after any conversion.
struct Thumbnails {
  private static let width = 32
  private static let height = 18

  /// A row a frame, without its mean and at unit length; all zero for a flat picture.
  private let pictures: [[Float]]

  var count: Int { pictures.count }

  /// Decodes a file; `filter` runs before the reduction.
  init(_ path: String, decoder: [String] = [], filter: String = "null") throws {
    let bytes = Thumbnails.width * Thumbnails.height
    var pictures: [[Float]] = []
    let command = Command(
      "ffmpeg",
      FFmpeg.quiet + decoder + [
        "-i", path, "-map", "0:V:0",
        "-vf", "\(filter),scale=\(Thumbnails.width):\(Thumbnails.height):flags=area", "-fps_mode", "passthrough",
        "-pix_fmt", "gray", "-f", "rawvideo", "-",
      ], limit: 120)
    _ = try command.stream { reader in
      while let row = try reader.bytes(bytes) {
        let mean = row.reduce(Float(0)) { $0 + Float($1) } / Float(bytes)
        let centered = row.map { Float($0) - mean }
        let length = centered.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
        // Below one step of grey a picture it is noise that would be compared.
        pictures.append(length < 24 ? Array(repeating: 0, count: bytes) : centered.map { $0 / length })
      }
    }
    self.pictures = pictures
  }

  /// How alike two frames are: 1 for equal up to brightness and contrast.
  func likeness(_ index: Int, to other: Thumbnails, _ otherIndex: Int) -> Float {
    let (left, right) = (pictures[index], other.pictures[otherIndex])
    let isFlat = (left.allSatisfy { $0 == 0 }, right.allSatisfy { $0 == 0 })
    if isFlat.0 || isFlat.1 { return isFlat.0 && isFlat.1 ? 1 : 0 }
    return zip(left, right).reduce(Float(0)) { $0 + $1.0 * $1.1 }
  }

  /// The frame of another file that this one is most like.
  func best(_ index: Int, in other: Thumbnails) -> (index: Int, likeness: Float) {
    let scores = (0..<other.count).map { likeness(index, to: other, $0) }
    let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    return (best, scores.isEmpty ? 0 : scores[best])
  }
}
