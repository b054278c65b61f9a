internal import AV
internal import EDL

/// The ways of laying a picture over another that the linked libavfilter knows.
enum BlendModes {
  /// The names, in order of the alphabet.
  static let names = FilterConstants.names(filter: "blend", option: "c0_mode").sorted()

  /// Reports every blend mode of the timeline that there is not.
  static func check(_ timeline: Timeline, _ diagnostics: inout DiagnosticList) {
    check(timeline.root, &diagnostics)
  }

  private static func check(_ sequence: Sequence, _ diagnostics: inout DiagnosticList) {
    for item in sequence.tracks.flatMap(\.items) {
      if case .sequence(let inner) = item.content { check(inner, &diagnostics) }
      guard let mode = item.picture.blend, !names.contains(mode.name) else { continue }
      let close = closestMatch(to: mode.name, in: names)
      let advice = close.map { "did you mean \"\($0)\"?" } ?? "it must be one of \(names.joined(separator: ", "))"
      let fixIts = close.map { [Diagnostic.FixIt("write \"\($0)\"", replacing: mode.origin.range, with: $0)] }
      diagnostics.append(
        Diagnostic(
          .error, code: "picture.blend-unknown", "libavfilter has no blend mode \"\(mode.name)\": \(advice)",
          at: mode.origin.range, fixIts: fixIts ?? []))
    }
  }
}
