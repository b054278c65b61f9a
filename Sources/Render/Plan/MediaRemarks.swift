internal import EDL

/// Tells what is decided about media on the author's behalf, once for each.
enum MediaRemarks {
  static func add(_ timeline: Timeline, to diagnostics: inout DiagnosticList) {
    for media in timeline.media {
      guard let stream = media.info.video.first else { continue }
      let color = SourceColor(stream)
      switch color.route {
      case .linear(.pq), .linear(.hlg):
        let name = color.route == .linear(.pq) ? "PQ" : "HLG"
        diagnostics.append(
          Diagnostic(
            .note, code: "media.tone-mapped",
            "\"\(media.name)\" is HDR (\(name)): it is tone-mapped to \(timeline.canvas.color) with the Möbius curve",
            at: media.origin))
      case .linear:
        diagnostics.append(
          Diagnostic(
            .note, code: "media.gamut",
            "\"\(media.name)\" has wide primaries (\(stream.color.primaries ?? "")): they are brought to BT.709",
            at: media.origin))
      case .matrix where color.isGuessed:
        let name = color.space == "bt709" ? "BT.709" : "BT.601"
        diagnostics.append(
          Diagnostic(
            .note, code: "media.untagged-color",
            "\"\(media.name)\" does not name its colour matrix: taken as \(name) for its \(stream.codedSize.height) lines",
            at: media.origin))
      case .matrix: break
      }
    }
  }
}
