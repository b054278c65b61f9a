internal import EDL
internal import Render

/// Keeps what the project reads from being written over by a path of the command line.
enum SourceGuard {
  /// Whether a path may be written; reports why not.
  static func allows(_ path: String, _ timeline: Timeline, _ reporter: Reporter) -> Bool {
    let read = ProjectFiles.read(by: timeline)
    let texts = reporter.sources.files.map { $0.path }
    guard let same = (texts + read).first(where: { FileFacts.isSame($0, as: path) }) else { return true }
    let link = same == path ? "" : ", as \"\(same)\""
    reporter.fail("output.overwrites-source", "\"\(path)\" is a file that the project reads\(link): give another name")
    return false
  }
}
