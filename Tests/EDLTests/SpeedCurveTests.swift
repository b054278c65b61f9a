import MediaTime
import Testing

@testable import EDL

@Suite("Speed curves")
struct SpeedCurveTests {
  private func curve(_ keys: [(Rational, Rational)], _ ease: Ease = .linear) throws -> SpeedCurve {
    try #require(
      try SpeedCurve(keys: keys.map { .init(time: Time(seconds: $0), speed: $1, ease: ease) }))
  }

  private func ratio(_ top: Int64, _ bottom: Int64 = 1) throws -> Rational { try Rational(top, over: bottom) }

  @Test("Straight lines are exact: trapezoids, worked out by hand")
  func straight() throws {
    let curve = try curve([(.zero, .one), (Rational(2), ratio(1, 4)), (Rational(3), .one)])
    // ∫ = t − 3/16 t² to 2 s, 5/4 there; then + t/4 + 3/8 t², 15/8 at 3 s; then + t.
    let table: [((Int64, Int64), (Int64, Int64))] = [
      ((-1, 1), (-1, 1)), ((1, 1), (13, 16)), ((2, 1), (5, 4)), ((5, 2), (47, 32)), ((3, 1), (15, 8)),
      ((10, 1), (71, 8)),
    ]
    for (time, content) in table {
      let time = Time(seconds: try ratio(time.0, time.1))
      let content = Time(seconds: try ratio(content.0, content.1))
      #expect(try curve.content(at: time) == content)
      #expect(try curve.time(ofContent: content) == time)
    }
    // A frame of NTSC video is exact too.
    let frame = try ratio(1001, 30000)
    let area = try frame - ratio(3, 16) * frame * frame
    #expect(try curve.content(at: Time(seconds: frame)).seconds == area)
  }

  @Test("Keyframes before and behind the start count from the start")
  func shifted() throws {
    let curve = try curve([(Rational(-1), .one), (Rational(1), Rational(3))])
    // Speed 2 + t: 2t + t²/2.
    #expect(try curve.content(at: Time(seconds: .one)).seconds == ratio(5, 2))
    #expect(try curve.content(at: .zero) == .zero)
    #expect(try curve.content(at: Time(seconds: Rational(-1))).seconds == ratio(-3, 2))
  }

  @Test(
    "Every ease's integral is that of the ease", arguments: Ease.names.compactMap { Ease($0) }.filter { $0 != .hold })
  func eases(ease: Ease) throws {
    // Simpson's rule in fine steps; a jump or a corner of a curve costs it some precision.
    let steps = 20000
    var sum = 0.0
    for step in 0..<steps {
      let (low, high) = (Double(step) / Double(steps), Double(step + 1) / Double(steps))
      sum += (ease(low) + 4 * ease((low + high) / 2) + ease(high)) / 6 / Double(steps)
      if (step + 1) % 2500 == 0 { #expect(abs(ease.integral(high) - sum) < 2e-7, "\(ease.name) at \(high)") }
    }
    #expect(abs(ease.area.approximate - sum) < 2e-7)
  }

  @Test("Known areas: thirds and quarters of powers, halves of what is the same at both ends")
  func areas() throws {
    #expect(abs(Ease.penner(.quad, .in).area.approximate - 1.0 / 3) < 1e-12)
    #expect(abs(Ease.penner(.cubic, .out).area.approximate - 3.0 / 4) < 1e-12)
    #expect(abs(Ease.penner(.sine, .in).area.approximate - (1 - 2 / Double.pi)) < 1e-12)
    #expect(Ease("ease-in-out")?.area == (try ratio(1, 2)))
    // CSS's ease-in: 1 − 3/10 · 0.42 − … = 0.374 by Bernstein's integrals.
    #expect(Ease("ease-in")?.area == (try ratio(374, 1000)))
    #expect(Ease.hold.area == .zero)
  }

  @Test("With an ease the sum at the keyframe is exact, and between it rises and is found again")
  func eased() throws {
    let curve = try curve([(.zero, .one), (Rational(2), Rational(3))], Ease("ease-in-out") ?? .linear)
    #expect(try curve.content(at: Time(seconds: Rational(2))).seconds == Rational(4))
    var last = Rational(-1)
    for step in 0...60 {
      let time = Time(seconds: try ratio(Int64(step), 30))
      let content = try curve.content(at: time).seconds
      #expect(content > last)
      last = content
      let back = try curve.time(ofContent: Time(seconds: content)).seconds
      #expect(abs(back.approximate - time.seconds.approximate) < 2e-9)
    }
  }

  @Test("A speed that an ease takes below zero is told")
  func backwards() throws {
    let elastic = Ease("elastic-out") ?? .linear
    #expect(try curve([(.zero, Rational(2)), (.one, ratio(1, 10))], elastic).backwards != nil)
    #expect(try curve([(.zero, .one), (.one, Rational(2))], elastic).backwards == nil)
  }
}
