public import EDL
internal import Foundation
internal import MediaTime

/// A page that shows what differs: one file, no script, nothing loaded from elsewhere.
public struct GoldenReport {
  private let check: GoldenCheck
  private let evidence: GoldenEvidence
  private let sources: SourceMap
  private let timeline: Timeline

  /// Creates a report; the lines of the findings are shown out of `sources`.
  public init(_ check: GoldenCheck, _ evidence: GoldenEvidence, sources: SourceMap) {
    self.check = check
    self.evidence = evidence
    self.sources = sources
    timeline = check.timeline
  }

  /// The whole page.
  public var html: String {
    let project = URL(fileURLWithPath: timeline.projectPath).lastPathComponent
    let printer = DiagnosticPrinter(sources: sources)
    let findings = (check.findings + evidence.findings).map { Markup.escaped(printer.text($0)) }.joined()
    let outputs = check.outputs.filter { !$0.comparison.isEqual }.map(section)
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(Markup.escaped(project)): not as recorded</title>
      <style>
      \(Self.style)
      </style>
      <h1>\(Markup.escaped(project)) is not as recorded</h1>
      <pre>\(findings)</pre>
      \(outputs.joined(separator: "\n"))
      </html>

      """
  }

  private static let style = """
    :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
    body { max-width: 1040px; margin: 2em auto; padding: 0 1em; }
    h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin-top: 2em; }
    pre { overflow-x: auto; padding: 1em; background: #8881; border-radius: 6px; font-size: 13px; }
    svg { width: 100%; height: auto; display: block; margin: .5em 0; background: #8881; border-radius: 6px; }
    svg text { font: 11px system-ui, sans-serif; fill: currentColor; }
    .item { fill: #4a90d933; stroke: #4a90d9; } .sound { fill: #3a9d5d33; stroke: #3a9d5d; }
    .range { fill: #e0245e66; } .now { fill: #4a90d9; } .then { fill: #888; } .difference { fill: #e0245e; }
    .frames { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 1em; }
    .three { grid-template-columns: repeat(3, 1fr); }
    figure { margin: 0; } img { width: 100%; image-rendering: auto; border-radius: 4px; background: #000; }
    figcaption { font-size: 13px; opacity: .8; }
    """

  private func section(_ output: GoldenCheck.OutputCheck) -> String {
    let looked = evidence.outputs.first { $0.number == output.number }
    var parts = ["<h2>\(Markup.escaped(output.found.path))</h2>"]
    if !output.comparison.digests.isEmpty {
      parts.append(GoldenTimelineDrawing(timeline: timeline, check: output, words: check.words(output)).svg)
    }
    guard let looked else { return parts.joined(separator: "\n") }
    if !looked.hasProxy {
      parts.append(
        "<p>No proxy was recorded with <code>golden record --proxy</code>, so only what is rendered now can be shown.</p>"
      )
    }
    for (number, blocks) in looked.sound.sorted(by: { $0.key < $1.key }) {
      parts.append("<h3>Sound stream \(number)</h3>")
      parts.append(
        WaveformDrawing(blocks: blocks, hasProxy: looked.hasProxy, ranges: ranges(ofSound: number, output)).svg)
    }
    if !looked.exhibits.isEmpty {
      let shown = looked.exhibits.map { figures(of: $0, output) }.joined(separator: "\n")
      parts.append("<div class=\"frames\(looked.hasProxy ? " three" : "")\">\n\(shown)\n</div>")
    }
    return parts.joined(separator: "\n")
  }

  private func ranges(ofSound number: Int, _ output: GoldenCheck.OutputCheck) -> [Range<Int>] {
    let offset = output.found.streams.first?.isPicture == true ? 1 : 0
    return output.comparison.digests.first { $0.stream == number + offset }?.ranges ?? []
  }

  private func figures(of exhibit: GoldenEvidence.Exhibit, _ output: GoldenCheck.OutputCheck) -> String {
    let seconds =
      Double(exhibit.number)
      / (timeline.outputs[output.number].framing?.frameRate ?? timeline.canvas.frameRate).approximate
    let place = "frame \(exhibit.number), \(Markup.decimal(seconds, 3)) s"
    var measure = ""
    if let value = exhibit.measure {
      measure = ", PSNR \(Markup.decimal(value.psnr, 2)) dB, SSIM \(Markup.decimal(value.ssim, 4))"
    }
    var pictures: [(String, [UInt8])] = []
    if let recorded = exhibit.recorded { pictures.append(("recorded", recorded)) }
    pictures.append(("now", exhibit.found))
    if let difference = exhibit.difference {
      pictures.append(("difference × \(GoldenEvidence.amplification)\(measure)", difference))
    }
    return pictures.map { name, bytes in
      "<figure><img alt=\"\(name)\" src=\"data:image/png;base64,\(Data(bytes).base64EncodedString())\">"
        + "<figcaption>\(place): \(name)</figcaption></figure>"
    }.joined(separator: "\n")
  }
}
