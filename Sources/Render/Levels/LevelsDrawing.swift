internal import MediaTime

/// The waveform and the loudness over time of all that was measured, as an SVG.
///
/// One row each: the wave mirrored about its middle, full scale from edge to edge; over it the
/// loudness of 400 ms (thin) and of three seconds (thick), from -60 to 0 LUFS; red where it clips.
struct LevelsDrawing {
  let report: LevelsReport

  private static let width = 1200.0
  private static let left = 16.0
  private static let right = 48.0
  private static let title = 26.0
  private static let axis = 22.0
  private static let floor = -60.0

  private var plotWidth: Double { Self.width - Self.left - Self.right }
  /// A row's plot; lower where there are many, as a picture has its limits.
  private var plotHeight: Double { min(130, 14000 / Double(max(report.places.count, 1)) - Self.title - Self.axis) }
  private var rowHeight: Double { Self.title + plotHeight + Self.axis }

  var svg: String {
    let height = rowHeight * Double(report.places.count) + Self.title
    let rows = report.places.enumerated().map { index, place in
      "<g transform=\"translate(\(Self.left) \(Markup.decimal(rowHeight * Double(index), 1)))\">\n"
        + row(place).joined(separator: "\n") + "\n</g>"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(Self.width))" height="\(Int(height))" \
      viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="img" aria-label="levels">
      <style>
      text { font: 11px system-ui, sans-serif; fill: #555; } .title { font-size: 13px; fill: #111; }
      .ground { fill: #fff; } .plot { fill: #f4f6f8; } .grid { stroke: #d4dae0; } .wave { fill: #9db8d2; }
      .momentary { fill: none; stroke: #e0a13a; } .short { fill: none; stroke: #1f5f99; stroke-width: 2; }
      .integrated { stroke: #2c8a4b; stroke-dasharray: 6 4; } .clip { fill: #d8203c; }
      </style>
      <rect class="ground" width="\(Int(Self.width))" height="\(Int(height))"/>
      \(rows.joined(separator: "\n"))
      <text x="\(Int(Self.left))" y="\(Int(height) - 8)">loudness in LUFS: thin over 400 ms, thick over 3 s, dashed of \
      the whole; the wave from -1 to 1, red above where it clips</text>
      </svg>

      """
  }

  // MARK: A row

  private func row(_ place: SoundLevels) -> [String] {
    var shapes = ["<text class=\"title\" x=\"0\" y=\"18\">\(Markup.escaped(caption(place)))</text>"]
    shapes.append(rectangle("plot", x: 0, width: plotWidth))
    for loudness in stride(from: -50.0, through: -10, by: 10) {
      let y = Markup.decimal(self.y(loudness), 1)
      shapes.append("<line class=\"grid\" x1=\"0\" y1=\"\(y)\" x2=\"\(Int(plotWidth))\" y2=\"\(y)\"/>")
      shapes.append("<text x=\"\(plotWidth + 6)\" y=\"\(y)\" dy=\"4\">\(Int(loudness))</text>")
    }
    shapes += timeMarks(place)
    shapes.append("<path class=\"wave\" d=\"\(wave(place.history.columns))\"/>")
    shapes += line("momentary", place.history.columns.map(\.momentary))
    shapes += line("short", place.history.columns.map(\.shortTerm))
    if let integrated = place.integrated {
      let y = Markup.decimal(self.y(integrated), 1)
      shapes.append("<line class=\"integrated\" x1=\"0\" y1=\"\(y)\" x2=\"\(Int(plotWidth))\" y2=\"\(y)\"/>")
    }
    for stretch in place.clipped {
      let scale = plotWidth / Double(max(place.length, 1))
      shapes.append(
        rectangle(
          "clip", x: Double(stretch.lowerBound) * scale, width: max(1.5, Double(stretch.count) * scale), height: 6))
    }
    return shapes
  }

  private func caption(_ place: SoundLevels) -> String {
    var words = ["\(place.name), \(place.layout)"]
    words.append(place.integrated.map { "\(Markup.decimal($0, 1)) LUFS" } ?? "silent")
    if let range = place.range { words.append("range \(Markup.decimal(range, 1)) LU") }
    if place.truePeak.isFinite { words.append("true peak \(Markup.decimal(place.truePeak, 1)) dBTP") }
    if place.clippedCount > 0 { words.append("\(place.clippedCount) samples clip") }
    return words.joined(separator: " · ")
  }

  private func rectangle(_ style: String, x: Double, width: Double, height: Double? = nil) -> String {
    "<rect class=\"\(style)\" x=\"\(Markup.decimal(x, 1))\" y=\"\(Self.title)\" "
      + "width=\"\(Markup.decimal(width, 1))\" height=\"\(Markup.decimal(height ?? plotHeight, 1))\"/>"
  }

  private func y(_ loudness: Double) -> Double {
    Self.title + plotHeight * min(1, max(0, loudness / Self.floor))
  }

  /// A step for each column, from its highest sample back along its lowest.
  private func wave(_ columns: [LevelHistory.Column]) -> String {
    let scale = plotWidth / Double(max(columns.count, 1))
    func point(_ column: Int, _ sample: Float, _ grow: Double) -> String {
      let y = Self.title + plotHeight / 2 * (1 - Double(min(max(sample, -1), 1))) + grow
      let x = (Double(column) * scale, Double(column + 1) * scale)
      let text = Markup.decimal(y, 1)
      return grow < 0
        ? "L\(Markup.decimal(x.0, 1)) \(text)H\(Markup.decimal(x.1, 1))"
        : "L\(Markup.decimal(x.1, 1)) \(text)H\(Markup.decimal(x.0, 1))"
    }
    let middle = Markup.decimal(Self.title + plotHeight / 2, 1)
    let upper = columns.enumerated().map { point($0.offset, $0.element.samples.upperBound, -0.3) }
    let lower = columns.enumerated().reversed().map { point($0.offset, $0.element.samples.lowerBound, 0.3) }
    return "M0 \(middle)\(upper.joined())\(lower.joined())Z"
  }

  /// Lines through the columns that have a value; between two of them a straight one.
  private func line(_ style: String, _ values: [Double?]) -> [String] {
    let scale = plotWidth / Double(max(values.count, 1))
    let points = values.enumerated().compactMap { index, value in
      value.map { "\(Markup.decimal((Double(index) + 0.5) * scale, 1)) \(Markup.decimal(y($0), 1))" }
    }
    guard points.count > 1 else { return [] }
    return ["<path class=\"\(style)\" d=\"M\(points.joined(separator: "L"))\"/>"]
  }

  // MARK: Time

  private static let steps: [Double] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400,
  ]

  private func timeMarks(_ place: SoundLevels) -> [String] {
    let (start, end) = (place.seconds(of: 0), place.seconds(of: place.length))
    guard end > start else { return [] }
    let step = Self.steps.first { (end - start) / $0 <= 12 } ?? (end - start) / 12
    let numbers = Int((start / step).rounded(.up))...max(Int(end / step), Int((start / step).rounded(.up)))
    return numbers.compactMap { number in
      let time = Double(number) * step
      guard time <= end else { return nil }
      let x = Markup.decimal((time - start) / (end - start) * plotWidth, 1)
      let (top, bottom) = (Self.title, Markup.decimal(Self.title + plotHeight, 1))
      return "<line class=\"grid\" x1=\"\(x)\" y1=\"\(top)\" x2=\"\(x)\" y2=\"\(bottom)\"/>"
        + "<text x=\"\(x)\" y=\"\(bottom)\" dy=\"13\">\(Self.clock(time, step))</text>"
    }
  }

  private static func clock(_ time: Double, _ step: Double) -> String {
    let places = step < 0.1 ? 2 : step < 1 ? 1 : 0
    guard time >= 60 else { return "\(Markup.decimal(time, places)) s" }
    let (hours, minutes) = (Int(time) / 3600, Int(time) / 60 % 60)
    let seconds = Markup.decimal(time - Double(Int(time) / 60 * 60), places)
    let rest = (seconds.prefix { $0 != "." }.count < 2 ? "0" : "") + seconds
    return hours > 0 ? "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(rest)" : "\(minutes):\(rest)"
  }
}
