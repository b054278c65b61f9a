internal import EDL
internal import Render

/// `edlrender levels PROJECT`: how loud every bus and every stream is.
enum LevelsCommand {
  static let output = OptionSpec(
    "-o", value: .text("FILE"), help: "draws the waveforms and the loudness over time: FILE.png or FILE.svg")
  static let name = OptionSpec(
    "--output", value: .text("NAME"), help: "measures the streams of this output alone")
  static let range = OptionSpec(
    "--range", value: .text("A..B"), help: "measures this part of the programme alone")

  static let spec = CommandSpec(
    "levels", summary: "measures the loudness, peaks and faults of every bus and stream",
    operands: [.one("PROJECT", help: "the project file")],
    options: [
      output, name, range, RenderCommand.progress, ProjectOptions.strict, ProjectOptions.root,
      ProjectOptions.allowFilter,
    ],
    discussion: [
      """
      Loudness is measured by ITU-R BS.1770-4 and EBU R 128: LUFS of the whole, of the loudest three seconds and of \
      the loudest 400 ms, and the loudness range; the true peak between samples too. A sample clips beyond full \
      scale; silence is a second or longer below -60 dBFS in every channel; correlation is 1 where left and right \
      are the same and -1 where they cancel each other out.
      """,
      "The sound alone is rendered, and nothing is encoded: streams are measured as their encoders get them.",
    ],
    examples: ["levels project.yaml", "levels project.yaml --range 1m..2m -o levels.png"],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    let path = invocation.value(of: output)
    if let path, !LevelsReport.pictureKinds.contains(where: { path.lowercased().hasSuffix(".\($0)") }) {
      reporter.fail("command.usage", "levels are drawn as PNG or SVG, and \"\(path)\" ends in neither .png nor .svg")
      return reporter.finish()
    }
    let reader = ProjectReader(path: invocation.operands[0], invocation: invocation, reporter: reporter)
    guard
      let timeline = reader.timeline(),
      let chosen = OutputChoice(invocation, reporter: reporter, writesFilm: false).apply(to: timeline),
      path.map({ SourceGuard.allows($0, timeline, reporter) }) ?? true
    else { return reporter.finish() }
    let options = RenderOptions(
      allowedFilters: Set(invocation.values(of: ProjectOptions.allowFilter)),
      root: invocation.value(of: ProjectOptions.root))
    do {
      let report = try measure(chosen, options, invocation, reporter)
      tell(report, to: reporter)
      if let path {
        try report.writePicture(to: path)
        reporter.result("result", [("path", .string(path))], text: path)
      }
    } catch {
      reporter.report(error)
    }
    return reporter.finish()
  }

  private static func measure(
    _ timeline: Timeline, _ options: RenderOptions, _ invocation: Invocation, _ reporter: Reporter
  ) throws(RenderError) -> LevelsReport {
    let teller = ProgressReporter(invocation, reporter, path: "levels", timeline)
    defer { teller.end() }
    return try Renderer.levels(
      timeline, options: options, cancellation: Interruption.watch(), progress: teller.update)
  }

  // MARK: Telling

  private static func tell(_ report: LevelsReport, to reporter: Reporter) {
    if reporter.isJSON {
      for place in report.places { reporter.answer("levels", facts(of: place), text: "") }
      return
    }
    let table = TextTable(
      titles: [
        "", "layout", "LUFS", "short-term", "momentary", "range LU", "true peak", "sample peak", "correlation",
        "clipped",
      ],
      rows: report.places.map(row), numberColumns: Set(2...9))
    let remarks = report.places.flatMap(remarks)
    reporter.answer("levels", [], text: ([table.text] + remarks).joined(separator: "\n"))
  }

  private static func row(_ place: SoundLevels) -> [String] {
    func text(_ value: Double?, places: Int = 1) -> String {
      value.map { Measures.decimal($0, places: places) } ?? "-"
    }
    return [
      place.name, place.layout, text(place.integrated), text(place.shortTerm), text(place.momentary),
      text(place.range), text(place.truePeak), text(place.samplePeak), text(place.correlation, places: 2),
      place.clippedCount == 0 ? "-" : "\(place.clippedCount)",
    ]
  }

  /// What the table has no room for: where it clips, is silent, or cancels itself out.
  private static func remarks(_ place: SoundLevels) -> [String] {
    func list(_ stretches: [SoundLevels.Stretch]) -> String {
      let shown = stretches.prefix(8).map { stretch in
        let (start, end) = (place.seconds(of: stretch.lowerBound), place.seconds(of: stretch.upperBound))
        return Measures.moment(start) + (end - start < 0.001 ? "" : "-" + Measures.moment(end))
      }
      let more = stretches.count > 8 ? " and \(stretches.count - 8) more" : ""
      return shown.joined(separator: ", ") + more
    }
    var lines: [String] = []
    if !place.clipped.isEmpty { lines.append("\(place.name) clips at \(list(place.clipped))") }
    if !place.silences.isEmpty { lines.append("\(place.name) is silent at \(list(place.silences))") }
    if let worst = place.leastAlike, worst.correlation < 0 {
      let moment = Measures.moment(place.seconds(of: worst.sample))
      lines.append(
        "\(place.name) has left against right at \(moment): correlation \(Measures.decimal(worst.correlation, places: 2))"
      )
    }
    return lines
  }

  private static func facts(of place: SoundLevels) -> [(String, JSON)] {
    func measure(_ value: Double?) -> JSON { value.map { .measure($0) } ?? .null }
    func list(_ stretches: [SoundLevels.Stretch]) -> JSON {
      .array(
        stretches.map {
          .object([
            ("from", .measure(place.seconds(of: $0.lowerBound))), ("to", .measure(place.seconds(of: $0.upperBound))),
          ])
        })
    }
    var facts: [(String, JSON)] =
      switch place.place {
      case .bus(let name): [("kind", .string("bus")), ("name", .string(name))]
      case .stream(let output, let number, let title):
        [
          ("kind", .string("stream")), ("output", .string(output)), ("stream", .int(number)),
          ("title", .optional(title)),
        ]
      }
    facts += [
      ("layout", .string(place.layout)), ("sample_rate", .int(place.sampleRate)), ("samples", .int(place.length)),
      ("integrated", measure(place.integrated)), ("short_term", measure(place.shortTerm)),
      ("momentary", measure(place.momentary)), ("range", measure(place.range)),
      ("true_peak", measure(place.truePeak)), ("sample_peak", measure(place.samplePeak)),
      ("correlation", measure(place.correlation)),
      (
        "lowest_correlation",
        place.leastAlike.map {
          .object([("value", .measure($0.correlation)), ("at", .measure(place.seconds(of: $0.sample)))])
        } ?? .null
      ),
      ("clipped_samples", .int(place.clippedCount)), ("clipped", list(place.clipped)),
      ("silence", list(place.silences)),
    ]
    return facts
  }
}
