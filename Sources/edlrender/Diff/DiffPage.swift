internal import EDL
internal import Foundation
internal import Render

/// A page that shows a diff: the words, a strip of the programme, and frames before and after.
struct DiffPage {
  private let report: DiffReport
  private let options: RenderOptions
  /// Ranges that are shown in pictures; the words list all.
  private static let mostRanges = 24

  init(_ report: DiffReport, _ options: RenderOptions) {
    self.report = report
    self.options = options
  }

  /// The page: one file that needs nothing else.
  func text() throws(RenderError) -> String {
    let content = report.content
    var sections: [String] = []
    for range in content.frames.prefix(Self.mostRanges) { sections.append(try section(range)) }
    if content.frames.count > Self.mostRanges {
      sections.append("<p>\(content.frames.count - Self.mostRanges) ranges more are listed above.</p>")
    }
    let verdict = report.isEqual ? "Nothing differs: every frame and sample is proven equal." : "What changed"
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>edlrender diff</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; color: #222; }
      pre { background: #f4f4f4; padding: 1em; overflow-x: auto; white-space: pre-wrap; }
      svg { width: 100%; height: 40px; background: #cfe8cf; }
      .pairs { display: flex; flex-wrap: wrap; gap: 1em; }
      figure { margin: 0; } figcaption { font-size: 13px; color: #555; }
      img, .none { display: block; width: 240px; background: #eee; }
      .none { height: 135px; line-height: 135px; text-align: center; color: #888; }
      </style></head><body>
      <h1>\(verdict)</h1>
      <pre>\(Self.escaped(report.text))</pre>
      \(strip)
      \(sections.joined(separator: "\n"))
      </body></html>

      """
  }

  /// The programme from left to right: what moved and what is new stand out from what is equal.
  private var strip: String {
    let content = report.content
    let total = max(content.oldFrameCount, content.newFrameCount, 1)
    func bars(_ ranges: [Range<Int>], _ color: String) -> String {
      ranges.map { range in
        "<rect x=\"\(range.lowerBound)\" width=\"\(range.count)\" y=\"0\" height=\"1\" fill=\"\(color)\"/>"
      }.joined()
    }
    return """
      <svg viewBox="0 0 \(total) 1" preserveAspectRatio="none">\(bars(content.frames, "#d9a0a0"))\
      \(bars(content.moves.map(\.new), "#e6d28a"))\(bars(content.newFrames, "#c8504f"))</svg>
      <p>Frames 0 to \(total): green is proven equal, yellow moved, red new; pale red is past the end.</p>
      """
  }

  private func section(_ range: Range<Int>) throws(RenderError) -> String {
    let frames = Set([range.lowerBound, range.lowerBound + range.count / 2, range.upperBound - 1]).sorted()
    var pairs: [String] = []
    for frame in frames {
      pairs.append(
        "<div>\(try figure(report.old, frame, "before"))\(try figure(report.new, frame, "after"))</div>")
    }
    return """
      <h2>Frames \(DiffReport.range(range))</h2>
      <div class="pairs">\(pairs.joined(separator: "\n"))</div>
      """
  }

  private func figure(_ timeline: Timeline, _ frame: Int, _ word: String) throws(RenderError) -> String {
    var picture = "<span class=\"none\">no frame \(frame)</span>"
    if frame < timeline.root.frameCount {
      let bytes = try Renderer.frame(timeline, frame, width: 240, options: options)
      picture =
        "<img alt=\"frame \(frame) \(word)\" src=\"data:image/png;base64,\(Data(bytes).base64EncodedString())\">"
    }
    return "<figure>\(picture)<figcaption>frame \(frame), \(word)</figcaption></figure>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
