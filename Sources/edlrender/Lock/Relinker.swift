internal import EDL
internal import Render

/// Finds locked files that moved, by their digests, and writes their new paths into the project and
/// the files that it includes.
struct Relinker {
  let project: String
  let options: Project.Options
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
      moves.append((file.path, path))
    }
    return reporter.status == .done && rewrite(moves)
  }

  /// Writes the new path wherever the project, or a file that it includes, has an old one; nothing
  /// else of the texts changes.
  private func rewrite(_ moves: [(old: String, new: String)]) -> Bool {
    let news = Dictionary(moves.map { (LocalFiles.realPath(ofMaybeMissing: $0.old), $0.new) }) { first, _ in first }
    var sources = SourceMap()
    let values = WrittenPaths.values(path: project, options: options, sources: &sources)
    for (index, file) in sources.files.enumerated() {
      let folder = LocalFiles.split(file.path).folder
      let edits = values.filter { $0.range.file == index }.compactMap { value -> (range: SourceRange, text: String)? in
        let path = LocalFiles.realPath(ofMaybeMissing: LocalFiles.join(folder, value.value))
        return news[path].map { (value.range, JSON.string(FilePaths.path(of: $0, seenFrom: file.path)).line) }
      }
      guard !edits.isEmpty else { continue }
      do {
        try TextFile.write(file.edited(edits), to: file.path, replacing: true)
      } catch {
        reporter.fail("output.unwritable", "cannot write \"\(file.path)\": \(error.reason)", blame: .media)
        return false
      }
    }
    for move in moves {
      let (old, new) = (
        FilePaths.path(of: move.old, seenFrom: project), FilePaths.path(of: move.new, seenFrom: project)
      )
      reporter.result("relinked", [("old", .string(old)), ("new", .string(new))], text: "\(old) → \(new)")
    }
    return true
  }
}
