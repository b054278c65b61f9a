internal import EDL
internal import Render

/// Holds a project to its lock: every difference is a finding, and none means the very same films.
struct LockCheck {
  let timeline: Timeline
  let lock: LockFile
  let reporter: Reporter

  /// Reports every difference; returns whether there is none.
  func run(_ options: RenderOptions) -> Bool {
    let found = Renderer.lockRecord(timeline, options: options)
    var locked = Dictionary(lock.record.files.map { (name($0.path), $0) }) { first, _ in first }
    var unknown: [LockRecord.File] = []
    var isSame = true
    for file in found.files {
      guard let was = locked.removeValue(forKey: name(file.path)) else {
        unknown.append(file)
        continue
      }
      guard was.digest != file.digest || was.facts != file.facts else { continue }
      isSame = false
      report("\"\(file.path)\" is not the file that was locked: \(differences(was, file))", about: file.path)
    }
    for file in unknown {
      // The same bytes under another name are the same film.
      if let moved = locked.first(where: { $0.value.digest == file.digest }) {
        locked.removeValue(forKey: moved.key)
        reporter.report(
          Diagnostic(
            .note, code: "lock.moved", "\"\(file.path)\" is \"\(moved.value.path)\" of the lock, at another place",
            at: origin(of: file.path)))
        continue
      }
      isSame = false
      report("\"\(file.path)\" is not in the lock", about: file.path)
    }
    for (_, file) in locked.sorted(by: { $0.key < $1.key }) {
      isSame = false
      report("\"\(file.path)\" is in the lock, and the project does not read it", about: file.path)
    }
    if found.libraries != lock.record.libraries {
      isSame = false
      let gone = lock.record.libraries.filter { !found.libraries.contains($0) }.joined(separator: ", ")
      let come = found.libraries.filter { !lock.record.libraries.contains($0) }.joined(separator: ", ")
      report("the libraries are not those that were locked: \(gone) → \(come)", about: nil)
    }
    return isSame
  }

  private func name(_ path: String) -> String { LocalFiles.realPath(ofMaybeMissing: path) }

  private func differences(_ was: LockRecord.File, _ now: LockRecord.File) -> String {
    var parts: [String] = []
    if was.byteCount != now.byteCount { parts.append("\(was.byteCount) → \(now.byteCount) bytes") }
    if was.facts != now.facts {
      parts.append("\(was.facts.joined(separator: ", ")) → \(now.facts.joined(separator: ", "))")
    }
    parts.append("sha256 \(was.digest.prefix(12))… → \(now.digest.prefix(12))…")
    return parts.joined(separator: "; ")
  }

  private func report(_ message: String, about path: String?) {
    reporter.report(
      Diagnostic(
        .error, code: "lock.differs", message, at: path.flatMap(origin),
        notes: [.init("\"edlrender lock\" locks what is there now")], blame: .comparison))
  }

  private func origin(of path: String) -> SourceRange? {
    timeline.media.first { media in
      if case .file(path) = media.source { true } else { false }
    }?.origin
  }
}
