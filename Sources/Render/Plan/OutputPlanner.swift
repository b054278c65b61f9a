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
    OutputPath(path: path, origin: output.origin, timeline: timeline).check(&diagnostics)
    guard let container = ContainerCatalog.find(path: path) else {
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
    let plan = OutputPlan(
      path: path, container: container, canvas: format, video: video?.plan(canvas: format), audio: audio.map(\.0),
      frames: output.frames, samples: samples)
    let streams = [video?.parameters].compactMap(\.self) + audio.map(\.1)
    return holds(streams, plan, &diagnostics) ? plan : nil
  }

  /// Lets the container say now whether it takes these streams.
  private func holds(
    _ streams: [StreamParameters], _ plan: OutputPlan, _ diagnostics: inout DiagnosticList
  ) -> Bool {
    do throws(AVError) {
      let muxer = try Muxer(path: plan.path, format: plan.container.name)
      for stream in streams { try muxer.addStream(stream) }
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

    func plan(canvas: CanvasFormat) -> VideoPlan {
      let isCuttable =
        EncoderFacts.cuttable.contains(settings.encoder)
        && !settings.options.contains(where: EncoderFacts.forbidsCutting)
      var conversion = ""
      if encoderFormat != canvas.pixelFormat {
        let matrix = encoderFormat.isRGB ? "" : ":out_color_matrix=\(color.scaleSpace)"
        conversion =
          "scale=flags=\(exactScalerFlags):in_color_matrix=\(canvas.color.stream.scaleSpace):in_range=tv\(matrix)"
          + ":out_range=\(color.range),format=\(encoderFormat.name)"
      }
      return VideoPlan(settings: settings, isCuttable: isCuttable, conversion: conversion)
    }
  }

  /// The planar YUV format that comes nearest to what the encoder takes.
  private func canvasFormat(_ encoder: PixelFormat?) -> CanvasFormat {
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
    guard let format = pixelFormat(video, entry, &diagnostics) else { return nil }
    let size = timeline.canvas.size
    if size.width % (1 << format.chromaShiftX) != 0 || size.height % (1 << format.chromaShiftY) != 0 {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.odd-size",
          "\"\(size)\" is an odd size, and \(format.name) needs both sides divisible by 2", at: video.origin,
          notes: [
            .init(
              "write canvas: {size: \(size.width + size.width % 2)x\(size.height + size.height % 2)}, or pixel_format: yuv444p"
            )
          ]))
      return nil
    }
    if !entry.frameRates.isEmpty, !entry.frameRates.contains(timeline.canvas.frameRate) {
      let rates = entry.frameRates.map(\.description).joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          .error, code: "output.frame-rate", "\(entry.name) cannot write \(timeline.canvas.frameRate) frames a second",
          at: video.origin, notes: [.init("it takes \(rates)")]))
      return nil
    }
    if timeline.canvas.isHDR, format.bitDepth < 10 {
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
    guard var options = EncoderOptions(entry: entry, written: video.options).checked(&diagnostics) else { return nil }
    if self.options.isDraft { EncoderFacts.hurry(entry.name, &options) }
    let settings = EncoderSettings(
      encoder: entry.name,
      input: .video(
        width: size.width, height: size.height, format: format, rate: timeline.canvas.frameRate, color: color),
      options: options, hasGlobalHeader: container.hasGlobalHeader)
    guard let parameters = opens(settings, video.origin, &diagnostics) else { return nil }
    return VideoChoice(settings: settings, encoderFormat: format, color: color, parameters: parameters)
  }

  /// The formats of an encoder that are deep enough for HDR, in words.
  private func names10(_ entry: EncoderCatalog.Entry) -> String {
    let names = entry.pixelFormats.filter { $0.bitDepth >= 10 }.map(\.name)
    return names.isEmpty ? "no deeper one: choose another codec" : names.prefix(6).joined(separator: ", ")
  }

  private func pixelFormat(
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
    guard let name else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.container", "the container \"\(container.name)\" holds no \(kind)", at: origin,
          notes: [.init("write \(isVideo ? "video" : "audio"): off, or another file ending")]))
      return nil
    }
    guard let entry = EncoderCatalog.find(name), entry.isVideo == isVideo else {
      let close = closestMatch(to: name, in: EncoderCatalog.names(video: isVideo))
      diagnostics.append(
        Diagnostic(
          .error, code: "output.codec", "no encoder for \(kind) is called \"\(name)\" in this FFmpeg", at: origin,
          notes: close.map { [.init("did you mean \"\($0)\"?")] } ?? []))
      return nil
    }
    if ContainerCatalog.canHold(codec: entry.codec, in: container) == false {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.codec-container", "\"\(container.name)\" cannot hold \(entry.codec)", at: origin,
          notes: [CodecAdvice(container: container, isVideo: isVideo).sentence(for: entry.codec)].map { .init($0) }))
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
