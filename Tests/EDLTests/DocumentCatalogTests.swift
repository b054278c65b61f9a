import Foundation
import Testing

@testable import EDL

/// The catalogue's examples for documents: the wrong ones are wrong in that way, the right ones are not.
@Suite struct DocumentCatalogTests {
  // What needs more than a text: many nested sequences, the system, an option.
  private static let notSpelledOut: Set<String> = [
    "sequence.too-deep", "sequence.too-large", "media.unreadable",
    // What a container holds and what becomes of proxies: found by the renderer, and tested there.
    "output.chapters", "output.first-chapter", "output.metadata", "output.default-streams", "output.cover",
    "output.orientation",
    "output.timecode", "output.subtitles", "output.subtitles-empty", "output.subtitle-styles",
    // They need a standard input.
    "media.pipe", "media.pipe-format", "media.second-pipe",
    "proxy.failed", "proxy.impossible", "proxy.misfit", "proxy.missing", "proxy.none",
  ]

  @Test(
    arguments: (DiagnosticCatalog.documentEntries + DiagnosticCatalog.itemEntries + DiagnosticCatalog.mediaEntries
      + DiagnosticCatalog.outputEntries).filter { !notSpelledOut.contains($0.code) })
  func examples(entry: DiagnosticCatalog.Entry) throws {
    let wrong = try run(entry.wrong)
    #expect(wrong.diagnostics.contains { $0.code == entry.code }, "\(wrong.summary)")
    #expect(wrong.findings.count <= 1 || entry.code == "item.to-end", "\(wrong.summary)")
    let right = try run(entry.right)
    #expect(right.findings.isEmpty && right.timeline != nil, "\(right.summary)")
    #expect(!right.diagnostics.contains { $0.code == entry.code }, "\(right.summary)")
  }

  private func run(_ example: String) throws -> TestProject.Outcome {
    let items = "- {clip: \(example.contains("scan:") ? "scan" : "a.mov")}"
    let text =
      example.hasPrefix("edlrender:")
      ? example
      : example.hasPrefix("- ")
        ? video(example)
        : example.hasPrefix("canvas:")
          ? "edlrender: 1\n\(example)\ntracks: [{kind: video, items: [{clip: a.mov}]}]\n"
          : video(example.hasPrefix("sequences:") ? "- {clip: part}" : items, more: example)
    let files = [
      "f0001.png": "", "f0002.png": "", "v01.mov": "", "v02.mov": "", "folder/x": "", "times.csv": "0\n1\n",
    ]
    var media = [String: MediaInfo].standard
    media["v01.mov"] = .video(frames: 10)
    // Renditions are smaller than the canvas.
    let canvas = example.contains("renditions:") ? "1280x720" : "160x120"
    return try TestProject(text.replacing("size: 160x120, fps", with: "size: \(canvas), fps"), files: files).run(media)
  }
}
