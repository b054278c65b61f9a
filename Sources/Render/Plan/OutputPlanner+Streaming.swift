internal import AV
internal import EDL

/// Outputs that are streams.
extension OutputPlanner {
  /// The plan of a stream; nil when a diagnostic says why there is none.
  func streamPlan(
    _ streaming: Streaming, path: String, _ diagnostics: inout DiagnosticList
  ) -> OutputPlan? {
    guard let kind = Streaming.Manifest(path: path), kind == streaming.manifests.first else {
      let ending = streaming.manifests.first?.rawValue ?? "m3u8"
      diagnostics.append(
        Diagnostic(
          .error, code: "output.container", "the output is a stream, and \"\(path)\" does not end with .\(ending)",
          at: output.origin))
      return nil
    }
    let folder = Streaming.stem(of: path)
    if [.file, .other].contains(LocalFiles.kind(of: folder)) {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.not-a-file",
          "cannot write into the folder \"\(folder)\": what is there is no folder", at: output.origin, blame: .media))
      return nil
    }
    var plans: [OutputPlan] = []
    var isWhole = true
    for (index, rendition) in streaming.renditions.enumerated() {
      var part = output
      (part.form, part.framing, part.video, part.subtitles) = (.film, rendition.framing, rendition.video, [])
      if index > 0 { part.audio = [] }
      var found = DiagnosticList()
      let plan = trackPlan(part, streaming, &found)
      for finding in found.all {
        // What is wrong with a size or a rate is wrong with the rendition's own.
        let isOfFraming = ["output.odd-size", "output.frame-rate"].contains(finding.code)
        diagnostics.append(isOfFraming ? finding.moved(to: rendition.origin) : finding)
      }
      plans += [plan].compactMap(\.self)
      isWhole = isWhole && plan != nil
    }
    if streaming.renditions.isEmpty {
      var part = output
      (part.form, part.subtitles) = (.film, [])
      plans += [trackPlan(part, streaming, &diagnostics)].compactMap(\.self)
    }
    let subtitles = output.subtitles.compactMap { subtitlePlan($0, codec: "webvtt", &diagnostics) }
    guard isWhole, subtitles.count == output.subtitles.count, var plan = plans.first else { return nil }
    plan.subtitles = subtitles
    let names = streaming.renditions.map(\.name)
    plan.path = path
    plan.stream = StreamPlan(
      manifests: zip(streaming.manifests, streaming.paths(path)).map { .init(kind: $0, path: $1) }, folder: folder,
      renditions: names, sounds: StreamPlan.names("audio", plan.audio.map(\.language), besides: names),
      captions: StreamPlan.names("subtitles", subtitles.map(\.label.language), besides: names),
      others: plans.dropFirst().map { other in
        var other = other
        other.path = path
        return other
      })
    return plan
  }

  /// A part of a stream as if it were a file.
  private func trackPlan(
    _ part: Output, _ streaming: Streaming, _ diagnostics: inout DiagnosticList
  ) -> OutputPlan? {
    var options = options
    options.outputPath = nil
    let planner = OutputPlanner(timeline: timeline, output: part, options: options)
    guard var plan = planner.filmPlan(path: "\(Streaming.stem(of: part.path)).mp4", &diagnostics) else { return nil }
    plan.keyInterval = streaming.segmentLength
    var isFine = true
    for kind in streaming.manifests {
      if let video = plan.video, let written = part.video {
        isFine = holds(video.settings.encoder, kind, isVideo: true, at: written.origin, &diagnostics) && isFine
      }
      for (audio, written) in zip(plan.audio, part.audio) {
        isFine = holds(audio.settings.encoder, kind, isVideo: false, at: written.origin, &diagnostics) && isFine
      }
    }
    // A key picture that is asked for is to be one that nothing after it looks behind.
    if let encoder = plan.video?.settings.encoder, OptionTable(encoder: encoder).entries["forced-idr"] != nil {
      plan.video?.settings.options.append(EncoderSettings.Option(name: "forced-idr", value: "1"))
    }
    if let video = plan.video, EncoderFacts.keysByInterval.contains(video.settings.encoder),
      !video.settings.options.contains(where: { $0.name == "g" })
    {
      let pictures = plan.cadence.pictures(of: 0..<streaming.segmentLength).count
      plan.video?.settings.options.append(EncoderSettings.Option(name: "g", value: "\(pictures)"))
    }
    return isFine ? plan : nil
  }

  private func holds(
    _ encoder: String, _ kind: Streaming.Manifest, isVideo: Bool, at range: SourceRange,
    _ diagnostics: inout DiagnosticList
  ) -> Bool {
    let codec = EncoderCatalog.find(encoder)?.codec ?? encoder
    let known = StreamPlan.codecs(kind, isVideo: isVideo)
    guard !known.contains(codec) else { return true }
    diagnostics.append(
      Diagnostic(
        .error, code: "output.codec-container", "players of \(kind.name) do not know \(codec)", at: range,
        notes: [.init("they know \(known.filter { EncoderCatalog.find($0) != nil }.joined(separator: ", "))")]))
    return false
  }
}

extension Diagnostic {
  fileprivate func moved(to range: SourceRange) -> Diagnostic {
    Diagnostic(severity, code: code, message, at: range, notes: notes, fixIts: fixIts, blame: blame)
  }
}
