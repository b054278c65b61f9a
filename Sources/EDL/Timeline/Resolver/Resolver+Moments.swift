internal import MediaTime

/// Which frames an output's pictures show.
extension Resolver {
  /// The frames that `frames` or `every` choose, in the order of time; nil after a report.
  mutating func moments(of output: OutputDocument, _ frames: Range<Int>, in root: ResolvedSequence) -> [Int]? {
    guard let moments = output.frames else {
      guard let every = output.every else { return nil }
      return steps(of: every.value, in: frames)
    }
    if let every = output.every {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.forms", "\"frames\" and \"every\" both say which pictures: keep one", at: every.range))
      return nil
    }
    guard !moments.value.isEmpty else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.empty", "\"frames\" names no moment: give one, such as 1s", at: moments.range))
      return nil
    }
    var found: [Int] = []
    for moment in moments.value {
      guard let frame = frameOnDisplay(at: moment, in: root) else { return nil }
      found.append(frame)
    }
    return found.sorted()
  }

  /// Every picture of a range, at the output's own rate if it has one.
  mutating func allStills(of output: OutputDocument, _ frames: Range<Int>) -> OutputForm? {
    guard !reportsFilmFields(of: output) else { return nil }
    let rate = output.frameRate?.value ?? canvas.frameRate
    return exactly(at: output.frameRate?.range ?? output.range) { resolver throws(TimeOverflow) in
      .stills(Stills(frames: try resolver.steps(of: Time(frame: 1, at: rate), in: frames)))
    }
  }

  /// The frame on display at a time of the programme; nil after a report.
  private mutating func frameOnDisplay(at moment: Located<TimeExpression>, in root: ResolvedSequence) -> Int? {
    guard let time = programmeTime(moment.value, in: root) else { return nil }
    let rate = canvas.frameRate
    let frame = exactly(at: moment.range) { _ throws(TimeOverflow) in Int(try time.exactFrames(at: rate).floor) }
    guard let frame else { return nil }
    if (0..<root.sequence.frameCount).contains(frame) { return frame }
    let isEnd = frame == root.sequence.frameCount
    diagnostics.append(
      Diagnostic(
        .error, code: "time.outside-programme",
        "no frame shows at \"\(moment.value.text)\": the programme lasts \(root.length)"
          + (isEnd ? ", and its last frame begins at \"end - 1f\"" : ""),
        at: moment.range))
    return nil
  }

  /// The frames on display at even steps from the start of a range; nil after a report.
  private mutating func steps(of expression: TimeExpression, in frames: Range<Int>) -> [Int]? {
    guard let step = expression.evaluate(in: context(), diagnostics: &diagnostics) else { return nil }
    let rate = canvas.frameRate
    let length = exactly(at: expression.range) { _ throws(TimeOverflow) in try step.exactFrames(at: rate) }
    guard let length else { return nil }
    guard length >= .one else {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.step", "a step of \(step) is shorter than a frame: give 1f or more",
          at: expression.range))
      return nil
    }
    return exactly(at: expression.range) { resolver throws(TimeOverflow) in try resolver.steps(of: step, in: frames) }
  }

  private func steps(of step: Time, in frames: Range<Int>) throws(TimeOverflow) -> [Int] {
    let length = try step.exactFrames(at: canvas.frameRate)
    var (found, count) = ([Int](), 0)
    while true {
      let frame = frames.lowerBound + Int(try (length * Rational(count)).floor)
      guard frame < frames.upperBound else { return found }
      found.append(frame)
      count += 1
    }
  }
}
