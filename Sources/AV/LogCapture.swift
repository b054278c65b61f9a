internal import CFFmpeg
internal import Synchronization

/// Keeps what libav logs on this thread while a closure runs, so that an error can say more.
///
/// libav has one callback for the whole process; it is set once, prints nothing, and hands each
/// line of level warning or worse to the capture of the thread that logs.
package final class LogCapture {
  private var lines: [String] = []

  package init() { Self.install }

  /// The lines that were caught, joined; nil when there were none.
  package var text: String? { lines.isEmpty ? nil : lines.joined(separator: "; ") }

  /// Runs a closure and keeps what it logs.
  package func capture<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = shim_log_begin()
    defer {
      var buffer = [CChar](repeating: 0, count: 2048)
      let count = shim_log_end(outer, &buffer, Int32(buffer.count))
      let text = String(decoding: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      for line in text.split(whereSeparator: \.isNewline) where !lines.contains(String(line)) {
        lines.append(String(line))
      }
    }
    return try body()
  }

  private static let install: Void = shim_log_install()
}
