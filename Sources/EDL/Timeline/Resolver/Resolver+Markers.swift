internal import MediaTime

extension Resolver {
  /// Returns the markers in the order of time.
  mutating func resolveMarkers(in root: ResolvedSequence) -> [Marker] {
    var markers: [Marker] = []
    for marker in document.markers?.value ?? [] where !marker.isFaulty {
      guard let at = marker.at, let name = marker.name,
        let frame = programmeFrame(at.value, in: root, what: "the marker \"\(name.value)\"")
      else { continue }
      markers.append(Marker(frame: frame, name: name.value, origin: marker.range))
    }
    return markers.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
  }

  /// Returns the frame edge of a time of the programme; nil after a report.
  mutating func programmeFrame(_ expression: TimeExpression, in root: ResolvedSequence, what: String) -> Int? {
    guard let time = programmeTime(expression, in: root) else { return nil }
    let rate = canvas.frameRate
    guard let frame = exactly(at: expression.range, { _ throws(TimeOverflow) in try time.frames(at: rate) }) else {
      return nil
    }
    guard (0...root.sequence.frameCount).contains(frame) else {
      diagnostics.append(
        Diagnostic(
          .error, code: "time.outside-programme",
          "\(what) is at \(time), outside the programme, which lasts \(root.length): give a time within it",
          at: expression.range))
      return nil
    }
    return frame
  }

  /// Returns a time of the programme exactly; nil after a report.
  mutating func programmeTime(_ expression: TimeExpression, in root: ResolvedSequence) -> Time? {
    var unknown = false
    var context = context(length: root.length)
    let known = ids
    for id in expression.itemReferences {
      switch root.anchors[id] {
      case .span?: continue
      case .unknown?: unknown = true
      case .ambiguous(let reason)?:
        unknown = true
        diagnostics.append(
          Diagnostic(
            .error, code: "time.no-single-place", "\"\(id)\" \(reason): name another item", at: expression.range))
      case nil:
        guard let elsewhere = known[id] else { continue }
        unknown = true
        diagnostics.append(
          Diagnostic(
            .error, code: "time.other-sequence",
            "\"\(id)\" is in another sequence, whose times are not those of the programme: name an item of its tracks",
            at: expression.range, notes: [.init("\"\(id)\" is here", at: elsewhere)]))
      }
    }
    guard !unknown else { return nil }
    context.itemEdge = { id, edge throws(TimeEvaluationError) in
      guard case .span(let start, let end)? = root.anchors[id] else {
        throw TimeEvaluationError.unknownItem(id, known: root.anchors.keys.sorted())
      }
      return edge == .start ? start : end
    }
    return expression.evaluate(in: context, diagnostics: &diagnostics)
  }
}
