internal import MediaTime

/// Times of the programme that come from elsewhere than the project file, such as a command line.
extension Timeline {
  /// Returns the frame that is on display at a time: the last one that begins at or before it.
  package func frameOnDisplay(at text: SourceFile, file: Int, diagnostics: inout DiagnosticList) -> Int? {
    let whole = text.range(file: file)
    guard let time = time(text.text, at: whole, diagnostics: &diagnostics) else { return nil }
    // Beyond what fits a frame number it is outside the programme anyway.
    let frame = (try? time.exactFrames(at: canvas.frameRate)).map { Int($0.floor) } ?? .max
    guard (0..<root.frameCount).contains(frame) else {
      diagnostics.append(
        .outsideProgramme(text.text, self, at: whole, notes: [.init("the last frame is at \"end - 1f\"")]))
      return nil
    }
    return frame
  }

  /// Returns the frames of a range `A..B`, its edges rounded as all edges are; a side left out is
  /// that end of the programme.
  package func frames(in text: SourceFile, file: Int, diagnostics: inout DiagnosticList) -> Range<Int>? {
    let whole = text.range(file: file)
    guard let sides = Self.sides(of: text.text) else {
      diagnostics.append(
        Diagnostic(.error, code: "range.syntax", "a range is written A..B, as in 10s..20s or intro.end..", at: whole))
      return nil
    }
    let from = edge(sides.from, or: 0, at: whole, diagnostics: &diagnostics)
    let to = edge(sides.to, or: root.frameCount, at: whole, diagnostics: &diagnostics)
    guard let from, let to else { return nil }
    guard from < to else {
      diagnostics.append(
        Diagnostic(
          .error, code: "range.empty", "\"\(text.text)\" holds no frame: it ends where it starts or before", at: whole))
      return nil
    }
    return from..<to
  }

  private func edge(
    _ text: String, or absent: Int, at range: SourceRange, diagnostics: inout DiagnosticList
  ) -> Int? {
    guard !text.isEmpty else { return absent }
    guard let time = time(text, at: range, diagnostics: &diagnostics) else { return nil }
    let frame = (try? time.frames(at: canvas.frameRate)) ?? .max
    guard (0...root.frameCount).contains(frame) else {
      diagnostics.append(.outsideProgramme(text, self, at: range))
      return nil
    }
    return frame
  }

  private func time(_ text: String, at range: SourceRange, diagnostics: inout DiagnosticList) -> Time? {
    guard let expression = TimeExpression.parse(text, at: range, diagnostics: &diagnostics) else { return nil }
    let rate = canvas.frameRate
    let context = TimeContext(
      frameRate: rate, sampleRate: canvas.sampleRate, length: try? Time(frame: root.frameCount, at: rate),
      itemEdge: itemEdge)
    return expression.evaluate(in: context, diagnostics: &diagnostics)
  }

  /// The edges of the programme's own items; those inside a group have no one time in it.
  private func itemEdge(_ id: String, _ edge: TimeExpression.Edge) throws(TimeEvaluationError) -> Time {
    let items = root.tracks.flatMap { $0.items }
    guard let item = items.first(where: { $0.id == id }) else {
      throw .unknownItem(id, known: items.compactMap { $0.id })
    }
    let frame = edge == .start ? item.ownFrames.lowerBound : item.ownFrames.upperBound
    do {
      return try Time(frame: frame, at: canvas.frameRate)
    } catch {
      throw .overflow(id)
    }
  }

  private static func sides(of text: String) -> (from: String, to: String)? {
    let characters = Array(text)
    for index in characters.indices.dropLast() where characters[index] == "." && characters[index + 1] == "." {
      return (String(characters[..<index]), String(characters[(index + 2)...]))
    }
    return nil
  }
}

extension Canvas {
  /// The seconds that a frame lasts, for progress bars and summaries only.
  package var approximateFrameDuration: Double { 1 / frameRate.approximate }
}

extension SourceFile {
  /// The range of the whole text, if it is one line.
  fileprivate func range(file: Int) -> SourceRange {
    let start = SourcePosition(line: 1, column: 1)
    let end = SourcePosition(line: 1, column: text.unicodeScalars.count + 1)
    return SourceRange(file: file, start: start, end: end)
  }
}

extension Diagnostic {
  fileprivate static func outsideProgramme(
    _ text: String, _ timeline: Timeline, at range: SourceRange, notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    let count = timeline.root.frameCount
    let length = (try? Time(frame: count, at: timeline.canvas.frameRate)).map { ", \($0)" } ?? ""
    return Diagnostic(
      .error, code: "time.outside-programme",
      "\"\(text)\" is outside the programme, which has \(count) frames\(length)", at: range, notes: notes)
  }
}
