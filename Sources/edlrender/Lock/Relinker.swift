internal import EDL
internal import Render

/// Finds locked files that moved, by their digests, and writes their new paths into the project.
struct Relinker {
  let project: String
  let lock: LockFile
  let reporter: Reporter

  /// Looks under a folder for every locked file that is gone; returns whether the project was written.
  func run(searching folder: String) -> Bool {
    let gone = lock.record.files.filter { !FileFacts.exists($0.path) }
    guard !gone.isEmpty else { return true }
    var moves: [(old: String, new: String)] = []
    let sizes = Set(gone.map(\.byteCount))
    var found: [String: String] = [:]
    for path in FileFacts.files(under: folder) {
      guard let size = FileFacts.size(of: path), sizes.contains(size), let file = LockRecord.File(reading: path) else {
        continue
      }
      if found[file.digest] == nil { found[file.digest] = path }
    }
    for file in gone {
      guard let path = found[file.digest] else {
        reporter.fail(
          "lock.lost", "\"\(file.path)\" is gone, and no file under \"\(folder)\" has its bytes", blame: .media)
        continue
      }
      moves.append(
        (FilePaths.path(of: file.path, seenFrom: project), FilePaths.path(of: path, seenFrom: project)))
    }
    return reporter.status == .done && rewrite(moves)
  }

  /// Replaces whole values that are an old path by the new one; nothing else of the text changes.
  private func rewrite(_ moves: [(old: String, new: String)]) -> Bool {
    do {
      let text = try TextFile.read(project)
      var diagnostics = DiagnosticList()
      guard let root = YAMLLoader.load(text: text, file: 0, diagnostics: &diagnostics) else {
        reporter.report(diagnostics)
        return false
      }
      var places: [(range: SourceRange, text: String)] = []
      find(Dictionary(moves.map { ($0.old, $0.new) }) { first, _ in first }, in: root, &places)
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
      for place in places.sorted(by: { $0.range.start > $1.range.start })
      where place.range.start.line == place.range.end.line {
        let line = place.range.start.line - 1
        lines[line].replaceSubrange(
          place.range.start.column - 1..<place.range.end.column - 1,
          with: Array(JSON.string(place.text).line.unicodeScalars))
      }
      try TextFile.write(
        lines.map { line in String(String.UnicodeScalarView(line)) }.joined(separator: "\n"), to: project,
        replacing: true)
    } catch {
      reporter.fail("output.unwritable", "cannot write \"\(project)\": \(error.reason)", blame: .media)
      return false
    }
    for move in moves {
      reporter.result(
        "relinked", [("old", .string(move.old)), ("new", .string(move.new))], text: "\(move.old) → \(move.new)")
    }
    return true
  }

  private func find(_ moves: [String: String], in node: Node, _ places: inout [(range: SourceRange, text: String)]) {
    switch node.content {
    case .scalar(let scalar):
      guard let new = moves[scalar.text], !places.contains(where: { $0.range == node.range }) else { return }
      places.append((node.range, new))
    case .sequence(let nodes): for inner in nodes { find(moves, in: inner, &places) }
    case .mapping(let entries): for entry in entries { find(moves, in: entry.value, &places) }
    }
  }
}
