internal import MediaTime

/// Why a well-written time comes to nothing where it stands.
package struct TimeEvaluationError: Error, Hashable, Sendable {
  /// The code of the diagnostic.
  package let code: String
  /// The sentence, lower case, no full stop.
  package let message: String
  /// A text that would do instead of the whole time.
  package let replacement: String?

  package init(code: String, _ message: String, replacement: String? = nil) {
    self.code = code
    self.message = message
    self.replacement = replacement
  }

  /// Makes the diagnostic about the time's place.
  package func diagnostic(at range: SourceRange) -> Diagnostic {
    let fixIts = replacement.map { [Diagnostic.FixIt("write \"\($0)\"", replacing: range, with: $0)] } ?? []
    return Diagnostic(.error, code: code, message, at: range, fixIts: fixIts)
  }
}

extension TimeEvaluationError {
  static func overflow(_ text: String) -> TimeEvaluationError {
    TimeEvaluationError(
      code: "time.overflow", "\"\(text)\" is too large or too fine a time to be held exactly")
  }

  static func needsLength(_ text: String) -> TimeEvaluationError {
    TimeEvaluationError(
      code: "time.needs-length", "\"\(text)\" counts from an end that is not known here; give a time of its own")
  }

  /// `to-end` where only a time will do; a duration that may be `to-end` is to be asked first.
  static let toEnd = TimeEvaluationError(
    code: "time.to-end", "\"to-end\" is a duration, and no duration can be that long here")

  /// No item has the id that a time names.
  package static func unknownItem(_ id: String, known: [String]) -> TimeEvaluationError {
    let hint = closestMatch(to: id, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
    return TimeEvaluationError(code: "time.unknown-item", "no item has the id \"\(id)\"\(hint)")
  }

  init(_ error: TimecodeError, of timecode: Timecode, at rate: Rational) {
    let name = FrameRate.name(of: rate)
    switch error {
    case .frameTooHigh(let highest):
      self.init(
        code: "time.timecode-frame",
        "\"\(timecode)\" has frame \(timecode.frames), but \(name) fps counts 0 to \(highest)")
    case .dropped(let next):
      self.init(
        code: "time.timecode-dropped",
        "drop-frame timecode at \(name) fps has no \"\(timecode)\"; the next label is \"\(next)\"",
        replacement: "\(next)")
    case .notDropFrameRate:
      self.init(
        code: "time.drop-frame-rate",
        "\"\(timecode)\" is drop-frame timecode (\";\"), which exists only at 29.97 and 59.94 fps, not at \(name) fps")
    case .outOfRange:
      self.init(code: "time.timecode-rate", "\"\(timecode)\" is timecode, which does not count at \(name) fps")
    }
  }
}
