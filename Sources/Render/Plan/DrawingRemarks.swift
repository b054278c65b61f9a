internal import Draw
internal import EDL

/// Finds what cannot be drawn as it is written: fonts that are not there, characters that no font has.
enum DrawingRemarks {
  static func add(_ timeline: Timeline, to diagnostics: inout DiagnosticList) {
    var seen: Set<SourceRange> = []
    add(timeline.root, &seen, &diagnostics)
  }

  private static func add(_ sequence: Sequence, _ seen: inout Set<SourceRange>, _ diagnostics: inout DiagnosticList) {
    for track in sequence.tracks {
      for item in track.items {
        switch item.content {
        case .sequence(let inner): add(inner, &seen, &diagnostics)
        case .drawing(.title(let title)):
          guard seen.insert(item.origin).inserted else { continue }
          add(title, at: item.origin, &diagnostics)
        case .clip, .solid, .drawing, .generator, .subtitles, .adjustment: break
        }
      }
    }
  }

  private static func add(_ title: Title, at range: SourceRange, _ diagnostics: inout DiagnosticList) {
    let findings = TextFindings.of(title)
    switch findings.failure {
    case .markup(let reason)?:
      diagnostics.append(
        Diagnostic(
          .error, code: "text.markup",
          "the markup is wrong: \(reason); write &lt; and &amp; for < and &, or leave out \"markup\"", at: range))
      return
    case .font(let reason)?:
      diagnostics.append(Diagnostic(.error, code: "font.unreadable", reason, at: range, blame: .media))
      return
    case nil: break
    }
    if let substitute = findings.substitute, let family = title.font.family {
      diagnostics.append(
        Diagnostic(
          .warning, code: "font.not-installed",
          "the font \"\(family)\" is not installed: \"\(substitute)\" is used; install it, or give its \"file\"",
          at: range))
    }
    guard !findings.missing.isEmpty else { return }
    let names = findings.missing.prefix(8).map(\.codePoint).joined(separator: ", ")
    let more = findings.missing.count > 8 ? " and \(findings.missing.count - 8) more" : ""
    diagnostics.append(
      Diagnostic(
        .warning, code: "text.missing-glyph",
        "no installed font has \(names)\(more): a box is drawn instead; install a font that does", at: range))
  }
}

extension Unicode.Scalar {
  /// `U+0378`, with the character where it can be seen.
  fileprivate var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    switch properties.generalCategory {
    case .unassigned, .control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: return code
    default: return "\(code) \"\(self)\""
    }
  }
}
