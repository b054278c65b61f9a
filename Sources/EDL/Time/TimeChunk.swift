internal import MediaTime

/// A stretch of a time's text without spaces and signs: one number with its units, or one clock.
struct TimeChunk {
  /// What is wrong with a chunk.
  struct Fault: Error {
    enum Kind {
      /// A number without a unit.
      case bareNumber
      /// Does not fit 64-bit terms.
      case tooLarge
      /// Not one of the forms; the reason if there is one to tell.
      case syntax(String?)
    }

    let kind: Kind
    /// What the chunk could be instead.
    var fixes: [(message: String, text: String)] = []

    init(_ kind: Kind, fixes: [(message: String, text: String)] = []) {
      self.kind = kind
      self.fixes = fixes
    }
  }

  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Reads the chunk.
  func quantity() throws(Fault) -> TimeExpression.Quantity {
    if bytes.contains(UInt8(ascii: ":")) || bytes.contains(UInt8(ascii: ";")) { return try clock() }
    if bytes.last == UInt8(ascii: "%") { return try percent() }
    if bytes.contains(UInt8(ascii: "/")) { return try fraction() }
    return try units()
  }

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  // MARK: Units

  /// `4.25s`, `2m3.5s`, `120f`, `192000sa`: numbers with units, the largest first.
  private func units() throws(Fault) -> TimeExpression.Quantity {
    var rest = bytes
    var total = Rational.zero
    var lastRank = -1
    while !rest.isEmpty {
      let number = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
      rest = rest.dropFirst(number.count)
      let unit = String(decoding: rest.prefix(while: isLetter), as: UTF8.self)
      rest = rest.dropFirst(unit.utf8.count)
      guard !number.isEmpty, rest.isEmpty || isDigit(rest[rest.startIndex]) else { throw Fault(.syntax(nil)) }
      let value = try decimal(number)
      let isAlone = number.startIndex == bytes.startIndex && rest.isEmpty
      switch (unit, isAlone) {
      case ("", true): return try bare(value)
      case ("f", true), ("sa", true): return try counted(value, unit: unit)
      default: break
      }
      guard let rank = TimeChunk.secondUnits.firstIndex(where: { $0.name == unit }) else {
        throw misspeltUnit(unit, isAlone: isAlone, number: number)
      }
      guard rank > lastRank else {
        throw Fault(.syntax("units go from large to small, each once: h, m, s, ms"))
      }
      lastRank = rank
      total = try exact { () throws(TimeOverflow) in try total + value * TimeChunk.secondUnits[rank].seconds }
    }
    return .seconds(total)
  }

  private func bare(_ value: Rational) throws(Fault) -> TimeExpression.Quantity {
    if value.isZero, bytes.count == 1 { return .seconds(.zero) }
    let number = value.decimalText
    let frames = value.isWhole ? [("write \"\(number)f\" for frames", "\(number)f")] : []
    throw Fault(.bareNumber, fixes: frames + [("write \"\(number)s\" for seconds", "\(number)s")])
  }

  private func counted(_ value: Rational, unit: String) throws(Fault) -> TimeExpression.Quantity {
    guard value.isWhole else {
      throw Fault(.syntax("\(unit == "f" ? "frames" : "samples") are counted whole"))
    }
    let count = Int(value.numerator)
    return unit == "f" ? .frames(count) : .samples(count)
  }

  private func misspeltUnit(_ unit: String, isAlone: Bool, number: ArraySlice<UInt8>) -> Fault {
    guard isAlone, let meant = TimeChunk.unit(meantBy: unit) else { return Fault(.syntax(nil)) }
    let fixed = String(decoding: number, as: UTF8.self) + meant
    return Fault(.syntax("the unit is \"\(meant)\""), fixes: [("write \"\(fixed)\"", fixed)])
  }

  private static let secondUnits: [(name: String, seconds: Rational)] = [
    ("h", Rational(3600)), ("m", Rational(60)), ("s", .one), ("ms", millisecond),
  ]

  // 1/1000 always fits; the fallback is never taken.
  private static let millisecond = (try? Rational(1, over: 1000)) ?? .zero

  /// Returns the unit that a word for one means.
  static func unit(meantBy word: String) -> String? {
    switch word.lowercased() {
    case "f", "fr", "frm", "frame", "frames": "f"
    case "s", "sec", "secs", "second", "seconds": "s"
    case "m", "min", "mins", "minute", "minutes": "m"
    case "h", "hr", "hrs", "hour", "hours": "h"
    case "ms", "msec", "msecs", "millisecond", "milliseconds": "ms"
    case "sa", "smp", "sample", "samples": "sa"
    default: nil
    }
  }

  // MARK: Other forms

  private func percent() throws(Fault) -> TimeExpression.Quantity {
    let number = bytes.dropLast()
    guard !number.isEmpty, number.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else {
      throw Fault(.syntax(nil))
    }
    let value = try decimal(number)
    return .fraction(try exact { () throws(TimeOverflow) in try value / Rational(100) })
  }

  /// `1001/30000s`.
  private func fraction() throws(Fault) -> TimeExpression.Quantity {
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy(isDigit) else { throw Fault(.syntax(nil)) }
    let digits = parts[1].prefix(while: isDigit)
    guard !digits.isEmpty else { throw Fault(.syntax(nil)) }
    let unit = parts[1].dropFirst(digits.count)
    if unit.isEmpty { throw Fault(.bareNumber, fixes: [("write \"\(text)s\" for seconds", "\(text)s")]) }
    guard unit.elementsEqual("s".utf8) else { throw Fault(.syntax("a fraction is of seconds, like 1001/30000s")) }
    let (top, bottom) = (try decimal(parts[0]), try decimal(digits))
    guard !bottom.isZero else { throw Fault(.syntax("nothing can be divided by zero")) }
    return .seconds(try exact { () throws(TimeOverflow) in try top / bottom })
  }

  // MARK: Numbers

  /// Reads digits with at most one point, a digit after the point if there is one.
  func decimal(_ digits: ArraySlice<UInt8>) throws(Fault) -> Rational {
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 1 || (parts.count == 2 && !parts[1].isEmpty) else { throw Fault(.syntax(nil)) }
    var value: Int64 = 0
    var scale: Int64 = 1
    for (index, part) in parts.enumerated() {
      for byte in part {
        let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, secondOverflow) = tens.addingReportingOverflow(Int64(byte - 0x30))
        let (places, thirdOverflow) = index == 0 ? (1, false) : scale.multipliedReportingOverflow(by: 10)
        guard !overflow, !secondOverflow, !thirdOverflow else { throw Fault(.tooLarge) }
        (value, scale) = (sum, places)
      }
    }
    return try exact { () throws(TimeOverflow) in try Rational(value, over: scale) }
  }

  /// Turns an overflow into a fault.
  func exact(_ compute: () throws(TimeOverflow) -> Rational) throws(Fault) -> Rational {
    do {
      return try compute()
    } catch {
      throw Fault(.tooLarge)
    }
  }
}
