internal import AV
internal import EDL
internal import MediaTime

/// Outputs that are pictures.
extension OutputPlanner {
  /// How a file's ending says that pictures are stored; reports one that stores none.
  func pictureFormat(_ path: String, _ diagnostics: inout DiagnosticList) -> PictureFormat? {
    let ending = LocalFiles.ending(of: path)
    if let format = PictureFormat(ending: ending) { return format }
    diagnostics.append(
      Diagnostic(
        .error, code: "output.container", "no picture is stored under the ending of \"\(path)\"", at: output.origin,
        notes: [.init("use \(Stills.endings.map { ".\($0)" }.joined(separator: ", "))")]))
    return nil
  }

  /// The plan of an output that is pictures; nil when a diagnostic says why there is none.
  func picturesPlan(path: String, _ diagnostics: inout DiagnosticList) -> OutputPlan? {
    guard let format = pictureFormat(path, &diagnostics), let written = output.video,
      let choice = pictureChoice(written, format, &diagnostics)
    else { return nil }
    switch output.form {
    case .film, .stream: return nil
    case .stills(let stills):
      guard let paths = Stills.paths(path, count: stills.frames.count) else {
        diagnostics.append(
          Diagnostic(
            .error, code: "output.number",
            "\(stills.frames.count) pictures need a number in the path \"\(path)\", as in %04d", at: output.origin))
        return nil
      }
      var plan = plan(path, format, PicturesPlan(form: .stills, paths: paths, frames: stills.frames))
      plan.canvas = canvasFormat(choice.format)
      plan.video = animationPlan(choice.settings, choice.format, choice.color, canvas: plan.canvas)
      return plan
    case .sheet(let sheet):
      let size = SheetLayout(sheet).size
      guard let encoding = encoding(choice, size: size, &diagnostics) else { return nil }
      let frames = if case .frames(let frames) = sheet.choice { frames } else { [Int]() }
      var plan = plan(
        path, format, PicturesPlan(form: .sheet(sheet), paths: [path], frames: frames, encoding: encoding))
      guard let rgb = PixelFormat(named: "rgb24") else { return nil }
      let color = PictureColor.still("png", rgb, canvas: CanvasColor(timeline.canvas).stream)
      let cells = EncoderSettings(
        encoder: "rawvideo",
        input: .video(
          width: sheet.cell.width, height: sheet.cell.height, format: rgb, rate: timeline.canvas.frameRate, color: color
        ),
        options: [], hasGlobalHeader: false)
      plan.canvas = canvasFormat(rgb)
      plan.video = animationPlan(cells, rgb, color, canvas: plan.canvas)
      return plan
    case .waveform(let wave):
      guard let encoding = encoding(choice, size: wave.size, &diagnostics) else { return nil }
      return soundPicture(path, format, wave, encoding, &diagnostics)
    }
  }

  private func plan(_ path: String, _ format: PictureFormat, _ pictures: PicturesPlan) -> OutputPlan {
    var plan = OutputPlan(
      path: path, container: format.container, canvas: canvasFormat(nil), video: nil, audio: [], frames: output.frames,
      samples: 0..<0, cadence: .plain)
    plan.pictures = pictures
    return plan
  }

  /// An encoder of pictures with all that was written for it.
  private struct PictureChoice {
    var settings: EncoderSettings
    var format: PixelFormat
    var color: StreamColor
  }

  private func pictureChoice(
    _ video: VideoOutput, _ format: PictureFormat, _ diagnostics: inout DiagnosticList
  ) -> PictureChoice? {
    guard
      let entry = encoder(video.codec ?? format.encoder, format.container, isVideo: true, video.origin, &diagnostics)
    else { return nil }
    guard entry.codec == EncoderCatalog.find(format.encoder)?.codec else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.codec-container", "a file of this ending is no \(entry.codec)", at: video.origin,
          notes: [.init("remove the codec: it is \(format.encoder)")]))
      return nil
    }
    let options = format.completed(video.options, at: video.origin)
    let chosen =
      video.pixelFormat == nil
      ? format.pixelFormat(entry, depth: timeline.canvas.depth, size: pictureSize, options) : nil
    guard let pixels = chosen ?? pixelFormat(video, entry, &diagnostics),
      let checked = EncoderOptions(entry: entry, written: options).checked(&diagnostics)
    else { return nil }
    let color = PictureColor.still(entry.name, pixels, canvas: CanvasColor(timeline.canvas).stream)
    let settings = EncoderSettings(
      encoder: entry.name,
      input: .video(
        width: pictureSize.width, height: pictureSize.height, format: pixels, rate: timeline.canvas.frameRate,
        color: color),
      options: checked, hasGlobalHeader: format.container.hasGlobalHeader)
    guard opens(settings, video.origin, &diagnostics) != nil else { return nil }
    return PictureChoice(settings: settings, format: pixels, color: color)
  }

  /// The size of each file's picture.
  private var pictureSize: PixelSize {
    switch output.form {
    case .sheet(let sheet): SheetLayout(sheet).size
    case .waveform(let wave): wave.size
    case .stills, .film, .stream: output.framing?.size ?? timeline.canvas.size
    }
  }

  /// How a drawn picture is stored.
  private func encoding(
    _ choice: PictureChoice, size: PixelSize, _ diagnostics: inout DiagnosticList
  ) -> PictureEncoding? {
    guard size.width <= 16384, size.height <= 16384, size.width * size.height <= 120_000_000 else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.too-large", "the picture would have \(size) pixels: make it smaller, or its parts",
          at: output.origin))
      return nil
    }
    let matrix =
      choice.format.isRGB ? "" : ":out_color_matrix=\(choice.color.scaleSpace):out_range=\(choice.color.range)"
    return PictureEncoding(
      settings: choice.settings,
      conversion: choice.format.name == "rgb24"
        ? "" : "scale=flags=\(exactScalerFlags)\(matrix),format=\(choice.format.name)")
  }

  /// The pixel format of an animation: a palette for GIF, what stays lossless for WebP where that is asked for.
  func animationFormat(
    _ video: VideoOutput, _ entry: EncoderCatalog.Entry, _ diagnostics: inout DiagnosticList
  ) -> PixelFormat? {
    guard video.pixelFormat == nil else { return pixelFormat(video, entry, &diagnostics) }
    if entry.name == "gif" { return PixelFormat(named: "pal8") }
    let size = output.framing?.size ?? timeline.canvas.size
    let own = entry.codec == "webp" ? PictureFormat(ending: "webp") : nil
    return own?.pixelFormat(entry, depth: 8, size: size, video.options) ?? pixelFormat(video, entry, &diagnostics)
  }

  /// How pictures that are looked at as sRGB are encoded.
  func animationPlan(
    _ settings: EncoderSettings, _ format: PixelFormat, _ color: StreamColor, canvas: CanvasFormat
  ) -> VideoPlan {
    let isCuttable = EncoderFacts.cuttable.contains(settings.encoder)
    var video = VideoPlan(
      settings: settings, isCuttable: isCuttable, isTwoPass: false,
      conversion: CanvasConversion(canvas: canvas, framing: output.framing, format: format, color: color).text)
    let isHDRStill = settings.encoder == "libaom-av1" && format.bitDepth > 8
    guard canvas.color.system != .sdr, !isHDRStill, let wide = PixelFormat(named: "gbrp12le") else { return video }
    // Looked at as sRGB: light is brought there in between.
    let middle = StreamColor(space: "gbr", primaries: "bt709", transfer: "bt709", range: "pc")
    video.conversion = CanvasConversion(canvas: canvas, framing: output.framing, format: wide, color: middle).text
    let matrix = format.isRGB ? "" : ":out_color_matrix=\(color.scaleSpace):out_range=\(color.range)"
    video.afterMapping = "scale=flags=\(exactScalerFlags)\(matrix),format=\(format.name)"
    return video
  }

  /// The plan of a picture of the sound.
  private func soundPicture(
    _ path: String, _ format: PictureFormat, _ wave: Waveform, _ encoding: PictureEncoding,
    _ diagnostics: inout DiagnosticList
  ) -> OutputPlan? {
    guard let audio = output.audio.first else {
      diagnostics.append(
        Diagnostic(.error, code: "output.empty", "the programme has no sound to be shown", at: output.origin))
      return nil
    }
    guard let container = ContainerCatalog.find(path: "sound.wav"),
      let samples = try? timeline.canvas.sample(
        atFrame: output.frames.lowerBound)..<timeline.canvas.sample(atFrame: output.frames.upperBound),
      var (stream, _) = audioPlan(audio, container, samples: samples.count, &diagnostics)
    else { return nil }
    stream.columns = wave.size.width
    var plan = plan(
      path, format, PicturesPlan(form: .waveform(wave), paths: [path], frames: [], encoding: encoding))
    plan.audio = [stream]
    plan.samples = samples
    return plan
  }
}
