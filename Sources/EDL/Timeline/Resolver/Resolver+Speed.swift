internal import MediaTime

extension Resolver {
  /// Reads how fast an item plays; false after a report.
  ///
  /// Keyframes count in the time of one play. Its end is known where a `duration` says so: without
  /// one the length follows from the speed, and a speed that followed from the length would go round
  /// in a circle.
  mutating func setSpeed(_ span: inout SourceSpan, _ item: ItemDocument) -> Bool {
    guard let written = item.speed else { return true }
    guard case .keys(let keys, let ease) = written.value.form else {
      if case .constant(let speed) = written.value.form { span.speed = speed }
      return true
    }
    let length = item.duration.flatMap { duration in
      try? duration.value.evaluate(in: context(length: span.naturalLength))
    }
    if length == nil, let key = keys.first(where: { $0.at.value.needsLength }) {
      diagnostics.append(.speedNeedsDuration(key.at.value))
      return false
    }
    guard let times = times(of: keys, length: length) else { return false }
    let resolved = zip(keys, times).map { key, time in
      SpeedCurve.Key(time: time, speed: key.value, ease: key.ease ?? ease)
    }
    guard resolved.contains(where: { $0.speed != resolved[0].speed }) else {
      span.speed = resolved[0].speed
      return true
    }
    guard let curve = exactly(at: written.range, { _ throws(TimeOverflow) in try SpeedCurve(keys: resolved) }) ?? nil
    else { return false }
    if let moment = curve.backwards {
      diagnostics.append(
        Diagnostic(
          .error, code: "speed.backwards",
          "an ease that overshoots takes the speed below 0 at \(moment), and a ramp cannot turn back: use another ease, "
            + "or speeds that lie closer together", at: written.range))
      return false
    }
    span.ramp = curve
    return true
  }
}

extension Diagnostic {
  fileprivate static func speedNeedsDuration(_ time: TimeExpression) -> Diagnostic {
    Diagnostic(
      .error, code: "speed.needs-duration",
      "\"\(time.text)\" counts from the end of the play, which follows from these very speeds: give the item a "
        + "\"duration\", or count from the start", at: time.range)
  }
}
