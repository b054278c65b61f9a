internal import Draw
internal import EDL
internal import MediaTime

extension Layer {
  /// All that its pictures depend on in so many frames; nil: whatever of its media is shown.
  func contentText(_ names: ContentNames, frames: Int? = nil) -> String {
    // Effects that look at other frames look at those before and behind as well.
    let frames = effectClock == nil ? frames : nil
    var text =
      "\(sourceText(names, frames)) \(picture.fit.rawValue) \(picture.deinterlace.rawValue) \(picture.orientation ?? 0)"
    if !picture.isPlain { text += " \(fieldsText(names))" }
    if let effectClock { text += " effects at \(effectClock.frame) of \(effectClock.count)" }
    if let clock { text += " frame \(clock.frames.contentText) of \(clock.count)" }
    return text
  }

  private func sourceText(_ names: ContentNames, _ frames: Int?) -> String {
    switch source {
    case .media(let index, let stream):
      return "\(names.medium(index, showing: frames.flatMap(shown))):\(stream) \(moments)"
    case .solid(let color): return "solid \(color.red),\(color.green),\(color.blue),\(color.alpha)"
    case .drawing(let drawing): return "drawing \(drawing.contentText(names))"
    case .generator(let generator):
      names.note(FilterFiles.filters(generator))
      let files = FilterFiles.paths(generator).map(names.file).joined(separator: " ")
      return "source \(generator.text.debugDescription) \(files) \(moments)"
    case .subtitles(let subtitles):
      names.noteFonts()
      let style = subtitles.style.sorted { $0.key < $1.key }
      return "subtitles \(names.file(subtitles.path)) \(style) \(moments)"
    case .adjustment: return "adjustment"
    case .composite(let layers): return "(\(Self.text(layers, names, frames)))"
    case .program(let program):
      let pieces = program.pieces.map { $0.contentText(names) }.joined(separator: " | ")
      return "[\(pieces)] on \(program.ground.map { "\($0)" } ?? "nothing") \(program.replacesBelow)"
    case .crossing(let crossing):
      let (from, to) = (Self.text(crossing.outgoing, names, frames), Self.text(crossing.incoming, names, frames))
      return "(\(from)) \(crossing.kind.contentText(names)) (\(to))"
    }
  }

  private var moments: String { "@\(times.contentText)" }

  /// From the earliest to the latest of the source's times in so many frames.
  private func shown(_ frames: Int) -> ClosedRange<Time>? {
    let shown = (0..<frames).compactMap { try? time(at: $0) }
    guard shown.count == frames, let first = shown.min(), let last = shown.max() else { return nil }
    return first...last
  }

  private static func text(_ layers: [Layer], _ names: ContentNames, _ frames: Int?) -> String {
    layers.map { $0.contentText(names, frames: frames) }.joined(separator: " + ")
  }

  /// The fields, files by their content: those of the effects, and the picture that a mask is made of.
  private func fieldsText(_ names: ContentNames) -> String {
    names.note(FilterFiles.filters(picture.effects))
    var dump = ContentDump()
    for path in FilterFiles.paths(picture.effects) { dump.replacements[path] = names.file(path) }
    for path in FilterFiles.folders(picture.effects) { dump.replacements[path] = names.folder(path) }
    var (fields, mask) = (picture, "")
    if case .media(let index, let stream) = picture.mask?.content {
      mask = " mask \(names.medium(index))"
      fields.mask?.content = .media(0, videoStream: stream)
    }
    // A path inside a graph's text is none of its values: what lies there is told beside it.
    return dump.text(fields) + mask + dump.replacements.values.sorted().joined(separator: " ")
  }
}

extension Piece {
  /// All that its pictures depend on, as one line.
  func contentText(_ names: ContentNames) -> String {
    "\(count)f " + layers.map { $0.contentText(names, frames: count) }.joined(separator: " + ")
  }
}

extension Transition.Kind {
  fileprivate func contentText(_ names: ContentNames) -> String {
    switch self {
    case .dissolve: return "dissolve"
    case .fadeThrough(let color): return "through \(color.red),\(color.green),\(color.blue),\(color.alpha)"
    case .xfade(let name):
      names.note(["xfade"])
      return "xfade \(name)"
    case .luma(let media, let softness): return "luma \(softness) \(names.medium(media))"
    }
  }
}

extension Drawing {
  /// The drawing, with the font files that it is set in, as they are now.
  fileprivate func contentText(_ names: ContentNames) -> String {
    guard case .title(let title) = self else { return ContentDump().text(self) }
    names.noteFonts()
    var dump = ContentDump()
    if let path = title.font.file { dump.replacements[path] = names.file(path) }
    return dump.text(self) + " " + TextFindings.of(title).fontFiles.map(names.file).joined(separator: " ")
  }
}

extension TimeMap {
  /// All that its values depend on.
  fileprivate var contentText: String {
    bends.reduce("\(offset) step \(scale)") { text, bend in
      "\(text) by \(bend.curve.words) from \(bend.offset) step \(bend.scale)"
    }
  }
}
