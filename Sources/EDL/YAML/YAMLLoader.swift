/// Reads one YAML document into a tree in which every node and key knows its place.
///
/// Scalars stay raw text. Aliases are expanded by sharing and merge keys applied, both within
/// limits, so a hostile file costs no more than an honest one of the same size.
///
/// Where libyaml is of YAML 1.1 and not 1.2: types play no part, as nothing is typed here; U+0085,
/// U+2028 and U+2029, which it takes for line ends, are refused; so is a tab before the first text
/// of a block scalar; and a key without `?` has at most 1,024 characters.
package enum YAMLLoader {
  /// What a text may ask for at most.
  package enum Limit {
    /// Bytes in one file.
    package static let bytes = 16 << 20
    /// Collections inside each other, aliases followed.
    package static let depth = 100
    /// Nodes, those of an alias counted each time it is used.
    package static let nodes = 1_000_000
  }

  /// Loads a text; see ``load(bytes:file:diagnostics:)``.
  package static func load(text: String, file: Int, diagnostics: inout DiagnosticList) -> Node? {
    load(bytes: Array(text.utf8), file: file, diagnostics: &diagnostics)
  }

  /// Loads the bytes of a file, whose index in the source map is `file`.
  ///
  /// Returns the root, or nil after an error that leaves holes in the tree. With errors that do
  /// not (a duplicate key) the root is returned all the same, so that later stages find more.
  package static func load(bytes: [UInt8], file: Int, diagnostics: inout DiagnosticList) -> Node? {
    guard bytes.count <= Limit.bytes else {
      diagnostics.append(.yamlTooManyBytes(bytes.count, at: point(file, line: 1, column: 1)))
      return nil
    }
    return bytes.withUnsafeBufferPointer { buffer in
      let text = UnsafeBufferPointer(rebasing: buffer.dropFirst(buffer.starts(with: byteOrderMark) ? 3 : 0))
      do throws(YAMLTextCheck.Fault) {
        let end = try YAMLTextCheck.end(of: text)
        return load(text, end: end, file: file, diagnostics: &diagnostics)
      } catch {
        diagnostics.append(error.diagnostic(file: file))
        return nil
      }
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func load(
    _ text: UnsafeBufferPointer<UInt8>, end: SourcePosition, file: Int, diagnostics: inout DiagnosticList
  ) -> Node? {
    guard !text.isEmpty, let reader = YAMLEventReader(bytes: text, end: end) else {
      diagnostics.append(.yamlEmpty(at: point(file, line: 1, column: 1)))
      return nil
    }
    var builder = YAMLTreeBuilder(file: file)
    defer { diagnostics.append(contentsOf: builder.diagnostics) }
    do {
      while try builder.take(nextEvent(of: reader, in: text, file: file)) {
        guard !builder.diagnostics.isFull else { return nil }
      }
    } catch {
      builder.diagnostics.append(error.diagnostic)
      return nil
    }
    return builder.root
  }

  private static func nextEvent(
    of reader: YAMLEventReader, in text: UnsafeBufferPointer<UInt8>, file: Int
  ) throws(YAMLStop) -> YAMLEvent {
    do {
      return try reader.next()
    } catch {
      throw YAMLStop(error.diagnostic(in: text, file: file))
    }
  }

  private static func point(_ file: Int, line: Int, column: Int) -> SourceRange {
    let position = SourcePosition(line: line, column: column)
    return SourceRange(file: file, start: position, end: position)
  }
}

/// A finding after which the rest of a text cannot be read.
struct YAMLStop: Error {
  let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}

extension Diagnostic {
  fileprivate static func yamlTooManyBytes(_ count: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "yaml.too-large",
      "the file has \(count) bytes, more than the \(YAMLLoader.Limit.bytes) that a project file may have", at: range)
  }
}
