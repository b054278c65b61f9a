internal import EDL

/// Tells what is decided about media on the author's behalf, once for each.
enum MediaRemarks {
  static func add(_ timeline: Timeline, to diagnostics: inout DiagnosticList) {
    let canvas = CanvasColor(timeline.canvas)
    for media in timeline.media {
      guard let stream = media.info.video.first else { continue }
      if let unreadable = SourceColor.unreadable(stream.color) {
        diagnostics.append(
          Diagnostic(
            .warning, code: "media.color-unreadable",
            "\"\(media.name)\" has the colour \(unreadable.what) \"\(unreadable.tag)\", which cannot be brought to the "
              + "canvas: it is left out of account; say what it is with color_tags", at: media.origin))
      }
      let color = SourceColor(stream)
      if let map = canvas.map(from: color.system) {
        diagnostics.append(remark(map, media, timeline.canvas))
      } else if color.isGuessed {
        let name = color.space == "bt709" ? "BT.709" : "BT.601"
        diagnostics.append(
          Diagnostic(
            .note, code: "media.untagged-color",
            "\"\(media.name)\" does not name its colour matrix: taken as \(name) for its \(stream.codedSize.height) lines",
            at: media.origin))
      }
    }
  }

  private static func remark(_ map: ColorMap, _ media: Media, _ canvas: Canvas) -> Diagnostic {
    let white = canvas.sdrWhite == canvas.sdrWhite.rounded() ? "\(Int(canvas.sdrWhite))" : "\(canvas.sdrWhite)"
    if map.rollsOff {
      return Diagnostic(
        .note, code: "media.tone-mapped",
        "\"\(media.name)\" is HDR (\(map.from.name)): it is tone-mapped to \(canvas.color) with \(map.toneMap.rawValue), "
          + "\(white) cd/m² being white", at: media.origin)
    }
    if map.to.isHDR, !map.from.isHDR {
      return Diagnostic(
        .note, code: "media.sdr-in-hdr",
        "\"\(media.name)\" is SDR (\(map.from.name)): its white is \(white) cd/m² in \(canvas.color)", at: media.origin)
    }
    return Diagnostic(
      .note, code: "media.gamut",
      "\"\(media.name)\" is in \(map.from.name): it is brought to \(canvas.color), and what that does not hold is clipped",
      at: media.origin)
  }
}
