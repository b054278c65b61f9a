internal import CFFmpeg
private import Glibc
private import Synchronization

/// libav's own log lines, kept from the terminal and handed to whoever is calling.
///
/// libav logs on the thread that calls it (every stage here runs with one thread), so lines are
/// gathered by thread: what a failed call logged is found by its caller and nobody else.
package enum LibraryLog {
  /// A line and how bad libav thought it.
  package struct Line: Hashable, Sendable {
    /// Whether libav called it an error, not a warning.
    package let isError: Bool
    /// Whether it only tells which font libass took.
    package var isNote = false
    /// The text with the component's name, such as `[h264] no frame!`.
    package let text: String
  }

  /// Catches all logging of this process from now on; nothing is printed any more.
  package static func install() { _ = installed }

  /// Forgets what this thread logged so far and listens anew.
  package static func begin() {
    install()
    lines.withLock { $0[currentThread] = [] }
  }

  /// Takes what this thread logged since ``begin()``.
  package static func take() -> [Line] {
    lines.withLock { all in
      guard let taken = all[currentThread] else { return [] }
      all[currentThread] = []
      return taken
    }
  }

  /// Takes what this thread logged and stops listening.
  package static func end() -> [Line] { lines.withLock { $0.removeValue(forKey: currentThread) } ?? [] }

  /// The line that says most: the last error, else the last warning.
  package static func essence(of lines: [Line]) -> String? {
    (lines.last { $0.isError } ?? lines.last { !$0.isNote })?.text
  }

  /// Broken files log thousands of lines; the first ones tell why.
  private static let lineLimit = 32
  private static let lines = Mutex<[pthread_t: [Line]]>([:])
  private static var currentThread: pthread_t { pthread_self() }

  private static let installed: Void = av_log_set_callback { context, level, format, arguments in
    guard let arguments, level <= AV_LOG_WARNING || (level <= AV_LOG_INFO && tellsFont(format)) else { return }
    var text = [CChar](repeating: 0, count: 1024)
    var printPrefix: Int32 = 1
    av_log_format_line2(context, level, format, arguments, &text, Int32(text.count), &printPrefix)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let line = Line(
      isError: level <= AV_LOG_ERROR, isNote: level > AV_LOG_WARNING,
      text: clean(String(decoding: bytes, as: UTF8.self)))
    lines.withLock { all in
      guard var mine = all[currentThread], mine.count < lineLimit, mine.last != line else { return }
      mine.append(line)
      all[currentThread] = mine
    }
  }

  /// Whether libass says which font it takes, or that a character is in none of those it has.
  private static func tellsFont(_ format: UnsafePointer<CChar>?) -> Bool {
    guard let format else { return false }
    return strncmp(format, "fontselect:", 11) == 0 || strncmp(format, "Glyph ", 6) == 0
  }

  /// Drops addresses (`@ 0x55…`), which differ from run to run, and the line end.
  private static func clean(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let at = rest.firstRange(of: " @ 0x") {
      result += rest[..<at.lowerBound]
      rest = rest[at.upperBound...].drop { $0.isHexDigit }
    }
    result += rest
    while let last = result.last, last.isWhitespace { result.removeLast() }
    return result
  }
}
