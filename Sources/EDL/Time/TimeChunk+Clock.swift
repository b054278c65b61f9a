internal import MediaTime

extension TimeChunk {
  /// `01:30`, `00:00:04.250`, `01:00:04:12`, `01:00:04;12`: fields between colons.
  func clock() throws(Fault) -> TimeExpression.Quantity {
    let fields = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
    let hasSemicolon = bytes.contains(UInt8(ascii: ";"))
    switch fields.count {
    case 2 where !hasSemicolon, 3 where !hasSemicolon: return .seconds(try clockSeconds(fields))
    case 4: return .timecode(try timecode(fields))
    default: throw Fault(.syntax("a clock is mm:ss or hh:mm:ss, timecode is hh:mm:ss:ff or hh:mm:ss;ff"))
    }
  }

  private func clockSeconds(_ fields: [ArraySlice<UInt8>]) throws(Fault) -> Rational {
    var total = Rational.zero
    for (index, field) in fields.enumerated() {
      let isLast = index == fields.count - 1
      let whole = field.prefix(while: isDigit)
      try checkField(field, whole: whole, isFirst: index == 0, isLast: isLast)
      let value = try decimal(field)
      if index > 0, whole.count != 2 || value >= Rational(60) { throw fieldFault(whole, isSeconds: isLast) }
      total = try exact { () throws(TimeOverflow) in try total * Rational(60) + value }
    }
    return total
  }

  private func checkField(
    _ field: ArraySlice<UInt8>, whole: ArraySlice<UInt8>, isFirst: Bool, isLast: Bool
  ) throws(Fault) {
    let fraction = field.dropFirst(whole.count)
    guard !whole.isEmpty else { throw Fault(.syntax("a field of the clock is empty")) }
    guard !fraction.isEmpty else { return }
    let digits = fraction.dropFirst()
    guard isLast, !digits.isEmpty, digits.allSatisfy(isDigit) else { throw Fault(.syntax(nil)) }
    if fraction.first == UInt8(ascii: ",") {
      let fixed = String(decoding: bytes, as: UTF8.self).replacing(",", with: ".")
      throw Fault(.syntax("the decimal mark is a point"), fixes: [("write \"\(fixed)\"", fixed)])
    }
    guard fraction.first == UInt8(ascii: ".") else { throw Fault(.syntax(nil)) }
  }

  private func fieldFault(_ digits: ArraySlice<UInt8>, isSeconds: Bool) -> Fault {
    let name = isSeconds ? "seconds" : "minutes"
    guard digits.count == 2 else { return Fault(.syntax("the \(name) of a clock have two digits")) }
    return Fault(.syntax("the \(name) of a clock go from 00 to 59"))
  }

  private func timecode(_ fields: [ArraySlice<UInt8>]) throws(Fault) -> Timecode {
    guard fields.allSatisfy({ $0.allSatisfy(isDigit) }) else {
      throw Fault(.syntax("the fields of timecode are whole numbers, hh:mm:ss:ff"))
    }
    if let timecode = Timecode(String(decoding: bytes, as: UTF8.self)) { return timecode }
    if fields[1].count == 2, fields[2].count == 2 {
      for (field, name) in [(fields[1], "minutes"), (fields[2], "seconds")] where try decimal(field) >= Rational(60) {
        throw Fault(.syntax("the \(name) of timecode go from 00 to 59"))
      }
    }
    throw Fault(.syntax("timecode is hh:mm:ss:ff, or hh:mm:ss;ff for drop-frame, two digits a field"))
  }
}
