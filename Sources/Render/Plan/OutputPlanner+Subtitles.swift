internal import AV
internal import EDL
internal import MediaTime

/// Streams of subtitles.
extension OutputPlanner {
  /// How a file of subtitles becomes a stream of a container; nil when a diagnostic says why it does not.
  func subtitlePlan(
    _ subtitles: SubtitleOutput, _ container: ContainerCatalog.Entry, _ diagnostics: inout DiagnosticList
  ) -> SubtitlePlan? {
    switch container.name {
    case "matroska": return subtitlePlan(subtitles, codec: "subrip", orAsItIs: "ass", &diagnostics)
    case "webm": return subtitlePlan(subtitles, codec: "webvtt", &diagnostics)
    case "mp4", "mov", "ipod": return subtitlePlan(subtitles, codec: "mov_text", &diagnostics)
    default:
      diagnostics.append(
        Diagnostic(
          .error, code: "output.subtitles", "\"\(container.name)\" holds no subtitles as text", at: subtitles.origin,
          notes: [.init(".mp4, .mov, .mkv and .webm do; an item \"subtitles:\" draws them into the picture")]))
      return nil
    }
  }

  /// How a file of subtitles becomes a stream of a codec; nil when a diagnostic says why it does not.
  ///
  /// A file of the other kind is kept as it is.
  func subtitlePlan(
    _ subtitles: SubtitleOutput, codec: String, orAsItIs other: String? = nil, _ diagnostics: inout DiagnosticList
  ) -> SubtitlePlan? {
    let name = LocalFiles.split(subtitles.path).name
    func unreadable(_ code: String, _ message: String) -> SubtitlePlan? {
      diagnostics.append(Diagnostic(.error, code: code, message, at: subtitles.origin, blame: .media))
      return nil
    }
    if let line = TextEncoding.firstBadLine(of: subtitles.path) {
      return unreadable(
        "subtitles.encoding",
        "line \(line) of \"\(name)\" is not UTF-8: save it as UTF-8, with iconv -f CP1252 -t UTF-8 for one")
    }
    do throws(AVError) {
      let file = try SubtitleFile(path: subtitles.path)
      guard ["srt", "ass", "webvtt"].contains(file.format) else {
        return unreadable("subtitles.kind", "\"\(name)\" is no file of subtitles inside: it is \(file.format)")
      }
      return try stream(subtitles, file, file.format == other ? file.codec : codec, &diagnostics)
    } catch {
      return unreadable("subtitles.kind", "\"\(name)\" cannot be read as subtitles: \(error.detail ?? error.reason)")
    }
  }

  private func stream(
    _ subtitles: SubtitleOutput, _ file: SubtitleFile, _ codec: String, _ diagnostics: inout DiagnosticList
  ) throws(AVError) -> SubtitlePlan {
    let cues = placed(file.cues, start: subtitles.start)
    let name = LocalFiles.split(subtitles.path).name
    if cues.isEmpty {
      diagnostics.append(
        Diagnostic(
          .warning, code: "output.subtitles-empty",
          "none of the \(file.cues.count) texts of \"\(name)\" falls into this output", at: subtitles.origin))
    }
    let label = StreamLabel(
      language: subtitles.language, title: subtitles.title, isDefault: subtitles.isDefault,
      isForced: subtitles.isForced)
    guard codec != file.codec else {
      return SubtitlePlan(
        codec: codec, head: file.head, cues: cues.map { .init(times: $0.times, packet: $0.packet) }, label: label)
    }
    let losses = cues.count { $0.isPlaced || SubtitleLine($0.line).hasMoreThanText }
    if losses > 0 {
      diagnostics.append(
        Diagnostic(
          .warning, code: "output.subtitle-styles",
          "\(losses) of \(cues.count) texts of \"\(name)\" lose where they stand, how they move or what they draw: "
            + "\(codec) has words with \(codec == "webvtt" ? "bold, italic and underline" : "simple styles") alone",
          at: subtitles.origin,
          notes: [
            .init(
              "\(file.format == "webvtt" ? ".webm keeps WebVTT" : ".mkv keeps ASS") as it is; "
                + "an item \"subtitles:\" draws it into the picture")
          ]))
    }
    var lines = cues.compactMap { cue in
      SubtitleLine(cue.line).withoutDrawings.map { SubtitleSpan(times: cue.times, lines: [$0]) }
    }
    // Samples of mp4 and mov come one after the other.
    if codec == "mov_text" { lines = SubtitleSpan.sequential(lines) }
    let encoder = try SubtitleEncoder(codec, styles: file.styles)
    var encoded: [SubtitlePlan.Cue] = []
    for span in lines { encoded.append(.init(times: span.times, packet: try encoder.packet(span.line))) }
    return SubtitlePlan(codec: codec, head: encoder.head, cues: encoded, label: label)
  }

  /// The texts that show in the output's frames, cut to them and on its clock.
  private func placed(_ cues: [SubtitleFile.Cue], start: Int) -> [SubtitleFile.Cue] {
    let rate = timeline.canvas.frameRate
    guard let thousand = try? Rational(1000) / rate,
      let shift = try? Rational(start - output.frames.lowerBound) * thousand,
      let length = try? Rational(output.frames.count) * thousand
    else { return [] }
    func moved(_ time: Int64) -> Int64? {
      guard let exact = try? Rational(Int(time)) + shift, exact < length else { return length.rounded }
      return max(0, exact.rounded)
    }
    return cues.compactMap { cue in
      guard let first = moved(cue.times.lowerBound), let last = moved(cue.times.upperBound), first < last else {
        return nil
      }
      var cue = cue
      cue.times = first..<last
      return cue
    }
  }
}
