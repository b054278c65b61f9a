import MediaTime
import Testing

/// A small deterministic generator, so that a failure is found again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

@Suite struct RationalTests {
  @Test func reducesAndKeepsTheDenominatorPositive() throws {
    let value = try Rational(6, over: -8)
    #expect(value.numerator == -3)
    #expect(value.denominator == 4)
    #expect(try Rational(0, over: -5) == .zero)
    #expect(try Rational(Int64.min, over: Int64.min) == .one)
  }

  @Test func refusesWhatDoesNotFit() {
    #expect(throws: TimeOverflow()) { try Rational(1, over: 0) }
    #expect(throws: TimeOverflow()) { try Rational(Int64.min, over: -1) }
    #expect(throws: TimeOverflow()) { try Rational(1, over: Int64.min) }
    #expect(throws: TimeOverflow()) { try Rational(wide: .max, over: 1) }
    #expect(throws: TimeOverflow()) { try Rational(wide: .min, over: -1) }
    #expect(throws: Never.self) { try Rational(wide: .min, over: .min) }
    #expect(throws: TimeOverflow()) { try Rational(Int(Int64.max)) + .one }
    #expect(throws: TimeOverflow()) { try .one / .zero }
    #expect(throws: TimeOverflow()) { try -Rational(Int.min) }
  }

  @Test func roundsTiesUp() throws {
    // value, floor, ceiling, rounded
    let table: [(Int64, Int64, Int64, Int64, Int64)] = [
      (1, 2, 0, 1, 1), (-1, 2, -1, 0, 0), (3, 2, 1, 2, 2), (-3, 2, -2, -1, -1), (5, 3, 1, 2, 2), (4, 3, 1, 2, 1),
      (-4, 3, -2, -1, -1), (-5, 3, -2, -1, -2), (7, 1, 7, 7, 7), (-7, 1, -7, -7, -7),
    ]
    for (top, bottom, floor, ceiling, rounded) in table {
      let value = try Rational(top, over: bottom)
      #expect(value.floor == floor, "\(value)")
      #expect(value.ceiling == ceiling, "\(value)")
      #expect(value.rounded == rounded, "\(value)")
    }
  }

  @Test func writesDecimalsThatEnd() throws {
    #expect(try Rational(17, over: 4).decimalText == "4.25")
    #expect(try Rational(-1, over: 8).decimalText == "-0.125")
    #expect(try Rational(1001, over: 30000).decimalText == "1001/30000")
    #expect(try Rational(1, over: 1_000_000_000).decimalText == "0.000000001")
    #expect(Rational(-3).decimalText == "-3")
  }

  @Test func agreesWithWideArithmetic() throws {
    var random = SplitMix(state: 1)
    for _ in 0..<20_000 {
      let (a, b) = (Int64.random(in: -5000...5000, using: &random), Int64.random(in: 1...5000, using: &random))
      let (c, d) = (Int64.random(in: -5000...5000, using: &random), Int64.random(in: 1...5000, using: &random))
      let (left, right) = (try Rational(a, over: b), try Rational(c, over: d))
      #expect(isSame(try left + right, a * d + c * b, b * d))
      #expect(isSame(try left - right, a * d - c * b, b * d))
      #expect(isSame(try left * right, a * c, b * d))
      if c != 0 { #expect(isSame(try left / right, a * d, b * c)) }
      #expect((left < right) == (a * d < c * b))
      #expect((left == right) == (a * d == c * b))
      #expect(Int64(left.floor) * b <= a && a < (left.floor + 1) * b)
      #expect(2 * a - b < 2 * left.rounded * b + 0 && 2 * left.rounded * b <= 2 * a + b)
    }
  }

  @Test func neverTrapsOnExtremes() {
    let edges: [Int64] = [.min, .min + 1, -1, 0, 1, 2, 3, .max - 1, .max]
    let values = edges.flatMap { top in edges.compactMap { try? Rational(top, over: $0) } }
    for left in values {
      _ = (left.floor, left.ceiling, left.rounded, left.decimalText)
      for right in values {
        _ = (try? left + right, try? left - right, try? left * right, try? left / right, left < right)
      }
    }
  }

  private func isSame(_ value: Rational, _ top: Int64, _ bottom: Int64) -> Bool {
    Int128(value.numerator) * Int128(bottom) == Int128(top) * Int128(value.denominator) && value.denominator > 0
  }
}
