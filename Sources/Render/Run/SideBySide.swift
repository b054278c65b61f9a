internal import Dispatch

/// Work on several things that share nothing, each on a thread of its own.
///
/// Safe to share: every index is used by one thread alone, and nobody looks before all are done.
final class SideBySide<Thing>: @unchecked Sendable {
  private let things: [Thing]
  private let body: (Thing) throws -> Void
  private let failures: UnsafeMutableBufferPointer<(any Error)?>

  private init(_ things: [Thing], _ body: @escaping (Thing) throws -> Void) {
    self.things = things
    self.body = body
    failures = .allocate(capacity: things.count)
    failures.initialize(repeating: nil)
  }

  deinit {
    failures.deinitialize()
    failures.deallocate()
  }

  /// Waits until all is done; throws the first failure in the things' order.
  static func run(_ things: [Thing], _ body: @escaping (Thing) throws -> Void) throws {
    guard things.count > 1 else { return try things.forEach(body) }
    let work = SideBySide(things, body)
    DispatchQueue.concurrentPerform(iterations: things.count) { index in
      do { try work.body(work.things[index]) } catch { work.failures[index] = error }
    }
    for failure in work.failures { if let failure { throw failure } }
  }
}
