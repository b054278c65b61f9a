/// Finds lines and characters in checked UTF-8; for the rare path of explaining an error only.
struct YAMLSourceText {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns a position that is in the text: libyaml puts the end of a text that lacks its last
  /// newline on a line that is not there.
  func clamped(_ position: SourcePosition) -> SourcePosition {
    var number = position.line
    if line(number) == nil {
      number = 1 + bytes.indices.count { isLineEnd($0) }
      return SourcePosition(line: number, column: (line(number)?.count ?? 0) + 1)
    }
    return SourcePosition(line: number, column: min(position.column, (line(number)?.count ?? 0) + 1))
  }

  private func isLineEnd(_ index: Int) -> Bool {
    let byte = bytes[index]
    return byte == 0x0A || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A))
  }

  /// Returns a line's scalars without its end, nil if there are fewer lines.
  func line(_ number: Int) -> [Unicode.Scalar]? {
    var start = 0
    var current = 1
    var index = 0
    while index < bytes.count, current < number {
      let byte = bytes[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      current += 1
      start = index
    }
    guard current == number else { return nil }
    let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
    return Array(String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars)
  }

  /// Returns the scalar at a position, nil at the end of its line.
  func scalar(at position: SourcePosition) -> Unicode.Scalar? {
    guard let scalars = line(position.line) else { return nil }
    return position.column <= scalars.count ? scalars[position.column - 1] : nil
  }

  /// Returns the column of the first tab in a line's indentation.
  func tabInIndentation(ofLine number: Int) -> Int? {
    line(number)?.prefix { $0 == " " || $0 == "\t" }.firstIndex(of: "\t").map { $0 + 1 }
  }
}
