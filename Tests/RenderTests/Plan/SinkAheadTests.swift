import AV
import EDL
import Foundation
import Testing

@testable import Render

@Suite struct SinkAheadTests {
  /// Notes the brightness of what it takes.
  private final class Noting: SegmentSink {
    var taken: [Int] = []
    var threads: Set<UInt> = []
    var isFinished = false
    var looks = 1
    let failsAt: Int

    init(failsAt: Int = .max) { self.failsAt = failsAt }

    func take(_ picture: borrowing Frame) throws(RenderError) {
      if taken.count == failsAt { throw RenderError.interrupted }
      taken.append(Int(picture.plane(0)?.pointee ?? 0))
      threads.insert(UInt(pthread_self()))
    }

    func looksAgain() throws(RenderError) -> Bool {
      looks -= 1
      return looks > 0
    }

    func finish() throws(RenderError) { isFinished = true }
  }

  private func picture(_ value: Int) throws -> Frame {
    let frame = try Frame.picture(width: 16, height: 16, format: try #require(PixelFormat(named: "gray")))
    frame.fill([value])
    return frame
  }

  @Test("A core that becomes idle takes over, and the order stays")
  func order() throws {
    let noting = Noting()
    let idle = Flag()
    let sink = SinkAhead(noting) { idle.isSet }
    for value in 0..<40 {
      if value == 10 { idle.isSet = true }
      try sink.take(try picture(value))
    }
    try sink.finish()
    #expect(noting.taken == Array(0..<40))
    #expect(noting.threads.count == 2)
    #expect(noting.isFinished)
  }

  @Test("All pictures have been taken before the sink is asked to look again")
  func twoLooks() throws {
    let noting = Noting()
    noting.looks = 2
    let sink = SinkAhead(noting) { true }
    for value in 0..<5 { try sink.take(try picture(value)) }
    #expect(try sink.looksAgain())
    #expect(noting.taken.count == 5)
    for value in 5..<9 { try sink.take(try picture(value)) }
    #expect(try !sink.looksAgain())
    try sink.finish()
    #expect(noting.taken == Array(0..<9))
  }

  @Test("A failure comes out, at the latest when the segment ends")
  func failure() throws {
    let noting = Noting(failsAt: 3)
    let sink = SinkAhead(noting) { true }
    #expect(throws: RenderError.self) {
      for value in 0..<40 { try sink.take(try picture(value)) }
      try sink.finish()
    }
    #expect(noting.taken == [0, 1, 2])
    #expect(!noting.isFinished)
  }

  private final class Flag {
    var isSet = false
  }
}
