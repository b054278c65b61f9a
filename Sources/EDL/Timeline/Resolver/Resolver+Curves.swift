internal import MediaTime

extension Resolver {
  /// Resolves a value over time of an item of a length; nil after a report.
  mutating func curve<Written, Value: Animatable>(
    _ written: Located<CurveDocument<Written>>, length: Time, _ transform: (Written) -> Value
  ) -> Curve<Value>? {
    switch written.value.form {
    case .constant(let value): return Curve(transform(value))
    case .keys(let keys, let ease):
      guard let times = times(of: keys, length: length) else { return nil }
      return Curve(
        keys: zip(keys, times).map { key, time in
          .init(time: time, value: transform(key.value), ease: key.ease ?? ease)
        })
    }
  }

  /// The times of keyframes, which ascend; nil after a report.
  mutating func times<Written>(of keys: [CurveDocument<Written>.Key], length: Time?) -> [Time]? {
    var times: [Time] = []
    for key in keys {
      guard let time = key.at.value.evaluate(in: context(length: length), diagnostics: &diagnostics) else {
        return nil
      }
      if let last = times.last, time <= last {
        let how = time == last ? "at the same time as" : "before"
        diagnostics.append(
          Diagnostic(
            .error, code: "keyframes.order",
            "the keyframe \"\(key.at.value.text)\" is \(how) the one written before it: put keyframes in order of time",
            at: key.at.range))
        return nil
      }
      times.append(time)
    }
    return times
  }

  /// Resolves a value over time, or the one that holds where nothing is written.
  mutating func curve<Value: Animatable>(
    _ written: Located<CurveDocument<Value>>?, length: Time, default value: Value
  ) -> Curve<Value> {
    guard let written else { return Curve(value) }
    return curve(written, length: length) { $0 } ?? Curve(value)
  }
}
