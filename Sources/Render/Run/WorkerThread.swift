internal import Foundation

/// A thread that can be waited for; libav's blocking calls stay off Swift's cooperative pool.
final class WorkerThread: Sendable {
  private let done = DispatchSemaphore(value: 0)

  init(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread { [done] in
      body()
      done.signal()
    }
    thread.name = name
    // Deep call chains of encoders on small default stacks have crashed before.
    thread.stackSize = 8 << 20
    thread.start()
  }

  /// Waits until the body has returned, but not longer than told; whether it has.
  func join(withinMilliseconds limit: Int) -> Bool {
    guard done.wait(timeout: .now() + .milliseconds(limit)) == .success else { return false }
    done.signal()
    return true
  }

  /// Waits for a while; returns whether the body has returned.
  func hasEnded(within seconds: Double) -> Bool {
    guard done.wait(timeout: .now() + seconds) == .success else { return false }
    done.signal()
    return true
  }
}
