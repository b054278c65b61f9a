internal import MediaTime

extension Resolver {
  /// Finds an item's content and length.
  mutating func prepare(_ item: ItemDocument, on kind: Track.Kind) -> PreparedItem {
    var prepared = PreparedItem(document: item, kind: kind, label: label(of: item))
    guard !item.isFaulty, let content = item.content else { return prepared }
    if item.isPlaceholder, let duration = item.duration {
      prepared.total = lengthAlone(duration, prepared.label)
      return prepared
    }
    switch content {
    // Transitions lie between items and are none; see `joints(of:_:)`.
    case .transition: break
    case .gap(let length):
      prepared.total = fixedLength(length.value, prepared.label)
    case .solid(let color):
      prepared.content = .solid(color.value)
      fill(&prepared, from: SourceSpan(frozenAt: .zero, name: "solid"))
    case .text, .shape, .gradient:
      prepared.content = .drawing
      fill(&prepared, from: SourceSpan(frozenAt: .zero, name: content.drawnName ?? ""))
    case .adjustment(let adjustment):
      guard !adjustment.value.isFaulty else { break }
      prepared.content = .adjustment
      fill(&prepared, from: SourceSpan(frozenAt: .zero, name: "adjustment"))
    case .generator(let text):
      prepared.content = .generator(Generator(text: text.value, origin: Origin(text.range)))
      fill(&prepared, from: SourceSpan(available: Self.endless, name: "source"))
    case .subtitles(let path):
      guard let subtitles = subtitles(path, style: item.style?.value) else { break }
      prepared.content = .subtitles(subtitles)
      fill(&prepared, from: SourceSpan(available: Self.endless, lastsToEnd: true, name: path.value))
    case .group(let items):
      var track = TrackDocument(at: item.range)
      track.kind = Located(kind, at: item.range)
      track.items = Located(items, at: item.range)
      let sequence = resolveSequence([track], place: .inline)
      fill(&prepared, from: sequence, name: "group")
    case .stack(let tracks):
      let sequence = resolveSequence(tracks, place: .inline)
      fill(&prepared, from: sequence, name: "stack")
    case .clip(let clip):
      switch catalog.target(of: clip) {
      case .faulty: break
      case .sequence(let name):
        let sequence = resolveNamed(name, usedAt: clip.range)
        fill(&prepared, from: sequence, name: name)
      case .media(let index):
        guard let position = mediaPositions[index] else { break }
        fill(&prepared, fromMedia: position)
      }
    }
    return prepared
  }

  private func label(of item: ItemDocument) -> String {
    if let id = item.id { return id.value }
    switch item.content {
    case .clip(let clip): return clip.value
    case .gap: return "gap"
    case .group: return "group"
    case .stack: return "stack"
    case .solid: return "solid"
    case .transition: return "transition"
    case .text(let text): return Self.label(ofText: text.value)
    case .shape(let kind): return kind.value.rawValue
    case .gradient: return "gradient"
    case .adjustment: return "adjustment"
    case .generator: return "source"
    case .subtitles(let path): return path.value
    case nil: return "item"
    }
  }

  /// The length of a disabled item, which needs no content.
  private mutating func lengthAlone(_ duration: Located<TimeExpression>, _ label: String) -> PreparedItem.Total {
    duration.value.isToEnd ? .toEnd : fixedLength(duration.value, label)
  }

  private mutating func fixedLength(_ expression: TimeExpression, _ label: String) -> PreparedItem.Total {
    guard let length = expression.evaluate(in: context(), diagnostics: &diagnostics) else { return .unknown }
    guard length > .zero else {
      diagnostics.append(.emptyLength(expression, of: label))
      return .unknown
    }
    return .fixed(length)
  }

  // MARK: Content

  private mutating func fill(_ prepared: inout PreparedItem, from sequence: ResolvedSequence?, name: String) {
    guard let sequence, let last = try? Time(frame: sequence.sequence.frameCount - 1, at: canvas.frameRate),
      let tolerance = try? Time(seconds: canvas.frameDuration / Rational(2))
    else { return }
    if prepared.kind == .audio, !sequence.hasSound {
      diagnostics.append(.noSound(name, at: prepared.document.range))
      return
    }
    prepared.content = .sequence(sequence)
    let sounds = sequence.hasSound && prepared.document.freeze == nil
    guard setSound(&prepared, sounds: sounds, name: name) else { return }
    fill(
      &prepared,
      from: SourceSpan(
        available: sequence.length, lastMoment: last, tolerance: tolerance, name: name, frameRate: canvas.frameRate,
        naturalLength: sequence.length))
  }

  private mutating func fill(_ prepared: inout PreparedItem, fromMedia position: Int) {
    let item = prepared.document
    let entry = media[position]
    let streams = item.streams?.value
    if streams?.isFaulty == true { return }
    let video = videoStream(of: entry, chosen: streams?.video, on: prepared.kind, item)
    let setting = soundSetting(prepared)
    let audio = audioStream(of: entry, chosen: streams?.audio ?? setting?.stream, on: prepared.kind, item)
    guard let video, let audio else { return }
    let isSilent = audio.index == nil || item.freeze != nil
    guard setSound(&prepared, sounds: !isSilent, name: entry.name) else { return }
    prepared.content = .media(
      position, videoStream: video.index, audioStream: prepared.sound == nil ? nil : audio.index)
    guard let span = span(of: entry, video: video.index, audio: audio.index, on: prepared.kind, at: item.range) else {
      return
    }
    fill(&prepared, from: span)
  }

  /// The stream that shows; nil inside where none does, nil outside after a report.
  private mutating func videoStream(
    of entry: Media, chosen: Located<Int>?, on kind: Track.Kind, _ item: ItemDocument
  ) -> (index: Int?, Void)? {
    guard kind == .video else { return (nil, ()) }
    guard !entry.info.video.isEmpty else {
      diagnostics.append(
        Diagnostic(
          .error, code: "clip.no-picture", "\"\(entry.name)\" has no picture: put it on a track of kind audio",
          at: item.range))
      return nil
    }
    guard isStream(chosen, among: entry.info.video.count, "video", of: entry) else { return nil }
    return (chosen?.value ?? 0, ())
  }

  /// The stream that sounds; nil inside where none does, nil outside after a report.
  private mutating func audioStream(
    of entry: Media, chosen: Located<Int>?, on kind: Track.Kind, _ item: ItemDocument
  ) -> (index: Int?, Void)? {
    let count = entry.info.audio.count
    if kind == .audio, count == 0 {
      diagnostics.append(.noSound(entry.name, at: item.range))
      return nil
    }
    guard isStream(chosen, among: count, "audio", of: entry) else { return nil }
    return (count == 0 ? nil : chosen?.value ?? 0, ())
  }

  private mutating func isStream(_ chosen: Located<Int>?, among count: Int, _ kind: String, of entry: Media) -> Bool {
    guard let chosen, chosen.value >= count else { return true }
    let known =
      count == 0
      ? "it has none" : count == 1 ? "its only one is 0" : "it has \(count), counted from 0 to \(count - 1)"
    diagnostics.append(
      Diagnostic(
        .error, code: "clip.no-stream", "\"\(entry.name)\" has no \(kind) stream \"\(chosen.value)\": \(known)",
        at: chosen.range))
    return false
  }

  private mutating func span(
    of entry: Media, video: Int?, audio: Int?, on kind: Track.Kind, at range: SourceRange
  ) -> SourceSpan? {
    let info = entry.info
    var span = SourceSpan(name: entry.name)
    if info.kind == .still, kind == .video { return span }
    let picture = info.video.indices.contains(video ?? 0) ? info.video[video ?? 0] : nil
    let shown = info.kind == .video ? picture?.duration : nil
    span.frameRate = info.kind == .video ? picture.flatMap { CommonRate.nominal(of: $0) } : nil
    return exactly(at: range) { resolver throws(TimeOverflow) in
      var heard: Time?
      if kind == .audio, let audio { heard = try info.audio[audio].start + info.audio[audio].duration }
      let available = [shown, heard].compactMap(\.self).max() ?? .zero
      span.available = available
      span.naturalLength = shown ?? heard ?? .zero
      let frame = try Rational.one / (span.frameRate ?? resolver.canvas.frameRate)
      span.tolerance = Time(seconds: try frame / Rational(2))
      // Just before the end the last frame is on display, however long it stays.
      let instant = Time(seconds: try Rational(1, over: 1_000_000))
      span.lastMoment = max(.zero, try available - instant)
      return span
    }
  }
}

extension Canvas {
  /// The length of a frame in seconds.
  var frameDuration: Rational {
    get throws(TimeOverflow) { try Rational.one / frameRate }
  }
}

extension Diagnostic {
  static func emptyLength(_ expression: TimeExpression, of label: String) -> Diagnostic {
    Diagnostic(
      .error, code: "item.empty",
      "\"\(label)\" is empty: \"\(expression.text)\" is no length, which must be above 0", at: expression.range)
  }

  fileprivate static func noSound(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "clip.no-sound", "\"\(name)\" has no sound, and on an audio track only sound is used: remove it",
      at: range)
  }
}
