/// A numbered file name: `frame%04d.png`.
struct NumberPattern {
  let prefix: String
  /// The least number of digits; 0 where nothing is padded.
  let width: Int
  let suffix: String

  /// Reads a name with one `%d` or `%0Nd` in it (`%%` is a percent sign); nil if it has none or two.
  init?(_ name: String) {
    var parts: [[UInt8]] = [[]]
    var width = 0
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        parts[parts.count - 1].append(byte)
        continue
      }
      if rest.first == UInt8(ascii: "%") {
        rest.removeFirst()
        parts[parts.count - 1].append(byte)
        continue
      }
      let digits = rest.prefix(while: isDigit)
      rest = rest.dropFirst(digits.count)
      guard rest.popFirst() == UInt8(ascii: "d"), digits.isEmpty || digits.first == UInt8(ascii: "0"),
        digits.count <= 3
      else { return nil }
      width = Int(String(decoding: digits, as: UTF8.self)) ?? 0
      parts.append([])
    }
    guard parts.count == 2 else { return nil }
    prefix = String(decoding: parts[0], as: UTF8.self)
    suffix = String(decoding: parts[1], as: UTF8.self)
    self.width = width
  }

  /// The name with a number in it.
  func name(_ number: Int) -> String {
    let digits = String(number)
    return prefix + String(repeating: "0", count: max(0, width - digits.count)) + digits + suffix
  }

  /// Returns the number in a name that the pattern makes, nil for another name.
  func number(in name: String) -> Int? {
    let bytes = Array(name.utf8)
    guard bytes.starts(with: prefix.utf8), bytes.count > prefix.utf8.count + suffix.utf8.count,
      bytes[(bytes.count - suffix.utf8.count)...].elementsEqual(suffix.utf8)
    else { return nil }
    let digits = bytes[prefix.utf8.count..<(bytes.count - suffix.utf8.count)]
    guard digits.allSatisfy(isDigit), digits.count >= width, digits.count <= 9 else { return nil }
    guard digits.count == max(width, 1) || digits.first != UInt8(ascii: "0") else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
