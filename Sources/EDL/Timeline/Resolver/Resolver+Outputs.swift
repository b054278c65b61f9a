internal import MediaTime

extension Resolver {
  /// Returns what is to be written.
  mutating func resolveOutputs(of root: ResolvedSequence) -> [Output] {
    guard let written = document.outputs else { return [defaultOutput(of: root)] }
    if written.value.isEmpty, !document.isFaulty {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.none", "\"outputs\" is empty: give one, or remove the key for the default one",
          at: written.range))
    }
    reportSharedPaths(written.value)
    return written.value.filter { !$0.hasMistake }.compactMap { resolve($0, of: root) }
  }

  /// `<project>.mp4` beside the project file, fit for the web.
  private mutating func defaultOutput(of root: ResolvedSequence) -> Output {
    let path = sources.files.first?.path ?? "project.yaml"
    let name = LocalFiles.split(path).name
    let base = name.lastIndex(of: ".").map { $0 == name.startIndex ? name[...] : name[..<$0] } ?? name[...]
    let output = LocalFiles.join(projectFolder, "\(base).mp4")
    checkPath(output, written: "\(base).mp4", at: document.range)
    let profile = defaultProfile
    return Output(
      path: output, frames: 0..<root.sequence.frameCount,
      video: root.hasPicture ? video(profile.video, at: document.range) : nil,
      audio: root.hasSound ? profile.audio.map { [audio($0, at: document.range)] } ?? [] : [], origin: document.range)
  }

  private mutating func resolve(_ output: OutputDocument, of root: ResolvedSequence) -> Output? {
    guard let written = output.path else { return nil }
    let path = sources.path(written.value, writtenAt: written.range)
    checkPath(path, written: written.value, at: written.range)
    guard let frames = frames(of: output, in: root) else { return nil }
    guard let profile = profile(of: output, path: path) else { return nil }
    let video = video(of: output, profile, root)
    let audio = audio(of: output, profile, root)
    if video == nil, audio.isEmpty {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.empty", "the output has neither picture nor sound: give it \"video\" or \"audio\"",
          at: output.range))
      return nil
    }
    var resolved = Output(
      path: path, frames: frames, framing: video == nil ? nil : framing(of: output, profile), video: video,
      audio: audio, origin: output.range)
    resolved.chapters = output.chapters?.range
    resolved.metadata = (output.metadata?.value ?? []).map {
      Output.Metadata(name: $0.name, value: $0.value, origin: $0.nameRange)
    }
    return resolved
  }

  /// Two outputs of one path would take each other's place.
  private mutating func reportSharedPaths(_ outputs: [OutputDocument]) {
    var known: [String: SourceRange] = [:]
    for output in outputs {
      guard let written = output.path else { continue }
      let path = LocalFiles.realPath(ofMaybeMissing: sources.path(written.value, writtenAt: written.range))
      if let first = known[path] {
        diagnostics.append(
          Diagnostic(
            .error, code: "output.same-path",
            "another output is written to \"\(written.value)\": give this one another",
            at: written.range, notes: [.init("the other one is here", at: first)]))
      } else {
        known[path] = written.range
      }
    }
  }

  private mutating func frames(of output: OutputDocument, in root: ResolvedSequence) -> Range<Int>? {
    guard let span = output.span else { return 0..<root.sequence.frameCount }
    let start = programmeFrame(span.value.start, in: root, what: "the start of the range")
    let end = programmeFrame(span.value.end, in: root, what: "the end of the range")
    guard let start, let end else { return nil }
    guard start < end else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.empty",
          "the range is empty: \"\(span.value.end.text)\" is not after \"\(span.value.start.text)\"", at: span.range))
      return nil
    }
    return start..<end
  }

  // MARK: Paths

  private var projectFolder: String { sources.directory(ofFile: 0) }

  /// An output stays in the project's folder and never takes the place of what the project reads.
  private mutating func checkPath(_ path: String, written: String, at range: SourceRange) {
    let target = LocalFiles.realPath(ofMaybeMissing: path)
    let folder = LocalFiles.realPath(ofMaybeMissing: projectFolder)
    guard
      target.isBelow(folder) || options.outputPath != nil
        || options.allowedFolders.contains(where: { target.isBelow(LocalFiles.realPath(ofMaybeMissing: $0)) })
    else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.outside-project",
          "the output \"\(written)\" is outside the project's folder: write it below, or allow its folder with --allow",
          at: range))
      return
    }
    guard options.outputPath == nil else { return }
    if LocalFiles.kind(of: path) == .folder {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.is-folder", "the output \"\(written)\" is a folder: give the name of a file", at: range)
      )
    } else if filesRead.contains(where: { LocalFiles.realPath(ofMaybeMissing: $0) == target }) {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.overwrites-source",
          "the output \"\(written)\" is a file that the project reads: give it another name", at: range))
    }
  }

  /// Every file that the project reads.
  private var filesRead: [String] {
    let stills = catalog.entries.flatMap { entry in
      if case .stills(let paths, _) = entry.source { paths } else { [entry.path] }
    }
    return stills + sources.files.map(\.path) + catalog.listPaths
  }
}

extension String {
  /// Whether a resolved path is in a resolved folder.
  fileprivate func isBelow(_ folder: String) -> Bool { hasPrefix(folder == "/" ? "/" : folder + "/") }
}
