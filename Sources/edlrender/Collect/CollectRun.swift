internal import EDL
internal import Render

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Carries out a plan of collecting: makes room sure, copies, proves, lists.
struct CollectRun {
  let plan: CollectPlan
  let folder: String
  /// The paths of the project's outputs, whose folders are made.
  let outputs: [String]
  let project: String
  let cancellation: Interruption.Flag
  let reporter: Reporter
  let teller: ProgressReporter

  func run() {
    guard makeFolder(folder) else { return }
    guard let journal = CollectJournal(folder: folder) else {
      reporter.fail(
        "collect.foreign",
        "\"\(folder)\" holds files that are not of an earlier collect, and nothing is put beside them",
        notes: ["give a new folder"])
      return
    }
    guard hasRoom() else { return }
    let total = plan.copies.reduce(0) { $0 + (size($1.source) ?? 0) }
    var done = 0
    var copied = 0
    for copy in plan.copies {
      let before = done
      guard
        let isNew = place(
          copy, journal,
          progress: { bytes in
            teller.update(RenderProgress(done: (before + bytes) >> 10, total: max(1, total >> 10)))
          })
      else {
        teller.end()
        return
      }
      done += size(copy.source) ?? 0
      copied += isNew ? 1 : 0
    }
    teller.end()
    for text in plan.texts where !place(text, journal) { return }
    makeOutputFolders()
    finish(journal, copied: copied, bytes: done)
  }

  // MARK: Before

  private func makeFolder(_ path: String) -> Bool {
    let (above, _) = LocalFiles.split(path)
    if LocalFiles.kind(of: path) == .folder { return true }
    if !above.isEmpty, above != "/", LocalFiles.kind(of: above) == nil, !makeFolder(above) { return false }
    guard mkdir(path, 0o777) == 0 || LocalFiles.kind(of: path) == .folder else {
      reporter.fail(
        "output.unwritable", "cannot make the folder \"\(path)\": \(String(cString: strerror(errno)))", blame: .media)
      return false
    }
    return true
  }

  private func hasRoom() -> Bool {
    let needed = plan.copies.reduce(Int64(0)) { sum, copy in
      let target = LocalFiles.join(folder, copy.target)
      let there = size(target) ?? size(FileCopier.part(of: target)) ?? 0
      return sum + Int64(max(0, (size(copy.source) ?? 0) - there))
    }
    guard let free = FileCopier.freeBytes(at: folder), free < needed else { return true }
    reporter.fail(
      "collect.space",
      "\"\(folder)\" has \(Measures.bytes(free)) free, and \(Measures.bytes(needed)) are still to be copied",
      blame: .media)
    return false
  }

  private func size(_ path: String) -> Int? {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : nil
  }

  // MARK: Files

  /// Puts a file in its place, or proves the one that is there; nil after a report.
  private func place(_ copy: CollectPlan.Copy, _ journal: CollectJournal, progress: (Int) -> Void) -> Bool? {
    let target = LocalFiles.join(folder, copy.target)
    guard makeFolder(LocalFiles.split(target).folder) else { return nil }
    let copier = FileCopier(cancellation: cancellation)
    do {
      if LocalFiles.kind(of: target) != nil {
        let there = try copier.digest(target)
        guard try there == copier.digest(copy.source) else { return refuse(copy.target, there, journal) }
        if journal.digest(of: copy.target) != there { try journal.add(copy.target, there) }
        progress(size(copy.source) ?? 0)
        return false
      }
      try journal.add(copy.target, try copier.copy(copy.source, to: target, progress: progress))
      return true
    } catch let failure as FileCopier.Failure {
      tell(failure, copy)
    } catch let failure as TextFile.Failure {
      reporter.fail("output.unwritable", "cannot write in \"\(folder)\": \(failure.reason)", blame: .media)
    } catch {
      reporter.fail("output.unwritable", "cannot write in \"\(folder)\": \(error)", blame: .media)
    }
    return nil
  }

  /// A file is there that is not the one that it should be.
  private func refuse(_ target: String, _ digest: String, _ journal: CollectJournal) -> Bool? {
    let path = LocalFiles.join(folder, target)
    switch journal.digest(of: target) {
    case nil:
      reporter.fail("collect.foreign", "\"\(path)\" was not put there by collect, and is not written over")
    case digest:
      reporter.fail(
        "collect.outdated", "\"\(path)\" is of an earlier state of its file: remove it to have it copied again")
    default:
      reporter.fail(
        "collect.damaged", "\"\(path)\" is not what was copied: its SHA-256 differs; remove it to have it copied again",
        blame: .media)
    }
    return nil
  }

  private func tell(_ failure: FileCopier.Failure, _ copy: CollectPlan.Copy) {
    switch failure {
    case .interrupted:
      reporter.report(
        RenderError(
          kind: .interrupted,
          diagnostic: Diagnostic(
            .error, code: "render.interrupted", "interrupted",
            notes: [.init("the same command goes on where it was")])))
    case .system(let reason):
      reporter.fail("collect.copy", "cannot copy \"\(copy.source)\": \(reason)", blame: .media)
    case .damaged:
      reporter.fail(
        "collect.damaged", "the copy of \"\(copy.source)\" is not what was written: check the disk", blame: .media)
    case .changed:
      reporter.fail("collect.copy", "\"\(copy.source)\" changed while it was copied: run it again", blame: .media)
    }
  }

  /// Writes a text of the project; one that the user has edited there since is kept.
  private func place(_ text: CollectPlan.Text, _ journal: CollectJournal) -> Bool {
    let target = LocalFiles.join(folder, text.target)
    guard makeFolder(LocalFiles.split(target).folder) else { return false }
    let copier = FileCopier(cancellation: cancellation)
    do {
      if LocalFiles.kind(of: target) != nil {
        if try TextFile.read(target) == text.text { return note(text.target, try copier.digest(target), journal) }
        let there = try copier.digest(target)
        guard journal.digest(of: text.target) == there else {
          reporter.fail("collect.foreign", "\"\(target)\" was changed since it was put there, and is not written over")
          return false
        }
      }
      try TextFile.write(text.text, to: target, replacing: true)
      return note(text.target, try copier.digest(target), journal)
    } catch let failure as TextFile.Failure {
      reporter.fail("output.unwritable", "cannot write \"\(target)\": \(failure.reason)", blame: .media)
    } catch {
      reporter.fail("output.unwritable", "cannot write \"\(target)\": \(error)", blame: .media)
    }
    return false
  }

  private func note(_ target: String, _ digest: String, _ journal: CollectJournal) -> Bool {
    do {
      if journal.digest(of: target) != digest { try journal.add(target, digest) }
      return true
    } catch {
      reporter.fail("output.unwritable", "cannot write in \"\(folder)\": \(error.reason)", blame: .media)
      return false
    }
  }

  // MARK: After

  /// Outputs need their folders; one elsewhere must be allowed anew on the other machine.
  private func makeOutputFolders() {
    let home = LexicalPath(project).folder
    for path in outputs {
      let place = LexicalPath(path)
      if let relative = place.relative(to: home) {
        _ = makeFolder(LocalFiles.split(LocalFiles.join(folder, relative)).folder)
      } else {
        reporter.report(
          Diagnostic(
            .warning, code: "collect.output", "the output \"\(path)\" is written outside of the project's folder",
            notes: [.init("the collected project needs --allow or -o to render it")]))
      }
    }
  }

  private func finish(_ journal: CollectJournal, copied: Int, bytes: Int) {
    let targets = plan.copies.map(\.target) + plan.texts.map(\.target)
    do {
      try TextFile.write(journal.sums(of: targets), to: LocalFiles.join(folder, "SHA256SUMS"), replacing: true)
    } catch {
      reporter.fail("output.unwritable", "cannot write in \"\(folder)\": \(error.reason)", blame: .media)
      return
    }
    let main = LocalFiles.join(folder, plan.texts.first?.target ?? "")
    reporter.result(
      "result",
      [
        ("path", .string(main)), ("files", .int(targets.count)), ("copied", .int(copied)), ("bytes", .int(bytes)),
      ],
      text:
        "\(main): \(Measures.count(targets.count, "file")), \(Measures.bytes(Int64(bytes))) of media, \(copied) copied now, all proved"
    )
  }
}
