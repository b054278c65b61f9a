internal import MediaTime

extension Resolver {
  /// Reads what of its content an item plays and for how long; a nil `total` stays unknown.
  mutating func fill(_ prepared: inout PreparedItem, from content: SourceSpan) {
    let item = prepared.document
    var span = content
    span.isReversed = item.isReversed?.value ?? false
    span.extend = item.extend?.value ?? .error
    guard isConsistent(item), setSpeed(&span, item) else { return }
    if let freeze = item.freeze {
      guard let moment = frozenMoment(freeze, span, prepared) else { return }
      span.frozenAt = moment
    }
    guard let unit = unit(&span, prepared) else { return }
    prepared.span = span
    prepared.unit = unit.time
    guard let total = total(unit.time, item, prepared.label) else { return }
    if let time = unit.time {
      guard let pieces = pieces(of: span, unit: time, prepared) else { return }
      prepared.pieces = pieces
    }
    prepared.total = total
  }

  /// Keys that contradict each other.
  private mutating func isConsistent(_ item: ItemDocument) -> Bool {
    var clash: (String, SourceRange, String, SourceRange)?
    if let duration = item.duration, let out = item.sourceOut {
      clash = ("duration", duration.range, "out", out.range)
    } else if let repeats = item.repeats, let loop = item.loop {
      clash = ("loop", loop.range, "repeat", repeats.range)
    } else if let freeze = item.freeze {
      let others = [
        ("in", item.sourceIn?.range), ("out", item.sourceOut?.range), ("speed", item.speed?.range),
        ("reverse", item.isReversed?.range), ("extend", item.extend?.range),
      ]
      clash = others.lazy.compactMap { name, range in range.map { (name, $0, "freeze", freeze.range) } }.first
    } else if let duration = item.duration, duration.value.isToEnd, let other = item.loop ?? nil {
      clash = ("loop", other.range, "duration: to-end", duration.range)
    } else if let duration = item.duration, duration.value.isToEnd, let other = item.repeats, other.value > 1 {
      clash = ("repeat", other.range, "duration: to-end", duration.range)
    }
    guard let clash else { return true }
    diagnostics.append(
      Diagnostic(
        .error, code: "item.conflict", "an item cannot have both \"\(clash.0)\" and \"\(clash.2)\": remove one",
        at: clash.1, notes: [.init("\"\(clash.2)\" is here", at: clash.3)]))
    return false
  }

  // MARK: Moments of the content

  /// Returns a context for times that count in the content of an item.
  private mutating func sourceContext(
    _ expression: TimeExpression, _ span: SourceSpan, _ prepared: PreparedItem
  ) -> TimeContext? {
    var context = context(length: span.available)
    guard expression.hasTimecode else { return context }
    context.timecodeRate = span.frameRate
    guard prepared.document.timecode?.value == .source else { return context }
    guard case .media(let position, _, _) = prepared.content, let text = media[position].info.timecode else {
      diagnostics.append(
        Diagnostic(
          .error, code: "clip.no-timecode",
          "\"\(span.name)\" has no timecode of its own: remove \"timecode: source\", and count from its first frame",
          at: prepared.document.timecode?.range ?? expression.range))
      return nil
    }
    let rate = span.frameRate ?? canvas.frameRate
    guard let start = Timecode(text), let number = try? start.frameNumber(at: rate) else {
      diagnostics.append(
        Diagnostic(
          .error, code: "clip.no-timecode",
          "the timecode \"\(text)\" of \"\(span.name)\" does not count at \(FrameRate.name(of: rate)) fps: remove "
            + "\"timecode: source\"", at: prepared.document.timecode?.range ?? expression.range))
      return nil
    }
    context.timecodeStart = number
    return context
  }

  private mutating func moment(_ written: Located<TimeExpression>, _ span: SourceSpan, _ prepared: PreparedItem)
    -> Time?
  {
    guard let context = sourceContext(written.value, span, prepared) else { return nil }
    return written.value.evaluate(in: context, diagnostics: &diagnostics)
  }

  private mutating func frozenMoment(
    _ written: Located<TimeExpression>, _ span: SourceSpan, _ prepared: PreparedItem
  ) -> Time? {
    guard let time = moment(written, span, prepared) else { return nil }
    guard time >= .zero, span.available.map({ time <= $0 }) ?? true else {
      diagnostics.append(beyond(span, from: time, to: nil, at: written.range))
      return nil
    }
    return span.available == nil ? .zero : min(time, span.lastMoment)
  }

  // MARK: Lengths

  /// Returns the length of one play, nil inside for `to-end`; nil outside after a report.
  private mutating func unit(_ span: inout SourceSpan, _ prepared: PreparedItem) -> (time: Time?, Void)? {
    let item = prepared.document
    if let start = item.sourceIn {
      guard let time = moment(start, span, prepared) else { return nil }
      guard time >= .zero else {
        diagnostics.append(beyond(span, from: time, to: nil, at: start.range))
        return nil
      }
      if let available = span.available, time >= available {
        diagnostics.append(beyond(span, from: time, to: nil, at: start.range))
        return nil
      }
      span.start = time
    }
    if let out = item.sourceOut { return unit(until: out, &span, prepared).map { ($0, ()) } }
    if let duration = item.duration {
      if duration.value.isToEnd { return (nil, ()) }
      let base = context(length: span.naturalLength)
      guard let time = duration.value.evaluate(in: base, diagnostics: &diagnostics) else { return nil }
      guard time > .zero else {
        diagnostics.append(.emptyLength(duration.value, of: prepared.label))
        return nil
      }
      return (time, ())
    }
    if span.lastsToEnd { return (nil, ()) }
    guard span.frozenAt == nil, let natural = span.naturalLength else {
      diagnostics.append(noDuration(prepared, span))
      return nil
    }
    let (start, known) = (span.start, span)
    // Sound may go on behind the picture: asked to begin there, an item plays what is left of it.
    let end = start < natural ? natural : span.available ?? natural
    guard end > .zero else {
      diagnostics.append(
        Diagnostic(
          .error, code: "item.empty", "\"\(span.name)\" is empty: its length is 0", at: item.range, blame: .media))
      return nil
    }
    return exactly(at: item.range) { _ throws(TimeOverflow) in try known.time(ofContent: end - start) }
      .map { ($0, ()) }
  }

  private mutating func unit(
    until out: Located<TimeExpression>, _ span: inout SourceSpan, _ prepared: PreparedItem
  ) -> Time? {
    guard let end = moment(out, span, prepared) else { return nil }
    guard end > span.start else {
      let start = span.start
      diagnostics.append(
        Diagnostic(
          .error, code: "item.empty",
          "\"\(prepared.label)\" is empty: its \"out\" (\(end)) is not after its \"in\" (\(start)), so its length is "
            + "\(end == start ? "0" : "below 0")", at: out.range))
      return nil
    }
    let (start, known) = (span.start, span)
    return exactly(at: out.range) { _ throws(TimeOverflow) in try known.time(ofContent: end - start) }
  }

  /// Returns how long an item lasts in all; nil after a report.
  private mutating func total(_ unit: Time?, _ item: ItemDocument, _ label: String) -> PreparedItem.Total? {
    if let loop = item.loop {
      if loop.value.isToEnd { return .toEnd }
      guard let time = loop.value.evaluate(in: context(length: unit), diagnostics: &diagnostics) else { return nil }
      guard time > .zero else {
        diagnostics.append(.emptyLength(loop.value, of: label))
        return nil
      }
      return .fixed(time)
    }
    guard let unit else { return .toEnd }
    guard let repeats = item.repeats else { return .fixed(unit) }
    return exactly(at: repeats.range) { _ throws(TimeOverflow) in .fixed(try unit * Rational(repeats.value)) }
  }

  private func noDuration(_ prepared: PreparedItem, _ span: SourceSpan) -> Diagnostic {
    let reason =
      span.frozenAt != nil && prepared.document.freeze != nil
      ? "a frozen frame"
      : Self.drawnNames.contains(span.name)
        ? "a \(span.name)"
        : ["adjustment": "an adjustment", "source": "a source"][span.name] ?? "the still \"\(span.name)\""
    return Diagnostic(
      .error, code: "item.no-duration", "\(reason) has no length of its own: add \"duration\", such as duration: 3s",
      at: prepared.document.range)
  }

  // MARK: Messages

  /// The content is shorter than asked.
  func beyond(_ span: SourceSpan, from start: Time, to end: Time?, at range: SourceRange) -> Diagnostic {
    let available = span.available ?? .zero
    let has =
      span.frameRate.flatMap { rate in try? available.frames(at: rate) }
      .map { "\($0) frames (\(available))" } ?? "\(available)"
    let asked = end.map { "\(text(start, span)) to \(text($0, span))" } ?? text(start, span)
    let advice = end == nil ? "choose a moment within it" : "shorten it, or write extend: freeze, loop or black"
    return Diagnostic(
      .error, code: "clip.beyond-media", "\"\(span.name)\" has \(has), but \(asked) is asked for: \(advice)", at: range)
  }

  private func text(_ time: Time, _ span: SourceSpan) -> String {
    guard let rate = span.frameRate, let frames = try? time.exactFrames(at: rate), frames.isWhole else {
      return "\(time)"
    }
    return "frame \(frames) (\(time))"
  }
}

extension TimeExpression {
  /// Whether any of its terms is timecode.
  fileprivate var hasTimecode: Bool {
    terms.contains { term in
      if case .timecode = term.quantity { return true }
      return false
    }
  }
}
