import EDL
import MediaTime
import Testing

@testable import Render

@Suite struct SegmenterTests {
  private let names = ContentNames((0..<40).map { Make.media("clip\($0).mp4") }, FileBook(nil))

  private func segments(_ pieces: [Piece]) throws -> [Segment] {
    try Segmenter(rate: Make.rate, names: names).segments(pieces)
  }

  private func pieces(_ lengths: [Int]) throws -> [Piece] {
    var start = 0
    let placements = try lengths.enumerated().map { index, length in
      defer { start += length }
      return try Make.placement(start..<start + length, media: index % 40, in: index * 7 % 11)
    }
    return try Make.pieces(placements, in: 0..<start)
  }

  @Test func segmentsTileTheProgramme() throws {
    let pieces = try pieces([3, 12, 700, 49, 50, 51, 1, 1, 1, 230, 8, 199, 12, 12, 13, 999])
    let total = pieces.reduce(0) { $0 + $1.count }
    let segments = try segments(pieces)
    #expect(segments.reduce(0) { $0 + $1.frameCount } == total)
    #expect(segments.allSatisfy { $0.frameCount > 0 && $0.frameCount < 250 })
  }

  @Test func longPiecesAreCutFromTheirOwnStart() throws {
    // 8 s are 200 frames; what is left over and shorter than 2 s goes with the last.
    let lengths = try segments(try pieces([640])).map(\.frameCount)
    #expect(lengths == [200, 200, 240])
    let later = try segments(try pieces([60, 640])).map(\.frameCount)
    #expect(later == [60, 200, 200, 240])
  }

  @Test func anInsertionMovesFewCuts() throws {
    let lengths = (0..<200).map { 8 + $0 * 5 % 13 }
    var start = 0
    var placements: [Placement] = []
    for (index, length) in lengths.enumerated() {
      placements.append(try Make.placement(start..<start + length, media: index % 40, in: index * 17 % 101))
      start += length
    }
    let before = try segments(try Make.pieces(placements, in: 0..<start))
    let inserted = try Make.placement(0..<9, media: 39, in: 500)
    let moved = placements.map {
      var copy = $0
      copy.frames = $0.frames.lowerBound + 9..<$0.frames.upperBound + 9
      return copy
    }
    let after = try segments(try Make.pieces([inserted] + moved, in: 0..<start + 9))
    let known = Set(before)
    let new = after.filter { !known.contains($0) }
    #expect(new.count <= 4, "\(new.count) of \(after.count) segments are new")
  }

  @Test func repeatsAreOneSegment() throws {
    var placements: [Placement] = []
    for index in 0..<40 { placements.append(try Make.placement(index * 60..<index * 60 + 60)) }
    let segments = try segments(try Make.pieces(placements, in: 0..<2400))
    #expect(segments.count == 40)
    #expect(Set(segments).count == 1)
  }
}

@Suite struct SegmentQueueTests {
  @Test(arguments: [1, 2, 3, 7]) func everySegmentIsGivenOutOnce(workers: Int) {
    let runs = [0..<1, 1..<20, 20..<22, 22..<23, 23..<60]
    let queue = SegmentQueue(runs: runs, lengths: (0..<60).map { 10 + $0 % 7 }, workers: workers)
    var given: [Int] = []
    var worker = 0
    var misses = 0
    while misses < workers {
      if let next = queue.next(for: worker) {
        given.append(next)
        misses = 0
      } else {
        misses += 1
      }
      worker = (worker + 1) % workers
    }
    #expect(given.sorted() == Array(0..<60))
  }

  @Test func aWorkerKeepsToItsRun() {
    let queue = SegmentQueue(runs: [0..<10, 10..<20], lengths: Array(repeating: 1, count: 20), workers: 2)
    let first = (0..<5).compactMap { _ in queue.next(for: 0) }
    let second = (0..<5).compactMap { _ in queue.next(for: 1) }
    #expect(first == Array(0..<5))
    #expect(second == Array(10..<15))
  }
  @Test func aRunIsSharedWhereBothEndSoonest() {
    // 2, 6, 8 and 4 s: cut in the middle by length, not by number.
    let queue = SegmentQueue(runs: [0..<4], lengths: [60, 180, 240, 120], workers: 2)
    #expect(queue.next(for: 0) == 0)
    #expect(queue.next(for: 1) == 2)
    #expect(queue.next(for: 0) == 1)
    #expect(!queue.hasIdle)
    // The other one is nearly there and goes on without decoding anything twice.
    for _ in 0..<239 { queue.advance(1) }
    #expect(queue.next(for: 0) == nil)
    #expect(queue.hasIdle)
    #expect(queue.next(for: 1) == 3)
  }

  @Test func theEndOfARunIsTakenOverFromWhoIsFarBehind() {
    let queue = SegmentQueue(runs: [0..<4], lengths: [60, 180, 240, 120], workers: 2)
    _ = (queue.next(for: 0), queue.next(for: 1))
    #expect(queue.next(for: 0) == 1)
    #expect(queue.next(for: 0) == 3)
    #expect(queue.next(for: 1) == nil)
  }
}
