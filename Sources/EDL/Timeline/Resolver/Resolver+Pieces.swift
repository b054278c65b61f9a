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
  mutating func pieces(of span: SourceSpan, unit: Time, _ prepared: PreparedItem) -> [Piece]? {
    if let moment = span.frozenAt { return [Piece(mode: .frozen(at: moment), length: unit)] }
    let item = prepared.document
    return exactly(at: item.range) { resolver throws(TimeOverflow) in
      try resolver.cut(span, unit, item)
    } ?? nil
  }

  private mutating func cut(
    _ span: SourceSpan, _ unit: Time, _ item: ItemDocument
  ) throws(TimeOverflow) -> [Piece]? {
    let whole = Piece(mode: span.isReversed ? .backward(from: span.start) : .forward(from: span.start), length: unit)
    guard let available = span.available else { return [Piece(mode: .frozen(at: .zero), length: unit)] }
    let end = try span.start + unit * span.speed
    guard end > available else { return [whole] }
    let isHair = try end - available <= span.tolerance
    guard isHair || span.extend != .error else {
      let range = item.sourceOut?.range ?? item.duration?.range ?? item.range
      diagnostics.append(beyond(span, from: span.start, to: end, at: range))
      return nil
    }
    let played = try (available - span.start) / span.speed
    let rest = try unit - played
    var pieces = [Piece(mode: whole.mode, length: played)]
    switch isHair ? .freeze : span.extend {
    case .error, .freeze: pieces.append(Piece(mode: .frozen(at: max(span.start, span.lastMoment)), length: rest))
    case .black: pieces.append(Piece(mode: .blank, length: rest))
    case .loop:
      guard let rounds = try loopPieces(whole.mode, played: played, rest: rest, item) else { return nil }
      pieces += rounds
    }
    return span.isReversed ? pieces.reversed() : pieces
  }

  private mutating func loopPieces(
    _ mode: Piece.Mode, played: Time, rest: Time, _ item: ItemDocument
  ) throws(TimeOverflow) -> [Piece]? {
    let rounds = try (rest.seconds / played.seconds).floor
    guard rounds < Self.mostPlays else {
      diagnostics.append(.tooManyPlays(at: item.range))
      return nil
    }
    var pieces = (0..<rounds).map { _ in Piece(mode: mode, length: played) }
    let last = try rest - played * Rational(Int(rounds))
    if last > .zero { pieces.append(Piece(mode: mode, length: last)) }
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
