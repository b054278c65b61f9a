internal import Foundation
internal import Synchronization

/// Hands segments to workers so that none idles at the end and readers seldom seek.
///
/// Longest runs go first; a worker keeps to its run, because the next segment goes on where its
/// readers stand. When nothing is left, the back half of the longest remaining run is taken over.
/// Who renders a segment never changes its bytes.
final class SegmentQueue: Sendable {
  private struct Work: ~Copyable {
    var waiting: [ArraySlice<Int>]
    var current: [ArraySlice<Int>]
  }

  private let lengths: [Int]
  private let work: Mutex<Work>

  init(runs: [Range<Int>], lengths: [Int], workers: Int) {
    self.lengths = lengths
    let sorted = runs.map { ArraySlice(Array($0)) }.enumerated().sorted { lhs, rhs in
      let (left, right) = (Self.length(lhs.element, lengths), Self.length(rhs.element, lengths))
      return left == right ? lhs.offset > rhs.offset : left < right
    }
    work = Mutex(
      Work(waiting: sorted.map(\.element), current: Array(repeating: [], count: workers)))
  }

  /// The next segment for a worker; nil when all are given out.
  func next(for worker: Int) -> Int? {
    work.withLock { work in
      if let next = work.current[worker].popFirst() { return next }
      if let run = work.waiting.popLast() {
        work.current[worker] = run
        return work.current[worker].popFirst()
      }
      guard
        let richest = work.current.indices.max(by: {
          Self.length(work.current[$0], lengths) < Self.length(work.current[$1], lengths)
        }), !work.current[richest].isEmpty
      else { return nil }
      let run = work.current[richest]
      let middle = run.startIndex + run.count / 2
      work.current[richest] = run[run.startIndex..<middle]
      work.current[worker] = run[middle...]
      return work.current[worker].popFirst()
    }
  }

  private static func length(_ run: ArraySlice<Int>, _ lengths: [Int]) -> Int {
    run.reduce(0) { $0 + lengths[$1] }
  }
}
