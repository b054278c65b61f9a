internal import Render
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Turns SIGINT and SIGTERM into a wish to stop.
///
/// A thread waits for the signals, so nothing runs in a signal handler. While a render watches,
/// the first signal sets the flag and the render cleans up; the second, or the first when nothing
/// watches, ends the process at once.
enum Interruption {
  /// The flag that a render looks at.
  struct Flag: RenderCancellation {
    var isCancelled: Bool { Interruption.state.load(ordering: .relaxed) == State.asked }
  }

  private enum State {
    /// Nothing needs cleaning: a signal ends the process.
    static let idle = 0
    /// A render is running and will look at the flag.
    static let watched = 1
    /// The render was asked to stop.
    static let asked = 2
  }

  private static let state = Atomic<Int>(State.idle)

  /// Starts to listen; called once, before any other thread is there.
  static func listen() {
    signal(SIGPIPE, SIG_IGN)
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in [SIGINT, SIGTERM] where !isIgnored(number) { sigaddset(&wanted, number) }
    pthread_sigmask(SIG_BLOCK, &wanted, nil)
    let waiting = Waiting(signals: wanted)
    #if canImport(Glibc)
    var thread = pthread_t()
    #else
    var thread: pthread_t?
    #endif
    let context = Unmanaged.passRetained(waiting).toOpaque()
    pthread_create(&thread, nil, waitForSignals, context)
  }

  /// Hands the flag to a render; from now on a first signal only sets it.
  static func watch() -> Flag {
    _ = state.compareExchange(expected: State.idle, desired: State.watched, ordering: .relaxed)
    return Flag()
  }

  /// What `nohup` and the background jobs of a script have set must stay so.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Glibc)
    let handler = action.__sigaction_handler.sa_handler
    #else
    let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  fileprivate static func arrived() {
    let (exchanged, _) = state.compareExchange(
      expected: State.watched, desired: State.asked, ordering: .relaxed)
    if !exchanged { _exit(ExitStatus.interrupted.rawValue) }
  }
}

/// The signals that the thread waits for.
private final class Waiting {
  var signals: sigset_t

  init(signals: sigset_t) { self.signals = signals }

  func run() {
    while true {
      var number: Int32 = 0
      if sigwait(&signals, &number) == 0 { Interruption.arrived() }
    }
  }
}

#if canImport(Glibc)
private func waitForSignals(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<Waiting>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
#else
private func waitForSignals(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<Waiting>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
#endif
