import MediaTime
import Testing

@Suite struct TimeTests {
  private let ntsc = (try? Rational(30000, over: 1001)) ?? .one

  @Test func framesThereAndBackAtEveryRate() throws {
    let rates = [
      Rational(24), Rational(25), Rational(120), ntsc, try Rational(24000, over: 1001), try Rational(25, over: 2),
    ]
    for rate in rates {
      for frame in [0, 1, 2, 29, 30, 1799, 107_892, 2_589_408, -1, -30] {
        let time = try Time(frame: frame, at: rate)
        #expect(try time.frames(at: rate) == frame)
        #expect(try time.exactFrames(at: rate) == Rational(frame))
      }
    }
  }

  @Test func oneSecondIsNotThirtyFramesAtNTSC() throws {
    // 1 s × 30000/1001 = 29.97… → frame 30, whose time is 1.001 s.
    #expect(try Time(seconds: .one).frames(at: ntsc) == 30)
    #expect(try Time(frame: 30, at: ntsc).seconds == Rational(1001, over: 1000))
  }

  @Test func roundsTiesUpAlsoBelowZero() throws {
    let half = try Rational(1, over: 50)
    #expect(try Time(seconds: half).frames(at: Rational(25)) == 1)
    #expect(try Time(seconds: -half).frames(at: Rational(25)) == 0)
    #expect(try Time(seconds: Rational(-3, over: 50)).frames(at: Rational(25)) == -1)
  }

  @Test func samplesOfFrames() throws {
    // Frame 1 at 29.97 is 1601.6 samples at 48 kHz, frame 5 is 8008 exactly.
    #expect(try Time(frame: 1, at: ntsc).samples(at: 48000) == 1602)
    #expect(try Time(frame: 5, at: ntsc).samples(at: 48000) == 8008)
    #expect(try Time(sample: 8008, at: 48000) == Time(frame: 5, at: ntsc))
  }

  @Test func roundingIsNearestForRandomTimes() throws {
    var random = SplitMix(state: 2)
    for _ in 0..<20_000 {
      let top = Int64.random(in: -1_000_000...1_000_000, using: &random)
      let bottom = Int64.random(in: 1...100_000, using: &random)
      let rate = try Rational(
        Int64.random(in: 1...120_000, using: &random), over: Int64.random(in: 1...1001, using: &random))
      let frames = Int128(try Time(seconds: Rational(top, over: bottom)).frames(at: rate))
      // frames − 1/2 ≤ exact < frames + 1/2, that is: the nearest, ties up.
      let exact = Int128(top) * Int128(rate.numerator) * 2
      let unit = Int128(bottom) * Int128(rate.denominator)
      #expect((2 * frames - 1) * unit <= exact && exact < (2 * frames + 1) * unit)
    }
  }

  @Test func extremesThrowInsteadOfTrapping() throws {
    let huge = Time(seconds: Rational(Int(Int64.max)))
    let rate = Rational(Int(Int64.max))
    #expect(throws: TimeOverflow()) { try huge.frames(at: rate) }
    #expect(throws: TimeOverflow()) { try huge.samples(at: 48000) }
    #expect(throws: TimeOverflow()) { try Time(frame: 1, at: .zero) }
    #expect(throws: TimeOverflow()) { try Time(sample: 1, at: 0) }
    let fine = Time(seconds: try Rational(Int64.max, over: Int64.max - 1))
    #expect(try fine.frames(at: try Rational(Int64.max, over: Int64.max - 1)) == 1)
  }

  @Test func writesSeconds() throws {
    #expect("\(try Time(sample: 12000, at: 48000))" == "0.25s")
    #expect("\(try Time(frame: 1, at: ntsc))" == "1001/30000s")
  }
}
