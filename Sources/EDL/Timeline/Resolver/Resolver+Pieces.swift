internal import MediaTime

extension Resolver {
  /// Cuts one play of a length where its source changes; nil after a report.
  ///
  ///     asked      |-----------------------|
  ///     content    |=============|             error unless the rest is below half a frame
  ///     freeze     |=============|:::::::::|   the last frame stays
  ///     loop       |=============|=========|   from the start of the span again
  ///     black      |=============|         |   nothing
  ///
  /// Backwards the same is mirrored: the frozen or black part comes first.
  /// The play lasts for `unit`; with what it lends to transitions it goes on from `reach`'s start to
  /// its end, both counted in the play.
  mutating func pieces(
    of span: SourceSpan, unit: Time, reach: (from: Time, to: Time)? = nil, _ prepared: PreparedItem
  ) -> [Piece]? {
    let (from, to) = reach ?? (.zero, unit)
    let item = prepared.document
    return exactly(at: item.range) { resolver throws(TimeOverflow) in
      if let moment = span.frozenAt { return [Piece(mode: .frozen(at: moment), length: try to - from)] }
      return try resolver.cut(span, unit, from, to, item)
    } ?? nil
  }

  private mutating func cut(
    _ span: SourceSpan, _ unit: Time, _ from: Time, _ to: Time, _ item: ItemDocument
  ) throws(TimeOverflow) -> [Piece]? {
    guard let available = span.available else { return [Piece(mode: .frozen(at: .zero), length: try to - from)] }
    // The highest moment of the content: forwards at the end, backwards at the beginning.
    let high = try span.start + span.content(at: unit)
    let end = try span.isReversed ? high - span.content(at: from) : span.start + span.content(at: to)
    guard end > available else { return [try piece(span, from, to, above: unit)] }
    let isHair = try end - available <= span.tolerance
    guard isHair || span.extend != .error else {
      let range = item.sourceOut?.range ?? item.duration?.range ?? item.range
      diagnostics.append(beyond(span, from: span.start, to: end, at: range))
      return nil
    }
    // Where in the play the content ends, or, backwards, begins.
    let edge = try span.time(ofContent: span.isReversed ? high - available : available - span.start)
    let (first, second) = span.isReversed ? (edge, to) : (from, edge)
    let played = try piece(span, first, second, above: unit)
    let rest: Piece
    switch isHair ? .freeze : span.extend {
    case .error, .freeze:
      let still = Piece.Mode.frozen(at: max(span.start, span.lastMoment))
      rest = Piece(mode: still, length: try span.isReversed ? edge - from : to - edge)
    case .black: rest = Piece(mode: .blank, length: try span.isReversed ? edge - from : to - edge)
    case .loop: return try rounds(span, unit, from, to, item)
    }
    return span.isReversed ? [rest, played] : [played, rest]
  }

  /// What plays from one moment of a play to another one without a break.
  private func piece(
    _ span: SourceSpan, _ from: Time, _ to: Time, above unit: Time
  ) throws(TimeOverflow) -> Piece {
    let mode: Piece.Mode
    if span.isReversed {
      let rest = try span.content(at: unit) - span.content(at: to)
      mode = .backward(from: try span.start + rest)
    } else {
      mode = .forward(from: try span.start + span.content(at: from))
    }
    return Piece(mode: mode, length: try to - from, offset: from)
  }

  /// The content from the span's start to its end, again and again.
  private mutating func rounds(
    _ span: SourceSpan, _ unit: Time, _ from: Time, _ to: Time, _ item: ItemDocument
  ) throws(TimeOverflow) -> [Piece]? {
    let round = try (span.available ?? .zero) - span.start
    let whole = try span.content(at: unit)
    let played = try span.isReversed ? whole - span.content(at: from) : span.content(at: to)
    let count = try (played.seconds / round.seconds).ceiling
    guard count <= Self.mostPlays else {
      diagnostics.append(.tooManyPlays(at: item.range))
      return nil
    }
    var edges: [Time] = []
    for number in 1..<max(Int(count), 1) {
      let content = try round * Rational(number)
      edges.append(try span.time(ofContent: span.isReversed ? whole - content : content))
    }
    if span.isReversed { edges.reverse() }
    var (pieces, start) = ([Piece](), from)
    for edge in edges + [to] where edge > start {
      // At one end it may reach beyond the span; at every other edge it begins or ends with it exactly.
      if span.isReversed ? edge == to : start == from {
        pieces.append(try piece(span, start, edge, above: unit))
      } else {
        let mode: Piece.Mode = span.isReversed ? .backward(from: span.start) : .forward(from: span.start)
        pieces.append(Piece(mode: mode, length: try edge - start, offset: start))
      }
      start = edge
    }
    return pieces
  }

  /// The most plays that one item may come to: far more than anybody needs, far less than memory holds.
  static let mostPlays = 100_000
}

extension Diagnostic {
  static func tooManyPlays(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, code: "item.too-many-plays",
      "the item would play more than \(Resolver.mostPlays) times: make it longer, or its loop shorter", at: range)
  }
}
