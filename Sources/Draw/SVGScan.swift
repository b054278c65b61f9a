/// Looks through the text of an SVG without understanding all of it.
package enum SVGScan {
  /// Whether a file that begins so is an SVG: its root element is called `svg`.
  package static func isSVG(_ start: [UInt8]) -> Bool {
    var rest = start[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    for _ in 0..<64 {
      rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if rest.starts(with: Array("<!--".utf8)) {
        guard let end = find("-->", in: rest) else { return false }
        rest = rest[end...]
      } else if rest.starts(with: Array("<?xml".utf8)) || rest.starts(with: Array("<!DOCTYPE".utf8))
        || rest.starts(with: Array("<?".utf8))
      {
        // A document type may hold declarations in brackets; the root's name stands in it anyway.
        if rest.starts(with: Array("<!DOCTYPE svg".utf8)) { return true }
        guard let end = find(">", in: rest) else { return false }
        rest = rest[end...]
      } else {
        return rest.starts(with: Array("<svg".utf8)) || rest.starts(with: Array("<svg:svg".utf8))
      }
    }
    return false
  }

  /// What the file wants to be read besides itself: a picture, a style sheet, an entity.
  static func outsideReference(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    for match in text.matches(of: /<([A-Za-z:]+)\s[^<>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)')/) {
      let element = match.1.split(separator: ":").last ?? match.1
      // A link leads elsewhere only for a reader who follows it.
      guard element.lowercased() != "a" else { continue }
      let target = match.2 ?? match.3 ?? ""
      if isOutside(target) { return String(target) }
    }
    for match in text.matches(of: /url\(\s*["']?([^"')]*)/) where isOutside(match.1) { return String(match.1) }
    for match in text.matches(of: /@import\s+["']([^"']*)/) { return String(match.1) }
    for match in text.matches(of: /<!ENTITY[^>]*\s(?:SYSTEM|PUBLIC)\s+["']([^"']*)/) { return String(match.1) }
    return nil
  }

  private static func isOutside(_ target: Substring) -> Bool {
    let target = target.drop { $0.isWhitespace }
    return !target.isEmpty && !target.hasPrefix("#") && !target.hasPrefix("data:") && !target.hasPrefix("&#")
  }

  private static func find(_ text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let wanted = Array(text.utf8)
    var place = bytes.startIndex
    while place + wanted.count <= bytes.endIndex {
      if bytes[place..<place + wanted.count].elementsEqual(wanted) { return place + wanted.count }
      place += 1
    }
    return nil
  }
}
