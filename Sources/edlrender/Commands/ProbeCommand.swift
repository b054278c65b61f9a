internal import EDL
internal import Render

/// `edlrender probe FILE...`: what media files are.
enum ProbeCommand {
  static let spec = CommandSpec(
    "probe", summary: "tells what media files are: kind, streams, size, rate, length, timecode, colour, sound",
    operands: [.several("PATH", help: "files, or folders whose media files are all looked at")],
    options: [ProjectOptions.root],
    discussion: [
      """
      The size is that of the upright picture with square pixels. A rate with "~" is the average of frames that \
      last differently long. Colour is matrix/primaries/transfer/range as the file tags it, "-" where it says \
      nothing. In a folder, files that are no media are passed over with a note.
      """
    ],
    examples: ["probe clip.mov music.wav", "probe media/ --json"],
    run: run)

  /// A file that was looked at.
  private struct Entry {
    let path: String
    let info: MediaInfo
  }

  private static func run(_ invocation: Invocation) -> ExitStatus {
    let reporter = Reporter(invocation)
    var entries: [Entry] = []
    for path in invocation.operands {
      let isFolder = LocalFiles.kind(of: path) == .folder
      let files = isFolder ? FileFacts.files(under: path) : [path]
      if files.isEmpty { skip("\"\(path)\" has no files", reporter) }
      let requests = files.map { MediaRequest(path: $0, origin: .commandLine) }
      let results = MediaProbe.probe(requests, root: invocation.value(of: ProjectOptions.root))
      for file in files {
        switch results[file] {
        case .success(let info): entries.append(Entry(path: file, info: info))
        case .failure(_, let message) where isFolder: skip(message, reporter)
        case .failure(let code, let message): reporter.fail(code, message, blame: .media)
        case nil: break
        }
      }
    }
    report(entries, to: reporter)
    return reporter.finish()
  }

  /// Tells of a file that is passed over: what is no media in a folder is no mistake.
  private static func skip(_ message: String, _ reporter: Reporter) {
    reporter.report(Diagnostic(.note, code: "probe.skipped", message))
  }

  private static func report(_ entries: [Entry], to reporter: Reporter) {
    if reporter.isJSON {
      for entry in entries { reporter.answer("media", MediaFacts(path: entry.path, info: entry.info).json, text: "") }
    } else if !entries.isEmpty {
      let rows = entries.map { MediaFacts(path: $0.path, info: $0.info).row }
      reporter.answer("media", [], text: TextTable(titles: MediaFacts.titles, rows: rows).text)
    }
  }
}
