import EDL
import MediaTime

/// What must hold of any bytes at all: no crash, no hang, every place inside the text, and a tree
/// that, written out again, reads as the same tree.
///
/// Shared with the fuzzer in `Tests/Fuzz`, so what it finds can be replayed here.
enum FuzzOracle {
  /// Runs everything on an input; returns which promise it breaks, nil if none.
  static func firstBrokenPromise(of bytes: [UInt8]) -> String? {
    var diagnostics = DiagnosticList()
    let file = SourceFile(path: "f", text: String(decoding: withoutMark(bytes), as: UTF8.self))
    let extent = TextExtent(file.text)
    let root = YAMLLoader.load(bytes: bytes, file: 0, diagnostics: &diagnostics)
    if root == nil, !diagnostics.hasErrors { return "no tree and no error" }
    if let root {
      var budget = 2000
      if let broken = brokenPlace(in: root, extent, budget: &budget) { return broken }
      if budget > 0, let broken = brokenRoundTrip(root) { return broken }
      var times = 200
      readTimes(root, &times, &diagnostics)
      var variables = Variables(declaredIn: root, overrides: [])
      _ = variables.substitute(inProject: root)
      diagnostics.append(contentsOf: variables.diagnostics)
    }
    if bytes.count <= 64 { readTime(file.text, at: extent.whole, &diagnostics) }
    if let broken = brokenDiagnostic(diagnostics, SourceMap(files: [file])) { return broken }
    return root.flatMap { $0.isNull ? nil : brokenProject(bytes) }
  }

  /// The same bytes as a project file.
  private static func brokenProject(_ bytes: [UInt8]) -> String? {
    let project = FuzzProject()
    defer { project.remove() }
    var sources = SourceMap()
    var diagnostics = DiagnosticList()
    if let broken = project.firstBrokenPromise(of: bytes, sources: &sources, diagnostics: &diagnostics) {
      return broken
    }
    return brokenDiagnostic(diagnostics, sources)
  }

  private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  // MARK: Places

  private static func brokenPlace(in node: Node, _ extent: TextExtent, budget: inout Int) -> String? {
    budget -= 1
    guard budget > 0 else { return nil }
    guard extent.holds(node.range) else { return "a node at \(node.range.start)-\(node.range.end) is not in the text" }
    switch node.content {
    case .scalar: return nil
    case .sequence(let items):
      for item in items { if let broken = brokenPlace(in: item, extent, budget: &budget) { return broken } }
    case .mapping(let entries):
      guard Set(entries.map(\.key)).count == entries.count else { return "a key is in a mapping twice" }
      for entry in entries {
        guard extent.holds(entry.keyRange) else { return "the key at \(entry.keyRange.start) is not in the text" }
        if let broken = brokenPlace(in: entry.value, extent, budget: &budget) { return broken }
      }
    }
    return nil
  }

  private static func brokenDiagnostic(_ list: DiagnosticList, _ sources: SourceMap) -> String? {
    let printer = DiagnosticPrinter(sources: sources)
    let extents = sources.files.map { TextExtent($0.text) }
    var printed = 0
    for diagnostic in list.all {
      let ranges = [diagnostic.range] + diagnostic.notes.map(\.range) + diagnostic.fixIts.map(\.range)
      for case let range? in ranges where !extents.indices.contains(range.file) || !extents[range.file].holds(range) {
        return "\(diagnostic.code) at \(range.start)-\(range.end) is not in the text"
      }
      guard printed < 10 else { continue }
      printed += 1
      let text = printer.text(diagnostic)
      if text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" }) {
        return "a control character is printed"
      }
      if printer.json(diagnostic).contains("\n") { return "a diagnostic's JSON has a newline" }
      if DiagnosticCatalog.entry(for: diagnostic.code) == nil { return "\(diagnostic.code) is not in the catalogue" }
    }
    return nil
  }

  // MARK: Round trip

  private static func brokenRoundTrip(_ root: Node) -> String? {
    guard !root.isNull else { return nil }
    var diagnostics = DiagnosticList()
    let text = written(root)
    guard let again = YAMLLoader.load(text: text, file: 0, diagnostics: &diagnostics), diagnostics.all.isEmpty else {
      return "written out as \(text) it gives \(diagnostics.all.first?.message ?? "nothing")"
    }
    return written(again) == text ? nil : "written out as \(text) it reads differently"
  }

  /// Writes a tree as YAML in flow style, every string in double quotes.
  static func written(_ node: Node) -> String {
    switch node.content {
    case .scalar(let scalar): scalar.isNull ? "~" : quoted(scalar.text)
    case .sequence(let items): "[" + items.map(written).joined(separator: ", ") + "]"
    case .mapping(let entries):
      // The question mark, because a key without it may have 1,024 characters at most.
      "{" + entries.map { "? \(quoted($0.key)) : \(written($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: result += "\\" + String(Character(scalar))
      case 0x20..<0x7F: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return result + "\""
  }

  // MARK: Times

  private static func readTimes(_ node: Node, _ budget: inout Int, _ diagnostics: inout DiagnosticList) {
    guard budget > 0 else { return }
    switch node.content {
    case .scalar(let scalar):
      budget -= 1
      readTime(scalar.text, at: node.range, &diagnostics)
    case .sequence(let items): for item in items { readTimes(item, &budget, &diagnostics) }
    case .mapping(let entries): for entry in entries { readTimes(entry.value, &budget, &diagnostics) }
    }
  }

  private static func readTime(_ text: String, at range: SourceRange, _ diagnostics: inout DiagnosticList) {
    _ = RateParser.parse(text, at: range, diagnostics: &diagnostics)
    _ = Timecode(text)
    guard let time = TimeExpression.parse(text, at: range, diagnostics: &diagnostics) else { return }
    for rate in [Rational(25), Rational(Int.max), (try? Rational(30000, over: 1001)) ?? .one, .zero] {
      let context = TimeContext(frameRate: rate, length: Time(seconds: Rational(10))) {
        (id, _) throws(TimeEvaluationError) in
        guard id != "a" else { return Time(seconds: .one) }
        throw .unknownItem(id, known: ["intro"])
      }
      guard let value = time.evaluate(in: context, diagnostics: &diagnostics) else { continue }
      _ = (try? value.frames(at: Rational(25)), try? value.samples(at: 48000), value.description)
    }
  }
}

/// How far a text goes, line by line.
private struct TextExtent {
  private var lengths: [Int] = [0]

  init(_ text: String) {
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r": lengths.append(0)
      default: lengths[lengths.count - 1] += 1
      }
      last = scalar
    }
  }

  var whole: SourceRange {
    SourceRange(
      file: 0, start: SourcePosition(line: 1, column: 1),
      end: SourcePosition(line: lengths.count, column: (lengths.last ?? 0) + 1))
  }

  /// Whether both ends are in the text; a position may stand behind a line's last character.
  func holds(_ range: SourceRange) -> Bool {
    range.start <= range.end
      && [range.start, range.end].allSatisfy { position in
        (1...lengths.count).contains(position.line) && (1...(lengths[position.line - 1] + 1)).contains(position.column)
      }
  }
}
