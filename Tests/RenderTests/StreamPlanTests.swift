import EDL
import MediaTime
import Testing

@testable import Render

/// Where a stream is cut, and what players are told of it, by numbers worked out by hand.
@Suite struct StreamPlanTests {
  private static func track(_ segments: [(bytes: Int, seconds: Int64)]) -> StreamTrack {
    StreamTrack(
      name: "a", codec: "", initialization: .init(file: "", byteCount: 50, length: 0),
      segments: segments.map { .init(file: "", byteCount: $0.bytes, length: $0.seconds) }, tick: 1, timescale: 1)
  }

  /// RFC 8216, 4.1: the largest rate of neighbours that last from 0.5 to 1.5 target durations together.
  @Test func thePeakIsThatOfNeighboursOfAboutTheTarget() {
    // 4 s, 4 s and 1 s with a target of 4 s: the last one is too short to count alone.
    let short = Self.track([(1000, 4), (1200, 4), (900, 1)])
    #expect(short.target == 4)
    // 1,200 bytes in 4 s are 2,400 bits a second; 2,100 bytes in 5 s are 3,360; 900 in 1 s would be 7,200.
    #expect(short.peakRate(target: 4) == 3360)
    #expect(short.averageRate == Double(3100 * 8) / 9)
    #expect(short.byteCount == 3150)
    // Nothing lasts as long as half of the target: all of it is what there is.
    #expect(Self.track([(100, 1)]).peakRate(target: 6) == 800)
  }

  @Test("cuts fall at even steps, whatever the pieces are; a piece that stays whole gets key pictures instead")
  func cutsAreEven() throws {
    let pieces = try Make.pieces(
      [try Make.placement(0..<30), try Make.placement(30..<95, media: 1), try Make.placement(95..<120)], in: 0..<120)
    let cut = try KeyedSegments(interval: 50, cadence: .plain, isCuttable: true).segments(pieces)
    #expect(cut.map(\.frameCount) == [50, 50, 20])
    #expect(cut.map { $0.pieces.map(\.count) } == [[30, 20], [45, 5], [20]])
    #expect(cut.allSatisfy { $0.keys.isEmpty })
    let whole = try KeyedSegments(interval: 50, cadence: .plain, isCuttable: false).segments(pieces)
    #expect(whole.map(\.frameCount) == [120])
    #expect(whole.map(\.keys) == [[50, 100]])
    // At half the rate a step is 25 pictures.
    let half = try KeyedSegments(
      interval: 50, cadence: Cadence(canvas: Rational(50), output: Rational(25)), isCuttable: false
    ).segments(pieces)
    #expect(half.map(\.keys) == [[25, 50]])
  }
}
