/// Small pictures of every frame of a file, for telling frames apart after any conversion.
struct Thumbnails {
  private static let width = 32
  private static let height = 18
  private static let length = width * height * 3

  /// A row a frame, without its mean and at unit length.
  private let values: [Float]
  /// How far the pixels of a frame lie from their mean, in steps of 255.
  private let contrast: [Float]

  var count: Int { contrast.count }

  /// Decodes a file; `filter` runs before the reduction.
  init(_ path: String, decoder: [String] = [], filter: String = "null") throws {
    var values: [Float] = []
    var contrast: [Float] = []
    let command = Command(
      "ffmpeg",
      FFmpeg.quiet + decoder + [
        "-i", path, "-map", "0:V:0",
        "-vf", "\(filter),scale=\(Thumbnails.width):\(Thumbnails.height):flags=area", "-fps_mode", "passthrough",
        "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
      ], limit: 120)
    _ = try command.stream { reader in
      while let row = try reader.bytes(Thumbnails.length) {
        var sum: Float = 0
        var squares: Float = 0
        for value in row { sum += Float(value) }
        let mean = sum / Float(Thumbnails.length)
        for value in row { squares += (Float(value) - mean) * (Float(value) - mean) }
        let deviation = squares.squareRoot()
        contrast.append(deviation / Float(Thumbnails.length).squareRoot())
        for value in row { values.append(deviation > 0 ? (Float(value) - mean) / deviation : 0) }
      }
    }
    self.values = values
    self.contrast = contrast
  }

  /// How alike two frames are: 1 for equal up to brightness and contrast.
  func likeness(_ index: Int, to other: Thumbnails, _ otherIndex: Int) -> Float {
    // Below three steps it is coding noise that would be compared.
    let contrasts = [contrast[index], other.contrast[otherIndex]]
    if contrasts.contains(where: { $0 < 3 }) { return contrasts.allSatisfy { $0 < 6 } ? 1 : 0 }
    return values.withUnsafeBufferPointer { left in
      other.values.withUnsafeBufferPointer { right in
        let (start, otherStart) = (index * Thumbnails.length, otherIndex * Thumbnails.length)
        var sum: Float = 0
        var offset = 0
        while offset < Thumbnails.length {
          sum += left[start + offset] * right[otherStart + offset]
          offset += 1
        }
        return sum
      }
    }
  }

  /// The frame of another file that this one is most like.
  func best(_ index: Int, in other: Thumbnails) -> (index: Int, likeness: Float) {
    var best = (index: 0, likeness: Float(-1))
    for candidate in 0..<other.count {
      let score = likeness(index, to: other, candidate)
      if score > best.likeness { best = (candidate, score) }
    }
    return best
  }
}
