internal import MediaTime

extension Resolver {
  /// A length that no programme reaches: of what has no end of its own.
  static let endless = Time(seconds: Rational(1 << 31))

  /// The names that a style of subtitles may have, as ASS spells them.
  private static let styleNames = [
    "Fontname", "Fontsize", "PrimaryColour", "SecondaryColour", "OutlineColour", "BackColour", "Bold", "Italic",
    "Underline", "StrikeOut", "ScaleX", "ScaleY", "Spacing", "Angle", "BorderStyle", "Outline", "Shadow", "Alignment",
    "MarginL", "MarginR", "MarginV", "Encoding",
  ]
  private static let endings = [".srt", ".ass", ".ssa", ".vtt"]

  /// Finds a file of subtitles and reads its style; nil after a report.
  mutating func subtitles(_ written: Located<String>, style: [Named<String>]?) -> Subtitles? {
    let path = LocalFiles.join(sources.directory(ofFile: written.range.file), written.value)
    let overrides = overrides(style ?? [])
    guard isReadable(path, written), let overrides else { return nil }
    return Subtitles(path: path, style: overrides, origin: Origin(written.range))
  }

  /// The streams of subtitles of an output; files that cannot be read are reported and left out.
  mutating func subtitles(of output: OutputDocument, in root: ResolvedSequence) -> [SubtitleOutput] {
    let written = output.subtitles?.value ?? []
    let chosen = written.filter { $0.isDefault?.value == true }
    if let second = chosen.dropFirst().first?.isDefault {
      diagnostics.append(
        Diagnostic(
          .error, code: "output.default-streams",
          "\(chosen.count) streams of subtitles say \"default: true\", and a player chooses one: keep one",
          at: second.range))
    }
    return written.compactMap { stream in
      guard let path = stream.path else { return nil }
      let file = sources.path(path.value, writtenAt: path.range)
      guard isReadable(file, path) else { return nil }
      var start = 0
      if let moment = stream.start {
        guard let frame = programmeFrame(moment.value, in: root, what: "the start of the subtitles") else { return nil }
        start = frame
      }
      return SubtitleOutput(
        path: file, start: start, language: stream.language?.value, title: stream.title?.value,
        isDefault: stream.isDefault?.value ?? false, isForced: stream.isForced?.value ?? false, origin: path.range)
    }
  }

  private mutating func isReadable(_ path: String, _ written: Located<String>) -> Bool {
    guard Self.endings.contains(where: { written.value.lowercased().hasSuffix($0) }) else {
      diagnostics.append(
        Diagnostic(
          .error, code: "subtitles.kind",
          "\"\(written.value)\" is not a file of subtitles: give one that ends in .srt, .ass, .ssa or .vtt",
          at: written.range))
      return false
    }
    return isReadable(path, written, as: "a file of subtitles")
  }

  /// Whether a file is there and may be read; reports it if not.
  mutating func isReadable(_ path: String, _ written: Located<String>, as what: String) -> Bool {
    func report(_ code: String, _ message: String, blame: Diagnostic.Blame = .project) -> Bool {
      diagnostics.append(Diagnostic(.error, code: code, message, at: written.range, blame: blame))
      return false
    }
    do {
      _ = try FileAccess(root: options.root).resolve(path)
    } catch {
      switch error {
      case .outsideRoot:
        return report(
          "path.outside-root",
          "\"\(written.value)\" is outside the folder given by --root: move it there, or allow a higher folder")
      case .system(let reason):
        return report("media.not-found", "cannot read \"\(written.value)\": \(reason)", blame: .media)
      case .notPlain, .tooLarge: break
      }
    }
    guard LocalFiles.kind(of: path) == .file else {
      return report("path.not-a-file", "\"\(written.value)\" is not a plain file: give \(what)")
    }
    return true
  }

  private mutating func overrides(_ written: [Named<String>]) -> [String: String]? {
    var style: [String: String] = [:]
    var isFine = true
    for entry in written {
      guard let name = Self.styleNames.first(where: { $0.lowercased() == entry.name.lowercased() }) else {
        let near = closestMatch(to: entry.name, in: Self.styleNames)
        diagnostics.append(
          Diagnostic(
            .error, code: "subtitles.style",
            "a style of subtitles has no \"\(entry.name)\"" + (near.map { ": did you mean \"\($0)\"?" } ?? ""),
            at: entry.nameRange, notes: [.init("it may have \(Self.styleNames.joined(separator: ", "))")]))
        isFine = false
        continue
      }
      guard !entry.value.contains(where: { $0 == "," || $0.isNewline }) else {
        diagnostics.append(
          Diagnostic(
            .error, code: "subtitles.style", "\"\(entry.name)\" must be a single value without a comma",
            at: entry.nameRange))
        isFine = false
        continue
      }
      style[name] = name.hasSuffix("Colour") ? Self.assColor(entry.value) : entry.value
    }
    return isFine ? style : nil
  }

  /// A colour of the project as ASS writes it, `&HAABBGGRR` with 0 opaque; else the text itself.
  private static func assColor(_ text: String) -> String {
    guard !text.hasPrefix("&"), let color = Color(text: text) else { return text }
    func hex(_ byte: UInt8) -> String {
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }
    return "&H" + hex(255 - color.alpha) + hex(color.blue) + hex(color.green) + hex(color.red)
  }
}
