/// Finds parts of lines in a text, however long the text and its lines are.
///
/// One pass over the text notes where lines begin and, now and then, at which byte a scalar begins;
/// after that a place is found in constant time, so many findings in one huge line cost no more
/// than in many small ones. Lines end where YAML's do: at a line feed, a carriage return, or both.
struct LineIndex: Sendable {
  /// A stretch of a line.
  struct Part {
    let scalars: [Unicode.Scalar]
    /// How many scalars of the line come before it.
    let start: Int
    /// Whether the line goes on after it.
    let isCutAfter: Bool
  }

  /// A line without its end: its bytes and its scalars, both counted from the text's start.
  private struct Line {
    let bytes: Range<Int>
    let scalars: Range<Int>
  }

  private let text: String
  private var lines: [Line] = []
  /// The byte at which every scalar begins whose number is a multiple of ``step``.
  private var marks: [Int] = []
  private static let step = 512

  init(_ text: String) {
    self.text = text
    var (byteCount, scalarCount) = (0, 0)
    var (firstByte, firstScalar) = (0, 0)
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte & 0xC0 != 0x80 {
        if scalarCount % Self.step == 0 { marks.append(byteCount) }
        scalarCount += 1
      }
      byteCount += 1
      if byte == 0x0A || byte == 0x0D {
        if byte == 0x0D || last != 0x0D {
          lines.append(Line(bytes: firstByte..<(byteCount - 1), scalars: firstScalar..<(scalarCount - 1)))
        }
        (firstByte, firstScalar) = (byteCount, scalarCount)
      }
      last = byte
    }
    lines.append(Line(bytes: firstByte..<byteCount, scalars: firstScalar..<scalarCount))
  }

  /// Returns what a line has among some columns, which count from 0; nil if there is no such line.
  func part(ofLine number: Int, columns: Range<Int>) -> Part? {
    guard lines.indices.contains(number - 1) else { return nil }
    let line = lines[number - 1]
    let wanted = columns.clamped(to: 0..<line.scalars.count)
    let mark = (line.scalars.lowerBound + wanted.lowerBound) / Self.step
    var (byte, column) = (line.bytes.lowerBound, 0)
    if mark < marks.count, mark * Self.step >= line.scalars.lowerBound {
      (byte, column) = (marks[mark], mark * Self.step - line.scalars.lowerBound)
    }
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: byte)
    let end = utf8.index(utf8.startIndex, offsetBy: line.bytes.upperBound)
    let scalars = text.unicodeScalars[start..<end].dropFirst(wanted.lowerBound - column).prefix(wanted.count)
    return Part(
      scalars: Array(scalars), start: wanted.lowerBound, isCutAfter: wanted.upperBound < line.scalars.count)
  }
}
