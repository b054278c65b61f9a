/// The order in which people number files: `shot2` before `shot10`.
enum NaturalOrder {
  /// Whether a name comes before another one: runs of digits compare as numbers, the rest as text.
  static func isBefore(_ lhs: String, _ rhs: String) -> Bool {
    var left = Array(lhs.utf8)[...]
    var right = Array(rhs.utf8)[...]
    while let first = left.first, let other = right.first {
      if isDigit(first), isDigit(other) {
        let numbers = (takeNumber(&left), takeNumber(&right))
        if numbers.0.count != numbers.1.count { return numbers.0.count < numbers.1.count }
        if !numbers.0.elementsEqual(numbers.1) { return numbers.0.lexicographicallyPrecedes(numbers.1) }
      } else if first != other {
        return first < other
      } else {
        left.removeFirst()
        right.removeFirst()
      }
    }
    // Equal but for leading zeros (`1` and `01`): any order will do if it is always the same.
    return left.isEmpty && right.isEmpty ? lhs.utf8.lexicographicallyPrecedes(rhs.utf8) : left.isEmpty
  }

  /// Takes a run of digits off the front, without its leading zeros.
  private static func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let run = bytes.prefix(while: isDigit)
    bytes = bytes.dropFirst(run.count)
    return run.drop { $0 == UInt8(ascii: "0") }
  }
}
