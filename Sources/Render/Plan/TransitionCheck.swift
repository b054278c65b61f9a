internal import AV
internal import EDL

/// Finds transitions whose kind is none of libavfilter's.
struct TransitionCheck {
  /// Looks at all of a timeline's transitions, each place in the project once.
  static func check(_ timeline: Timeline, _ diagnostics: inout DiagnosticList) {
    var seen: Set<SourceRange> = []
    check(timeline.root, &seen, &diagnostics)
  }

  private static func check(_ sequence: Sequence, _ seen: inout Set<SourceRange>, _ diagnostics: inout DiagnosticList) {
    for track in sequence.tracks {
      for item in track.items {
        if case .sequence(let inner) = item.content { check(inner, &seen, &diagnostics) }
      }
      for transition in track.transitions {
        guard case .xfade(let name) = transition.kind, seen.insert(transition.origin.range).inserted,
          !CrossfadeKinds.names.contains(name)
        else { continue }
        diagnostics.append(unknown(name, at: transition.origin.range))
      }
    }
  }

  private static func unknown(_ name: String, at range: SourceRange) -> Diagnostic {
    let own = ["dissolve", "fade-through", "wipe"]
    let near = closestMatch(to: name, in: own + CrossfadeKinds.names)
    let known = (own + CrossfadeKinds.names.filter { $0 != "fade" && $0 != "dissolve" }).joined(separator: ", ")
    return Diagnostic(
      .error, code: "transition.unknown",
      "no transition is called \"\(name)\"\(near.map { ": did you mean \"\($0)\"?" } ?? " in this FFmpeg")", at: range,
      notes: [.init("there are \(known)")])
  }
}
