/// The canonical layout of a YAML text, as `edlrender fmt` writes it.
public enum ProjectLayout {
  /// Lays out the bytes of a file; nil when it is no YAML, which the diagnostics tell.
  ///
  /// What is returned means the same to every reader: it is read again, and its events and comments
  /// are those of the original, else the text comes back unchanged with a diagnostic.
  public static func canonical(
    _ bytes: [UInt8], path: String, sources: inout SourceMap, diagnostics: inout DiagnosticList
  ) -> String? {
    let file = sources.files.count
    sources.files.append(SourceFile(path: path, yaml: bytes))
    var findings = DiagnosticList()
    _ = YAMLLoader.load(bytes: bytes, file: file, diagnostics: &findings)
    diagnostics.append(contentsOf: findings)
    guard !findings.hasErrors else { return nil }
    let original = sources.files[file].text
    guard let before = Reading(original) else { return original }
    let text = LayoutWriter.text(
      head: before.builder.head, mark: before.builder.mark, root: before.builder.root, tail: before.builder.tail)
    guard let after = Reading(text), after.means(before) else {
      diagnostics.append(
        .layoutKept(at: SourceRange(file: file, start: .init(line: 1, column: 1), end: .init(line: 1, column: 1))))
      return original
    }
    return text
  }

  /// What a text says, and how it is laid out.
  private struct Reading {
    var builder: LayoutTreeBuilder
    private var events: [YAMLEvent] = []

    init?(_ text: String) {
      builder = LayoutTreeBuilder(LayoutText(text))
      let bytes = Array(text.utf8)
      let isRead = bytes.withUnsafeBufferPointer { buffer in
        guard let end = try? YAMLTextCheck.end(of: buffer), let reader = YAMLEventReader(bytes: buffer, end: end) else {
          return false
        }
        while let event = try? reader.next() {
          builder.take(event)
          events.append(event)
          if case .streamEnd = event.kind { return true }
        }
        return false
      }
      guard isRead else { return nil }
    }

    /// Whether another text says the same with the same comments.
    func means(_ other: Reading) -> Bool {
      events.map(\.meaning) == other.events.map(\.meaning)
        && builder.comments.sorted() == other.builder.comments.sorted()
    }
  }
}

extension YAMLEvent {
  /// All of it but its place and whether it is in brackets.
  fileprivate var meaning: [String?] {
    let what: [String] =
      switch kind {
      case .scalar(let text, let isQuoted): ["scalar", text, "\(isQuoted)"]
      case .alias(let name): ["alias", name]
      case .collectionStart(let kind, _): ["start", "\(kind)"]
      case .collectionEnd: ["end"]
      case .documentStart, .documentEnd, .streamEnd, .other: []
      }
    return what + [anchor, tag]
  }
}

extension Diagnostic {
  fileprivate static func layoutKept(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .warning, code: "fmt.kept",
      "this text cannot be laid out anew without a change of its meaning or a lost comment: it is kept as it is",
      at: range)
  }
}
