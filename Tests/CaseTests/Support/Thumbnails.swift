/// Small pictures of every frame of a file, for telling frames apart after any conversion.
struct Thumbnails {
  private static let width = 24
  private static let height = 14
  private static let length = width * height * 3

  /// A row a frame, without its mean and at unit length; all zero for a flat picture.
  private let values: [Float]
  private let isFlat: [Bool]

  var count: Int { isFlat.count }

  /// Decodes a file; `filter` runs before the reduction.
  init(_ path: String, decoder: [String] = [], filter: String = "null") throws {
    var values: [Float] = []
    var isFlat: [Bool] = []
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
        // Below three steps a pixel it is coding noise that would be compared.
        let deviation = squares.squareRoot()
        isFlat.append(deviation < 3 * Float(Thumbnails.length).squareRoot())
        for value in row { values.append(deviation > 0 ? (Float(value) - mean) / deviation : 0) }
      }
    }
    self.values = values
    self.isFlat = isFlat
  }

  /// How alike two frames are: 1 for equal up to brightness and contrast.
  func likeness(_ index: Int, to other: Thumbnails, _ otherIndex: Int) -> Float {
    if isFlat[index] || other.isFlat[otherIndex] { return isFlat[index] && other.isFlat[otherIndex] ? 1 : 0 }
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
