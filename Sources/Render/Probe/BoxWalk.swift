/// The boxes of an ISO base media file, or of a stretch inside of one.
struct BoxWalk {
  struct Box {
    let name: String
    let body: Range<Int>
  }

  private(set) var boxes: [Box] = []
  /// The names of all boxes that begin in the stretch, also of one that is cut off.
  private(set) var names: [String] = []

  init(_ bytes: FileBytes) { self.init(bytes, in: 0..<bytes.count) }

  init(_ bytes: FileBytes, in range: Range<Int>) {
    var place = range.lowerBound
    while place + 8 <= range.upperBound, boxes.count < 4096 {
      guard var size = bytes.number(at: place, 4), let name = bytes.name(at: place + 4) else { break }
      names.append(name)
      var header = 8
      if size == 1, let long = bytes.number(at: place + 8, 8) { (size, header) = (long, 16) }
      if size == 0 { size = range.upperBound - place }
      guard size >= header, size <= range.upperBound - place else { break }
      boxes.append(Box(name: name, body: place + header..<place + size))
      place += size
    }
  }
}
