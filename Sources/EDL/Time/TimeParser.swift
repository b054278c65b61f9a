internal import MediaTime

/// Reads a time's text. The grammar:
///
///     time     = "to-end" | [sign] term { sign term }
///     term     = frames | seconds | clock | timecode | samples | percent | anchor | "0"
///     anchor   = "start" | "end" | id "." ("start" | "end")
///
/// An id may hold `-`, so `end-card.start` is one anchor; spaces around a minus are never wrong.
struct TimeParser {
  /// What is wrong with a text.
  struct Fault: Error {
    let code: String
    let message: String
    /// What the whole text could be instead, each with what it then means.
    var fixes: [(message: String, text: String)] = []
  }

  private let text: String
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Reads the whole text.
  mutating func parse() throws(Fault) -> TimeExpression.Form {
    skipSpaces()
    guard index < bytes.count else {
      throw Fault(code: "time.syntax", message: "a time is missing here; \(TimeParser.acceptedForms)")
    }
    if isToEnd { return .toEnd }
    var terms: [TimeExpression.Term] = []
    repeat {
      let isNegative = try sign(isFirst: terms.isEmpty)
      terms.append(TimeExpression.Term(isNegative: isNegative, try quantity()))
      skipSpaces()
    } while index < bytes.count
    return .sum(terms)
  }

  private var isToEnd: Bool {
    let rest = bytes[index...]
    return rest.starts(with: "to-end".utf8) && rest.dropFirst(6).allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  private mutating func skipSpaces() {
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
  }

  /// Reads `+` or `-`, which only the first term may do without; returns whether it is a minus.
  private mutating func sign(isFirst: Bool) throws(Fault) -> Bool {
    let byte = bytes[index]
    guard byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") else {
      guard isFirst else { throw syntaxFault() }
      return false
    }
    index += 1
    skipSpaces()
    return byte == UInt8(ascii: "-")
  }

  private mutating func quantity() throws(Fault) -> TimeExpression.Quantity {
    if let anchor = anchor() { return anchor }
    let start = index
    while index < bytes.count, !TimeParser.endsChunk(bytes[index]) { index += 1 }
    let chunk = TimeChunk(bytes[start..<index])
    guard let first = chunk.bytes.first, isDigit(first) || first == UInt8(ascii: ".") else { throw syntaxFault() }
    do {
      return try chunk.quantity()
    } catch {
      throw fault(error, in: start..<index)
    }
  }

  private static func endsChunk(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  // MARK: Anchors

  private mutating func anchor() -> TimeExpression.Quantity? {
    var end = index
    while end < bytes.count, isIdentifier(bytes[end]) { end += 1 }
    guard end > index else { return nil }
    if end < bytes.count, bytes[end] == UInt8(ascii: "."), let edge = edge(at: end + 1) {
      let id = String(decoding: bytes[index..<end], as: UTF8.self)
      index = end + 1 + edge.rawValue.utf8.count
      return .item(id: id, edge)
    }
    guard let edge = edge(at: index) else { return nil }
    index += edge.rawValue.utf8.count
    return .edge(edge)
  }

  /// Returns `start` or `end` if it is the word at a place; a minus may follow it directly.
  private func edge(at place: Int) -> TimeExpression.Edge? {
    for edge in [TimeExpression.Edge.start, .end] where bytes[place...].starts(with: edge.rawValue.utf8) {
      let next = place + edge.rawValue.utf8.count
      guard next == bytes.count || bytes[next] == UInt8(ascii: "-") || !isIdentifier(bytes[next]) else { continue }
      return edge
    }
    return nil
  }

  private func isIdentifier(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  // MARK: Faults

  private func syntaxFault() -> Fault {
    Fault(code: "time.syntax", message: "\"\(text)\" is not a time; \(TimeParser.acceptedForms)")
  }

  private func fault(_ chunkFault: TimeChunk.Fault, in place: Range<Int>) -> Fault {
    let chunk = String(decoding: bytes[place], as: UTF8.self)
    let before = String(decoding: bytes[..<place.lowerBound], as: UTF8.self)
    let after = String(decoding: bytes[place.upperBound...], as: UTF8.self)
    let fixes = chunkFault.fixes.map { (message: $0.message, text: before + $0.text + after) }
    switch chunkFault.kind {
    case .bareNumber:
      if let fault = unitApart(from: place.upperBound) { return fault }
      return Fault(
        code: "time.bare-number", message: "\"\(chunk)\" has no unit: frames (f) or seconds (s)?", fixes: fixes)
    case .tooLarge:
      return Fault(
        code: "time.overflow", message: "\"\(chunk)\" is too large or too fine a time to be held exactly")
    case .syntax(nil):
      return Fault(code: "time.syntax", message: syntaxFault().message, fixes: fixes)
    case .syntax(let reason?):
      return Fault(code: "time.syntax", message: "\"\(chunk)\" is not a time: \(reason)", fixes: fixes)
    }
  }

  /// `10 frames`, `4 s`: a number that ends at a place, with its unit apart from it.
  private func unitApart(from end: Int) -> Fault? {
    let rest = bytes[end...].drop { $0 == 0x20 || $0 == 0x09 }
    let word = rest.prefix(while: isLetter)
    guard let unit = TimeChunk.unit(meantBy: String(decoding: word, as: UTF8.self)) else { return nil }
    let fixed =
      String(decoding: bytes[..<end], as: UTF8.self) + unit
      + String(decoding: rest.dropFirst(word.count), as: UTF8.self)
    return Fault(
      code: "time.syntax", message: "\"\(text)\" is not a time: the unit follows its number directly",
      fixes: [("write \"\(fixed)\"", fixed)])
  }

  static let acceptedForms =
    "write frames (120f), seconds (4s, 4.25s, 250ms, 2m3s), a clock (01:30), timecode (01:00:04:12), "
    + "samples (192000sa), a share (50%) or an anchor (end - 2s, intro.end)"
}

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

extension TimeExpression {
  /// Reads a time's text; reports what is wrong with it and returns nil otherwise.
  package static func parse(
    _ text: String, at range: SourceRange, diagnostics: inout DiagnosticList
  ) -> TimeExpression? {
    var parser = TimeParser(text)
    do {
      return TimeExpression(try parser.parse(), text: text, at: range)
    } catch {
      let fixIts = error.fixes.map { Diagnostic.FixIt($0.message, replacing: range, with: $0.text) }
      diagnostics.append(Diagnostic(.error, code: error.code, error.message, at: range, fixIts: fixIts))
      return nil
    }
  }
}
