/// A line of ASS taken apart: eight fields, then the text.
struct SubtitleLine: Hashable, Sendable {
  private var fields: [Substring]
  /// The text with its overrides in braces.
  private(set) var text: Substring

  /// `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`.
  init(_ line: String) {
    let parts = line.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
    fields = Array(parts.prefix(8))
    text = parts.count == 9 ? parts[8] : ""
  }

  /// The name of its style.
  var style: Substring { fields.count == 8 ? fields[2] : "Default" }

  /// The line again, with another text.
  func line(_ text: String) -> String { (fields + [Substring(text)]).joined(separator: ",") }

  /// Overrides that only ASS has: places, turns, movement, cuts, karaoke, drawings.
  private static let placing = [
    "pos", "move", "org", "clip", "iclip", "fr", "t(", "fad", "fade", "k", "K", "p1", "p2", "p3", "p4", "fax", "fay",
    "an1", "an3", "an4", "an5", "an6", "an7", "an8", "an9",
  ]

  /// Whether there is more to it than words and simple styles.
  var hasMoreThanText: Bool {
    overrides.contains { tag in Self.placing.contains { tag.hasPrefix($0) } }
  }

  /// The overrides, without their backslashes.
  private var overrides: [Substring] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
      .flatMap { ($0.split(separator: "}", omittingEmptySubsequences: false).first ?? "").split(separator: "\\") }
  }

  /// The line without what is drawn; nil where nothing else was in it.
  var withoutDrawings: SubtitleLine? {
    guard overrides.contains(where: { $0.first == "p" && $0.dropFirst().first.map { "1"..."9" ~= $0 } == true }) else {
      return self
    }
    var (kept, isDrawing) = ("", false)
    for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      let pieces = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
      guard index > 0, pieces.count == 2 else {
        if !isDrawing { kept += part }
        continue
      }
      for tag in pieces[0].split(separator: "\\") where tag.first == "p" {
        if let scale = Int(tag.dropFirst()) { isDrawing = scale > 0 }
      }
      kept += "{\(pieces[0])}" + (isDrawing ? "" : pieces[1])
    }
    var line = self
    line.text = Substring(kept)
    return kept.split(separator: "{").allSatisfy({ $0.hasSuffix("}") }) ? nil : line
  }
}

/// Lines that show together for a time.
struct SubtitleSpan: Hashable, Sendable {
  /// In thousandths of a second.
  var times: Range<Int64>
  var lines: [SubtitleLine]

  /// All of them as one line of ASS, each in its own style.
  var line: String {
    guard let first = lines.first else { return "" }
    let rest = lines.dropFirst().map { "\\N{\\r\($0.style == first.style ? "" : $0.style)}\($0.text)" }
    return first.line(first.text + rest.joined())
  }

  /// The same texts at the same times, one span after the other: where several show, they are one.
  static func sequential(_ spans: [SubtitleSpan]) -> [SubtitleSpan] {
    let edges = Set(spans.flatMap { [$0.times.lowerBound, $0.times.upperBound] }).sorted()
    let spans = spans.sorted { $0.times.lowerBound < $1.times.lowerBound }
    var result: [SubtitleSpan] = []
    var (active, next) = ([SubtitleSpan](), 0)
    for (start, end) in zip(edges, edges.dropFirst()) {
      active.removeAll { $0.times.upperBound <= start }
      while next < spans.count, spans[next].times.lowerBound <= start {
        active.append(spans[next])
        next += 1
      }
      guard !active.isEmpty else { continue }
      result.append(SubtitleSpan(times: start..<end, lines: active.flatMap(\.lines)))
    }
    return result
  }
}
