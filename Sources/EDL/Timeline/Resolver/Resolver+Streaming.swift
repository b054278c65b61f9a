internal import MediaTime

/// Outputs that are streams.
extension Resolver {
  /// How an output's film is cut into segments, and the sizes that it comes in.
  enum StreamForm {
    /// It is no stream.
    case none
    case stream(Streaming)
    /// It is none that can be made, as was reported.
    case faulty
  }

  /// Looks at an output whose picture and sound are settled.
  mutating func streamForm(of output: OutputDocument, path: String, _ film: Output) -> StreamForm {
    guard !reportsStreamFields(of: output, path: path) else { return .faulty }
    guard let manifest = streamManifest(of: output, path: path) else { return .none }
    guard let renditions = renditions(of: output, film), let length = segmentLength(of: output, renditions) else {
      return .faulty
    }
    return .stream(
      Streaming(
        renditions: renditions, segmentLength: length,
        manifests: output.dash?.value == true ? [manifest, .dash] : [manifest]))
  }

  /// The list that a path asks for, the command line's where it can only mean this output.
  private func streamManifest(of output: OutputDocument, path: String) -> Streaming.Manifest? {
    guard output.frames == nil, output.every == nil, output.sheet == nil, output.waveform == nil else { return nil }
    let isOnly = document.outputs?.value.count == 1
    return Streaming.Manifest(path: isOnly ? options.outputPath ?? path : path)
  }

  /// Reports fields that only a stream has a use for, and those that it has none for.
  private mutating func reportsStreamFields(of output: OutputDocument, path: String) -> Bool {
    let manifest = streamManifest(of: output, path: path)
    let found: [(name: String, range: SourceRange?, hint: String)]
    let why: String
    if let manifest {
      why = "is not for a stream"
      found = [
        ("chapters", output.chapters?.range, "remove it"), ("metadata", output.metadata?.range, "remove it"),
        ("cover", output.cover?.range, "remove it"), ("timecode", output.timecode?.range, "remove it"),
        (
          "orientation: tag", output.orientation?.value == true ? output.orientation?.range : nil,
          "remove it, and the picture is stored upright"
        ),
        ("dash", manifest == .dash ? output.dash?.range : nil, "the path names the .mpd; write a .m3u8 to have both"),
      ]
    } else {
      why = "is for a stream"
      let hint = "let the path end with .m3u8 or .mpd, or remove it"
      found = [
        ("renditions", output.renditions?.range, hint), ("segment", output.segment?.range, hint),
        ("dash", output.dash?.range, hint),
      ]
    }
    for (name, range, hint) in found {
      guard let range else { continue }
      diagnostics.append(
        Diagnostic(.error, code: "output.streams-alone", "\"\(name)\" \(why): \(hint)", at: range))
    }
    return found.contains { $0.range != nil }
  }

  // MARK: Renditions

  private mutating func renditions(of output: OutputDocument, _ film: Output) -> [Streaming.Rendition]? {
    guard let base = film.video else {
      guard let written = output.renditions else { return [] }
      diagnostics.append(
        Diagnostic(
          .error, code: "output.empty", "\"renditions\" are of the picture, and the output has none: remove them",
          at: written.range))
      return nil
    }
    if let written = output.renditions, written.value.isEmpty {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.empty", "\"renditions\" is empty: give one, or remove it for the output's own size",
          at: written.range))
      return nil
    }
    let plain = Framing(size: canvas.size, frameRate: canvas.frameRate)
    let written = output.renditions?.value ?? [RenditionDocument(at: output.range)]
    var found: [Streaming.Rendition] = []
    for document in written {
      var framing = film.framing ?? plain
      if let size = document.size { framing.size = size.value }
      if let rate = document.frameRate { framing.frameRate = rate.value }
      found.append(
        Streaming.Rendition(
          name: "", framing: framing == plain ? nil : framing, video: video(base, changedBy: document.video?.value),
          origin: document.range))
    }
    let isNamed = name(&found, written)
    let areFitting = written.indices.map { fits(found[$0], written[$0], first: found[0]) }
    return isNamed && !areFitting.contains(false) ? found : nil
  }

  private func video(_ base: VideoOutput, changedBy encoder: EncoderDocument?) -> VideoOutput {
    guard let encoder else { return base }
    let stream = Profile.Stream(
      codec: base.codec, pixelFormat: base.pixelFormat, options: base.options, isTwoPass: base.isTwoPass
    ).changed(by: encoder.stream)
    return VideoOutput(
      codec: stream.codec, pixelFormat: stream.pixelFormat, options: stream.options, isTwoPass: stream.isTwoPass,
      origin: encoder.codec?.range ?? encoder.range)
  }

  /// Gives each rendition the name that is written or that of its height; false after a report.
  private mutating func name(_ renditions: inout [Streaming.Rendition], _ written: [RenditionDocument]) -> Bool {
    var known: [String: SourceRange] = [:]
    var isFine = true
    for name in written.compactMap(\.name) {
      if let first = known[name.value] {
        isFine = false
        diagnostics.append(
          Diagnostic(
            .error, code: "rendition.name", "another rendition is called \"\(name.value)\": give this one another name",
            at: name.range, notes: [.init("the other one is here", at: first)]))
      }
      known[name.value] = name.range
    }
    for index in renditions.indices {
      if let name = written[index].name {
        renditions[index].name = name.value
        continue
      }
      let height = "\((renditions[index].framing?.size ?? canvas.size).height)p"
      var (name, number) = (height, 2)
      while known[name] != nil { (name, number) = ("\(height)-\(number)", number + 1) }
      known[name] = renditions[index].origin
      renditions[index].name = name
    }
    return isFine
  }

  /// Whether a rendition gains nothing that the canvas does not have, and looks like the others.
  private mutating func fits(
    _ rendition: Streaming.Rendition, _ written: RenditionDocument, first: Streaming.Rendition
  ) -> Bool {
    let size = rendition.framing?.size ?? canvas.size
    let place = written.size?.range ?? rendition.origin
    guard size.width <= canvas.size.width, size.height <= canvas.size.height else {
      diagnostics.append(
        Diagnostic(
          .error, code: "rendition.size",
          "the rendition \"\(rendition.name)\" is \(size), larger than the canvas of \(canvas.size): "
            + "enlarging adds bytes and no detail",
          at: place, notes: [.init("make it smaller, or the canvas larger")]))
      return false
    }
    let model = first.framing?.size ?? canvas.size
    // As high as the first one would be, if it were as wide.
    if abs(model.height * size.width - size.height * model.width) > 2 * max(model.width, size.width) {
      diagnostics.append(
        Diagnostic(
          .warning, code: "rendition.shape",
          "the rendition \"\(rendition.name)\" of \(size) has another shape than \"\(first.name)\" of \(model): "
            + "the picture jumps when a player changes between them",
          at: place))
    }
    return true
  }

  // MARK: Segments

  /// Frames of the canvas from one segment to the next, at which every rendition begins a picture.
  private mutating func segmentLength(of output: OutputDocument, _ renditions: [Streaming.Rendition]) -> Int? {
    let range = output.segment?.range ?? output.range
    var length = Time(seconds: Rational(6))
    if let written = output.segment {
      guard let time = written.value.evaluate(in: context(), diagnostics: &diagnostics) else { return nil }
      length = time
    }
    guard length >= Time(seconds: .half), length <= Time(seconds: Rational(60)) else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.segment",
          "a segment of \(length) is not between 500ms and 60s: 6s is what players like",
          at: range))
      return nil
    }
    let rate = canvas.frameRate
    let asked = exactly(at: range) { _ throws(TimeOverflow) in max(1, try length.frames(at: rate)) }
    guard let asked else { return nil }
    var grain = 1
    for (index, rendition) in renditions.enumerated() {
      let own = rendition.framing?.frameRate ?? rate
      let step = exactly(at: rendition.origin) { _ throws(TimeOverflow) in Int(try (own / rate).denominator) }
      guard let step else { return nil }
      grain = grain / Self.greatestDivisor(grain, step) * step
      // A quarter is as far as a length may be from what was asked for.
      guard abs(Self.nearest(asked, to: grain) - asked) * 4 <= asked else {
        diagnostics.append(
          Diagnostic(
            .error, code: "rendition.rate",
            "\"\(rendition.name)\" at \(own) fps and the canvas at \(rate) have too few frames in common to begin "
              + "segments of \(length) at: give it \(rate), or a half or a third of it",
            at: output.renditions?.value[index].frameRate?.range ?? rendition.origin))
        return nil
      }
    }
    return Self.nearest(asked, to: grain)
  }

  /// The multiple of a number that is nearest; ties go up.
  private static func nearest(_ count: Int, to grain: Int) -> Int {
    max(1, (2 * count + grain) / (2 * grain)) * grain
  }

  private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return max(1, one)
  }
}

extension Rational {
  fileprivate static let half = (try? Rational(1, over: 2)) ?? .one
}
