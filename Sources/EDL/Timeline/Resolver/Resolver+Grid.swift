internal import MediaTime

extension Resolver {
  /// Warns of an edge that the author put between two frames; one warning an item.
  ///
  /// Only what is written counts: that the whole of a file lasts 10.02 seconds, or that an item
  /// follows one that does, is nobody's mistake.
  mutating func checkGrid(_ item: PreparedItem) {
    let document = item.document
    if let at = document.at?.value, at.itemReferences.isEmpty, isOffGrid(at, nil, context()) { return }
    if case .gap(let length)? = document.content { _ = isOffGrid(length.value, nil, context()) }
    if let duration = document.duration?.value, !duration.isToEnd {
      if isOffGrid(duration, nil, context(length: item.span?.naturalLength)) { return }
    } else if let out = document.sourceOut?.value, let unit = item.unit, item.span?.ramp == nil {
      // How long a ramp takes to a moment of the source is hardly ever a number of frames.
      if isOffGrid(out, unit, context()) { return }
    }
    guard let loop = document.loop?.value, !loop.isToEnd else { return }
    _ = isOffGrid(loop, nil, context(length: item.unit))
  }

  /// Reports a time that is not a whole number of frames; `length` is what it leads to, if not itself.
  private mutating func isOffGrid(_ expression: TimeExpression, _ length: Time?, _ context: TimeContext) -> Bool {
    let rate = canvas.frameRate
    guard let time = length ?? (try? expression.evaluate(in: context)), let frames = try? time.exactFrames(at: rate),
      !frames.isWhole
    else { return false }
    let (below, above) = (frames.floor, frames.ceiling)
    let what = length == nil ? "\"\(expression.text)\"" : "the length up to \"\(expression.text)\" (\(time))"
    let hundredths = (try? frames * Rational(100))?.rounded ?? 0
    let about = (try? Rational(hundredths, over: 100))?.decimalText ?? "\(frames)"
    let fixIts =
      length == nil
      ? [below, above].filter { $0 > 0 }.map { count in
        Diagnostic.FixIt("write \"\(count)f\"", replacing: expression.range, with: "\(count)f")
      } : []
    diagnostics.append(
      Diagnostic(
        options.isStrict ? .error : .warning, code: "time.off-grid",
        "\(what) is \(about) frames at \(FrameRate.name(of: rate)) fps, so its edge moves to the nearest frame: "
          + "\(below)f or \(above)f would be exact", at: expression.range, fixIts: fixIts))
    return true
  }
}
