/// What the containers of still pictures say that libav does not pass on.
struct ImageHeader {
  /// The EXIF orientation, 1 to 8.
  private(set) var orientation = 1
  /// Whether the picture moves in a way that cannot be decoded (animated WebP).
  private(set) var isAnimatedWebP = false
  /// Whether it is one picture in the box structure of movies (AVIF).
  private(set) var isBoxedPicture = false
  /// Whether the file ends before the picture does.
  private(set) var isCutOff = false

  init(path: String) {
    guard let bytes = FileBytes(path: path) else { return }
    let start = bytes.read(at: 0, 12)
    if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      readJPEG(bytes)
    } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      readPNG(bytes)
    } else if start.starts(with: Array("RIFF".utf8)), start.suffix(4).elementsEqual("WEBP".utf8) {
      readWebP(bytes)
    } else if let tiff = TIFFHeader(bytes, at: 0) {
      orientation = tiff.orientation ?? 1
      isCutOff = tiff.dataEnd.map { $0 > bytes.count } ?? false
    } else if start.dropFirst(4).starts(with: Array("ftyp".utf8)) {
      guard let brand = bytes.name(at: 8), ["avif", "avis", "mif1", "miaf"].contains(brand) else { return }
      isBoxedPicture = true
      orientation = BoxedPicture(bytes).orientation
    }
  }

  /// Markers up to the picture's data; APP1 holds the EXIF block.
  private mutating func readJPEG(_ bytes: FileBytes) {
    var place = 2
    for _ in 0..<1000 {
      guard let marker = bytes.number(at: place, 2), marker >= 0xFF01, let length = bytes.number(at: place + 2, 2)
      else {
        // Not even a header is whole.
        isCutOff = place + 4 > bytes.count
        return
      }
      if marker == 0xFFFF {
        place += 1
        continue
      }
      if marker == 0xFFE1, bytes.read(at: place + 4, 6) == [0x45, 0x78, 0x69, 0x66, 0, 0], orientation == 1 {
        orientation = TIFFHeader(bytes, at: place + 10)?.orientation ?? 1
      }
      place += 2 + length
      // Start of scan: from here on to the end marker there is the picture.
      if marker == 0xFFDA {
        isCutOff = !hasEndMarker(bytes, from: place)
        return
      }
    }
  }

  private func hasEndMarker(_ bytes: FileBytes, from start: Int) -> Bool {
    let chunk = 1 << 20
    var end = bytes.count
    // Backwards: it is nearly always at the very end.
    while end > start {
      let begin = max(start, end - chunk)
      let block = bytes.read(at: begin, end - begin)
      if block.indices.dropLast().contains(where: { block[$0] == 0xFF && block[$0 + 1] == 0xD9 }) { return true }
      guard begin > start else { return false }
      end = begin + 1
    }
    return false
  }

  private mutating func readPNG(_ bytes: FileBytes) {
    var place = 8
    for _ in 0..<100_000 {
      guard let length = bytes.number(at: place, 4), let name = bytes.name(at: place + 4), name != "IEND" else {
        return
      }
      if name == "eXIf" { orientation = TIFFHeader(bytes, at: place + 8)?.orientation ?? orientation }
      place += 12 + length
    }
  }

  private mutating func readWebP(_ bytes: FileBytes) {
    var place = 12
    for _ in 0..<10_000 {
      guard let name = bytes.name(at: place), let length = bytes.littleNumber(at: place + 4, 4) else { return }
      if name == "VP8X", let flags = bytes.number(at: place + 8, 1) { isAnimatedWebP = flags & 2 != 0 }
      if name == "EXIF" {
        // Some writers keep JPEG's prefix.
        let prefix = bytes.read(at: place + 8, 6) == [0x45, 0x78, 0x69, 0x66, 0, 0] ? 6 : 0
        orientation = TIFFHeader(bytes, at: place + 8 + prefix)?.orientation ?? orientation
      }
      place += 8 + length + length % 2
    }
  }
}
