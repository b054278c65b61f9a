internal import EDL
internal import Render

/// What differs between two projects: what was done, and which frames and samples it changed.
struct DiffReport {
  let old: Timeline
  let new: Timeline
  let changes: [ItemChange]
  let content: ContentDiff
  /// What differs in how the outputs are written.
  let outputs: [String]

  init(_ old: Timeline, _ new: Timeline, _ options: RenderOptions) throws(RenderError) {
    self.old = old
    self.new = new
    changes = new.changes(since: old)
    content = try Renderer.compare(old, new, options: options)
    outputs = Self.outputs(old, new) + (try Self.framings(old, new, changes, options))
  }

  /// Whether the two make the same frames and samples, written in the same way.
  var isEqual: Bool { content.isEqual && outputs.isEmpty }

  // MARK: Text

  var text: String {
    var lines = changes.map { change in "\(place(change))\(change.track): `\(change.label)` \(change.words)" }
    if changes.isEmpty { lines.append("no item was changed") }
    lines += outputs
    lines += pictureLines
    lines += soundLines
    return lines.joined(separator: "\n")
  }

  private func place(_ change: ItemChange) -> String {
    if let origin = change.newOrigin { return "line \(origin.start.line), " }
    return change.oldOrigin.map { "was line \($0.start.line), " } ?? ""
  }

  private var pictureLines: [String] {
    let total = max(content.oldFrameCount, content.newFrameCount)
    guard !content.frames.isEmpty else { return ["picture: all \(Measures.count(total, "frame")) proven equal"] }
    let count = content.frames.reduce(0) { $0 + $1.count }
    var lines = ["picture: \(count) of \(Measures.count(total, "frame")) differ: \(Self.list(content.frames))"]
    lines += content.reasons.map { "  every frame, because of the canvas: \($0)" }
    if !content.newFrames.isEmpty {
      lines.append("  \(Self.sum(content.newFrames)) show what was nowhere before: \(Self.list(content.newFrames))")
    }
    for move in content.moves.prefix(20) {
      let way = move.new.lowerBound - move.old.lowerBound
      let words = way == 0 ? "" : ", \(Measures.count(abs(way), "frame")) \(way < 0 ? "earlier" : "later")"
      lines.append(
        "  \(Measures.count(move.new.count, "frame")) proven equal, moved: \(Self.range(move.old)) → \(Self.range(move.new))\(words)"
      )
    }
    if content.moves.count > 20 { lines.append("  and \(content.moves.count - 20) moves more") }
    if !content.lostFrames.isEmpty {
      lines.append("  \(Self.sum(content.lostFrames)) are gone: \(Self.list(content.lostFrames))")
    }
    return lines
  }

  private var soundLines: [String] {
    guard !content.samples.isEmpty else { return ["sound: all samples proven equal"] }
    let count = content.samples.reduce(0) { $0 + $1.count }
    return ["sound: \(Measures.count(count, "sample")) differ: \(Self.list(content.samples))"]
  }

  private static func sum(_ ranges: [Range<Int>]) -> String {
    Measures.count(ranges.reduce(0) { $0 + $1.count }, "frame")
  }

  private static func list(_ ranges: [Range<Int>]) -> String {
    let shown = ranges.prefix(12).map(range).joined(separator: ", ")
    return ranges.count > 12 ? "\(shown) and \(ranges.count - 12) ranges more" : shown
  }

  /// `12..<40`, or `12` for one.
  static func range(_ range: Range<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)..<\(range.upperBound)"
  }

  // MARK: JSON

  var facts: [(String, JSON)] {
    [
      ("equal", .bool(isEqual)), ("changes", .array(changes.map(Self.json))),
      ("outputs", .array(outputs.map { .string($0) })),
      (
        "picture",
        .object([
          ("frames", .array([.int(content.oldFrameCount), .int(content.newFrameCount)])),
          ("differ", Self.json(content.frames)),
          (
            "moved",
            .array(content.moves.map { .object([("old", Self.json($0.old)), ("new", Self.json($0.new))]) })
          ),
          ("new", Self.json(content.newFrames)), ("gone", Self.json(content.lostFrames)),
          ("canvas", .array(content.reasons.map { .string($0) })),
        ])
      ), ("sound", .object([("differ", Self.json(content.samples))])),
    ]
  }

  private static func json(_ change: ItemChange) -> JSON {
    .object([
      ("kind", .string(change.kind.rawValue)), ("label", .string(change.label)), ("track", .string(change.track)),
      ("words", .string(change.words)), ("old_frames", change.oldFrames.map(json) ?? .null),
      ("new_frames", change.newFrames.map(json) ?? .null),
      ("old_line", change.oldOrigin.map { .int($0.start.line) } ?? .null),
      ("new_line", change.newOrigin.map { .int($0.start.line) } ?? .null),
    ])
  }

  private static func json(_ range: Range<Int>) -> JSON { .array([.int(range.lowerBound), .int(range.upperBound)]) }
  private static func json(_ ranges: [Range<Int>]) -> JSON { .array(ranges.map(json)) }

  // MARK: Outputs

  private static func outputs(_ old: Timeline, _ new: Timeline) -> [String] {
    var lines: [String] = []
    func name(_ output: Output) -> String { FilePaths.name(of: output.path) }
    let known = Dictionary(old.outputs.map { (name($0), $0) }) { first, _ in first }
    for output in new.outputs {
      guard let was = known[name(output)] else {
        lines.append("output \(name(output)): added")
        continue
      }
      // A range that follows the programme's end is no change of the output's own.
      let whole = was.frames == 0..<old.root.frameCount && output.frames == 0..<new.root.frameCount
      if was.frames != output.frames, !whole {
        lines.append("output \(name(output)): frames \(range(was.frames)) → \(range(output.frames))")
      }
      let (before, after) = (words(was), words(output))
      if before != after { lines.append("output \(name(output)): \(before) → \(after)") }
    }
    let kept = Set(new.outputs.map(name))
    lines += old.outputs.map(name).filter { !kept.contains($0) }.map { "output \($0): removed" }
    if old.markers.map(words) != new.markers.map(words) { lines.append("markers were changed") }
    return lines
  }

  /// What differs in outputs that are composed anew, beside what differs in the programme.
  private static func framings(
    _ old: Timeline, _ new: Timeline, _ changes: [ItemChange], _ options: RenderOptions
  ) throws(RenderError) -> [String] {
    var lines: [String] = []
    let known = Dictionary(old.outputs.map { (FilePaths.name(of: $0.path), $0) }) { first, _ in first }
    for output in new.outputs where output.composition != nil {
      let name = FilePaths.name(of: output.path)
      guard let was = known[name], was.composition != nil else { continue }
      let (before, after) = (old.framed(for: was), new.framed(for: output))
      let told = Set(changes.map { "\($0.track) \($0.label) \($0.words)" })
      for change in after.changes(since: before) where !told.contains("\(change.track) \(change.label) \(change.words)")
      {
        lines.append("output \(name): \(change.track): `\(change.label)` \(change.words)")
      }
      let content = try Renderer.compare(before, after, options: options)
      lines += content.reasons.map { "output \(name): \($0)" }
      guard !content.frames.isEmpty else { continue }
      let count = Measures.count(content.frames.reduce(0) { $0 + $1.count }, "frame")
      lines.append("output \(name): \(count) of it differ: \(list(content.frames))")
    }
    return lines
  }

  private static func words(_ marker: Marker) -> String { "\(marker.frame) \(marker.name)" }

  private static func words(_ output: Output) -> String {
    func options(_ options: [EncoderOption]) -> [String] { options.map { "\($0.name)=\($0.value)" } }
    var words: [String] = []
    if let form = output.form.words { words.append(form) }
    if let composition = output.composition { words.append("framing \(composition.framing) \(composition.size)") }
    if let video = output.video {
      let parts = ["video", video.codec ?? "default", video.pixelFormat].compactMap { $0 }
      words.append((parts + options(video.options)).joined(separator: " "))
    }
    for audio in output.audio {
      let parts: [String?] = [
        "audio", audio.bus, audio.codec ?? "default", audio.channels, audio.sampleRate.map { "\($0) Hz" },
        audio.width?.rawValue, audio.dither == .none ? nil : "\(audio.dither)", audio.isDefault ? "default" : nil,
        audio.language, audio.title,
      ]
      words.append((parts.compactMap { $0 } + options(audio.options)).joined(separator: " "))
    }
    for stream in output.subtitles {
      let parts: [String?] = [
        "subtitles", FilePaths.name(of: stream.path), content(of: stream.path),
        stream.start == 0 ? nil : "at frame \(stream.start)", stream.language, stream.title,
        stream.isDefault ? "default" : nil, stream.isForced ? "forced" : nil,
      ]
      words.append(parts.compactMap { $0 }.joined(separator: " "))
    }
    if let cover = output.cover {
      words.append("cover \(FilePaths.name(of: cover.path)) \(content(of: cover.path) ?? "")")
    }
    if output.orientation != 1 { words.append("stored in orientation \(output.orientation)") }
    if let timecode = output.timecode { words.append("timecode \(timecode.text)") }
    return words.joined(separator: ", ")
  }

  /// The beginning of a file's digest, which tells two contents of one name apart.
  private static func content(of path: String) -> String? {
    LockRecord.File(reading: path).map { "(\($0.digest.prefix(8)))" }
  }
}
