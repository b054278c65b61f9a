internal import AV
internal import EDL
internal import MediaTime

/// Decides how an output is written, and finds all that could keep it from being written.
struct OutputPlanner {
  let timeline: Timeline
  let output: Output
  let options: RenderOptions

  /// The plan; nil when a diagnostic says why there is none.
  func plan(_ diagnostics: inout DiagnosticList) -> OutputPlan? {
    let path = options.outputPath ?? output.path
    let files: [String]? =
      if case .stills(let stills) = output.form { Stills.paths(path, count: stills.frames.count) } else { nil }
    OutputPath(
      paths: files ?? output.form.streaming?.paths(path) ?? [path], origin: output.origin, timeline: timeline
    ).check(&diagnostics)
    switch output.form {
    case .film: return filmPlan(path: path, &diagnostics)
    case .stream(let streaming): return streamPlan(streaming, path: path, &diagnostics)
    case .stills, .sheet, .waveform: return picturesPlan(path: path, &diagnostics)
    }
  }

  /// The plan of a film in one file; nil when a diagnostic says why there is none.
  func filmPlan(path: String, _ diagnostics: inout DiagnosticList) -> OutputPlan? {
    guard Streaming.Manifest(path: path) == nil, let container = ContainerCatalog.find(path: path) else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.container", "no container is known for the ending of \"\(path)\"", at: output.origin,
          notes: [
            .init("use .mp4, .mov, .mkv, .webm, .ts, .wav, .flac, .m4a, .mp3, .opus or another that FFmpeg writes")
          ]))
      return nil
    }
    guard
      let samples = try? timeline.canvas.sample(
        atFrame: output.frames.lowerBound)..<timeline.canvas.sample(atFrame: output.frames.upperBound)
    else { return nil }
    let video = videoPlan(container, &diagnostics)
    let audio = output.audio.compactMap { audioPlan($0, container, samples: samples.count, &diagnostics) }
    guard output.video == nil || video != nil, audio.count == output.audio.count else { return nil }
    if video == nil, audio.isEmpty {
      diagnostics.append(
        Diagnostic(.error, code: "output.empty", "the output has neither picture nor sound", at: output.origin))
      return nil
    }
    let format = canvasFormat(video?.encoderFormat)
    guard let cadence = try? Cadence(canvas: timeline.canvas.frameRate, output: frameRate) else { return nil }
    var plan = OutputPlan(
      path: path, container: container, canvas: format,
      video: video.map { choice in
        choice.isAnimation
          ? animationPlan(choice.settings, choice.encoderFormat, choice.color, canvas: format)
          : choice.plan(canvas: format, framing: output.framing, orientation: output.orientation)
      },
      audio: audio.map(\.0), frames: output.frames, samples: samples, cadence: cadence)
    plan.subtitles = output.subtitles.compactMap { subtitlePlan($0, container, &diagnostics) }
    plan.labels = FileLabels.make(output, timeline, container, &diagnostics)
    let streams =
      [video?.parameters].compactMap(\.self) + audio.map(\.1) + plan.subtitles.compactMap { try? $0.parameters }
    guard plan.subtitles.count == output.subtitles.count, (plan.labels.cover == nil) == (output.cover == nil) else {
      return nil
    }
    return holds(streams, plan, &diagnostics) ? plan : nil
  }

  /// Lets the container say now whether it takes these streams.
  private func holds(
    _ streams: [StreamParameters], _ plan: OutputPlan, _ diagnostics: inout DiagnosticList
  ) -> Bool {
    do throws(AVError) {
      let muxer = try Muxer(path: plan.path, format: plan.container.name)
      for stream in streams { try muxer.addStream(stream) }
      try plan.labels.add(to: muxer, rate: timeline.canvas.frameRate)
      try muxer.rehearse(options: plan.muxerOptions)
      return true
    } catch {
      let isSeveral = plan.audio.count > 1
      diagnostics.append(
        Diagnostic(
          .error, code: "output.streams",
          "\"\(plan.container.name)\" does not take \(streams.count == 1 ? "this stream" : "these \(streams.count) streams"): "
            + (error.detail ?? error.reason),
          at: output.audio.dropFirst().first?.origin ?? output.origin,
          notes: isSeveral
            ? [.init("keep one audio stream, or write .mka, .mkv, .mp4 or .mov, which hold several")] : []))
      return false
    }
  }

  /// A picture stream before the canvas's format is known.
  private struct VideoChoice {
    var settings: EncoderSettings
    var encoderFormat: PixelFormat
    var color: StreamColor
    var parameters: StreamParameters

    var isTwoPass: Bool
    /// Whether everybody takes its pictures for sRGB.
    var isAnimation: Bool

    func plan(canvas: CanvasFormat, framing: Framing?, orientation: Int) -> VideoPlan {
      let isCuttable =
        EncoderFacts.cuttable.contains(settings.encoder) && !isTwoPass
        && !settings.options.contains(where: EncoderFacts.forbidsCutting)
      let conversion = CanvasConversion(
        canvas: canvas, framing: framing, format: encoderFormat, color: color, orientation: orientation)
      return VideoPlan(settings: settings, isCuttable: isCuttable, isTwoPass: isTwoPass, conversion: conversion.text)
    }
  }

  /// The size and the rate of the output's pictures.
  private var size: PixelSize { output.framing?.size ?? timeline.canvas.size }
  /// The size that they are stored in, which players may turn.
  private var storedSize: PixelSize {
    output.orientation > 4 ? PixelSize(width: size.height, height: size.width) : size
  }
  private var frameRate: Rational { output.framing?.frameRate ?? timeline.canvas.frameRate }

  /// The planar YUV format that comes nearest to what the encoder takes.
  func canvasFormat(_ encoder: PixelFormat?) -> CanvasFormat {
    var name = "yuv420p"
    if let encoder {
      let isUsable =
        !encoder.isRGB && encoder.isPlanar && !encoder.hasAlpha && !encoder.isFullRangeVariant
        && encoder.componentCount == 3 && encoder.bitDepth <= 12 && encoder.planeCount == 3
        && encoder.chromaShiftX < 2 && encoder.chromaShiftY < 2 && !encoder.name.hasSuffix("be")
      name =
        if isUsable {
          encoder.name
        } else if encoder.isRGB || encoder.chromaShiftX == 0 {
          "yuv444p"
        } else if encoder.chromaShiftY == 0 {
          "yuv422p"
        } else {
          "yuv420p"
        }
    }
    return CanvasFormat(
      size: timeline.canvas.size, pixelFormat: PixelFormat(named: name) ?? PixelFormat.planar420,
      color: CanvasColor(timeline.canvas), background: timeline.canvas.background)
  }

  private func videoPlan(
    _ container: ContainerCatalog.Entry, _ diagnostics: inout DiagnosticList
  ) -> VideoChoice? {
    guard let video = output.video else { return nil }
    guard let entry = encoder(video.codec ?? container.videoCodec, container, isVideo: true, video.origin, &diagnostics)
    else { return nil }
    let isAnimation = ["gif", "webp", "apng"].contains(container.name)
    guard
      let format = isAnimation ? animationFormat(video, entry, &diagnostics) : pixelFormat(video, entry, &diagnostics)
    else { return nil }
    if size.width % (1 << format.chromaShiftX) != 0 || size.height % (1 << format.chromaShiftY) != 0 {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.odd-size",
          "\"\(size)\" is an odd size, and \(format.name) needs both sides divisible by 2", at: video.origin,
          notes: [
            .init(
              "write \(output.framing == nil ? "canvas: {size: " : "size: ")\(size.width + size.width % 2)x\(size.height + size.height % 2)\(output.framing == nil ? "}" : ""), or pixel_format: yuv444p"
            )
          ]))
      return nil
    }
    if !entry.frameRates.isEmpty, !entry.frameRates.contains(frameRate) {
      let rates = entry.frameRates.map(\.description).joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          .error, code: "output.frame-rate", "\(entry.name) cannot write \(frameRate) frames a second",
          at: video.origin, notes: [.init("it takes \(rates)")]))
      return nil
    }
    if timeline.canvas.isHDR, format.bitDepth < 10, !isAnimation {
      diagnostics.append(
        Diagnostic(
          .warning, code: "output.hdr-depth",
          "\(format.name) has \(format.bitDepth) bits, and HDR shows its steps below 10", at: video.origin,
          notes: [.init("\(entry.name) takes \(names10(entry))")]))
    }
    let canvasColor = CanvasColor(timeline.canvas).stream
    var color = canvasColor
    if format.isRGB { color.space = "gbr" }
    if format.isRGB || format.isFullRangeVariant || entry.name == "mjpeg" { color.range = "pc" }
    if isAnimation { color = PictureColor.still(entry.name, format, canvas: canvasColor) }
    let metadata = timeline.canvas.hdr.map { EncoderFacts.hdrOptions(entry.name, $0) } ?? []
    guard var options = EncoderOptions(entry: entry, given: metadata, written: video.options).checked(&diagnostics),
      !video.isTwoPass || allowsTwoPasses(video, entry, options, &diagnostics)
    else { return nil }
    if self.options.isDraft { EncoderFacts.hurry(entry.name, &options) }
    let settings = EncoderSettings(
      encoder: entry.name,
      input: .video(
        width: storedSize.width, height: storedSize.height, format: format, rate: frameRate, color: color),
      options: options, hasGlobalHeader: container.hasGlobalHeader)
    guard let parameters = opens(settings, video.origin, &diagnostics) else { return nil }
    return VideoChoice(
      settings: settings, encoderFormat: format.isPaletted ? PixelFormat(named: "rgb24") ?? format : format,
      color: color, parameters: parameters, isTwoPass: video.isTwoPass, isAnimation: isAnimation)
  }

  /// Reports an encoder that cannot look twice, or would gain nothing by it.
  private func allowsTwoPasses(
    _ video: VideoOutput, _ entry: EncoderCatalog.Entry, _ options: [EncoderSettings.Option],
    _ diagnostics: inout DiagnosticList
  ) -> Bool {
    let problem: String? =
      if !EncoderFacts.twoPass.contains(entry.name) {
        "\(entry.name) cannot encode in two passes"
      } else if !options.contains(where: { $0.name == "b" }) {
        "two passes need a bitrate to share out"
      } else {
        nil
      }
    guard let problem else { return true }
    diagnostics.append(
      Diagnostic(
        .error, code: "output.two-pass", "\(problem): give a bitrate to an encoder that can, or remove two_pass",
        at: video.origin, notes: [.init("\(EncoderFacts.twoPass.sorted().joined(separator: ", ")) can")]))
    return false
  }

  /// The formats of an encoder that are deep enough for HDR, in words.
  private func names10(_ entry: EncoderCatalog.Entry) -> String {
    let names = entry.pixelFormats.filter { $0.bitDepth >= 10 }.map(\.name)
    return names.isEmpty ? "no deeper one: choose another codec" : names.prefix(6).joined(separator: ", ")
  }

  func pixelFormat(
    _ video: VideoOutput, _ entry: EncoderCatalog.Entry, _ diagnostics: inout DiagnosticList
  ) -> PixelFormat? {
    let names = entry.pixelFormats.map(\.name)
    guard let name = video.pixelFormat else {
      // The first of the formats that comes near; HDR in 8 bits would show its steps.
      let wanted = timeline.canvas.depth > 8 ? ["yuv420p10le", "yuv422p10le", "yuv444p10le", "yuv420p"] : ["yuv420p"]
      let near = wanted.first { entry.pixelFormats.isEmpty || names.contains($0) }
      return near.flatMap { PixelFormat(named: $0) } ?? entry.pixelFormats.first
    }
    guard let format = PixelFormat(named: name), entry.pixelFormats.isEmpty || entry.pixelFormats.contains(format)
    else {
      let range = video.options.first?.nameRange ?? video.origin
      diagnostics.append(
        Diagnostic(
          .error, code: "output.pixel-format", "\(entry.name) does not take the pixel format \"\(name)\"",
          at: video.origin == range ? range : video.origin,
          notes: [.init("it takes \(names.prefix(16).joined(separator: ", "))")]))
      return nil
    }
    return format
  }

  func encoder(
    _ name: String?, _ container: ContainerCatalog.Entry, isVideo: Bool, _ origin: SourceRange,
    _ diagnostics: inout DiagnosticList
  ) -> EncoderCatalog.Entry? {
    let kind = isVideo ? "picture" : "sound"
    let advice = CodecAdvice(container: container, isVideo: isVideo)
    guard let name else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.container", "the container \"\(container.name)\" holds no \(kind)", at: origin,
          notes: [.init("write \(isVideo ? "video" : "audio"): off, or another file ending")]))
      return nil
    }
    guard let entry = EncoderCatalog.find(name), entry.isVideo == isVideo else {
      let close = closestMatch(to: name, in: EncoderCatalog.names(video: isVideo))
      let what =
        EncoderCatalog.isCodec(name, video: isVideo)
        ? "this FFmpeg has no encoder for \(name)" : "no encoder for \(kind) is called \"\(name)\" in this FFmpeg"
      let notes = [close.map { "did you mean \"\($0)\"?" }, advice.own].compactMap { $0 }
      diagnostics.append(
        Diagnostic(.error, code: "output.codec", what, at: origin, notes: notes.map { .init($0) }))
      return nil
    }
    if ContainerCatalog.canHold(codec: entry.codec, in: container) == false {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.codec-container", "\"\(container.name)\" cannot hold \(entry.codec)", at: origin,
          notes: [advice.sentence(for: entry.codec)].map { .init($0) }))
      return nil
    }
    return entry
  }

  /// Opens the encoder once for real, so that a preset or a combination it refuses is found now.
  func opens(
    _ settings: EncoderSettings, _ origin: SourceRange, _ diagnostics: inout DiagnosticList
  ) -> StreamParameters? {
    do throws(AVError) {
      return try Encoder(settings).streamParameters()
    } catch {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.encoder", "\(settings.encoder) refuses these settings: \(error.detail ?? error.reason)",
          at: origin))
      return nil
    }
  }
}
