internal import EDL
internal import Foundation

/// Whether a file may be written where the project says, found out before anything is rendered.
struct OutputPath {
  /// All in one folder.
  let paths: [String]
  let origin: SourceRange
  let timeline: Timeline

  func check(_ diagnostics: inout DiagnosticList) {
    let read = inputs
    if let problem = paths.lazy.compactMap({ self.problem($0, read) }).first {
      diagnostics.append(Diagnostic(.error, code: problem.code, problem.message, at: origin, blame: problem.blame))
    }
  }

  private func problem(
    _ path: String, _ read: Set<String>
  ) -> (code: String, message: String, blame: Diagnostic.Blame)? {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      return (
        "output.folder", "cannot write \"\(path)\": its folder does not exist (No such file or directory)", .media
      )
    }
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      let type = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)[.type]
      guard type as? FileAttributeType == .typeRegular else {
        return ("output.not-a-file", "cannot write \"\(path)\": it exists and is not a regular file", .media)
      }
    }
    guard FileManager.default.isWritableFile(atPath: folder) else {
      return ("output.permission", "cannot write \"\(path)\": Permission denied", .media)
    }
    let target = url.resolvingSymlinksInPath().standardizedFileURL.path
    if read.contains(target) {
      return ("output.overwrites-source", "\"\(path)\" is read by the project, so it cannot be written", .project)
    }
    return nil
  }

  /// All files that the project reads, as far as the timeline tells, their links resolved.
  private var inputs: Set<String> {
    let paths =
      [timeline.projectPath]
      + timeline.media.flatMap { $0.files + ($0.proxy.map { [$0.path] } ?? []) } + FilterFiles.paths(timeline.root)
      + ProjectFiles.fonts(timeline.root) + ProjectFiles.besideStreams(of: timeline)
    return Set(paths.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL.path })
  }
}
