internal import MediaTime

extension Resolver {
  /// Whether an output is a film or pictures, and of which frames; nil after a report.
  mutating func form(
    of output: OutputDocument, path: String, _ frames: Range<Int>, in root: ResolvedSequence
  ) -> OutputForm? {
    if let waveform = output.waveform { return form(of: waveform, output) }
    guard output.sheet == nil, output.frames == nil, output.every == nil else {
      guard !reportsFilmFields(of: output) else { return nil }
      var chosen: [Int]?
      if output.frames != nil || output.every != nil {
        guard let found = moments(of: output, frames, in: root) else { return nil }
        chosen = found
      }
      if let sheet = output.sheet { return .sheet(self.sheet(sheet.value, of: output, chosen)) }
      return .stills(Stills(frames: chosen ?? []))
    }
    guard Stills.endings.contains(LocalFiles.ending(of: path)) else { return .film }
    guard NumberPattern(LocalFiles.split(path).name) != nil else {
      // An animation.
      if LocalFiles.ending(of: path) == "webp" { return .film }
      diagnostics.append(
        Diagnostic(
          .error, code: "output.one-picture",
          "a file of this kind holds one picture: choose it with \"frames\", or number the files as in "
            + "\"\(Self.numbered(output.path?.value ?? path))\" for every frame",
          at: output.path?.range ?? output.range))
      return nil
    }
    return allStills(of: output, frames)
  }

  /// The files that an output is written to; nil after a report.
  mutating func paths(of form: OutputForm, _ path: String, at range: SourceRange) -> [String]? {
    guard case .stills(let stills) = form else { return [path] }
    if let paths = Stills.paths(path, count: stills.frames.count) { return paths }
    diagnostics.append(
      Diagnostic(
        .error, code: "output.number",
        "\(stills.frames.count) pictures need a number in the path: write \"\(Self.numbered(LocalFiles.split(path).name))\"",
        at: range))
    return nil
  }

  private func sheet(_ sheet: ContactSheetDocument, of output: OutputDocument, _ chosen: [Int]?) -> ContactSheet {
    let columns = sheet.columns?.value ?? 1
    let rows = sheet.rows?.value ?? chosen.map { ($0.count + columns - 1) / columns } ?? 1
    let frames = chosen.map { ContactSheet.Choice.frames(Array($0.prefix(columns * rows))) }
    let shape = canvas.size
    return ContactSheet(
      choice: frames ?? .parts(columns * rows), columns: columns, rows: rows,
      cell: sheet.cell?.value
        ?? PixelSize(width: 320, height: max(2, (shape.height * 320 + shape.width) / (2 * shape.width) * 2)),
      spacing: sheet.spacing?.value ?? 8, hasLabels: sheet.labels?.value != ContactSheetDocument.Labels.none,
      title: sheet.title?.value, color: sheet.color?.value ?? Color(red: 255, green: 255, blue: 255),
      background: sheet.background?.value ?? Self.ground)
  }

  private mutating func form(of waveform: Located<WaveformDocument>, _ output: OutputDocument) -> OutputForm? {
    guard !reportsFilmFields(of: output) else { return nil }
    checkBus(waveform.value.bus)
    let wave = waveform.value
    return .waveform(
      Waveform(
        size: output.size?.value ?? PixelSize(width: 1280, height: 240), scale: wave.scale?.value ?? .linear,
        isSplit: wave.channels?.value == .split,
        color: wave.color?.value ?? Color(red: 0x4c, green: 0xc2, blue: 0xff),
        background: wave.background?.value ?? Self.ground))
  }

  /// What lies behind frames and sound.
  private static var ground: Color { Color(red: 0x18, green: 0x18, blue: 0x18) }

  /// Reports fields that the output's kind has no use for.
  mutating func reportsFilmFields(of output: OutputDocument) -> Bool {
    let isWave = output.waveform != nil
    let isSheet = output.sheet != nil
    let hasMoments = output.frames != nil || output.every != nil
    var fields: [(name: String, range: SourceRange?)] = [
      ("audio", output.audio.flatMap { $0.value.isEmpty ? nil : $0.range }), ("chapters", output.chapters?.range),
      ("metadata", output.metadata?.range), ("subtitles", output.subtitles?.range),
      ("orientation", output.orientation?.range), ("cover", output.cover?.range), ("timecode", output.timecode?.range),
      ("fps", hasMoments || isSheet || isWave ? output.frameRate?.range : nil),
      ("range", output.frames == nil ? nil : output.span?.range),
      ("size", isSheet ? output.size?.range : nil),
      ("video", output.video.flatMap { if case .off = $0.value { $0.range } else { nil } }),
    ]
    if isWave {
      fields += [
        ("frames", output.frames?.range), ("every", output.every?.range), ("contact_sheet", output.sheet?.range),
        ("fit", output.fit?.range),
      ]
    }
    for (name, range) in fields {
      guard let range else { continue }
      let kind = isWave ? "a waveform" : isSheet ? "a contact sheet" : "pictures"
      let hint = name == "size" ? "give \"cell\" in \"contact_sheet\" instead" : "remove it"
      diagnostics.append(
        Diagnostic(
          .error, code: "output.not-for-pictures", "\"\(name)\" is not for an output that is \(kind): \(hint)",
          at: range))
    }
    return fields.contains { $0.range != nil }
  }

  private static func numbered(_ name: String) -> String {
    guard let dot = name.lastIndex(of: ".") else { return "\(name)-%04d" }
    return "\(name[..<dot])-%04d\(name[dot...])"
  }
}
