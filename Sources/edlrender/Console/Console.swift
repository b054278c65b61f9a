internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The two standard streams; every text is written at once and whole. Safe from any thread.
enum Console {
  /// Writes to standard output.
  static func out(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Writes to standard error.
  static func error(_ text: String) { write(text, to: STDERR_FILENO) }

  /// Why standard output took no more, other than that its reader went away.
  static var failure: String? {
    let code = outputError.load(ordering: .relaxed)
    return code == 0 ? nil : String(cString: strerror(code))
  }

  /// Whether standard error is a terminal.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The columns of the terminal behind standard error, 80 when unknown.
  static var width: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Whether messages are coloured: as `--color` says, else on a terminal that is not told otherwise.
  static func usesColor(_ choice: String?) -> Bool {
    switch choice {
    case "always": true
    case "never": false
    default: isTerminal && isUnset("NO_COLOR") && environment("TERM") != "dumb"
    }
  }

  /// A variable of the environment.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func isUnset(_ name: String) -> Bool { environment(name).map { $0.isEmpty } ?? true }

  private static let outputError = Atomic<Int32>(0)
  private static let turn = Mutex<Void>(())

  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    turn.withLock { _ in
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
          bytes = bytes.dropFirst(count)
        } else if errno != EINTR {
          if descriptor == STDOUT_FILENO, errno != EPIPE { outputError.store(errno, ordering: .relaxed) }
          return
        }
      }
    }
  }
}

/// The C library's `write`, which the method above hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
