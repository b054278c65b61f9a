/// Reads the first directory of a TIFF structure: a TIFF file, or the EXIF block of another format.
struct TIFFHeader {
  /// The EXIF orientation, 1 to 8; nil when there is none.
  private(set) var orientation: Int?
  /// Where the picture's data ends, from the structure's start; nil when it does not say.
  private(set) var dataEnd: Int?

  private let bytes: FileBytes
  private let base: Int
  private let isBigEndian: Bool

  /// Reads the structure that starts at `base`; nil when none does.
  init?(_ bytes: FileBytes, at base: Int) {
    switch bytes.read(at: base, 4) {
    case [0x49, 0x49, 0x2A, 0]: isBigEndian = false
    case [0x4D, 0x4D, 0, 0x2A]: isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    self.base = base
    guard let offset = number(at: 4, 4), let count = number(at: offset, 2), count <= 4096 else { return nil }
    var offsets: [Int] = []
    var lengths: [Int] = []
    for entry in 0..<count {
      let place = offset + 2 + 12 * entry
      guard let tag = number(at: place, 2) else { break }
      switch tag {
      case 0x112: orientation = values(at: place).first.flatMap { (1...8).contains($0) ? $0 : nil }
      // Offsets and lengths of strips, or of tiles.
      case 273, 324: offsets = values(at: place)
      case 279, 325: lengths = values(at: place)
      default: break
      }
    }
    dataEnd = zip(offsets, lengths).map { $0 &+ $1 }.max()
  }

  private func number(at offset: Int, _ width: Int) -> Int? {
    isBigEndian ? bytes.number(at: base + offset, width) : bytes.littleNumber(at: base + offset, width)
  }

  /// The numbers of a directory entry: in place if they fit into four bytes, elsewhere if not.
  private func values(at entry: Int) -> [Int] {
    guard let type = number(at: entry + 2, 2), let count = number(at: entry + 4, 4), count <= 65536 else { return [] }
    let width = type == 3 ? 2 : 4
    guard type == 3 || type == 4 else { return [] }
    guard let first = width * count <= 4 ? entry + 8 : number(at: entry + 8, 4) else { return [] }
    return (0..<count).compactMap { number(at: first + width * $0, width) }
  }
}
