internal import MediaTime

extension Resolver {
  /// Returns what is to be written.
  mutating func resolveOutputs(of root: ResolvedSequence) -> [Output] {
    guard let written = document.outputs else { return [defaultOutput(of: root)] }
    if let framedOutput {
      return written.value.filter { $0.range == framedOutput.place }.compactMap { resolve($0, of: root) }
    }
    if written.value.isEmpty, !document.isFaulty {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.none", "\"outputs\" is empty: give one, or remove the key for the default one",
          at: written.range))
    }
    reportSharedPaths(written.value)
    reportUnusedFramings()
    return written.value.filter { !$0.hasMistake }.compactMap { output in
      if let name = output.framing { return resolve(framed: output, name) }
      return resolve(output, of: root)
    }
  }

  /// `<project>.mp4` beside the project file, fit for the web.
  private mutating func defaultOutput(of root: ResolvedSequence) -> Output {
    let path = sources.files.first?.path ?? "project.yaml"
    let name = LocalFiles.split(path).name
    let base = name.lastIndex(of: ".").map { $0 == name.startIndex ? name[...] : name[..<$0] } ?? name[...]
    let output = LocalFiles.join(projectFolder, "\(base).mp4")
    checkPaths([output], written: "\(base).mp4", at: document.range)
    let profile = defaultProfile
    return Output(
      path: output, frames: 0..<root.sequence.frameCount,
      video: root.hasPicture ? video(profile.video, at: document.range) : nil,
      audio: root.hasSound ? profile.audio.map { [audio($0, at: document.range)] } ?? [] : [], origin: document.range)
  }

  private mutating func resolve(_ output: OutputDocument, of root: ResolvedSequence) -> Output? {
    guard let written = output.path else { return nil }
    let path = sources.path(written.value, writtenAt: written.range)
    guard let frames = frames(of: output, in: root), let form = form(of: output, path: path, frames, in: root) else {
      return nil
    }
    guard let paths = paths(of: form, path, at: written.range) else { return nil }
    checkPaths(paths, written: written.value, at: written.range)
    guard let profile = profile(of: output, path: path) else { return nil }
    let video = form.isOfSound ? pictureOfSound(of: output) : video(of: output, profile, root)
    let audio = self.audio(of: output, form, profile, root)
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
    resolved.settle(form, canvas, fit: output.fit?.value ?? .contain)
    resolved.subtitles = subtitles(of: output, in: root)
    if output.orientation?.value == true, video != nil {
      resolved.orientationOrigin = output.orientation?.range
      resolved.orientation = orientationAsShot(root.sequence) ?? 1
    }
    resolved.cover = cover(of: output)
    resolved.timecode = timecode(of: output, resolved.framing)
    switch streamForm(of: output, path: path, resolved) {
    case .none: break
    case .faulty: return nil
    case .stream(let streaming):
      checkPaths(Array(streaming.paths(path).dropFirst()), written: written.value, at: written.range)
      resolved.form = .stream(streaming)
      if let first = streaming.renditions.first { (resolved.framing, resolved.video) = (first.framing, first.video) }
    }
    resolved.chapters = output.chapters?.range
    resolved.metadata = (output.metadata?.value ?? []).map {
      Output.Metadata(name: $0.name, value: $0.value, origin: $0.nameRange)
    }
    return resolved
  }

  /// The streams of sound that an output holds, or that its picture shows.
  private mutating func audio(
    of output: OutputDocument, _ form: OutputForm, _ profile: OutputProfile, _ root: ResolvedSequence
  ) -> [AudioOutput] {
    switch form {
    case .film, .stream: return audio(of: output, profile, root)
    case .stills, .sheet: return []
    case .waveform:
      guard root.hasSound, let wave = output.waveform else { return [] }
      return [AudioOutput(bus: wave.value.bus?.value ?? Bus.main, codec: "pcm_f32le", origin: wave.range)]
    }
  }

  /// How a picture of the sound is encoded.
  private func pictureOfSound(of output: OutputDocument) -> VideoOutput? {
    guard case .encoder(let encoder)? = output.video?.value else { return video(Profile.Stream(), at: output.range) }
    return video(encoder.stream, at: encoder.range)
  }

  /// Two outputs of one path would take each other's place.
  private mutating func reportSharedPaths(_ outputs: [OutputDocument]) {
    var known: [String: SourceRange] = [:]
    for output in outputs {
      guard let written = output.path else { continue }
      let path = LocalFiles.realPath(ofMaybeMissing: sources.path(written.value, writtenAt: written.range))
      // A stream is its list and the folder of what the list names.
      let isStream = Streaming.Manifest(path: path) != nil
      for place in [path] + (isStream ? ["\(Streaming.stem(of: path))/"] : []) {
        guard let first = known[place] else {
          known[place] = written.range
          continue
        }
        let advice = place == path ? "give this one another" : "write one of them, with \"dash: true\" for both lists"
        diagnostics.append(
          Diagnostic(
            .error, code: "output.same-path",
            "another output is written to \"\(place == path ? written.value : place)\": \(advice)",
            at: written.range, notes: [.init("the other one is here", at: first)]))
        break
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
  ///
  /// All paths of one output are in one folder.
  private mutating func checkPaths(_ paths: [String], written: String, at range: SourceRange) {
    let targets = paths.map { LocalFiles.realPath(ofMaybeMissing: $0) }
    let folder = LocalFiles.realPath(ofMaybeMissing: projectFolder)
    let allowed = [folder] + options.allowedFolders.map { LocalFiles.realPath(ofMaybeMissing: $0) }
    guard
      options.outputPath != nil || targets.allSatisfy({ target in allowed.contains { target.isBelow($0) } })
    else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.outside-project",
          "the output \"\(written)\" is outside the project's folder: write it below, or allow its folder with --allow",
          at: range))
      return
    }
    guard options.outputPath == nil else { return }
    if paths.contains(where: { LocalFiles.kind(of: $0) == .folder }) {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.is-folder", "the output \"\(written)\" is a folder: give the name of a file", at: range)
      )
    } else if !Set(filesRead.map { LocalFiles.realPath(ofMaybeMissing: $0) }).isDisjoint(with: targets) {
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
    let beside = (document.outputs?.value ?? []).flatMap {
      ($0.subtitles?.value ?? []).map(\.path) + [$0.cover]
    }
    return stills + sources.files.map(\.path) + catalog.listPaths
      + beside.compactMap(\.self).map { sources.path($0.value, writtenAt: $0.range) }
  }
}

extension OutputForm {
  /// Whether it shows sound and no frames.
  fileprivate var isOfSound: Bool { if case .waveform = self { true } else { false } }
}

extension Output {
  /// Takes on its form, which settles the frames and the size of what is made of them.
  fileprivate mutating func settle(_ form: OutputForm, _ canvas: Canvas, fit: PictureFields.Fit) {
    self.form = form
    let size: PixelSize
    let chosen: [Int]?
    switch form {
    case .film, .stream: return
    case .stills(let stills): (size, chosen) = (framing?.size ?? canvas.size, stills.frames)
    case .sheet(let sheet):
      size = sheet.cell
      chosen = if case .frames(let frames) = sheet.choice { frames } else { nil }
    case .waveform(let wave): (size, chosen) = (wave.size, nil)
    }
    if let first = chosen?.first, let last = chosen?.last { frames = first..<last + 1 }
    framing =
      size == canvas.size
      ? nil : Framing(size: size, fit: fit, frameRate: canvas.frameRate)
  }
}

extension String {
  /// Whether a resolved path is in a resolved folder.
  fileprivate func isBelow(_ folder: String) -> Bool { hasPrefix(folder == "/" ? "/" : folder + "/") }
}
