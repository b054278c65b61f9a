internal import Foundation

/// An 8-bit RGB colour as a viewer sees it.
struct RGB: Equatable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int

  init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  static let black = RGB(0, 0, 0)
  static let white = RGB(255, 255, 255)
  static let pureRed = RGB(255, 0, 0)
  static let pureGreen = RGB(0, 255, 0)
  static let pureBlue = RGB(0, 0, 255)

  /// The largest difference in a component.
  func distance(to other: RGB) -> Int {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
  }

  var isGrey: Bool { max(red, green, blue) - min(red, green, blue) <= 6 }

  var description: String { "(\(red),\(green),\(blue))" }
}

/// One decoded frame, oriented and converted by the file's own tags.
struct Picture {
  let width: Int
  let height: Int
  /// Red, green, blue, row by row.
  let bytes: [UInt8]

  /// The mean colour of the 5×5 block around a pixel.
  func color(_ x: Int, _ y: Int) -> RGB {
    var sum = (0, 0, 0)
    var count = 0
    for row in max(0, y - 2)...min(height - 1, y + 2) {
      for column in max(0, x - 2)...min(width - 1, x + 2) {
        let index = (row * width + column) * 3
        sum.0 += Int(bytes[index])
        sum.1 += Int(bytes[index + 1])
        sum.2 += Int(bytes[index + 2])
        count += 1
      }
    }
    func mean(_ total: Int) -> Int { Int((Double(total) / Double(count)).rounded()) }
    return RGB(mean(sum.0), mean(sum.1), mean(sum.2))
  }

  /// The number in the bar code.
  var barcode: Int {
    (0..<8).reduce(0) { value, bit in
      color(Int((Double(bit) + 0.5) * Double(width) / 8), height / 4).green > 127 ? value | 1 << bit : value
    }
  }

  /// The box around the pixels that differ clearly from the corner pixel.
  var ink: (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    var box: (left: Int, right: Int, top: Int, bottom: Int)?
    for y in 0..<height {
      for x in 0..<width {
        let index = (y * width + x) * 3
        guard (0..<3).contains(where: { abs(Int(bytes[index + $0]) - Int(bytes[$0])) > 48 }) else { continue }
        let old = box ?? (x, x, y, y)
        box = (min(old.left, x), max(old.right, x), min(old.top, y), max(old.bottom, y))
      }
    }
    return box.map { ($0.left...$0.right, $0.top...$0.bottom) }
  }

  /// Hands every frame of a file's picture to `body`.
  static func each(of path: String, _ body: (Int, Picture) throws -> Void) throws {
    // Portable pixmaps carry their size, so the displayed size needs no run of its own.
    let command = Command(
      "ffmpeg",
      FFmpeg.quiet + [
        "-i", path, "-map", "0:V:0", "-fps_mode", "passthrough",
        "-sws_flags", "accurate_rnd+full_chroma_int+bilinear", "-pix_fmt", "rgb24",
        "-f", "image2pipe", "-c:v", "ppm", "-",
      ], limit: 120)
    let run = try command.stream { reader in
      var index = 0
      while let magic = try reader.line() {
        guard magic == "P6", let size = try reader.line()?.split(separator: " ").compactMap({ Int($0) }),
          size.count == 2,
          try reader.line() != nil, let bytes = try reader.bytes(size[0] * size[1] * 3)
        else { throw HarnessError("no pixmap from \(path)") }
        try body(index, Picture(width: size[0], height: size[1], bytes: bytes))
        index += 1
      }
    }
    guard run.status == 0 else { throw HarnessError("cannot decode \(path): \(run.errors)") }
  }

  /// What `read` finds in every frame of a file.
  static func map<Value>(_ path: String, _ read: (Picture) -> Value) throws -> [Value] {
    var values: [Value] = []
    try each(of: path) { values.append(read($1)) }
    return values
  }

  static func barcodes(of path: String) throws -> [Int] {
    try map(path, \.barcode)
  }

  static func colors(of path: String, _ x: Int, _ y: Int) throws -> [RGB] {
    try map(path) { $0.color(x, y) }
  }

  static func first(of path: String) throws -> Picture {
    var found: Picture?
    try each(of: path) { if $0 == 0 { found = $1 } }
    guard let found else { throw HarnessError("no picture in \(path)") }
    return found
  }

  /// One checksum a decoded frame, as RGB.
  static func checksums(of path: String) throws -> [String] {
    try FFmpeg.run([
      "-i", path, "-map", "0:V:0", "-fps_mode", "passthrough", "-sws_flags", "accurate_rnd+full_chroma_int+bilinear",
      "-pix_fmt", "rgb24", "-f", "framemd5", "-",
    ]).split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
