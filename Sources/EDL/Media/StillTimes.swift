/// Gives the stills of a sequence their times, from a list in the project or from a CSV file.
enum StillTimes {
  /// Pairs stills with as many times, or with one more: the end of the last still.
  static func pair(
    _ paths: [String], with times: [Located<TimeExpression>], at range: SourceRange, _ diagnostics: inout DiagnosticList
  ) -> MediaEntry.Source? {
    guard !paths.isEmpty, paths.count == times.count || paths.count + 1 == times.count else {
      diagnostics.append(
        Diagnostic(
          .error, code: "media.times-count",
          "there are \(paths.count) stills and \(times.count) times: give one a still, and one more for the end of the "
            + "last if it is known", at: range))
      return nil
    }
    return .stills(paths, .times(times))
  }

  /// Reads a CSV file: lines `file,time`, or lines `time` for the stills in their natural order.
  ///
  /// A first line of words is a header. Times are as everywhere, and bare numbers are seconds, as
  /// programs write them. A last line `,time` or `end,time` says when the last still ends.
  struct Reader {
    let path: String
    /// The path as written, with its place.
    let written: Located<String>
    let access: FileAccess

    private static let limit = 16 << 20

    /// Returns the stills with their times; `paths` are those that the media's path finds.
    func read(
      pairing paths: [String], in folder: String, sources: inout SourceMap, diagnostics: inout DiagnosticList
    ) -> MediaEntry.Source? {
      guard let text = text(&diagnostics) else { return nil }
      sources.files.append(SourceFile(path: path, text: text))
      var rows = rows(of: text, file: sources.files.count - 1)
      let widest = rows.map(\.fields.count).max() ?? 0
      let widestRow = rows.first { $0.fields.count == widest }
      if let first = rows.first, first.isHeader { rows.removeFirst() }
      guard widest <= 2, !rows.isEmpty else {
        diagnostics.append(fault("has no lines \"file,time\" or \"time\"", at: widestRow?.fields.last?.range))
        return nil
      }
      guard widest == 2 else {
        guard let times = times(of: rows, &diagnostics) else { return nil }
        return StillTimes.pair(paths, with: times, at: written.range, &diagnostics)
      }
      return named(rows, in: folder, &diagnostics)
    }

    private func named(_ rows: [Row], in folder: String, _ diagnostics: inout DiagnosticList) -> MediaEntry.Source? {
      guard let times = times(of: rows, &diagnostics) else { return nil }
      var paths: [String] = []
      for (index, row) in rows.enumerated() {
        let isEnd = row.fields.count < 2 || ["", "end"].contains(row.fields[0].value)
        if isEnd, index == rows.count - 1, index > 0 { break }
        guard row.fields.count == 2 else {
          diagnostics.append(fault("has a line without a file", at: row.fields.first?.range))
          return nil
        }
        let path = LocalFiles.join(folder, row.fields[0].value)
        guard LocalFiles.kind(of: path) == .file else {
          diagnostics.append(
            Diagnostic(
              .error, code: "media.missing-stills",
              "no file is called \"\(row.fields[0].value)\": add it, or remove the line",
              at: row.fields[0].range, notes: [.init("looked for \"\(path)\"")], blame: .media))
          return nil
        }
        paths.append(path)
      }
      return StillTimes.pair(paths, with: times, at: written.range, &diagnostics)
    }

    private func times(of rows: [Row], _ diagnostics: inout DiagnosticList) -> [Located<TimeExpression>]? {
      var times: [Located<TimeExpression>] = []
      for row in rows {
        guard let field = row.fields.last, let time = time(field, &diagnostics) else { return nil }
        times.append(Located(time, at: field.range))
      }
      return times
    }

    private func time(_ field: Located<String>, _ diagnostics: inout DiagnosticList) -> TimeExpression? {
      let text = DecimalText.parse(field.value) == nil ? field.value : "\(field.value)s"
      return TimeExpression.parse(text, at: field.range, diagnostics: &diagnostics)
    }

    private func text(_ diagnostics: inout DiagnosticList) -> String? {
      do {
        let bytes = try access.read(path, limit: Self.limit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
          diagnostics.append(fault("is not UTF-8 text", at: nil))
          return nil
        }
        return text
      } catch {
        switch error {
        case .outsideRoot:
          diagnostics.append(
            Diagnostic(
              .error, code: "path.outside-root",
              "\"\(written.value)\" is outside the folder given by --root: move it there, or allow a higher folder",
              at: written.range))
        case .system(let reason): diagnostics.append(fault("cannot be read: \(reason)", at: nil, blame: .media))
        case .notPlain: diagnostics.append(fault("is not a plain file", at: nil))
        case .tooLarge: diagnostics.append(fault("is larger than 16 MiB", at: nil))
        }
        return nil
      }
    }

    private func fault(_ reason: String, at range: SourceRange?, blame: Diagnostic.Blame = .project) -> Diagnostic {
      Diagnostic(
        .error, code: "media.times-file", "the list of times \"\(written.value)\" \(reason)",
        at: range ?? written.range,
        blame: blame)
    }

    private func rows(of text: String, file: Int) -> [Row] {
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().compactMap { index, line in
        let row = Row(line, file: file, number: index + 1)
        return row.isEmpty ? nil : row
      }
    }
  }

  /// One line of a CSV file, its fields trimmed and out of their quotes.
  private struct Row {
    let fields: [Located<String>]

    var isEmpty: Bool { fields.allSatisfy { $0.value.isEmpty } }

    /// Words alone, in a place where times have digits.
    var isHeader: Bool {
      guard let last = fields.last?.value else { return false }
      return !last.isEmpty && last.allSatisfy { $0.isLetter || $0 == " " || $0 == "_" } && last != "end"
    }

    init(_ line: Substring, file: Int, number: Int) {
      var fields: [Located<String>] = []
      var value = String.UnicodeScalarView()
      var start = 1
      var isQuoted = false
      let scalars = Array(line.unicodeScalars)
      for (index, scalar) in (scalars + [","]).enumerated() {
        if scalar == "\"", index < scalars.count {
          isQuoted.toggle()
        } else if scalar == ",", !isQuoted || index == scalars.count {
          let end = SourcePosition(line: number, column: index + 1)
          let range = SourceRange(file: file, start: SourcePosition(line: number, column: start), end: end)
          fields.append(Located(Self.trimmed(value), at: range))
          value = String.UnicodeScalarView()
          start = index + 2
        } else if scalar != "\u{FEFF}" {
          value.append(scalar)
        }
      }
      self.fields = fields
    }

    private static func trimmed(_ scalars: String.UnicodeScalarView) -> String {
      let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
      var trimmed = String.UnicodeScalarView()
      trimmed.append(contentsOf: scalars.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
      return String(trimmed)
    }
  }
}
