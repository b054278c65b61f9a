internal import EDL
internal import MediaTime

/// The tracks of a programme with the stretches that differ marked.
struct GoldenTimelineDrawing {
  let timeline: Timeline
  let check: GoldenCheck.OutputCheck
  let words: GoldenFindings

  private static let width = 1000.0
  private static let row = 26.0

  var svg: String {
    let frames = timeline.outputs[check.number].frames
    // The topmost track on top, as editors draw it; sound below the pictures.
    let tracks =
      timeline.root.tracks.filter { $0.kind == .video }.reversed() + timeline.root.tracks.filter { $0.kind == .audio }
    var shapes: [String] = []
    for (row, track) in tracks.enumerated() {
      for item in track.items where item.ownFrames.overlaps(frames) {
        shapes.append(self.shape(item, track, row, frames))
      }
    }
    let height = Double(tracks.count) * Self.row + 4
    for digests in check.comparison.digests {
      let stream = check.found.streams[digests.stream]
      for range in digests.ranges {
        let (x, width) = span(words.programFrames(range, of: stream), frames)
        shapes.append(
          "<rect class=\"range\" x=\"\(x)\" y=\"0\" width=\"\(max(width, 1.5))\" height=\"\(height)\"/>")
      }
    }
    return "<svg viewBox=\"0 0 \(Self.width) \(height)\" role=\"img\" aria-label=\"timeline\">\n"
      + shapes.joined(separator: "\n") + "\n</svg>"
  }

  private func shape(_ item: Item, _ track: Track, _ row: Int, _ frames: Range<Int>) -> String {
    let (x, width) = span(item.ownFrames, frames)
    let y = Double(row) * Self.row + 2
    let kind = track.kind == .video ? "item" : "sound"
    let letters = Int(width / 6.5)
    let label = letters > 1 ? Markup.escaped(String(item.label.prefix(letters))) : ""
    return "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(Self.row - 4)\"/>"
      + "<text x=\"\(x + 4)\" y=\"\(y + 15)\">\(label)</text>"
  }

  private func span(_ part: Range<Int>, _ whole: Range<Int>) -> (x: Double, width: Double) {
    let inside = part.clamped(to: whole)
    let scale = Self.width / Double(max(whole.count, 1))
    return (Double(inside.lowerBound - whole.lowerBound) * scale, Double(inside.count) * scale)
  }
}

/// The waveform of a stream: recorded, now, and their difference, each on a line of its own.
struct WaveformDrawing {
  let blocks: [SoundMeasure]
  let hasProxy: Bool
  let ranges: [Range<Int>]

  private static let width = 1000
  private static let row = 70.0

  var svg: String {
    var rows: [(name: String, style: String, peaks: [Float])] = [("now", "now", blocks.map(\.peak))]
    if hasProxy {
      rows.insert(("recorded", "then", blocks.map(\.recordedPeak)), at: 0)
      let largest = blocks.map(\.differencePeak).max() ?? 0
      let gain = largest > 0 ? min(1 / largest, 1000) : 1
      let factor = Markup.decimal(Double(gain), 1)
      rows.append(("difference × \(factor)", "difference", blocks.map { $0.differencePeak * gain }))
    }
    let height = Double(rows.count) * Self.row
    let marks = ranges.map { range in
      let scale = Double(Self.width) / Double(max(blocks.count, 1))
      return "<rect class=\"range\" x=\"\(Double(range.lowerBound) * scale)\" y=\"0\" "
        + "width=\"\(max(Double(range.count) * scale, 1.5))\" height=\"\(height)\"/>"
    }
    let shapes = rows.enumerated().map { index, row in
      let top = Double(index) * Self.row
      return "<path class=\"\(row.style)\" d=\"\(path(row.peaks, middle: top + Self.row / 2))\"/>"
        + "<text x=\"4\" y=\"\(top + 13)\">\(row.name)</text>"
    }
    return "<svg viewBox=\"0 0 \(Self.width) \(height)\" role=\"img\" aria-label=\"waveform\">\n"
      + (marks + shapes).joined(separator: "\n") + "\n</svg>"
  }

  /// A closed outline, a step for each column, mirrored at the middle.
  private func path(_ peaks: [Float], middle: Double) -> String {
    let columns = min(max(peaks.count, 1), Self.width)
    var upper = ""
    var lower: [String] = []
    for column in 0..<columns {
      let part = peaks[column * peaks.count / columns..<(column + 1) * peaks.count / columns]
      let size = Double(min(part.max() ?? 0, 1)) * (Self.row / 2 - 4) + 0.3
      let x = (column * Self.width / columns, (column + 1) * Self.width / columns)
      let (high, low) = (Markup.decimal(middle - size, 1), Markup.decimal(middle + size, 1))
      upper += (column == 0 ? "M" : "L") + "\(x.0) \(high)L\(x.1) \(high)"
      lower.append("L\(x.1) \(low)L\(x.0) \(low)")
    }
    return upper + lower.reversed().joined() + "Z"
  }
}
