internal import AV
public import EDL

/// Reads the text of a golden file.
struct GoldenParser {
  /// A line that is none of a golden file's.
  struct Fault: Error {
    /// Counted from 1.
    var line: Int
    var message: String
  }

  /// What is left of a line; scalars, so that no mark joins a quote and no line end another.
  private typealias Rest = Substring.UnicodeScalarView

  private var record = GoldenRecord(versions: [], outputs: [])
  private var number = 0
  private var digestCount = 0

  /// A file of a few bytes must not ask for all memory: this is a day at 200 frames a second.
  private static let mostDigests = 20_000_000

  /// Reads a whole text.
  static func parse(_ text: String) throws(Fault) -> GoldenRecord {
    var parser = GoldenParser()
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      parser.number += 1
      try parser.take(line.last == "\r" ? line.dropLast() : line)
    }
    return parser.record
  }

  private mutating func take(_ line: Rest) throws(Fault) {
    if number == 1 { return try checkHead(line) }
    guard let first = line.first, first != "#" else { return }
    if let digest = Fingerprint(Substring(line.prefix(16))) { return try add(digest, rest: line.dropFirst(16)) }
    var rest = line
    let word = Self.word(&rest)
    switch word {
    case "engine", "libraries", "drawing":
      record.versions.append(.init(name: word, value: try value(&rest)))
    case "output":
      var facts = try facts(&rest)
      guard let index = facts.firstIndex(where: { $0.name == "path" }) else { throw fault("an output has a path") }
      let path = facts.remove(at: index).value
      record.outputs.append(.init(path: path, facts: facts, chapters: [], tags: [], streams: []))
    case "picture", "sound":
      let stream = GoldenRecord.Stream(isPicture: word == "picture", facts: try facts(&rest), digests: [])
      try change { $0.streams.append(stream) }
    case "proxy":
      let facts = try facts(&rest)
      // A plain name: a golden file must not lead elsewhere.
      guard let name = facts["name"], !name.contains("/"),
        let digest = facts["digest"].flatMap({ Fingerprint($0[...]) })
      else { throw fault("a proxy has a file name and a digest") }
      try change { $0.proxy = GoldenProxy(name: name, digest: digest) }
    case "chapter":
      let facts = try facts(&rest)
      guard let frame = facts["frame"].flatMap({ Int($0) }), let title = facts["title"] else {
        throw fault("a chapter has a frame and a title")
      }
      try change { $0.chapters.append(.init(frame: frame, title: title)) }
    case "tag":
      let facts = try facts(&rest)
      guard let name = facts["name"], let value = facts["value"] else { throw fault("a tag has a name and a value") }
      try change { $0.tags.append(.init(name: name, value: value)) }
    default:
      throw fault("\"\(Substring(line.prefix(40)))\" is no line of a golden file")
    }
  }

  private func checkHead(_ line: Rest) throws(Fault) {
    let words = line.split(separator: " ").map { String($0) }
    guard words.count == 2, words[0] == GoldenRecord.head else {
      throw fault("it is no golden file: the first line is not \"\(GoldenRecord.head) \(GoldenRecord.formatVersion)\"")
    }
    guard Int(words[1]) == GoldenRecord.formatVersion else {
      throw fault("it has format \(words[1]), and this edlrender reads format \(GoldenRecord.formatVersion)")
    }
  }

  private mutating func add(_ digest: Fingerprint, rest: Rest) throws(Fault) {
    var count = 1
    if !rest.isEmpty {
      let words = rest.split(separator: " ")
      guard rest.first == " ", words.count == 2, String(words[0]) == "x", let number = Int(String(words[1])), number > 0
      else { throw fault("a digest is followed by nothing or by \"x\" and how often it comes") }
      count = number
    }
    guard count <= Self.mostDigests - digestCount else { throw fault("it has more than \(Self.mostDigests) digests") }
    digestCount += count
    let outputs = record.outputs.count
    guard outputs > 0, !record.outputs[outputs - 1].streams.isEmpty else {
      throw fault("a digest stands under a picture or a sound")
    }
    let streams = record.outputs[outputs - 1].streams.count
    record.outputs[outputs - 1].streams[streams - 1].digests += repeatElement(digest, count: count)
  }

  private mutating func change(_ body: (inout GoldenRecord.Output) -> Void) throws(Fault) {
    guard !record.outputs.isEmpty else { throw fault("this stands under an output") }
    body(&record.outputs[record.outputs.count - 1])
  }

  private func fault(_ message: String) -> Fault { Fault(line: max(number, 1), message: message) }

  // MARK: Words

  /// Takes what comes before a blank or an equals sign, and the blanks behind it.
  private static func word(_ rest: inout Rest) -> String {
    let word = rest.prefix { $0 != " " && $0 != "=" }
    rest = rest.dropFirst(word.count).drop { $0 == " " }
    return String(word)
  }

  private func facts(_ rest: inout Rest) throws(Fault) -> [GoldenRecord.Fact] {
    var facts: [GoldenRecord.Fact] = []
    while !rest.isEmpty {
      let name = Self.word(&rest)
      guard !name.isEmpty, rest.popFirst() == "=" else { throw fault("facts are written name=value") }
      facts.append(.init(name: name, value: try value(&rest)))
    }
    return facts
  }

  private func value(_ rest: inout Rest) throws(Fault) -> String {
    guard rest.first == "\"" else {
      let value = rest.prefix { $0 != " " }
      rest = rest.dropFirst(value.count).drop { $0 == " " }
      return String(value)
    }
    rest.removeFirst()
    var value = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        rest = rest.drop { $0 == " " }
        return String(value)
      case "\\":
        guard let escaped = Self.escaped(&rest) else {
          throw fault("an escape in a text is \\\", \\\\ or \\u and four digits")
        }
        value.append(escaped)
      default: value.append(scalar)
      }
    }
    throw fault("a text has no closing quote")
  }

  private static func escaped(_ rest: inout Rest) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "\"": return "\""
    case "\\": return "\\"
    case "u":
      let digits = rest.prefix(4)
      rest = rest.dropFirst(4)
      return digits.count == 4 ? UInt32(String(digits), radix: 16).flatMap { Unicode.Scalar($0) } : nil
    default: return nil
    }
  }
}

extension GoldenRecord {
  /// Whether a text is that of a golden file, of whatever format.
  public static func isGolden(_ text: String) -> Bool { text.hasPrefix(head + " ") }

  /// Reads the text of a golden file, which is the file `file` of the source map.
  ///
  /// Nil after a finding at the line that is none of a golden file's.
  public static func read(_ text: String, file: Int, diagnostics: inout DiagnosticList) -> GoldenRecord? {
    do throws(GoldenParser.Fault) {
      return try GoldenParser.parse(text)
    } catch {
      let place = SourceRange(
        file: file, start: SourcePosition(line: error.line, column: 1), end: SourcePosition(line: error.line, column: 1)
      )
      diagnostics.append(
        Diagnostic(
          .error, code: "golden.syntax", error.message, at: place,
          notes: [.init("\"edlrender golden record\" writes the file anew")]))
      return nil
    }
  }
}
