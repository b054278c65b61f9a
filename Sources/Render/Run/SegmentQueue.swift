internal import Foundation
internal import Synchronization

/// Hands segments to workers so that none idles at the end and readers seldom seek.
///
/// Longest runs go first; a worker keeps to its run, because the next segment goes on where its
/// readers stand. When nothing is left, the end of another worker's run is taken over, where that
/// makes both end sooner. Who renders a segment never changes its bytes.
final class SegmentQueue: Sendable {
  private struct Work: ~Copyable {
    var waiting: [ArraySlice<Int>]
    var current: [ArraySlice<Int>]
    /// The frames that each worker still has to make of the segment at hand.
    var left: [Int]
    /// Workers that found nothing to do.
    var idle: Int
  }

  /// What it costs to begin in the middle of a source, in frames: half a group of pictures is decoded for nothing.
  private static let restart = 40

  private let lengths: [Int]
  private let work: Mutex<Work>

  /// `idle` are the cores that no worker has in any case.
  init(runs: [Range<Int>], lengths: [Int], workers: Int, idle: Int = 0) {
    self.lengths = lengths
    let sorted = runs.map { ArraySlice(Array($0)) }.enumerated().sorted { lhs, rhs in
      let (left, right) = (Self.length(lhs.element, lengths), Self.length(rhs.element, lengths))
      return left == right ? lhs.offset > rhs.offset : left < right
    }
    work = Mutex(
      Work(
        waiting: sorted.map(\.element), current: Array(repeating: [], count: workers),
        left: Array(repeating: 0, count: workers), idle: idle))
  }

  /// The next segment for a worker; nil when it has nothing to do any more.
  func next(for worker: Int) -> Int? {
    work.withLock { work in
      work.left[worker] = 0
      if work.current[worker].isEmpty {
        if let run = work.waiting.popLast() {
          work.current[worker] = run
        } else if let share = Self.share(of: work, lengths) {
          let run = work.current[share.worker]
          work.current[share.worker] = run[run.startIndex..<share.start]
          work.current[worker] = run[share.start...]
        }
      }
      guard let next = work.current[worker].popFirst() else {
        work.idle += 1
        return nil
      }
      work.left[worker] = lengths[next]
      return next
    }
  }

  /// Tells that a worker has made one more frame of its segment.
  func advance(_ worker: Int) { work.withLock { $0.left[worker] = max(0, $0.left[worker] - 1) } }

  /// Whether a core has nothing to do.
  var hasIdle: Bool { work.withLock { $0.idle > 0 } }

  /// Whose run is best cut where, so that the later of both ends soonest; nil where that gains nothing.
  private static func share(of work: borrowing Work, _ lengths: [Int]) -> (worker: Int, start: Int)? {
    var best: (worker: Int, start: Int, gain: Int)?
    for worker in work.current.indices {
      let run = work.current[worker]
      let whole = work.left[worker] + length(run, lengths)
      var kept = work.left[worker]
      for start in run.indices {
        let gain = whole - max(kept, whole - kept + restart)
        if gain > best?.gain ?? 0 { best = (worker, start, gain) }
        kept += lengths[run[start]]
      }
    }
    return best.map { ($0.worker, $0.start) }
  }

  private static func length(_ run: ArraySlice<Int>, _ lengths: [Int]) -> Int {
    run.reduce(0) { $0 + lengths[$1] }
  }
}
