internal import AV
internal import EDL
internal import MediaTime

/// Which fonts libass takes for those that subtitles ask for, found by drawing each of them once.
enum SubtitleFonts {
  /// A font that is not there and what stands in for it.
  struct Substitution: Hashable {
    var asked: String
    var used: String
  }

  /// How many subtitles are looked at; the fonts of a file are known long before.
  private static let mostEvents = 2000

  /// What stands in for fonts that are not installed, in order of first use.
  static func substitutions(_ subtitles: Subtitles, _ demuxer: Demuxer) -> [Substitution] {
    // Small, as it is not seen; which font is taken does not depend on the size.
    let source = SubtitleSource(subtitles, size: PixelSize(width: 64, height: 36))
    var found: [Substitution] = []
    LibraryLog.begin()
    defer { _ = LibraryLog.end() }
    for time in times(demuxer) {
      guard (try? source.picture(at: time)) != nil else { break }
      let lines = LibraryLog.take().filter(\.isNote).map(\.text)
      for (index, line) in lines.enumerated() where index == 0 || !lines[index - 1].contains("] Glyph ") {
        guard let choice = choice(line), !found.contains(choice) else { continue }
        found.append(choice)
      }
    }
    return found
  }

  /// When subtitles appear, in ascending order.
  private static func times(_ demuxer: Demuxer) -> [Time] {
    guard let unit = demuxer.streams.first?.timeBase, let packet = try? Packet() else { return [] }
    var times: Set<Time> = []
    while times.count < mostEvents, (try? demuxer.read(into: packet)) == true {
      guard let pts = packet.pts, let seconds = try? unit * Rational(Int(clamping: pts)) else { continue }
      times.insert(Time(seconds: seconds))
    }
    return times.sorted()
  }

  /// Reads `fontselect: (Arial, 400, 0) -> /fonts/Noto.ttf, 0, NotoSans-Regular`; nil where the font is the one.
  private static func choice(_ line: String) -> Substitution? {
    guard let start = line.firstRange(of: "fontselect: ("), let arrow = line.firstRange(of: ") -> ") else { return nil }
    let request = line[start.upperBound..<arrow.lowerBound].split(separator: ", ")
    guard request.count > 2, let used = line[arrow.upperBound...].split(separator: ", ").last else { return nil }
    let asked = request.dropLast(2).joined(separator: ", ")
    if plain(String(used)).hasPrefix(plain(asked)) { return nil }
    return Substitution(asked: asked, used: String(used))
  }

  /// A font's name as families and PostScript names have it in common.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}

extension Diagnostic {
  /// A font of subtitles is not there. Nobody asked for the one that FFmpeg gives to files without fonts.
  static func substituted(
    _ choice: SubtitleFonts.Substitution, in subtitles: Subtitles, isDefault: Bool
  ) -> Diagnostic {
    let name = LocalFiles.split(subtitles.path).name
    let asked = isDefault ? "is set in \"\(choice.asked)\" by default" : "asks for the font \"\(choice.asked)\""
    return Diagnostic(
      isDefault ? .note : .warning, code: "font.not-installed",
      "\"\(name)\" \(asked), which is not installed: \"\(choice.used)\" is used; install it, or name another with "
        + "style: {Fontname: …}", at: subtitles.origin.range)
  }
}
