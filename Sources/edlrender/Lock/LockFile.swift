internal import EDL
internal import Render

/// The text of a lock file, beside the project: `project.lock.yaml`.
struct LockFile {
  let path: String
  let record: LockRecord

  /// Where the lock of a project stands.
  static func path(ofProject path: String) -> String { FilePaths.replacingEnding(of: path, with: "lock.yaml") }

  /// Files under the lock's folder are called from there, so that a clone elsewhere is the same.
  var text: String {
    var lines = ["# Written by \"edlrender lock\", which writes it anew; --frozen holds a project to it.", "lock: 1"]
    lines.append("libraries:")
    lines += record.libraries.map { "  - \(Self.quoted($0))" }
    lines.append(record.files.isEmpty ? "files: {}" : "files:")
    for file in record.files {
      lines.append("  \(Self.quoted(Self.name(of: file.path, seenFrom: path))):")
      lines += ["    sha256: \(file.digest)", "    bytes: \(file.byteCount)"]
      if !file.facts.isEmpty {
        lines.append("    streams:")
        lines += file.facts.map { "      - \(Self.quoted($0))" }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  init(_ record: LockRecord, at path: String) {
    self.path = path
    self.record = record
  }

  /// Reads a lock file; nil after reporting why not.
  init?(reading path: String, _ reporter: Reporter) {
    self.path = path
    let text: String
    do {
      text = try TextFile.read(path)
    } catch {
      reporter.fail("lock.missing", "there is no lock to hold the project to: \"\(path)\": \(error.reason)")
      return nil
    }
    var diagnostics = DiagnosticList()
    let index = reporter.sources.files.count
    reporter.sources.files.append(SourceFile(path: path, text: text))
    let root = YAMLLoader.load(text: text, file: index, diagnostics: &diagnostics)
    reporter.report(diagnostics)
    guard let root, !diagnostics.hasErrors else { return nil }
    guard root["lock"]?.text == "1", case .mapping(let entries)? = root["files"]?.content else {
      reporter.report(
        Diagnostic(
          .error, code: "lock.syntax", "this is no lock that this version of edlrender has written", at: root.range))
      return nil
    }
    let files = entries.map { entry in
      LockRecord.File(
        path: LocalFiles.join(LocalFiles.split(path).folder, entry.key), digest: entry.value["sha256"]?.text ?? "",
        byteCount: entry.value["bytes"]?.text.flatMap { Int($0) } ?? 0, facts: entry.value["streams"]?.texts ?? [])
    }
    record = LockRecord(libraries: root["libraries"]?.texts ?? [], files: files)
  }

  /// What a file is called in a lock.
  static func name(of file: String, seenFrom lock: String) -> String {
    let folder = LocalFiles.split(lock).folder
    let base = LocalFiles.realPath(ofMaybeMissing: folder.isEmpty ? "." : folder) + "/"
    let full = LocalFiles.realPath(ofMaybeMissing: file)
    return full.hasPrefix(base) ? String(full.dropFirst(base.count)) : FilePaths.path(of: file, seenFrom: lock)
  }

  private static func quoted(_ text: String) -> String { JSON.string(text).line }
}

extension Node {
  /// The value of a key of a mapping.
  fileprivate subscript(key: String) -> Node? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// The text of a scalar.
  fileprivate var text: String? {
    guard case .scalar(let scalar) = content else { return nil }
    return scalar.text
  }

  /// The texts of a sequence.
  fileprivate var texts: [String] {
    guard case .sequence(let nodes) = content else { return [] }
    return nodes.compactMap(\.text)
  }
}
