/// Reads how the main picture of an AVIF file is turned: its `irot` and `imir` properties.
struct BoxedPicture {
  private(set) var orientation = 1

  init(_ bytes: FileBytes) {
    let top = BoxWalk(bytes).boxes
    guard let meta = top.first(where: { $0.name == "meta" }) else { return }
    // Version and flags come before the children.
    let inside = BoxWalk(bytes, in: meta.body.dropFirst(4)).boxes
    guard let item = Self.mainItem(bytes, inside), let properties = inside.first(where: { $0.name == "iprp" }) else {
      return
    }
    let parts = BoxWalk(bytes, in: properties.body).boxes
    guard let container = parts.first(where: { $0.name == "ipco" }),
      let links = parts.first(where: { $0.name == "ipma" })
    else { return }
    let all = BoxWalk(bytes, in: container.body).boxes
    // As x' = a·x + c·y, y' = b·x + d·y.
    var turn: [Int32] = [1, 0, 0, 1]
    for number in Self.properties(bytes, links.body, of: item) where all.indices.contains(number - 1) {
      let property = all[number - 1]
      guard let value = bytes.number(at: property.body.lowerBound, 1) else { continue }
      if property.name == "irot" {
        // Quarter turns against the clock.
        for _ in 0..<(value & 3) { turn = [turn[1], -turn[0], turn[3], -turn[2]] }
      } else if property.name == "imir" {
        // 0 exchanges top and bottom, 1 left and right.
        turn = value & 1 == 0 ? [turn[0], -turn[1], turn[2], -turn[3]] : [-turn[0], turn[1], -turn[2], turn[3]]
      }
    }
    orientation = Orientation.exif(displayMatrix: [turn[0], turn[1], 0, turn[2], turn[3]])
  }

  private static func mainItem(_ bytes: FileBytes, _ boxes: [BoxWalk.Box]) -> Int? {
    guard let box = boxes.first(where: { $0.name == "pitm" }) else { return nil }
    let version = bytes.number(at: box.body.lowerBound, 1) ?? 0
    return bytes.number(at: box.body.lowerBound + 4, version == 0 ? 2 : 4)
  }

  /// The numbers of an item's properties in the order in which they apply.
  private static func properties(_ bytes: FileBytes, _ body: Range<Int>, of item: Int) -> [Int] {
    guard let head = bytes.number(at: body.lowerBound, 4), let count = bytes.number(at: body.lowerBound + 4, 4),
      count <= 4096
    else { return [] }
    let (idWidth, linkWidth) = (head >> 24 == 0 ? 2 : 4, head & 1 == 0 ? 1 : 2)
    var place = body.lowerBound + 8
    for _ in 0..<count {
      guard let id = bytes.number(at: place, idWidth), let links = bytes.number(at: place + idWidth, 1) else {
        return []
      }
      place += idWidth + 1
      let numbers = (0..<links).compactMap { bytes.number(at: place + linkWidth * $0, linkWidth) }
      // The top bit says that a reader must understand the property.
      if id == item { return numbers.map { $0 & (linkWidth == 1 ? 0x7F : 0x7FFF) } }
      place += linkWidth * links
    }
    return []
  }
}
