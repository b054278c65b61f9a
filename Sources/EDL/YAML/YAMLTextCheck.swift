/// Looks through the raw bytes before libyaml sees them, so that what is wrong with the characters
/// is told in one voice and with a place: encoding first, then characters that YAML forbids.
struct YAMLTextCheck {
  /// Something that must not be in the text.
  struct Fault {
    let code: String
    let message: String
    let position: SourcePosition
    /// How many scalars it covers.
    let width: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var line = 1
  private var column = 1

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the first fault of the bytes (a byte order mark already taken off).
  static func firstFault(in bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    var check = YAMLTextCheck(bytes)
    return check.run()
  }

  private mutating func run() -> Fault? {
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20, byte < 0x7F || byte >= 0x80 {
        if byte < 0x80 {
          index += 1
          column += 1
        } else if let fault = multibyte() {
          return fault
        }
      } else if let fault = control(byte) {
        return fault
      }
    }
    return nil
  }

  private mutating func control(_ byte: UInt8) -> Fault? {
    switch byte {
    case 0x0A: newLine(taking: 1)
    case 0x0D: newLine(taking: index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1)
    case 0x09:
      index += 1
      column += 1
    default: return forbidden(UInt32(byte))
    }
    return nil
  }

  private mutating func newLine(taking count: Int) {
    index += count
    line += 1
    column = 1
  }

  private mutating func multibyte() -> Fault? {
    guard let (value, length) = decode() else { return invalid() }
    switch value {
    // libyaml, being of YAML 1.1, would take these for line ends and change the text in silence.
    case 0x85, 0x2028, 0x2029, 0x80...0x9F, 0xFEFF, 0xFFFE, 0xFFFF: return forbidden(value)
    default:
      index += length
      column += 1
      return nil
    }
  }

  // Well-formed UTF-8 only: no overlong forms, no surrogates, nothing above U+10FFFF.
  private func decode() -> (value: UInt32, length: Int)? {
    let first = bytes[index]
    let length: Int
    var value: UInt32
    switch first {
    case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
    case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
    default: return nil
    }
    guard index + length <= bytes.count else { return nil }
    for offset in 1..<length {
      let next = bytes[index + offset]
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    let lowest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= lowest, value <= 0x10FFFF, !(0xD800...0xDFFF).contains(value) else { return nil }
    return (value, length)
  }

  private func invalid() -> Fault {
    let looksWide = line == 1 && column == 1 && (bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]))
    let what = looksWide ? "the file is UTF-16" : "byte 0x\(hexadecimal(UInt32(bytes[index]), digits: 2))"
    return Fault(
      code: "yaml.encoding", message: "invalid UTF-8: \(what); save the file as UTF-8",
      position: SourcePosition(line: line, column: column), width: 1)
  }

  private func forbidden(_ value: UInt32) -> Fault {
    let name = "U+\(hexadecimal(value, digits: 4))"
    let message =
      switch value {
      case 0: "a NUL character; this does not look like a text file"
      case 0xFEFF: "a byte order mark (\(name)) in the middle of the text; remove it"
      case 0x85, 0x2028, 0x2029: "the line separator \(name) cannot stand here; break the line with a newline"
      default: "the control character \(name) cannot stand here; remove it"
      }
    return Fault(
      code: "yaml.character", message: message, position: SourcePosition(line: line, column: column), width: 1)
  }

  private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
