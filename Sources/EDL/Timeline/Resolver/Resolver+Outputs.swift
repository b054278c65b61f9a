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
    if let second = written.value.dropFirst().first {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.several",
          "this version writes one output, and there are \(written.value.count): keep one",
          at: second.range))
    }
    return written.value.filter { !$0.hasMistake }.compactMap { resolve($0, of: root) }
  }

  /// `<project>.mp4` beside the project file, fit for the web.
  private mutating func defaultOutput(of root: ResolvedSequence) -> Output {
    let path = sources.files.first?.path ?? "project.yaml"
    let name = LocalFiles.split(path).name
    let base = name.lastIndex(of: ".").map { $0 == name.startIndex ? name[...] : name[..<$0] } ?? name[...]
    let output = LocalFiles.join(projectFolder, "\(base).mp4")
    checkPath(output, written: "\(base).mp4", at: document.range)
    return Output(
      path: output, frames: 0..<root.sequence.frameCount,
      video: root.hasPicture ? webVideo(at: document.range) : nil,
      audio: root.hasSound ? [webAudio(at: document.range)] : [], origin: document.range)
  }

  private mutating func resolve(_ output: OutputDocument, of root: ResolvedSequence) -> Output? {
    guard let written = output.path else { return nil }
    let path = sources.path(written.value, writtenAt: written.range)
    checkPath(path, written: written.value, at: written.range)
    guard let frames = frames(of: output, in: root) else { return nil }
    let holder = Holder(ending: path)
    let video = video(output, holder, root)
    let audio = audio(output, holder, root)
    if video == nil, audio.isEmpty {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.empty", "the output has neither picture nor sound: give it \"video\" or \"audio\"",
          at: output.range))
      return nil
    }
    return Output(path: path, frames: frames, video: video, audio: audio, origin: output.range)
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

  // MARK: Streams

  /// What a file's ending says about the file.
  private struct Holder {
    let isForWeb: Bool
    let isForSoundAlone: Bool

    init(ending path: String) {
      let ending = LocalFiles.split(path).name.split(separator: ".").last.map { $0.lowercased() } ?? ""
      isForWeb = ["mp4", "m4v", "mov", "mkv"].contains(ending)
      isForSoundAlone = [
        "aac", "ac3", "aif", "aiff", "caf", "flac", "m4a", "mka", "mp2", "mp3", "oga", "ogg", "opus", "wav", "w64",
      ].contains(ending)
    }
  }

  private func video(_ output: OutputDocument, _ holder: Holder, _ root: ResolvedSequence) -> VideoOutput? {
    switch output.video?.value {
    case .off?: nil
    case .encoder(let encoder)?:
      VideoOutput(
        codec: encoder.codec?.value, pixelFormat: encoder.pixelFormat?.value, options: encoder.options,
        origin: encoder.codec?.range ?? encoder.range)
    case nil:
      // A file that names no codec gets what the default output has.
      !root.hasPicture || holder.isForSoundAlone
        ? nil : holder.isForWeb ? webVideo(at: output.range) : VideoOutput(codec: nil, origin: output.range)
    }
  }

  private mutating func audio(_ output: OutputDocument, _ holder: Holder, _ root: ResolvedSequence) -> [AudioOutput] {
    guard let written = output.audio else {
      guard root.hasSound else { return [] }
      return holder.isForWeb
        ? [webAudio(at: output.range)] : [AudioOutput(codec: nil, isDefault: true, origin: output.range)]
    }
    let chosen = written.value.filter { $0.isDefault?.value == true }
    if let second = chosen.dropFirst().first?.isDefault {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.default-streams",
          "\(chosen.count) streams say \"default: true\", and a player chooses one: keep one", at: second.range))
    }
    return written.value.enumerated().map { index, encoder in
      AudioOutput(
        bus: encoder.bus?.value ?? "main", codec: encoder.codec?.value, channels: encoder.channels?.value,
        sampleRate: encoder.sampleRate?.value, width: encoder.width?.value,
        dither: encoder.dither?.value ?? .triangular,
        isDefault: encoder.isDefault?.value ?? (chosen.isEmpty && index == 0),
        language: encoder.language?.value, title: encoder.title?.value, options: encoder.options,
        origin: encoder.codec?.range ?? encoder.range)
    }
  }

  private func webVideo(at range: SourceRange) -> VideoOutput {
    // No player's hardware decodes H.264 of 10 bits, and every one that shows HDR decodes HEVC.
    VideoOutput(
      codec: canvas.isHDR ? "hevc" : "h264", options: [option("preset", "medium", range), option("crf", "20", range)],
      origin: range)
  }

  private func webAudio(at range: SourceRange) -> AudioOutput {
    AudioOutput(codec: "aac", isDefault: true, options: [option("bitrate", "192k", range)], origin: range)
  }

  private func option(_ name: String, _ value: String, _ range: SourceRange) -> EncoderOption {
    EncoderOption(name: name, value: value, nameRange: range, valueRange: range)
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
